"""The command ``skyjo experiment``."""

import json
from pathlib import Path

import pytest

from skyjo_experiments.experiment import experiment_ids
from skyjo_experiments.questions import forced_ending, seat_advantage
from skyjo_sim.errors import RunError
from tests.commands import call

SMALL_SEAT = ("--set", "players=2,3", "--set", "n_rounds=60", "--set", "n_games=6")


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def printed(*words):
    code, out, err = call("experiment", *words)
    assert (code, err) == (0, "")
    return out


def test_list_names_every_experiment_and_its_question():
    out = printed("list")
    assert [line for line in out.splitlines() if not line.startswith(" ")] == experiment_ids()
    assert "Does the seat that starts a round do better" in out


def test_run_prints_the_answer_first_and_keeps_the_run():
    out = printed("run", "seat_advantage", *SMALL_SEAT)
    assert out.startswith("cutoff(2), the highest sum of the opening cards starts: with 2 players")
    assert "agent      players           start" in out
    folder = Path("runs/seat_advantage-changed-seed0")
    assert f"kept in {folder}" in out
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["state"] == "complete"
    assert manifest["command"] == (
        "skyjo experiment run seat_advantage --set players=2,3 --set n_rounds=60 --set n_games=6"
    )
    assert (folder / "figure.svg").is_file()


def test_run_as_json_is_one_object():
    content = json.loads(printed("run", "seat_advantage", *SMALL_SEAT, "--json", "--out", "place", "--seed", 5))
    assert content["experiment"] == "seat_advantage"
    assert content["seed"] == 5
    assert content["folder"] == "place"
    assert len(content["rows"]) == content["n_rows"] == 6
    assert content["answer"].startswith("cutoff(2)")


def test_an_interrupt_keeps_finished_rows(monkeypatch):
    played, simulate = [], seat_advantage.simulate

    def interrupted(*given, **options):
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(given)
        return simulate(*given, **options)

    monkeypatch.setattr(seat_advantage, "simulate", interrupted)
    code, out, err = call("experiment", "run", "seat_advantage", *SMALL_SEAT, "--out", "place")
    assert code == 130
    assert err == "stopped after 2 rows; they are kept in place\n"
    assert "by lot" in out
    assert json.loads(Path("place/manifest.json").read_text())["state"] == "interrupted"
    code, out, err = call("experiment", "docs", "place", "--to", "pages")
    assert (code, out) == (2, "")
    assert "a page needs a complete one" in err


def test_an_interrupt_before_the_first_row_leaves_nothing(monkeypatch):
    def interrupted(*given, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(seat_advantage, "simulate", interrupted)
    assert call("experiment", "run", "seat_advantage", "--out", "place") == (130, "", "stopped; nothing was kept\n")
    assert not Path("place").exists()


def test_a_run_that_cannot_be_kept_is_printed(monkeypatch):
    def refuse(*_):
        raise RunError("the disk is full")

    monkeypatch.setattr("skyjo_experiments.experiment.keeping.keep", refuse)
    code, out, err = call("experiment", "run", "seat_advantage", *SMALL_SEAT)
    assert (code, err) == (2, "skyjo: error: the disk is full\n")
    assert out.startswith("cutoff(2), the highest sum")
    assert "kept in" not in out


def test_report_and_pages():
    printed("run", "seat_advantage", *SMALL_SEAT, "--quiet")
    assert printed("report") == "written to experiments.html: seat_advantage\n"
    assert printed("report", "runs/seat_advantage-changed-seed0", "--out", "two.html").startswith(
        "written to two.html:"
    )
    assert Path("two.html").read_bytes() == Path("experiments.html").read_bytes()
    assert printed("docs", "seat_advantage", "--to", "docs/pages") == "docs/pages/seat_advantage.md\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", "seat_advantages"], "there is no experiment 'seat_advantages'; did you mean seat_advantage?"),
        (["run", "seat_advantage", "--set", "player=3"], "there is no setting player; did you mean players?"),
        (["run", "seat_advantage", "--set", "players=1"], "settings.players must be a list"),
        (["run", "seat_advantage", "--set", "agents=nobody"], "unknown agent 'nobody'"),
        (["run", "seat_advantage", "--seed", "-1"], "seed must be an integer in 0.."),
        (["run", "seat_advantage", "--workers", "0"], "workers must be an integer in 1..1024, got 0"),
        (["run", "seat_advantage", "--out", "/dev/null/x"], "folder '/dev/null/x' cannot be used"),
        (["report"], "no run is kept in 'runs'"),
        (["report", "seat_advantage"], "run it with: skyjo experiment run seat_advantage"),
        (["report", "forced_endings"], "did you mean forced_ending?"),
        (["report", "./nowhere"], "holds no run of an experiment"),
        (["report", "--out", "report.pdf"], "--out must end in .html"),
        (["docs"], "there is no stored run in 'docs/experiments/data'"),
    ],
    ids=str,
)
def test_bad_input_is_one_line_and_exit_code_2(words, message):
    code, out, err = call("experiment", *words)
    assert (code, out) == (2, "")
    assert message in err
    assert err.startswith("skyjo: error: ")
    assert err.count("\n") == 1
    assert not any(Path("runs").glob("*"))


def test_forced_ending_compares_ways_on_the_same_positions():
    settings = forced_ending.EndingSettings(players=(2,), most_hidden=2, n_positions=20, n_deals=4, n_rounds=400)
    frame = forced_ending.run(settings, workers=2)
    assert set(frame["part"]) == {"value", "draw"}
    draws = frame[frame["part"] == "draw"]
    assert len(draws) == 2 * 5 * 3
    assert (draws.groupby(["hidden", "drawn"])["n"].nunique() == 1).all()
    assert (draws.loc[(draws["hidden"] == 1) & (draws["way"] != "wait"), "ended"] == 1).all()
    cells = draws.set_index(["hidden", "drawn", "way"])
    gain = cells["ahead"].unstack()["put"] - cells["ahead"].unstack()["wait"]
    assert cells["gain"].unstack()["put"].tolist() == pytest.approx(gain.tolist())
    assert "With one hidden card left" in forced_ending.answer(frame)
    assert forced_ending.run(settings, workers=1).equals(frame)

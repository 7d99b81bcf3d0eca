"""The commands ``skyjo compare`` and ``skyjo tournament``: what they print and write, and with which exit code."""

import json
import signal

import pandas as pd
import pytest

from skyjo_experiments.cli import INTERRUPTED
from skyjo_experiments.comparison import StopRule, compare, tournament
from skyjo_sim import Rules
from tests.commands import call
from tests.test_agents import FILE

AGENTS = ("cutoff(2)", "cutoff(4)")


def printed(*words):
    """Return what a command prints that must succeed without a word on stderr."""
    code, out, err = call(*words)
    assert (code, err) == (0, "")
    return out


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (["--games", 40], {"n_games": 40}),
        (["--rounds", 40, "--seed", 7, "--players", 3], {"n_rounds": 40, "seed": 7, "players": 3}),
        (["--deals", 20, "--unit", "round", "--design", "half"], {"n_deals": 20, "unit": "round", "design": "half"}),
        (["--deals", 9, "--set", "players=4", "--field", "random"], {"n_deals": 9, "players": 4, "field": "random"}),
        (["--games", 40, "--set", "target=50", "--workers", 1], {"n_games": 40, "rules": Rules(target=50)}),
        (["--games", 40, "--adjust"], {"n_games": 40, "adjust": True}),
        (["--until-decided"], {"stop": "decided"}),
        (["--precision", 3], {"stop": 0.03}),
        (["--precision", 1, "--stop-on", "score"], {"stop": StopRule(measure="mean_score", precision=1)}),
        (["--precision", 1, "--unit", "round"], {"stop": 1.0, "unit": "round"}),
    ],
    ids=str,
)
def test_options_mean_what_the_parameters_mean(words, options):
    expected = compare(*AGENTS, **options)
    assert json.loads(printed("compare", *AGENTS, "--json", *words)) == json.loads(json.dumps(expected.to_json()))


def test_comparison_is_printed_written_and_drawn(tmp_path):
    result = compare(*AGENTS, n_games=40)
    out = printed("compare", *AGENTS, "--games", 40, "--out", tmp_path / "c.csv", "--figure", tmp_path / "c.svg")
    assert out == f"{result!r}\n"
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "c.csv"), result.frame)
    assert (tmp_path / "c.svg").stat().st_size > 1000
    for name in ("c.parquet", "c.html", "c.json"):
        printed("compare", *AGENTS, "--games", 40, "--out", tmp_path / name)
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "c.parquet"), result.frame)
    assert result._repr_html_() in (tmp_path / "c.html").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "c.json").read_text(encoding="utf-8"))["n_games"] == 40


def test_tournament_is_printed_written_and_drawn(tmp_path):
    names = (*AGENTS, "cutoff(0)")
    result = tournament(names, n_games=30)
    words = ("tournament", *names, "--games", 30)
    files = tmp_path / "t.csv", tmp_path / "t.png"
    assert printed(*words, "--out", files[0], "--figure", files[1]) == f"{result!r}\n"
    pd.testing.assert_frame_equal(pd.read_csv(files[0]), result.pairs_frame)
    printed(*words, "--out", files[0], "--table", "agents", "--figure", files[1], "--draw", "ratings")
    pd.testing.assert_frame_equal(pd.read_csv(files[0]), result.frame)
    assert json.loads(printed(*words, "--json"))["pairs"] == result.to_json()["pairs"]


def test_agents_of_a_file_can_be_compared(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(FILE, encoding="utf-8")
    out = printed("compare", "three", "cutoff(4)", "--games", 4, "--agent-file", file)
    assert out.startswith("three and cutoff(4)\n4 games")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["compare", "random", "nobody"], "unknown agent 'nobody'"),
        (["compare", "random", "random,random"], "B must be one agent, got 2: random,random"),
        (
            ["compare", *AGENTS, "--out", "c.txt"],
            "the file must end in one of .csv, .parquet, .html, .json, got 'c.txt'",
        ),
        (["compare", *AGENTS, "--figure", "c.csv"], "the file must end in one of .svg, .png, .pdf, got 'c.csv'"),
        (["compare", *AGENTS, "--until-decided", "--precision", 1], "give --until-decided or --precision, not both"),
        (["compare", *AGENTS, "--stop-on", "wins"], "--stop-on needs --until-decided or --precision"),
        (["compare", *AGENTS, "--precision", 1, "--stop-on", "x"], "--stop-on must be one of wins, score, got 'x'"),
        (["compare", *AGENTS, "--players", 3, "--set", "players=2"], "--players 3 and --set players=2 contradict"),
        (["compare", *AGENTS, "--games", 1], "(a deal is played 2 times), got 1"),
        (["tournament", "random"], "a tournament needs at least two agents, got 1"),
        (["tournament", *AGENTS, "--draw", "x"], "--draw must be one of matrix, difference, ratings, got 'x'"),
        (["tournament", *AGENTS, "--table", "x"], "--table must be one of agents, pairs, got 'x'"),
    ],
    ids=str,
)
def test_bad_input_is_one_line(words, message):
    code, out, err = call(*words)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", ["compare", "tournament"])
@pytest.mark.parametrize("option", ["--out", "--figure"])
def test_a_place_that_cannot_be_written_to_is_known_before_playing(tmp_path, command, option):
    (tmp_path / "folder.svg").mkdir()
    (tmp_path / "folder.csv").mkdir()
    ending = {"--out": "csv", "--figure": "svg"}[option]
    for name, why in ((f"none/x.{ending}", "No such file or directory"), (f"folder.{ending}", "no regular file")):
        code, out, err = call(command, *AGENTS, "--games", 10**12, option, tmp_path / name)
        assert (code, out) == (2, "")
        assert f"{tmp_path / name} cannot be written: " in err
        assert why in err


def test_a_tournament_of_one_deal_says_that_nothing_was_written(tmp_path):
    code, out, err = call("tournament", *AGENTS, "--deals", 1, "--out", tmp_path / "t.csv")
    assert code == 2
    assert "Too few deals" in out
    assert err == "--out: nothing was written, that takes at least 2 deals of each pair\n"


@pytest.mark.parametrize("words", [["compare", *AGENTS], ["tournament", *AGENTS, "cutoff(0)"]], ids=str)
def test_an_interrupt_prints_what_was_measured(monkeypatch, words, tmp_path):
    def interrupt(done):
        if done.done > 500:
            signal.raise_signal(signal.SIGINT)

    class Bar:
        def __enter__(self):
            return interrupt

        def __exit__(self, *error):
            return None

    for name in ("compare", "tournament"):
        monkeypatch.setattr(f"skyjo_experiments.cli.{name}.progress_bar", lambda *_: Bar())
    out = tmp_path / "so_far.csv"
    code, text, err = call(*words, "--games", 2_000_000, "--out", out)
    assert (code, err) == (INTERRUPTED, "")
    assert "interrupted; 1,000,000 deals were planned" in text
    assert len(pd.read_csv(out)) >= 3

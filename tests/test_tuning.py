"""Tuning from end to end, with few games."""

import json
import re

import numpy as np
import pytest

from skyjo_agents.action.habits import Habits
from skyjo_experiments.tuning import resume_tuning, tune
from skyjo_experiments.tuning.fields import make_fields
from skyjo_experiments.tuning.generation import CONFIRMING
from skyjo_experiments.tuning.playing import ROUNDS, WON, CandidatePlayer
from skyjo_sim import ActionRules, InputError, Rules, RunError, simulate
from skyjo_sim.agent_names import make_agent
from skyjo_sim.kernels.compiler import IS_COMPILED

pytestmark = pytest.mark.skipif(not IS_COMPILED, reason="whole tunings would take minutes")
SMALL = {
    "against": "cutoff(9)",
    "players": 2,
    "candidates": 4,
    "generations": 3,
    "n_games": 10,
    "n_closing_games": 40,
    "seed": 3,
}


class Stop:
    """Interrupts after some generations, as Ctrl-C would."""

    def __init__(self, generations):
        self.generations = generations

    def __call__(self, progress):
        if progress.done > self.generations + 0.3:
            raise KeyboardInterrupt


def without_path(tuning):
    return tuning.settings, tuning.generations, tuning.evaluations, tuning.closing


@pytest.fixture(scope="module")
def whole():
    return tune("cutoff(9)", **SMALL)


def test_cutoff_comes_near_what_beats_9():
    settings = {"candidates": 8, "generations": 4, "n_games": 60, "n_closing_games": 400}
    tuning = tune("cutoff(9)", against="self", players=[2], measure="points", seed=1, **settings)
    assert 2 <= tuning.generations[-1].point[0] <= 4.5
    assert tuning.name == f"cutoff({tuning.generations[-1].point[0]:g})"
    rows = {(row.measure, row.agent): row for row in tuning.closing}
    assert rows["win_share", "tuned"].low > 0.9
    assert rows["objective", "difference"].low > 10
    assert rows["win_share", "start"].low < 0.5 < rows["win_share", "start"].high
    assert "better than the start, beyond chance" in repr(tuning)
    assert "at the end of the range" not in repr(tuning)


def test_search_that_finds_nothing_says_so():
    tuning = tune("cutoff(3)", ranges={"cutoff": (3, 12)}, **SMALL | {"generations": 1})
    assert tuning.name == "cutoff(3)"
    assert "at the end of the range: cutoff=3; --range looks further" in repr(tuning)
    assert repr(tuning).endswith("The search found nothing that beat the start: cutoff(3).")


def test_same_seed_same_result_whatever_the_workers(whole):
    for workers in (1, 3):
        assert without_path(tune("cutoff(9)", workers=workers, **SMALL)) == without_path(whole)
    other = tune("cutoff(9)", **SMALL | {"seed": 4})
    assert other.evaluations != whole.evaluations


def test_deals_are_never_used_twice_and_common_to_all(whole):
    history = whole.history
    halving = history[history["rung"] != CONFIRMING]
    assert list(halving[halving["generation"] == 0]["n_games"]) == [10] * 4 + [30] * 2
    assert [generation.next_deal for generation in whole.generations] == [50, 100, 150]
    assert whole.generations[-1].n_games == 20
    assert whole.settings.closing_seed != whole.settings.seed


def test_the_incumbent_changes_only_when_it_is_beaten_on_other_deals(whole):
    before = whole.settings.tunable.start
    for generation in whole.generations:
        assert generation.is_new == (generation.point != before) == (generation.difference.mean > 0)
        before = generation.point


def test_closing_games_are_those_of_simulate(whole):
    rows = {(row.measure, row.agent): row for row in whole.closing}
    agents = [whole.name, "cutoff(9)"]
    result = simulate(agents, n_games=40, seed=whole.settings.closing_seed)
    shares = result.agents["win_share"]
    assert rows["win_share", "tuned"].mean == pytest.approx(shares[0])
    assert rows["win_share", "tuned"].n_games == 40
    scores = result.agents["mean_score"]
    assert rows["points_ahead", "tuned"].mean == pytest.approx(scores[1] - scores[0])
    assert rows["win_share", "difference"].mean == pytest.approx(
        rows["win_share", "tuned"].mean - rows["win_share", "start"].mean
    )


def test_candidates_are_rotated_through_all_seats():
    fields = make_fields(["random"], [3], Rules(), make_agent("cutoff(2)"))
    with CandidatePlayer(fields, 2, lambda n: None) as player:
        games = player.play([make_agent("cutoff(2)")], 5, 7, 30)
    rows = simulate("cutoff(2),random,random", n_games=37, players=3, seed=5, rows=True).rows
    own = rows[(rows["game"] >= 7) & (rows["seat"] == rows["game"] % 3)]
    assert games[0, 0, :, ROUNDS].sum() == len(own)
    assert games[0, 0, :, WON] == pytest.approx(own.groupby("game")["win_share"].sum().to_numpy())


@pytest.mark.parametrize("generations", [0, 2])
def test_resumed_tuning_ends_as_if_never_interrupted(tmp_path, whole, generations):
    stopped = tune("cutoff(9)", out=tmp_path, on_progress=Stop(generations), workers=1, **SMALL)
    assert not stopped.is_complete
    assert json.loads((tmp_path / "manifest.json").read_text())["state"] == "interrupted"
    assert len(stopped.generations) < 4
    resumed = resume_tuning(tmp_path)
    assert without_path(resumed) == without_path(whole)
    assert without_path(resume_tuning(tmp_path)) == without_path(whole)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert (manifest["state"], manifest["best"]) == ("complete", whole.name)
    assert (tmp_path / "figures" / "tuning.svg").stat().st_size > 1000


@pytest.mark.extra
@pytest.mark.parametrize("sampler", ["tpe", "cmaes"])
def test_resumed_tuning_by_optuna_is_the_same(tmp_path, sampler):
    pytest.importorskip("optuna")
    pytest.importorskip("cmaes")
    settings = SMALL | {"sampler": sampler, "candidates": 6}
    expected = tune("cutoff(9)", **settings)
    tune("cutoff(9)", out=tmp_path, on_progress=Stop(1), workers=1, **settings)
    assert without_path(resume_tuning(tmp_path)) == without_path(expected)


def test_history_of_another_tuning_is_refused(tmp_path):
    tune("cutoff(9)", out=tmp_path, on_progress=Stop(1), workers=1, **SMALL)
    path = tmp_path / "history.csv"
    path.write_text(re.sub(r"^0,0,1,[^,]*", "0,0,1,5.5", path.read_text(), count=1, flags=re.MULTILINE))
    with pytest.raises(RunError, match="generation 0 has other candidates"):
        resume_tuning(tmp_path)


@pytest.mark.parametrize(
    ("name", "break_it", "message"),
    [
        ("history.csv", lambda text: text.partition("\n")[0] + "\n", "must hold the evaluations of every generation"),
        ("generations.csv", lambda text: text.replace("generation,", "number,"), "its columns must be"),
        (
            "generations.csv",
            lambda text: re.sub(r"\n0,[^,]+,", "\n0,nan,", text),
            "cutoff must be in -2.0..12.0, got nan",
        ),
        (
            "history.csv",
            lambda text: re.sub(r"\n0,0,0,[^,]+,", "\n0,0,0,99,", text),
            "cutoff must be in -2.0..12.0, got 99",
        ),
        ("manifest.json", lambda text: text.replace('"players"', '"seats"'), "damaged: settings"),
        ("manifest.json", lambda text: text.replace('"measure": "wins"', '"measure": "x"'), "measure must be one of"),
        (
            "manifest.json",
            lambda text: text.replace('"skyjo-sim": "', '"skyjo-sim": "9'),
            "resume it with that version",
        ),
        ("manifest.json", lambda text: text.replace("tuning-1", "tuning-0"), "not the manifest of a tuning"),
        ("manifest.json", lambda text: text.replace('"best"', '"worst"'), "best is missing"),
    ],
)
def test_damaged_folder_is_refused(tmp_path, name, break_it, message):
    tune("cutoff(9)", out=tmp_path, on_progress=Stop(1), workers=1, **SMALL)
    path = tmp_path / name
    path.write_text(break_it(path.read_text()))
    with pytest.raises(RunError, match=message):
        resume_tuning(tmp_path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"measure": "luck"}, "measure must be one of wins, points, got 'luck'"),
        ({"sampler": "grid"}, "sampler must be one of local, tpe, cmaes, got 'grid'"),
        ({"candidates": 1}, "candidates must be an integer of at least 2, got 1"),
        ({"candidates": 5000}, "candidates must be at most 4096, got 5000"),
        ({"generations": 0}, "generations must be"),
        ({"n_games": 1}, "n_games must be"),
        ({"n_closing_games": 0}, "n_closing_games must be"),
        ({"seed": -1}, "seed must be"),
        ({"players": 9}, "players must be in 2..8, got 9"),
        ({"players": ()}, "players must be at least one"),
        ({"against": ()}, "against must name at least one opponent"),
        ({"against": ["self", "cutoff(9)"]}, r"cutoff\(9\) at 2 players stands twice"),
        ({"against": ["random,random"]}, "an opponent must be one agent"),
        ({"workers": 0}, "workers must be"),
    ],
)
def test_bad_input_is_refused_before_a_folder_is_made(tmp_path, changes, message):
    with pytest.raises(InputError, match=message):
        tune("cutoff(9)", out=tmp_path / "new", **SMALL | changes)
    assert not (tmp_path / "new").exists()


def test_agent_that_fails_says_so_in_the_folder(tmp_path, monkeypatch):
    from skyjo_experiments.tuning import search
    from skyjo_sim import PolicyError

    def fail(*_):
        raise PolicyError("agent bad answered 99")

    monkeypatch.setattr(search, "run_generation", fail)
    with pytest.raises(PolicyError):
        tune("cutoff(9)", out=tmp_path, **SMALL)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert (manifest["state"], manifest["error"]) == ("failed", "agent bad answered 99")


def test_figure_shows_candidates_and_the_incumbent(whole):
    (axes,) = whole.plot().axes
    (line,) = axes.lines
    assert list(line.get_xdata()) == [1, 2, 3]
    assert list(line.get_ydata()) == [generation.objective.mean for generation in whole.generations]
    assert len(axes.collections[0].get_offsets()) == 12


def test_frames_have_their_intervals(whole):
    frame = whole.frame
    assert list(frame["agent"].unique()) == ["start", "tuned", "difference"]
    assert (frame["low"] <= frame["mean"]).all()
    assert (frame["mean"] <= frame["high"]).all()
    assert np.isfinite(frame["abandoned"]).all()
    assert list(whole.history.columns[:4]) == ["generation", "rung", "candidate", "cutoff"]


def test_json_names_the_tuned_agent(whole):
    content = json.loads(json.dumps(whole.to_json(), allow_nan=False))
    assert content["tuned"] == whole.name
    assert len(content["generations"]) == 3
    assert make_agent(content["tuned"]) == whole.agent


@pytest.mark.long
def test_skyjo_action_is_tuned_like_the_classic_game(tmp_path):
    """Who never takes an action card, and ends at once, finds out that there is better; resumed it ends the same."""
    settings = {
        "against": "action_cutoff(0,1000)",
        "players": 2,
        "measure": "points",
        "rules": ActionRules(),
        "seed": 2,
    }
    settings |= {"candidates": 6, "generations": 2, "n_games": 20, "n_closing_games": 200}
    ranges = {**dict.fromkeys(Habits.__dataclass_fields__), "take_action": (-1, 1000), "end_margin": (-50, 8)}
    whole = tune("action_cutoff(0,1000,-50)", ranges=ranges, **settings)
    assert whole.name.startswith("action_cutoff(0,")
    assert whole.settings.start.name == "action_cutoff(0,1000,-50,0.6)"
    rows = {(row.measure, row.agent): row for row in whole.closing}
    assert rows["objective", "difference"].low > 0
    tune("action_cutoff(0,1000,-50)", ranges=ranges, **settings, workers=1, out=tmp_path / "out", on_progress=Stop(1))
    assert without_path(resume_tuning(tmp_path / "out")) == without_path(whole)

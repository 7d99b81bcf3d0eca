"""The command ``skyjo bench-envs``: a table or JSON of what was measured, limits that are named."""

import json
import re

import pytest

from skyjo_experiments.env_bench import EnvBenchSettings
from skyjo_sim import InputError
from tests.commands import call

WORDS = ("bench-envs", "--steps", 2, "--batch", 3, "--repeats", 2)
LINE = re.compile(
    r"(?P<name>.+?) {2,}(flat|planes|mask|-) +(random|cutoff\(2\)|action_cutoff|-) +(3|1) +(\S+) \[(\S+), (\S+)\]"
)


def printed(*words):
    """Return what a command prints that must succeed without a word on stderr."""
    code, out, err = call(*words)
    assert (code, err) == (0, "")
    return out


@pytest.mark.parametrize("game", ["classic", pytest.param("action", marks=pytest.mark.long)])
def test_the_table_has_a_line_for_each_environment(game):
    head, empty, columns, *lines = printed(*WORDS, "--game", game).splitlines()
    assert head == "2 vector steps of 3 environments in each run, 2 repeats: median [least, greatest]"
    assert empty == ""
    assert columns.split()[:4] == ["environment", "observation", "opponents", "envs"]
    found = [LINE.fullmatch(line) for line in lines]
    assert all(found), lines
    names = [match["name"] for match in found]
    assert [names.count(name) for name in ("SkyjoVectorEnv", "gymnasium.make", "CartPole-v1, vector")] == [6, 3, 1]
    sensible = {"classic": "cutoff(2)", "action": "action_cutoff"}[game]
    assert [match[3] for match in found[:9]] == ["random", sensible] * 4 + ["random"]
    for match in found:
        median, least, greatest = (float(match[k].replace(",", "")) for k in (5, 6, 7))
        assert least <= median <= greatest


def test_json_has_every_run():
    rows = json.loads(printed(*WORDS, "--json"))
    kinds = {(row["environment"], row["observation"], row["opponents"]) for row in rows}
    assert len(rows) == 2 * len(kinds)
    assert sorted(row["repeat"] for row in rows) == [0] * len(kinds) + [1] * len(kinds)
    for row in rows:
        assert row["envs"] == (1 if row["environment"] in ("gymnasium.make", "Connect Four, PettingZoo") else 3)
        assert row["steps"] == (6 if row["envs"] == 3 else 20)
        assert row["cpu_seconds"] > 0
        assert row["steps_per_cpu_second"] == pytest.approx(row["steps"] / row["cpu_seconds"])


@pytest.mark.parametrize("name", ["steps", "batch", "repeats"])
@pytest.mark.parametrize("value", [0, -3])
def test_a_number_out_of_range_is_named_and_nothing_is_measured(name, value):
    code, out, err = call("bench-envs", f"--{name}", value)
    assert (code, out) == (2, "")
    assert f"{name} must be in 1.." in err
    assert f"got {value}" in err


def test_an_unknown_game_is_named():
    code, out, err = call("bench-envs", "--game", "chess")
    assert (code, out) == (2, "")
    assert "game must be one of classic, action, got 'chess'" in err


@pytest.mark.parametrize(("name", "most"), [("steps", 10**7), ("batch", 10**6), ("repeats", 1000)])
def test_numbers_have_limits(name, most):
    for value in (1, most):
        assert getattr(EnvBenchSettings(**{name: value}), name) == value
    for value in (0, most + 1):
        with pytest.raises(InputError, match=rf"^{name} must be in 1\.\.{most}, got {value}$"):
            EnvBenchSettings(**{name: value})

"""The command ``skyjo bench``: figures of every table and path, for both games, limits that are named."""

import json

import pytest

from skyjo_experiments.bench import BY_ADDRESS, BenchSettings, bench_rules, mean_decisions
from skyjo_sim import InputError, Rules, simulate
from skyjo_sim.games import Game
from tests.commands import call

WORDS = (
    "bench",
    "--rounds",
    40,
    "--repeats",
    2,
    "--players",
    "2,3",
    "--policies",
    "random",
    "--threads",
    1,
    "--no-start",
)


def printed(*words):
    """Return what a command prints that must succeed without a word on stderr."""
    code, out, err = call(*words)
    assert (code, err) == (0, "")
    return out


def check_speeds(entries, game):
    """Check the entries of ``random``: for 2 and 3 players each path once, decisions in Skyjo Action alone."""
    tables = [(entry["players"], entry["path"]) for entry in entries if entry["path"] != "yardstick"]
    assert tables == [(players, path) for players in (2, 3) for path in ("built-in", BY_ADDRESS)]
    for entry in entries:
        rates = ["rounds_per_cpu_second", "turns_per_cpu_second"]
        rates += ["decisions_per_cpu_second"] if game == Game.ACTION else []
        assert [name for name in entry if name.endswith("_second")] == rates
        for name in rates:
            assert 0 < entry[name]["min"] <= entry[name]["median"] <= entry[name]["max"]
        assert entry["turns_per_cpu_second"]["median"] > entry["rounds_per_cpu_second"]["median"]


@pytest.mark.parametrize("game", [Game.CLASSIC, pytest.param(Game.ACTION, marks=pytest.mark.long)])
def test_json_has_a_speed_for_every_table_and_path(game):
    measured = json.loads(printed(*WORDS, "--game", game, "--json"))
    assert (measured["game"], measured["rounds"], measured["repeats"]) == (game, 40, 2)
    check_speeds(measured["speed"], game)
    assert [(entry["players"], entry["threads"]) for entry in measured["threads"]] == [(2, 1), (3, 1)]


@pytest.mark.long
def test_skyjo_action_has_decisions_where_the_classic_game_has_the_yardstick():
    text = printed(*WORDS, "--game", "action")
    assert "without the yardstick: it plays the classic game only" in text
    assert "1000 decisions/CPU s" in text
    assert "1000 decisions/CPU s" not in printed(*WORDS)


def test_a_turn_at_random_has_one_or_two_decisions():
    rules = bench_rules(3)
    decisions = mean_decisions(rules, rounds=400) - 2 * 3  # without the openings
    turns = simulate("random", n_rounds=400, rules=rules).n_turns / 400
    assert turns < decisions < 2 * turns
    assert mean_decisions(rules, rounds=400) == mean_decisions(rules, rounds=400)


def test_decisions_are_counted_to_the_end_of_every_round():
    """Stopped after a turn each, 4 seats make 2 decisions to open and 1 or, where they draw, 2 in the turn.

    To draw is one of 13 things they can do.
    """
    decisions = mean_decisions(Rules(players=4, turn_limit=1), rounds=2000)
    assert decisions == pytest.approx(4 * (2 + 1 + 1 / 13), abs=0.05)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--game", "chess"), "game must be one of classic, action, got 'chess'"),
        (("--game", "action", "--policies", "cutoff"), "policies must be among random, action_cutoff, got 'cutoff'"),
        (("--policies", "action_cutoff"), "policies must be among random, cutoff, got 'action_cutoff'"),
        (("--players", "2,x"), "--players must be integers separated by commas, got '2,x'"),
        (("--players", "9"), "players must be in 2..8, got 9"),
        (("--rounds", "0"), "rounds must be in 1..1000000000, got 0"),
    ],
)
def test_bad_options_are_named_and_nothing_is_measured(options, message):
    code, out, err = call("bench", *options)
    assert (code, out) == (2, "")
    assert message in err


def test_without_policies_all_of_the_game_are_measured():
    assert BenchSettings().policies == ("random", "cutoff")
    assert BenchSettings(game="action").policies == ("random", "action_cutoff")
    with pytest.raises(InputError, match="repeats"):
        BenchSettings(repeats=0)

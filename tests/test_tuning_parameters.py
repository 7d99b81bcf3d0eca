"""What of an agent can be tuned, and where it is looked for."""

import pytest

from skyjo_agents.action.habits import Habits
from skyjo_agents.one_ply.weights import Weights
from skyjo_experiments.tuning.parameters import make_tunable, rounded
from skyjo_experiments.tuning.ranges import RANGES
from skyjo_sim import InputError
from skyjo_sim.agent_names import make_agent, registered_agents
from skyjo_sim.games import Game


def test_packaged_ranges_hold_the_defaults_of_the_agents():
    for word, ranges in RANGES.items():
        game = Game.ACTION if word in registered_agents(Game.ACTION) and word != "random" else Game.CLASSIC
        tunable = make_tunable(word, None, game=game)
        assert {parameter.name: (parameter.low, parameter.high) for parameter in tunable.parameters} == ranges
        assert tunable.agent(tunable.start).params == make_agent(word, game=game).params


def test_every_habit_has_a_range():
    assert set(Habits.__dataclass_fields__) == set(RANGES["action_cutoff"])


def test_an_agent_is_looked_for_among_those_of_the_game():
    assert (
        make_tunable("action_cutoff(1)", None, {"cutoff": (0, 2)}, game=Game.ACTION).agent((1.0,) * 16).game
        == Game.ACTION
    )
    with pytest.raises(InputError, match="cutoff"):
        make_tunable("cutoff", None, game=Game.ACTION)


def test_every_weight_but_the_opening_has_a_range():
    assert set(Weights.__dataclass_fields__) - set(RANGES["expectation"]) == {"spread_opening"}


def test_point_is_put_into_the_name():
    tunable = make_tunable("denier(1,0.4)", None, {"pair": None})
    assert tunable.start == (0.4,)
    assert tunable.agent((0.25,)).name == "denier(1,0.25)"


def test_start_gives_the_arguments():
    tunable = make_tunable("denier", "denier(2,0.5)", {"denial": (0, 1)})
    assert tunable.start == (2.0, 0.5)
    assert [(parameter.low, parameter.high) for parameter in tunable.parameters] == [(0.0, 5.0), (0.0, 1.0)]


def test_values_are_clipped_and_rounded():
    (parameter,) = make_tunable("cutoff", None).parameters
    assert (parameter.fit(99), parameter.fit(-99), parameter.fit(1.234567)) == (12.0, -2.0, 1.235)
    assert str(rounded(-1e-300 * 0)) == "0.0"


@pytest.mark.parametrize(
    ("agent", "start", "ranges", "message"),
    [
        ("cutof", None, None, "did you mean cutoff"),
        ("random", None, None, "agent random takes no numbers"),
        ("npz(a.npz)", None, None, "npz"),
        ("cutoff", "columns(1)", None, r"start must be an agent cutoff\(...\), got 'columns\(1\)'"),
        ("cutoff(99)", None, None, "the start of cutoff must be in its range -2..12, got 99"),
        ("cutoff", None, {"cut": (0, 1)}, "agent cutoff has no number 'cut'; its numbers are cutoff"),
        ("cutoff", None, {"cutoff": (3, 3)}, "the range of cutoff must have a low end below its high end, got 3:3"),
        ("cutoff", None, {"cutoff": 3}, "the range of cutoff must be a low and a high number, got 3"),
        ("cutoff", None, {"cutoff": (1, "x")}, r"must be a low and a high number, got \(1, 'x'\)"),
        (None, None, None, r"an agent to tune must be a name such as cutoff\(9\), got None"),
        ("cutoff", None, {"cutoff": None}, "agent cutoff has no range to look in: give one, such as cutoff=0:5"),
        ("cutoff(1,2)", None, None, "wrong number of arguments"),
        ("cutoff(x)", None, None, "must be finite numbers"),
    ],
)
def test_what_does_not_fit_is_refused(agent, start, ranges, message):
    with pytest.raises(InputError, match=message):
        make_tunable(agent, start, ranges)

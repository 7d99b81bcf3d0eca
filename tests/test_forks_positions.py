"""Finding positions: rounds of the simulator, features as a plain look gives them, strata filled in order."""

import numpy as np
import pytest

from skyjo_experiments.forks import FEATURES, collect_positions, positions_of
from skyjo_sim import ActionRules, Rules, simulate
from skyjo_sim.errors import InputError
from skyjo_sim.kernels.actions import PLACE, SOURCE
from skyjo_sim.kernels.cards import HIDDEN, NO_CARD
from skyjo_sim.notation import parse_position
from skyjo_sim.stepping import deal_games

AGENTS = "cutoff(2),random,cutoff(0)"


@pytest.fixture(scope="module")
def found():
    return collect_positions(
        AGENTS, {"own_hidden": (0, 12)}, by={"own_hidden": 4}, limit=30, n_rounds=60, players=4, seed=9
    )


def plain_features(game, agent):
    """Return the features of a game at its seat to decide, read in plain Python."""
    table = game["table"]
    seat, n = int(table["seat"]), int(table["n_players"])
    grids = table["visible"][:n, :12].tolist()
    own = grids[seat]
    hidden = [grid.count(HIDDEN) for grid in grids]
    points = [sum(card for card in grid if card > -100) for grid in grids]
    worth = [points[s] + 5 * hidden[s] for s in range(n)]
    others = [s for s in range(n) if s != seat]
    pairs = []
    for column in range(4):
        cards = own[3 * column : 3 * column + 3]
        up = [card for card in cards if card > -100]
        if len(up) == 2 and up[0] == up[1] and HIDDEN in cards:
            pairs.append(up[0])
    up = [card for card in own if card > -100]
    return {
        "phase": int(table["phase"]),
        "turn": int(table["turns"]) // n + 1,
        "own_hidden": hidden[seat],
        "others_hidden": min(hidden[s] for s in others),
        "own_points": points[seat],
        "lead": min(worth[s] for s in others) - worth[seat],
        "highest": max(up, default=-9),
        "pairs": len(pairs),
        "pair_value": max(pairs, default=NO_CARD),
        "cleared": 12 - hidden[seat] - len(up),
        "discard": int(table["discard_top"]),
        "drawn": int(table["drawn"]),
        "last_turns": int(table["last_turns_left"]),
        "pile": int(table["n_pile"]),
        "reshuffles": int(table["n_reshuffles"]),
        "agent": agent,
    }


def test_features_are_what_a_plain_look_gives(found):
    frame = found.frame
    assert list(frame)[2:] == list(FEATURES)
    for row, game in enumerate(found.games):
        seat = int(game["table"]["seat"])
        expected = plain_features(game, (seat - int(found.units[row])) % 4 % 3)
        assert {name: int(frame[name][row]) for name in FEATURES} == expected
    assert (frame["pairs"] > 0).any()
    assert (frame["last_turns"] > 0).any()
    assert set(frame["phase"]) == {0, 1, 2}


def test_rounds_are_those_of_the_simulator(found):
    rows = simulate(AGENTS, players=4, n_rounds=60, seed=9, rows=True, workers=1).rows
    starters = rows.groupby("game")["starter"].first()
    for row, game in enumerate(found.games):
        if game["table"]["starter"] >= 0:
            assert int(game["table"]["starter"]) == starters[found.units[row]]
    last = collect_positions(AGENTS, {"last_turns": 1}, limit=60, n_rounds=60, players=4, seed=9)
    enders = rows[rows["is_ender"]].set_index("game")["seat"]
    assert len(last) > 50
    assert [int(game["table"]["ender"]) for game in last.games] == enders[last.units].tolist()


def test_strata_are_filled_by_the_first_rounds_once_a_round(found):
    assert np.bincount(found.strata).tolist() == [30, 30, 30, 30]
    assert found.n_rounds == found.units.max() + 1
    for stratum in range(4):
        units = found.units[found.strata == stratum]
        assert (np.diff(units) > 0).all()
        assert set(found.feature("own_hidden")[found.strata == stratum] // 4) == {stratum}
    more = collect_positions(
        AGENTS, {"own_hidden": (0, 12)}, by={"own_hidden": 4}, limit=60, n_rounds=60, players=4, seed=9
    )
    for stratum in range(4):
        assert more.units[more.strata == stratum][:30].tolist() == found.units[found.strata == stratum].tolist()
    assert more.n_rounds == 60


def texts(positions):
    return [positions.text(row) for row in range(len(positions))]


def test_workers_change_nothing(found):
    given = {"by": {"own_hidden": 4}, "limit": 30, "n_rounds": 60, "players": 4, "seed": 9}
    again = collect_positions(AGENTS, {"own_hidden": (0, 12)}, workers=3, **given)
    assert texts(again) == texts(found)
    for name in ("strata", "units", "seats", "features"):
        assert np.array_equal(getattr(again, name), getattr(found, name))


def test_a_round_gives_any_of_its_decisions():
    found = collect_positions("cutoff(2)", {"phase": SOURCE, "turn": (1, 3)}, limit=600, n_rounds=600)
    counts = np.bincount(found.feature("turn"), minlength=4)[1:]
    assert len(found) == 600
    assert counts.min() > 150


def test_an_interrupt_keeps_what_was_found():
    def stop(progress):
        raise KeyboardInterrupt

    part = collect_positions("cutoff(2)", {"phase": PLACE}, limit=50, n_rounds=50, workers=1, on_progress=stop)
    assert not part.is_complete
    assert 1 <= len(part) < 50
    assert part.n_rounds == len(part)


@pytest.mark.parametrize(
    ("where", "options", "message"),
    [
        ({"own_hiden": 1}, {}, r"there is no feature 'own_hiden'; did you mean own_hidden\?"),
        ({"phase": 1.5}, {}, r"phase must be an integer or a pair of them, got 1\.5"),
        ({"turn": (3, 1)}, {}, r"turn must be a range from the lowest to the highest value, got \(3, 1\)"),
        ({}, {"by": {"turn": 1}}, "by turn: where must bound it"),
        ({"turn": (1, 3)}, {"by": {"turn": 0}}, "the width of a bin must be a positive integer, got 0"),
        ({"turn": (1, 9999)}, {"by": {"turn": 1}}, "there must be at most 4096 strata, got 9999"),
        ({}, {"limit": 0}, "limit must be an integer in 1"),
        ({}, {"n_rounds": 0}, "n_rounds must be an integer in 1"),
        ({}, {"players": 9}, r"players"),
        ({}, {"seed": -1}, "seed must be"),
        ({}, {"workers": 0}, "workers must be"),
    ],
    ids=str,
)
def test_bad_choices_are_refused(where, options, message):
    with pytest.raises(InputError, match=message):
        collect_positions("cutoff(2)", where, **options)


def test_too_many_agents_are_refused():
    with pytest.raises(InputError, match="3 agents do not fit at a table of 2 players"):
        collect_positions(AGENTS, {}, players=2)


GAME_TEXT = "?1 2 3 4 / 1 2 3 5 / 6 7 8 9 | ?0 1 1 2 / 1 3 3 4 / 5 5 6 7; turn 0; discard 5; pile 1 2 3"


def test_positions_made_by_hand():
    positions = positions_of([parse_position(GAME_TEXT)] * 3, "cutoff(2),random", Rules(players=2))
    assert positions.feature("own_hidden").tolist() == [1, 1, 1]
    assert positions.units.tolist() == [0, 1, 2]
    assert positions.seats[0].tolist()[:2] == [0, 1]
    assert "?" in positions.text(0)
    assert "?1" not in positions.text(0)
    with pytest.raises(InputError, match="position 0 must have 3 players, it has 2"):
        positions_of([parse_position(GAME_TEXT)], "random", Rules(players=3))
    with pytest.raises(InputError, match="position 0 is the view of one seat"):
        positions_of([parse_position(positions.text(0))], "random", Rules(players=2))
    with pytest.raises(InputError, match="position 1 must be a game of classic Skyjo, got one of Skyjo Action"):
        positions_of([parse_position(GAME_TEXT), deal_games(1, ActionRules())[0]], "random", Rules(players=2))
    with pytest.raises(InputError, match="position 0 must be a game of classic Skyjo, got str"):
        positions_of([GAME_TEXT], "random", Rules(players=2))
    with pytest.raises(InputError, match="feature must be one of phase"):
        positions.feature("hidden")

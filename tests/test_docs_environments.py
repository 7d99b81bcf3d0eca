"""The tables of docs/environments.md say what the code does: layouts, spaces, actions, rewards, arguments, infos."""

import inspect
from fractions import Fraction

import numpy as np
import pytest

from skyjo_sim.action_rules import ActionRules
from skyjo_sim.envs import SkyjoEnv, SkyjoVectorEnv
from skyjo_sim.envs.batch import SkyjoBatch
from skyjo_sim.envs.settings import REWARDS, illegal_penalty
from skyjo_sim.envs.spaces import observation_space
from skyjo_sim.games import Game
from skyjo_sim.kernels import actions, cards, flat, planes
from skyjo_sim.kernels.action import flat_layout
from skyjo_sim.kernels.action import planes as action_planes
from skyjo_sim.kernels.action.cards import MOST_COPIES
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import n_actions
from tests.markdown_tables import DOCS, headings, tables_with

PAGE = "environments.md"
ACTION_PAGE = "action_environments.md"
COMMON_TABLE, SEAT_TABLE = tables_with(PAGE, "index", "name", "unit")
ACTION_COMMON, ACTION_SEAT = tables_with(ACTION_PAGE, "index", "name", "unit")
GAMES = {
    "classic": (Game.CLASSIC, flat, COMMON_TABLE, SEAT_TABLE),
    "action": (Game.ACTION, flat_layout, ACTION_COMMON, ACTION_SEAT),
}
COPIES = {Game.CLASSIC: cards.COPIES, Game.ACTION: MOST_COPIES}
(ACTIONS,) = tables_with(PAGE, "id", "phase")
(REWARD_TABLE,) = tables_with(PAGE, "reward", "formula")
(INFOS,) = tables_with(PAGE, "key", "type")
ARGUMENTS, VECTOR_ARGUMENTS, BATCH_ARGUMENTS = tables_with(PAGE, "argument", "default")

GYMNASIUM_HEADINGS = [
    "Description",
    "Observation Space",
    "Action Space",
    "Starting State",
    "Rewards",
    "Episode End",
    "Arguments",
    "Version History",
]
UNITS = {
    "TOP": flat.CARD_UNIT,
    "DRAWN": flat.CARD_UNIT,
    "CARDS": flat.CARD_UNIT,
    "PILE": flat.CARDS_UNIT,
    "TURNS": flat.TURN_UNIT,
    "EXPECTED": flat.POINT_UNIT,
    "TOTAL": flat.POINT_UNIT,
}
ACTION_UNITS = {
    **dict.fromkeys(("TOP", "DRAWN", "THREE", "CARDS", "KNOWN"), flat.CARD_UNIT),
    **dict.fromkeys(("PILE", "DISCARD"), flat_layout.CARDS_UNIT),
    **dict.fromkeys(("MARKET", "ACTION_DISCARD", "HELD", "LOCKED"), flat_layout.KIND_UNIT),
    **dict.fromkeys(("PENDING", "RIGHTS"), flat_layout.FEW_UNIT),
    **dict.fromkeys(("SHOWN", "EXPECTED", "TOTAL"), flat.POINT_UNIT),
    "SWAPS": 1 / 2,
    "ACTION_PILE": flat_layout.ACTION_PILE_UNIT,
    "TURNS": flat.TURN_UNIT,
    "LAST_TURNS": 1 / 8,
    "SEEN": flat_layout.SEEN_UNIT,
    "N_HIDDEN": flat_layout.SLOTS_UNIT,
}


def span(text):
    """Return the first and the last number of a text such as ``9..12`` or ``4``."""
    first, _, last = text.partition("..")
    return int(first), int(last or first)


def bounds(text):
    """Return both ends of a range such as ``-1/6..1``."""
    return [float(Fraction(end)) for end in text.split("..")]


def test_the_headings_are_gymnasiums():
    assert headings(PAGE)[: len(GYMNASIUM_HEADINGS)] == GYMNASIUM_HEADINGS


@pytest.mark.parametrize(
    ("layout", "table", "first_name", "length"),
    [
        (flat, COMMON_TABLE, "PHASE", flat.COMMON),
        (flat, SEAT_TABLE, "CARDS", flat.PER_SEAT),
        (flat_layout, ACTION_COMMON, "PHASE", flat_layout.COMMON),
        (flat_layout, ACTION_SEAT, "CARDS", flat_layout.PER_SEAT),
    ],
    ids=["common", "seat", "action common", "action seat"],
)
def test_the_flat_layout_is_the_kernels(layout, table, first_name, length):
    assert table[0]["name"] == first_name
    begin = 0
    for row in table:
        first, last = span(row["index"])
        assert first == begin == getattr(layout, row["name"])
        begin = last + 1
    assert begin == length
    assert len({row["name"] for row in table}) == len(table)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3, 8])
def test_the_flat_ranges_are_the_spaces(players, game):
    word, layout, common, of_a_seat = GAMES[game]
    space = observation_space("flat", players, 37, word)["observation"]
    seats = [(layout.COMMON + layout.PER_SEAT * seat, of_a_seat) for seat in range(players)]
    documented = np.full((layout.n_flat(players), 2), np.nan)
    for start, table in [(0, common), *seats]:
        for row in table:
            first, last = span(row["index"])
            documented[start + first : start + last + 1] = bounds(row["range"])
    assert np.allclose(space.low, documented[:, 0], rtol=1e-6, atol=0)
    assert np.allclose(space.high, documented[:, 1], rtol=1e-6, atol=0)
    assert space.dtype == np.float32


@pytest.mark.parametrize("row", COMMON_TABLE + SEAT_TABLE, ids=lambda row: row["name"])
def test_the_flat_units_are_the_kernels(row):
    assert np.isclose(float(Fraction(row["unit"])), float(UNITS.get(row["name"], 1)), rtol=1e-6)


@pytest.mark.parametrize("row", ACTION_COMMON + ACTION_SEAT, ids=lambda row: row["name"])
def test_the_flat_units_of_action_are_the_kernels(row):
    assert np.isclose(float(Fraction(row["unit"])), float(ACTION_UNITS.get(row["name"], 1)), rtol=1e-6)


@pytest.mark.parametrize(
    ("page", "game"), [(PAGE, Game.CLASSIC), (ACTION_PAGE, Game.ACTION)], ids=["classic", "action"]
)
@pytest.mark.parametrize("players", [2, 5, 8])
def test_the_structured_fields_are_the_spaces(players, page, game):
    (fields,) = tables_with(page, "field", "shape")
    spaces = observation_space("planes", players, 37, game)["observation"].spaces
    assert {row["field"] for row in fields} == set(spaces)
    assert len(fields) == len(spaces)
    for row in fields:
        space = spaces[row["field"]]
        assert eval(row["shape"], {"P": players}) == space.shape
        assert np.dtype(row["dtype"]) == space.dtype
        low, high = row["range"].split("..")
        assert (space.low == int(low)).all()
        assert (space.high == (COPIES[game] if high == "copies" else int(high))).all()


@pytest.mark.parametrize(
    ("page", "of_flat", "of_planes"),
    [
        (PAGE, flat.FLAT_VERSION, planes.PLANES_VERSION),
        (ACTION_PAGE, flat_layout.FLAT_VERSION, action_planes.PLANES_VERSION),
    ],
)
def test_versions_are_the_kernels(page, of_flat, of_planes):
    text = (DOCS / page).read_text(encoding="utf-8")
    assert f"### Flat form, version {of_flat}\n" in text
    assert f"### Structured form, version {of_planes}\n" in text
    assert f"Flat observation version {of_flat}, structured observation version {of_planes}." in text


def test_the_action_ids_are_the_kernels():
    starts = [actions.DRAW, actions.TAKE, actions.PUT, actions.FLIP, actions.PASS, actions.FLIP_INSTEAD]
    starts += [actions.CLEAR_LINE, actions.KEEP_LINE, actions.N_ACTIONS]
    spans = [span(row["id"]) for row in ACTIONS]
    assert [first for first, _ in spans] == starts[:-1]
    assert [last + 1 for _, last in spans] == starts[1:]
    for row, (first, last) in zip(ACTIONS, spans, strict=True):
        if last > first:
            assert f"slot `id - {first}`" in row["meaning"]
        assert set(row["phase"].split(", ")) <= set(actions.PHASE_NAMES[: actions.N_DECISION_PHASES])


@pytest.mark.parametrize(("page", "rules"), [(PAGE, Rules()), (ACTION_PAGE, ActionRules())], ids=["classic", "action"])
def test_the_numbers_of_ids_are_those_of_the_rules(page, rules):
    (table,) = tables_with(page, "rules", "ids")
    settings = []
    for row in table:
        if row["rules"] != "official":
            settings.append(row["rules"])
            assert n_actions(rules.with_settings([row["rules"]])) == int(row["ids"])
        assert n_actions(rules.with_settings(settings)) == int(row["ids"])


def test_the_rewards_are_the_settings():
    assert [row["reward"] for row in REWARD_TABLE] == list(REWARDS)
    for row in REWARD_TABLE:
        assert illegal_penalty(row["reward"]) == float(row["illegal action"])


@pytest.mark.parametrize(
    ("table", "kind", "left_out"),
    [
        (ARGUMENTS, SkyjoEnv, set()),
        (VECTOR_ARGUMENTS, SkyjoVectorEnv, set(inspect.signature(SkyjoEnv).parameters)),
        (BATCH_ARGUMENTS, SkyjoBatch, set()),
    ],
    ids=["SkyjoEnv", "SkyjoVectorEnv", "SkyjoBatch"],
)
def test_the_arguments_are_the_signatures(table, kind, left_out):
    known = {name: own for name, own in inspect.signature(kind).parameters.items() if name not in left_out}
    assert {row["argument"] for row in table} == set(known)
    for row in table:
        default = known[row["argument"]].default
        assert row["default"].replace('"', "'") == ("" if default is inspect.Parameter.empty else shown(default))


def shown(default):
    """Return a default as the page writes it."""
    return str(default) if type(default).__module__.startswith("gymnasium") else repr(default)


def test_both_environments_have_the_documented_settings_in_common():
    single, vector = (inspect.signature(kind).parameters for kind in (SkyjoEnv, SkyjoVectorEnv))
    for row in ARGUMENTS:
        assert vector[row["argument"]].default == single[row["argument"]].default


def test_the_last_infos_are_those_of_an_environment():
    env = SkyjoEnv(players=3)
    env.reset(seed=1)
    *_, info = env.step(actions.DRAW)  # illegal in the opening
    assert list(info) == [row["key"] for row in INFOS]
    sizes = {"n": env.n_actions, "P": 3}
    for row in INFOS:
        value, kind = info[row["key"]], row["type"]
        if "[" in kind:
            dtype, _, size = kind.rstrip("]").partition("[")
            assert (value.dtype, value.shape) == (np.dtype(dtype), (sizes[size],))
        else:
            assert type(value).__name__ == kind

"""Golden playthroughs: the same actions lead to the same positions, word for word."""

import pytest

from skyjo_sim.action_rules import ACTION_SWITCHES
from skyjo_sim.games import Game
from skyjo_sim.rules import SWITCHES
from tests.make_playthroughs import FOLDER, VARIANTS, read, write
from tests.naive import OFFICIAL

FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_playthrough(path):
    text = path.read_text(encoding="utf-8")
    assert write(*read(text)) == text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_playthrough_shows_its_variant(path):
    rules, _, actions = read(path.read_text(encoding="utf-8"))
    assert rules.replace(**VARIANTS[path.stem].rules) == rules
    assert rules.game == VARIANTS[path.stem].game
    assert len(actions) > 1


def test_every_switch_has_a_playthrough():
    assert [path.stem for path in FILES] == sorted(VARIANTS)
    shown = {name for variant in VARIANTS.values() for name in variant.rules if variant.game == Game.CLASSIC}
    assert shown == {"players", *OFFICIAL}


def test_every_switch_of_skyjo_action_has_a_playthrough():
    """Those that the classic game has too are shown by its playthroughs."""
    shown = {name for variant in VARIANTS.values() for name in variant.rules if variant.game == Game.ACTION}
    assert {name for name in ACTION_SWITCHES if name not in SWITCHES} <= shown

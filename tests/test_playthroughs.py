"""Golden playthroughs: the same actions lead to the same positions, word for word."""

import pytest

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
    assert len(actions) > 1


def test_every_switch_has_a_playthrough():
    assert [path.stem for path in FILES] == sorted(VARIANTS)
    shown = {name for variant in VARIANTS.values() for name in variant.rules}
    assert shown == {"players", *OFFICIAL}

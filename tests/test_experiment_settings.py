"""Settings of experiments: checked, and changed by texts."""

from dataclasses import dataclass

import pytest

from skyjo_experiments.experiment.settings import (
    Settings,
    changes_of,
    integer,
    integers,
    number,
    settings_mapping,
    texts,
    with_changes,
)
from skyjo_sim.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class Mine(Settings):
    agents: tuple[str, ...] = texts(("cutoff(2)",))
    players: tuple[int, ...] = integers((2, 4), 2, 8, 7)
    n_rounds: int = integer(100, 1, 1000)
    share: float = number(0.5, 0, 1)


def test_texts_change_fields():
    changed = with_changes(Mine(), ["agents=cutoff(2),random", "players=3", "n_rounds=7", "share=0.25"])
    assert changed == Mine(agents=("cutoff(2)", "random"), players=(3,), n_rounds=7, share=0.25)
    assert with_changes(Mine(), ["players=[2, 5]"]).players == (2, 5)
    assert with_changes(Mine(), ["players = 2,5,8"]).players == (2, 5, 8)
    assert with_changes(Mine(), []) == Mine()


def test_changes_are_texts_that_lead_back():
    changed = Mine(agents=("cutoff(2)", "random"), players=(3,), share=0.125)
    assert changes_of(changed, Mine()) == ["agents=cutoff(2),random", "players=3", "share=0.125"]
    assert with_changes(Mine(), changes_of(changed, Mine())) == changed
    assert settings_mapping(Mine())["players"] == [2, 4]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("players", r"a setting must have the form field=value, got 'players'"),
        ("player=3", r"there is no setting player; did you mean players\?"),
        ("players=9", r"settings\.players must be a list of at most 7 integers in 2\.\.8, got \[9\]"),
        ("players=two", r"settings\.players must be"),
        ("n_rounds=0", r"settings\.n_rounds must be an integer in 1\.\.1000, got 0"),
        ("share=2", r"settings\.share must be a number in 0\.\.1, got 2"),
        ("agents=a,,b", "agents must be names"),
    ],
)
def test_bad_texts_are_refused(change, message):
    with pytest.raises(InputError, match=message):
        with_changes(Mine(), [change])


def test_a_field_is_set_once():
    with pytest.raises(InputError, match="setting players is given twice"):
        with_changes(Mine(), ["players=2", "players=3"])

"""Rules of both games for tests: any values of any switch."""

import re
from enum import StrEnum

from hypothesis import assume, settings
from hypothesis import strategies as st

from skyjo_sim.action_switches import ACTION_LIMITS, ActionKind
from skyjo_sim.errors import RulesError
from skyjo_sim.rules import Rules

fuzz = settings(deadline=None, max_examples=200)


def values_of(rules, name):
    """Return a strategy for the values of a switch of a class of rules."""
    default = rules.defaults()[name]
    if isinstance(default, bool):
        return st.booleans()
    if isinstance(default, StrEnum):
        return st.sampled_from(list(type(default)))
    if isinstance(default, tuple):
        return st.sets(st.sampled_from(list(ActionKind)), max_size=3).map(
            lambda chosen: tuple(kind for kind in ActionKind if kind in chosen)
        )
    return st.integers(*ACTION_LIMITS[name])


def is_playable(values):
    too_many = values["players"] > 4 and not (values.get("use_stars", True) or values.get("use_actions", True))
    never_revealed = values["last_turns"] == "none" and values["final_reveal_timing"] == "after_own_last_turn"
    return not too_many and not never_revealed


def any_values(rules):
    """Return a strategy for all switches of a class of rules and their values."""
    return st.fixed_dictionaries({name: values_of(rules, name) for name in rules.defaults()}).filter(is_playable)


def any_rules(rules):
    return any_values(rules).map(rules.from_mapping)


@st.composite
def neighbors(draw, rules):
    """Draw two rules that differ in one switch at most."""
    values = draw(any_values(rules))
    name = draw(st.sampled_from(list(values)))
    others = values | {name: draw(values_of(rules, name))}
    assume(is_playable(others))
    return rules(**values), rules(**others)


def another_value(rules, name):
    """Return a value of a switch that is not official."""
    default = rules.defaults()[name]
    if isinstance(default, bool):
        return not default
    if isinstance(default, StrEnum):
        return next(choice for choice in type(default) if choice != default)
    if isinstance(default, tuple):
        return (ActionKind.STEAL,)
    return default + 1


def is_one_line(error):
    return len(str(error).splitlines()) == 1


def gives_rules_or_one_line(read, content):
    """Tell whether `read` makes rules of `content` or raises RulesError with one line; others get out."""
    try:
        return isinstance(read(content), Rules)
    except RulesError as error:
        return is_one_line(error)


def check_documentation(text, rules, name):
    """Check the row of a switch in a table of the documentation: its values and its default."""
    row = re.search(rf"^\| `{name}` \| (.*?) \| (.*?) \|", text, re.MULTILINE)
    assert row is not None, name
    default = rules.defaults()[name]
    if isinstance(default, tuple):
        assert (row[1], row[2]) == ("action cards", "none")
        return
    assert row[2] == f"`{str(default).lower() if isinstance(default, bool) else default}`"
    if isinstance(default, int) and not isinstance(default, bool):
        assert row[1] == "{} to {}".format(*ACTION_LIMITS[name])
    else:
        choices = ["true", "false"] if isinstance(default, bool) else [*type(default)]
        assert row[1] == ", ".join(f"`{choice}`" for choice in choices)

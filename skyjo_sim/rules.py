"""The rules of a game as data: official by default, house rules by switches (RULES.md 8 and 8b)."""

import dataclasses
import difflib
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from skyjo_sim import rules_text
from skyjo_sim.errors import RulesError
from skyjo_sim.rules_text import Value, show, show_path
from skyjo_sim.switches import (
    LIMITS,
    ColumnRule,
    DoubleScope,
    FinalRevealTiming,
    FirstRoundStarter,
    FlipAfterDiscard,
    LastTurns,
    NextRoundStarter,
    Reshuffle,
    RowRule,
    StartTiebreak,
    TargetComparison,
    VictoryTie,
    check,
)

__all__ = [
    "LIMITS",
    "SWITCHES",
    "ColumnRule",
    "DoubleScope",
    "FinalRevealTiming",
    "FirstRoundStarter",
    "FlipAfterDiscard",
    "LastTurns",
    "NextRoundStarter",
    "Reshuffle",
    "RowRule",
    "Rules",
    "StartTiebreak",
    "TargetComparison",
    "VictoryTie",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Describe the rules of a game; what is not named is official.

    A choice accepts the enum or its string. The meaning of every switch stands in docs/rules.md; `turn_limit`
    is in turns per player and round. The object is hashable and never changes: see `replace`.

    Raises
    ------
    RulesError
        If a value is not allowed, or two values cannot be played together.
    """

    players: int = 2
    initial_flips: int = 2
    first_round_starter: FirstRoundStarter | str = FirstRoundStarter.HIGHEST_SUM
    start_tiebreak: StartTiebreak | str = StartTiebreak.HIGH_CARD_THEN_RANDOM
    next_round_starter: NextRoundStarter | str = NextRoundStarter.ROUND_ENDER
    column_rule: ColumnRule | str = ColumnRule.MANDATORY
    row_rule: RowRule | str = RowRule.OFF
    flip_after_discard: FlipAfterDiscard | str = FlipAfterDiscard.MANDATORY
    discard_take_then_flip: bool = False
    last_turns: LastTurns | str = LastTurns.ALL_OTHERS_ONCE
    final_reveal_timing: FinalRevealTiming | str = FinalRevealTiming.AFTER_ALL_LAST_TURNS
    reshuffle: Reshuffle | str = Reshuffle.KEEP_TOP
    double_on_tie: bool = True
    double_scope: DoubleScope | str = DoubleScope.POSITIVE
    double_factor: int = 2
    flat_penalty: int = 0
    target: int = 100
    target_comparison: TargetComparison | str = TargetComparison.AT_LEAST
    victory_tie: VictoryTie | str = VictoryTie.SHARED
    turn_limit: int = 500

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            checked = check(field.name, field.default, getattr(self, field.name))
            object.__setattr__(self, field.name, checked)
        _check_together(self)

    def __str__(self) -> str:
        changes = ", ".join(rules_text.format_settings(self.changes()))
        return f"official rules{' but ' if changes else ''}{changes}, {self.players} players"

    def replace(self, **changes: object) -> Self:
        """Return these rules with some switches set anew.

        Raises
        ------
        RulesError
            If a name or a value is not allowed.
        """
        _check_names(changes)
        return dataclasses.replace(self, **changes)  # type: ignore[arg-type]

    def values(self) -> dict[str, Value]:
        """Return all switches and their values, in their order."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    def changes(self) -> dict[str, Value]:
        """Return the switches that are not official, `players` left out."""
        official = Rules(players=self.players).values()
        return {name: value for name, value in self.values().items() if value != official[name]}

    def text(self) -> str:
        """Return the canonical form: all switches on one line, ``name=value`` joined by ``"; "``."""
        return rules_text.format_line(self.values())

    def digest(self) -> str:
        """Return 16 hexadecimal digits that differ between different rules: of the SHA-256 of `text`."""
        return hashlib.sha256(self.text().encode()).hexdigest()[:16]

    def to_toml(self) -> str:
        """Return all switches as the content of a TOML file."""
        return rules_text.format_toml(self.values())

    def save(self, path: str | Path) -> None:
        """Write all switches to a TOML file.

        Raises
        ------
        RulesError
            If the file cannot be written.
        """
        rules_text.write_text(path, self.to_toml())

    def with_settings(self, settings: Iterable[str]) -> Self:
        """Return these rules with settings of the command line, such as ``["double_on_tie=false"]``.

        Raises
        ------
        RulesError
            If a setting has another form, an unknown name or a value that is not allowed.
        """
        return self.replace(**rules_text.parse_settings(settings))

    @classmethod
    def from_mapping(cls, mapping: Mapping[str, object]) -> Self:
        """Make rules from names and values; what is missing is official.

        Raises
        ------
        RulesError
            If a name or a value is not allowed.
        """
        if not isinstance(mapping, Mapping):
            raise RulesError(f"rules must be a mapping of names to values, got {show(mapping)}")
        _check_names(mapping)
        return cls(**mapping)  # type: ignore[arg-type]

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Make rules from the one-line form of `text`; what is missing is official.

        Raises
        ------
        RulesError
            If the text is malformed, or a name or a value is not allowed.
        """
        return cls.from_mapping(rules_text.parse_line(text))

    @classmethod
    def from_toml(cls, text: str) -> Self:
        """Make rules from the content of a TOML file; what is missing is official.

        Raises
        ------
        RulesError
            If the text is not TOML, or a name or a value is not allowed.
        """
        return cls.from_mapping(rules_text.parse_toml(text))

    @classmethod
    def load(cls, path_or_name: str | Path) -> Self:
        """Read rules from a TOML file, or by name packaged ones (`skyjo_sim.rules_text.table_names`).

        Raises
        ------
        RulesError
            If there is no such file or name, the file is not TOML in UTF-8, or a name or a value in it is
            not allowed.
        """
        mapping = rules_text.read_table(path_or_name)
        try:
            return cls.from_mapping(mapping)
        except RulesError as error:
            raise RulesError(f"rules {show_path(path_or_name)}: {error}") from None


SWITCHES = tuple(field.name for field in dataclasses.fields(Rules))
"""The names of all switches, in their order."""


def _check_names(mapping: Mapping[str, object]) -> None:
    """Raise RulesError where a name is no switch, with the nearest name."""
    for name in mapping:
        if name in SWITCHES:
            continue
        near = difflib.get_close_matches(name[:100], SWITCHES, n=1) if isinstance(name, str) else []
        hint = f"did you mean {near[0]}?" if near else f"switches are: {', '.join(SWITCHES)}"
        raise RulesError(f"there is no switch {show(name)}; {hint}")


def _check_together(rules: Rules) -> None:
    """Raise RulesError where two values cannot be played together."""
    is_early = rules.final_reveal_timing == FinalRevealTiming.AFTER_OWN_LAST_TURN
    if is_early and rules.last_turns == LastTurns.NONE:
        raise RulesError(
            "final_reveal_timing = after_own_last_turn cannot go with last_turns = none: "
            "there are no last turns after which cards could be turned up"
        )

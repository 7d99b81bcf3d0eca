"""The rules of Skyjo Action as data: official by default, house rules by switches (RULES.md 8, 8b and 9)."""

from dataclasses import dataclass, field
from typing import ClassVar, Self, cast

from skyjo_sim.action_switches import (
    ACTION_LIMITS,
    MOST_PLAYERS_OF_NUMBERS_ONLY,
    ActionKind,
    ActionReshuffle,
    ClearedStarOrder,
    DiscardWithoutHidden,
    DrawThreeReplaced,
    LineGeometry,
    MeteorTargets,
    ReactivateChoice,
    SimultaneousLines,
    StarBonusSource,
    SwapPlayersPairs,
    Zeros,
    check_kinds,
)
from skyjo_sim.errors import RulesError
from skyjo_sim.games import Game
from skyjo_sim.rules import CLASSES, RowRule, Rules, defaults_of_fields
from skyjo_sim.rules_text import Value
from skyjo_sim.switches import check

_BY_VARIANT = cast(RowRule, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRules(Rules):
    """Describe the rules of a game of Skyjo Action; what is not named is official.

    The switches of `Rules` mean the same here, and the others stand in docs/action_rules.md. Without stars and action
    cards it is the numbers-only variant: for 2 to 4 players, and `row_rule` is ``off`` unless it is named.

    Attributes
    ----------
    is_row_rule_named : bool
        Whether `row_rule` was given, so that `replace` leaves it as it is. Rules are equal without regard to it, and their
        text forms name all switches.

    Raises
    ------
    RulesError
        If a value is not allowed, or two values cannot be played together.
    """

    game: ClassVar[Game] = Game.ACTION
    name_of_official: ClassVar[str] = "official rules of Skyjo Action"

    row_rule: RowRule | str = _BY_VARIANT
    zeros: Zeros | str = Zeros.ELEVEN
    use_stars: bool = True
    use_actions: bool = True
    excluded_actions: tuple[ActionKind | str, ...] = ()
    blank_action_cards: int = 0
    seed_action_discard: bool = True
    star_bonus_reveal: bool = True
    star_bonus_from_discard: bool = True
    star_bonus_from_draw: bool = True
    star_bonus_source: StarBonusSource | str = StarBonusSource.MARKET_OR_PILE
    star_bonus_at_setup: bool = False
    line_geometry: LineGeometry | str = LineGeometry.SHRINK
    simultaneous_lines: SimultaneousLines | str = SimultaneousLines.UNION
    cleared_star_order: ClearedStarOrder | str = ClearedStarOrder.STARS_FIRST
    swap_face_choice: bool = True
    swap_players_pairs: SwapPlayersPairs | str = SwapPlayersPairs.ANY_TWO
    swap_players_count: int = 1
    meteor_targets: MeteorTargets | str = MeteorTargets.ALL
    steal_playable_at_once: bool = False
    steal_blocked_extra_turn: bool = False
    reactivate_choice: ReactivateChoice | str = ReactivateChoice.ANY
    draw_three_replaced: DrawThreeReplaced | str = DrawThreeReplaced.LAST
    action_reshuffle: ActionReshuffle | str = ActionReshuffle.RESHUFFLE
    discard_without_hidden: DiscardWithoutHidden | str = DiscardWithoutHidden.ALLOW
    unused_action_penalty: int = 10
    star_bonus_three: int = 10
    star_bonus_four: int = 15
    is_row_rule_named: bool = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_row_rule_named", self.row_rule is not None)
        if self.row_rule is None:
            object.__setattr__(self, "row_rule", self._official_row_rule())
        Rules.__post_init__(self)

    @classmethod
    def defaults(cls) -> dict[str, Value]:
        """Return all switches, in their order, and their official values."""
        return defaults_of_fields(cls) | {"row_rule": RowRule.MANDATORY}

    @classmethod
    def check_switch(cls, name: str, default: Value, value: object) -> Value:
        """Return the value of a switch in the type of its default.

        Raises
        ------
        RulesError
            If the value is not allowed.
        """
        if name == "excluded_actions":
            return check_kinds(name, value)
        return check(name, default, value, ACTION_LIMITS)

    @property
    def is_numbers_only(self) -> bool:
        """Tell whether it is the variant without stars and action cards (RULES.md 9.11)."""
        return self.use_stars is False and self.use_actions is False

    def check_together(self) -> None:
        """Check what no switch shows alone.

        Raises
        ------
        RulesError
            If two values cannot be played together.
        """
        Rules.check_together(self)
        if self.is_numbers_only and self.players > MOST_PLAYERS_OF_NUMBERS_ONLY:
            raise RulesError(
                f"players must be in 2..{MOST_PLAYERS_OF_NUMBERS_ONLY} without stars and action cards "
                f"(use_stars = false, use_actions = false), got {self.players}"
            )
        if self.use_actions and not self.blank_action_cards and len(self.excluded_actions) == len(ActionKind):
            raise RulesError(
                "use_actions = true needs action cards, and excluded_actions names all kinds of them: "
                "leave some in, or set use_actions = false"
            )

    def replace(self, **changes: object) -> Self:
        """Return these rules with some switches set anew.

        A `row_rule` that nobody has named is the official one for the new rules, too.

        Raises
        ------
        RulesError
            If a name or a value is not allowed.
        """
        if not self.is_row_rule_named:
            changes.setdefault("row_rule", _BY_VARIANT)
        return Rules.replace(self, **changes)

    def values(self) -> dict[str, Value]:
        """Return the game, and all switches and their values in their order."""
        return {"game": self.game, **Rules.values(self)}

    def changes(self) -> dict[str, Value]:
        """Return the switches that are not official, `players` left out."""
        official = self.defaults() | {"game": self.game, "players": self.players, "row_rule": self._official_row_rule()}
        return {name: value for name, value in self.values().items() if value != official[name]}

    def _official_row_rule(self) -> RowRule:
        """Return the rule that the variant has: the one with numbers only is meant to be the classic game."""
        return RowRule.OFF if self.is_numbers_only else RowRule.MANDATORY


CLASSES[Game.ACTION] = ActionRules
ACTION_SWITCHES = tuple(ActionRules.defaults())
"""The names of all switches of Skyjo Action, in their order: those of the classic game first."""

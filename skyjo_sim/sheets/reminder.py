"""The scoring rules in a few sentences, for the foot of a score sheet."""

from skyjo_sim.action_rules import ActionRules
from skyjo_sim.rules import DoubleScope, Rules, TargetComparison, VictoryTie


def reminder(rules: Rules) -> tuple[str, ...]:
    """Return sentences for the foot of a sheet: what counts besides cards, who is doubled, when the game ends."""
    besides = _besides(rules) if isinstance(rules, ActionRules) else ""
    return tuple(sentence for sentence in (besides, _doubling(rules), _end(rules)) if sentence)


def _besides(rules: ActionRules) -> str:
    """Return what is added to the cards of a grid, and taken off, in a sentence; empty where nothing is."""
    parts = []
    if rules.use_actions and rules.unused_action_penalty:
        parts.append(f"{rules.unused_action_penalty} more for each action card that is left")
    bonuses = (("a line of three stars", rules.star_bonus_three), ("a row of four stars", rules.star_bonus_four))
    lines = [f"{points} for {line}" for line, points in bonuses if points]
    if rules.use_stars and lines:
        parts.append(f"less {' and '.join(lines)}")
    return f"The points of a round are those of the cards, {', '.join(parts)}." if parts else ""


def _doubling(rules: Rules) -> str:
    """Return the rule of the ender's penalty in a sentence."""
    changes = []
    if rules.double_factor != 1:
        changes.append("doubled" if rules.double_factor == 2 else f"multiplied by {rules.double_factor}")
    if rules.flat_penalty:
        changes.append(f"raised by {rules.flat_penalty}")
    if not changes:
        return "Nobody's points are doubled."
    beaten = "as few points or fewer" if rules.double_on_tie else "fewer points"
    unless = "" if rules.double_scope == DoubleScope.ANY else "; 0 and negative points stay as they are"
    change = " and ".join(changes)
    return f"The points of whoever ended the round are {change} if another player has {beaten}{unless}."


def _end(rules: Rules) -> str:
    """Return the rule of the end of the game in a sentence."""
    reaches = "reaches" if rules.target_comparison == TargetComparison.AT_LEAST else "exceeds"
    tie = "equal totals share the win"
    if rules.victory_tie == VictoryTie.EXTRA_ROUND:
        tie = "a tie for it is broken by an extra round"
    return f"The game ends when a total {reaches} {rules.target}; the lowest total wins, {tie}."


def penalty_mark(rules: Rules) -> str:
    """Return the ender's penalty as a sign, ``×2`` under official rules; empty where there is none."""
    factor = "" if rules.double_factor == 1 else f"×{rules.double_factor}"
    penalty = f"+{rules.flat_penalty}" if rules.flat_penalty else ""
    return " ".join(part for part in (factor, penalty) if part)

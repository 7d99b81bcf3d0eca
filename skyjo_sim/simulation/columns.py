"""The columns of rows: one row per seat and round, in both games."""

from skyjo_sim.games import Game
from skyjo_sim.kernels.cards import HIDDEN_POINTS
from skyjo_sim.kernels.layout import ROW

COLUMNS = {
    "game": "index of the game (or of the independent round)",
    "round": "index of the round in the game",
    "seat": "seat, 0 first",
    "agent": "index of the agent in the run's list",
    "raw": "points in the grid after the final reveal",
    "score": "the same after the ender's penalty",
    "total": "points of the game so far, this round's included",
    "lines_cleared": "columns and rows cleared by this seat",
    "cards_cleared": "cards cleared by this seat",
    "hidden_at_end": "hidden cards before the final reveal",
    "is_ender": "this seat ended the round",
    "is_doubled": "this seat ended the round and was penalised",
    "lowest_other": "lowest raw score among the other seats",
    "lead": f"points by which the best other player was behind the ender when the round was ended: visible cards, "
    f"{HIDDEN_POINTS} for each hidden card and, in Skyjo Action, what the action cards held cost",
    "turns": "turns of the round, all seats together",
    "starter": "seat that started the round",
    "reshuffles": "reshuffles in the round",
    "is_abandoned": "the round was stopped by the turn limit",
    "win_share": "share of the game won, in its last round; of the round, if rounds are independent",
}
"""The columns in their order; types and order are those of `skyjo_sim.kernels.layout.ROW`."""

ACTION_COLUMNS = {
    "actions_taken": "action cards taken by this seat, from the market and the pile",
    "actions_for_stars": "of these, those taken for stars",
    "actions_stolen": "action cards stolen by this seat",
    "actions_thrown": "action cards thrown away without effect",
    "actions_reactivated": "action cards chosen from the action discard pile by Reactivation",
    "actions_held": "action cards held by this seat when the round was scored",
    "played_swap_own": "cards Swap own played from the hand",
    "played_double_turn": "cards Double turn played from the hand",
    "played_draw_three": "cards Draw three played from the hand",
    "played_reveal": "cards Reveal played from the hand",
    "played_reactivate": "cards Reactivation played from the hand",
    "played_defense": "cards Defence played from the hand in an own turn",
    "played_swap_players": "cards Swap with players played from the hand",
    "played_steal": "cards Steal played from the hand",
    "played_meteor": "cards Meteor shower played from the hand",
    "attacks_blocked": "Defence cards that others spent against this seat's attacks",
    "extra_turns": "turns that this seat played at once after another of its own",
    "stars": "stars left in the grid after the final reveal",
    "star_bonus": "points taken off for complete lines of stars, included in raw",
    "columns_cleared": "columns cleared by this seat",
    "rows_cleared": "rows cleared by this seat",
    "star_lines_cleared": "of these, lines with a star",
    "is_ended_by_other": "this seat ended the round, and had hidden cards: another turned up somebody's last one",
}
"""The further columns of Skyjo Action; with `COLUMNS` before them those of `skyjo_sim.kernels.action.layout.ROW`."""

FLAGS = ("is_ender", "is_doubled", "is_abandoned", "is_ended_by_other")
"""Columns of truth values, which rows hold as 0 and 1."""


def columns_of(game: Game) -> dict[str, str]:
    """Return the columns of a game's rows, in their order, and what they mean."""
    return COLUMNS if game == Game.CLASSIC else COLUMNS | ACTION_COLUMNS


assert tuple(COLUMNS) == ROW.names

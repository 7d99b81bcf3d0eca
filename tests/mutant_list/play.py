"""Mutants of the play loop, which has the usual answers' rules a second time."""

from tests.mutant_list.mutant import in_file

PLAY = in_file(
    "kernels/play",
    (
        "agents_use_up_the_deal_s_luck",
        "what an agent draws from its luck changes the deck",
        "play_turn(game, rules, seating, agent, seating.luck[seat], seat)",
        "play_turn(game, rules, seating, agent, game.secret.luck, seat)",
    ),
    (
        "loop_flips_visible_cards",
        "the play loop lets a policy flip a visible card (3)",
        "usual = own << PUT | np.int64(table.hidden[seat]) << FLIP",
        "usual = own << PUT | own << FLIP",
    ),
    (
        "loop_puts_without_drawing",
        "the play loop lets a policy put a card that it has not drawn (3)",
        "usual = own << TAKE if table.n_discard > 0",
        "usual = own << TAKE | own << PUT if table.n_discard > 0",
    ),
    (
        "loop_takes_from_an_empty_pile",
        "the play loop lets a policy take a discard where there is none (3)",
        "usual = own << TAKE if table.n_discard > 0 else np.int64(0)",
        "usual = own << TAKE",
    ),
    (
        "loop_uses_cleared_slots",
        "the play loop lets a policy put a card where a column was cleared (4)",
        "    own = ALL_SLOTS & ~np.int64(table.cleared[seat])\n",
        "    own = np.int64(ALL_SLOTS)\n",
    ),
    (
        "loop_does_not_ask_about_columns",
        "the play loop keeps an optional column without asking (8b)",
        "        return step_through_turn(game, rules, seating, agent, luck, ask_agent(game, seating, agent, luck))\n",
        "        table.kept[seat] |= 1 << np.int64(table.asked)\n        table.asked = -1\n",
    ),
)

"""The rule mutants as data: small changes of the sources, each of which makes the package play or measure wrongly.

`tests.mutants` applies them one at a time and demands that the tests notice. A mutant's old text must occur in its
file exactly as often as stated, so that the list cannot rot when the sources change.
"""

from dataclasses import dataclass

BY_RULES, BY_RUNS, BY_MEASURES = "rules", "runs", "measures"
"""Which tests look at a mutant first: those of the rules, of whole runs, or of what is measured."""

_SOURCES = "skyjo_sim"


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of a text that occurs `count` times in a file; all of them are replaced."""

    file: str
    old: str
    new: str
    count: int = 1

    def apply(self, text: str) -> str:
        """Return the file's changed text.

        Raises
        ------
        ValueError
            If the old text does not occur `count` times, or the change is none.
        """
        n = text.count(self.old)
        if n != self.count:
            raise ValueError(f"{self.file}: the old text must occur {self.count} times, it occurs {n}: {self.old!r}")
        if self.old == self.new:
            raise ValueError(f"{self.file}: the new text must differ from the old one: {self.old!r}")
        return text.replace(self.old, self.new)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A wrong rule: its name, what it does wrong, the edits that make it, the tests that look at it first."""

    name: str
    wrong: str
    edits: tuple[Edit, ...]
    tests: str = BY_RULES


def _in(file: str, *changes: tuple[str, str, str, str], tests: str = BY_RULES) -> tuple[Mutant, ...]:
    """Return mutants of one edit each in one file: name, what is wrong, old text, new text."""
    path = f"{_SOURCES}/{file}.py"
    return tuple(Mutant(name, wrong, (Edit(path, old, new),), tests) for name, wrong, old, new in changes)


def _of(name: str, wrong: str, *edits: tuple[str, str, str], tests: str = BY_RULES) -> tuple[Mutant, ...]:
    """Return a mutant of several edits: file, old text, new text."""
    return (Mutant(name, wrong, tuple(Edit(f"{_SOURCES}/{file}.py", old, new) for file, old, new in edits), tests),)


_PENALTY = _in(
    "kernels/scoring",
    (
        "tie_not_doubled",
        "an ender who ties is not doubled (RULES.md 6)",
        "return fewest <= own if rules.double_on_tie else fewest < own",
        "return fewest < own",
    ),
    (
        "tie_always_doubled",
        "a tie is doubled though the rules exempt it (8b)",
        "return fewest <= own if rules.double_on_tie else fewest < own",
        "return fewest <= own",
    ),
    (
        "negatives_doubled",
        "a negative score is doubled (6)",
        "if own <= 0 and not rules.double_any:",
        "if own == 0 and not rules.double_any:",
    ),
    (
        "zero_doubled",
        "a score of 0 is penalised (6)",
        "if own <= 0 and not rules.double_any:",
        "if own < 0 and not rules.double_any:",
    ),
    (
        "scope_any_ignored",
        "with the scope `any` a negative score is not doubled (8b)",
        "if own <= 0 and not rules.double_any:",
        "if own <= 0:",
    ),
    (
        "factor_ignored",
        "the penalty always doubles (8b)",
        "table.raw[ender] * rules.double_factor + rules.flat_penalty",
        "table.raw[ender] * 2 + rules.flat_penalty",
    ),
    (
        "flat_penalty_multiplied",
        "the flat penalty is added before the factor (8b)",
        "table.raw[ender] * rules.double_factor + rules.flat_penalty",
        "(table.raw[ender] + rules.flat_penalty) * rules.double_factor",
    ),
    (
        "flat_penalty_on_everybody",
        "everybody pays the flat penalty (8b)",
        "        table.score[seat] = table.raw[seat]\n",
        "        table.score[seat] = table.raw[seat] + rules.flat_penalty\n",
    ),
    (
        "lowest_other_includes_the_ender",
        "the ender is compared with itself too (6)",
        "        if other != seat:\n            fewest = min(",
        "        if other >= 0:\n            fewest = min(",
    ),
)

_REVEAL = (
    *_in(
        "kernels/scoring",
        (
            "no_clearing_at_the_final_reveal",
            "columns of the final reveal stay (4)",
            "        for column in range(N_COLUMNS):\n            clear_column(game, seat, column)\n",
            "        pass\n",
        ),
        (
            "no_clearing_at_the_final_reveal_of_house_rules",
            "lines of the final reveal stay where more than columns count (8b)",
            "    if rules.checks_all_lines:\n        clear_by_rules(game, rules, seat)\n    else:\n",
            "    if not rules.checks_all_lines:\n",
        ),
        (
            "one_column_at_the_final_reveal",
            "only one column goes at the final reveal (4)",
            "            clear_column(game, seat, column)\n",
            "            clear_column(game, seat, column)\n"
            "            if table.cleared[seat] >> 3 * column & 1:\n                break\n",
        ),
        (
            "optional_columns_all_cleared_at_the_end",
            "optional columns go at the final reveal though that costs points (8b)",
            "allowed = cheapest_columns(game.table.visible[seat], cleared, rules.row_rule == MANDATORY)",
            "allowed = ALL_COLUMNS",
        ),
        (
            "kept_columns_stay_at_the_end",
            "a column kept in play is not cleared at the final reveal where that saves points (8b)",
            "    clear_all(game, rules, seat, allowed)",
            "    clear_all(game, rules, seat, allowed & ~np.int64(game.table.kept[seat]))",
        ),
        (
            "hidden_cards_do_not_count",
            "cards hidden at the end are left out of the raw score (5)",
            "    while hidden:\n        turn_up(game, seat, lowest(hidden))\n        hidden &= hidden - 1\n",
            "",
        ),
    ),
    *_in(
        "kernels/turn",
        (
            "early_reveal_at_the_wrong_seat",
            "the early reveal turns up the next player's cards (8b)",
            "        reveal(game, rules, seat)\n",
            "        reveal(game, rules, following_seat(seat, np.int64(table.n_players)))\n",
        ),
        (
            "early_reveal_ignored",
            "nothing is turned up before the end (8b)",
            "    if rules.early_reveal:\n",
            "    if rules.early_reveal > 1:\n",
        ),
    ),
)

_GAME_END = _in(
    "kernels/scoring",
    (
        "more_than_as_at_least",
        "a total of exactly the target ends the game though more is needed (8b)",
        "return most > rules.target if rules.target_exceeded else most >= rules.target",
        "return most >= rules.target",
    ),
    (
        "at_least_as_more_than",
        "a total of exactly the target does not end the game (7)",
        "return most > rules.target if rules.target_exceeded else most >= rules.target",
        "return most > rules.target",
    ),
    (
        "extra_round_skipped",
        "a tie for the win is always shared (8b)",
        "if rules.extra_round and count(winners) > 1",
        "if rules.extra_round > 1 and count(winners) > 1",
    ),
    (
        "eleven_extra_rounds",
        "a tie is played on eleven times (8b)",
        "MAX_EXTRA_ROUNDS = 10",
        "MAX_EXTRA_ROUNDS = 11",
    ),
    (
        "extra_round_that_does_not_decide",
        "after an extra round the totals must be at the target again (8b)",
        "if not table.is_extra and not is_target_reached(table, rules):",
        "if not is_target_reached(table, rules):",
    ),
    (
        "shared_win_to_the_first_seat",
        "of several with the lowest total the first wins alone (7)",
        "        table.winners = winners\n",
        "        table.winners = winners & -winners\n",
    ),
    (
        "last_round_decides",
        "the lowest score of the last round wins the game (7)",
        "winners = leaders(table.totals, np.int64(table.n_players))",
        "winners = leaders(table.score, np.int64(table.n_players))",
    ),
    (
        "one_round_more_than_200",
        "a game stops after 201 rounds (8b)",
        "MAX_ROUNDS = 200",
        "MAX_ROUNDS = 201",
    ),
)

_CLEARING = (
    *_in(
        "kernels/lines",
        (
            "three_hidden_cards_are_a_column",
            "a column of three hidden cards is cleared (4)",
            "np.int64(first < LOWEST_CARD) == 0",
            "np.int64(first < -100) == 0",
        ),
        (
            "hidden_cards_clear_a_column",
            "equal cards are cleared though some are hidden (4)",
            "    if is_complete_column(game.table.visible[seat], column):\n",
            "    if is_complete_column(game.secret.cards[seat], column):\n",
        ),
        (
            "negative_columns_stay",
            "a column of negative cards is not cleared (4)",
            "    if is_complete_column(game.table.visible[seat], column):\n",
            "    if is_complete_column(game.table.visible[seat], column)"
            " and game.table.visible[seat, 3 * column] >= 0:\n",
        ),
        (
            "one_column_per_round",
            "a player's second column is not cleared (4)",
            "    if is_complete_column(game.table.visible[seat], column):\n",
            "    if is_complete_column(game.table.visible[seat], column) and game.table.n_lines_cleared[seat] == 0:\n",
        ),
        (
            "rows_of_two_cleared",
            "a row of two cards is a line (9.7)",
            "MIN_LINE = 3",
            "MIN_LINE = 2",
        ),
        (
            "rows_after_columns",
            "columns go first, rows only if they are still complete (Q18)",
            "    clear_slots(game, seat, slots_of_columns(columns))\n",
            "    clear_slots(game, seat, slots_of_columns(columns))\n"
            "    rows &= complete_rows(table.visible[seat], np.int64(table.cleared[seat]))\n",
        ),
        (
            "no_cascade",
            "what a clearing completes stays (Q17)",
            "    while True:\n        visible = table.visible[seat]\n",
            "    for _ in range(1):\n        visible = table.visible[seat]\n",
        ),
        (
            "no_cascade_with_optional_columns",
            "rows that a clearing completes stay where columns are optional (Q17)",
            "        clear_lines(game, seat, columns, rows)\n\n\n@kernel\ndef raw_without",
            "        clear_lines(game, seat, columns, rows)\n        return -1\n\n\n@kernel\ndef raw_without",
        ),
        (
            "optional_column_asked_twice",
            "the owner is asked again about a column just kept (8b)",
            "complete_columns(table.visible[seat]) & ~np.int64(table.kept[seat]) & ",
            "complete_columns(table.visible[seat]) & ",
        ),
        (
            "rows_forgotten_when_columns_are_chosen",
            "the choice of optional columns at the end leaves the rows out of account (8b)",
            "    if has_rows:\n        rows = complete_rows(cards, cleared)\n",
            "    if has_rows > 1:\n        rows = complete_rows(cards, cleared)\n",
        ),
    ),
    *_in(
        "kernels/turn",
        (
            "kept_column_never_asked_again",
            "a kept column whose card changes is not asked about again (8b)",
            "    table.kept[seat] &= ~np.int64(1 << slot // 3)\n",
            "",
        ),
        (
            "keeping_is_clearing",
            "a column that the owner keeps is cleared (8b)",
            "    if action == CLEAR_LINE:\n        game",
            "    if action >= CLEAR_LINE:\n        game",
        ),
    ),
    *_of(
        "column_under_the_replaced_card",
        "the replaced card lies on top of a cleared column (4)",
        (
            "kernels/lines",
            "from skyjo_sim.kernels.grid import clear_slots\n",
            "from skyjo_sim.kernels.grid import clear_slots\nfrom skyjo_sim.kernels.piles import discard, take\n",
        ),
        (
            "kernels/lines",
            "        clear_slots(game, seat, COLUMN << 3 * column)\n",
            "        card = take(game)\n        clear_slots(game, seat, COLUMN << 3 * column)\n"
            "        discard(game, card)\n",
        ),
    ),
    *_in(
        "kernels/grid",
        (
            "zeros_discarded_for_a_column",
            "three zeros come to the discard pile instead of the cleared cards (4)",
            "discard(game, np.int64(secret.cards[seat, slot]))",
            "discard(game, np.int64(0))",
        ),
        (
            "markers_discarded_for_a_column",
            "the marks of cleared slots come to the discard pile instead of the cards (4)",
            "discard(game, np.int64(secret.cards[seat, slot]))",
            "discard(game, np.int64(CLEARED))",
        ),
        (
            "old_card_stays",
            "the replaced card is lost, the new one doubled (3)",
            "    thrown = card if is_flip else old\n",
            "    thrown = card\n",
        ),
        (
            "replaced_hidden_card_not_seen",
            "a hidden card that is replaced does not count as seen (3)",
            "    table.seen[(old - LOWEST_CARD) & 15] += hidden >> slot & 1\n",
            "",
        ),
    ),
)

_DECISIONS = _in(
    "kernels/turn",
    (
        "flip_without_drawing",
        "a card may be flipped at the beginning of a turn, without a look at the pile (3)",
        "    ids = np.int64(can_draw(table)) << DRAW\n",
        "    ids = np.int64(can_draw(table)) << DRAW | np.int64(table.hidden[seat]) << FLIP\n",
    ),
    (
        "taken_card_can_be_put_back",
        "the discard may be left and a card flipped under official rules (Q6)",
        "        if rules.take_then_flip:\n",
        "        if rules.take_then_flip >= 0:\n",
    ),
    (
        "flip_after_discard_optional",
        "a player may pass after throwing the drawn card away (Q7)",
        "may_pass = rules.optional_flip or hidden == 0",
        "may_pass = rules.optional_flip >= 0 or hidden == 0",
    ),
    (
        "flip_of_a_visible_card",
        "a visible card may be flipped (3)",
        "| hidden << FLIP |",
        "| (ALL_SLOTS & ~np.int64(table.cleared[seat])) << FLIP |",
    ),
    (
        "same_slot_twice_in_the_opening",
        "both opening flips may be the same slot (2)",
        "return (np.int64(table.hidden[seat]) & ~np.int64(table.chosen)) << FLIP",
        "return np.int64(table.hidden[seat]) << FLIP",
    ),
    (
        "cleared_slots_can_be_used",
        "a taken card may go to a cleared slot (4)",
        "        ids |= (ALL_SLOTS & ~np.int64(table.cleared[seat])) << TAKE\n",
        "        ids |= ALL_SLOTS << TAKE\n",
    ),
)

_ROUND_END = (
    *_in(
        "kernels/turn",
        (
            "last_turn_lost",
            "the last of the others gets no last turn (5)",
            "    return left == 0\n",
            "    return left <= 1\n",
        ),
        (
            "last_turn_gained",
            "the ender takes a last turn too (5)",
            "table.last_turns_left = 0 if rules.no_last_turns else table.n_players - 1\n",
            "table.last_turns_left = 0 if rules.no_last_turns else table.n_players\n",
        ),
        (
            "next_seat_is_the_ender",
            "the seat after the ender is taken for the ender (5)",
            "            table.ender = seat\n",
            "            table.ender = following_seat(seat, np.int64(table.n_players))\n",
        ),
        (
            "ender_in_the_last_turns",
            "who turns the last card up in a last turn becomes the ender (5, Q12)",
            "        is_over = end_last_turn(game, rules, seat)\n",
            "        is_over = end_last_turn(game, rules, seat)\n"
            "        if table.hidden[seat] == 0:\n            table.ender = seat\n",
        ),
        (
            "empty_grid_does_not_end",
            "a player without any card does not end the round (Q11)",
            "        if table.hidden[seat] == 0:\n",
            "        if table.hidden[seat] == 0 and table.cleared[seat] != ALL_SLOTS:\n",
        ),
        (
            "no_last_turns_ignored",
            "last turns are played though the rules have none (8b)",
            "            is_over = rules.no_last_turns != 0\n",
            "            is_over = False\n            table.last_turns_left = table.n_players - 1\n",
        ),
        (
            "abandoned_one_turn_late",
            "a round is abandoned one turn after the limit (8b)",
            "elif turns >= rules.turn_limit:",
            "elif turns > rules.turn_limit:",
        ),
        (
            "abandoned_one_turn_early",
            "a round is abandoned one turn before the limit (8b)",
            "elif turns >= rules.turn_limit:",
            "elif turns + 1 >= rules.turn_limit:",
        ),
        (
            "limit_before_the_end",
            "a round that is ended in the last turn allowed is abandoned (8b)",
            "        if table.hidden[seat] == 0:\n",
            "        if table.hidden[seat] == 0 and turns < rules.turn_limit:\n",
        ),
        (
            "limit_in_the_last_turns",
            "the turn limit cuts the last turns short (8b)",
            "        is_over = end_last_turn(game, rules, seat)\n",
            "        is_over = end_last_turn(game, rules, seat) or turns >= rules.turn_limit\n",
        ),
        (
            "abandoned_rounds_doubled",
            "whose turn it is when a round is abandoned is penalised as its ender (8b)",
            "            table.is_abandoned = 1\n",
            "            table.is_abandoned = 1\n            table.ender = seat\n",
        ),
    ),
    *_in(
        "kernels/layout",
        (
            "turns_counted_in_8_bits",
            "the counter of turns overflows after 127 turns",
            '("turns", np.int32),  # turns finished',
            '("turns", np.int8),  # turns finished',
        ),
        (
            "turns_counted_in_16_bits",
            "the counter of turns overflows after 32767 turns",
            '("turns", np.int32),  # turns finished',
            '("turns", np.int16),  # turns finished',
        ),
        (
            "totals_in_8_bits",
            "totals overflow above 127 points",
            '("totals", np.int32,',
            '("totals", np.int8,',
        ),
    ),
    *_in(
        "rules_record",
        (
            "turn_limit_not_per_player",
            "the turn limit is not multiplied by the number of players (8b)",
            '"turn_limit": rules.turn_limit * rules.players,',
            '"turn_limit": rules.turn_limit,',
        ),
        (
            "opening_columns_never_cleared",
            "a column complete since the opening is not looked at after an own turn (8b)",
            "rules.initial_flips >= 3 or",
            "rules.initial_flips > 3 or",
        ),
    ),
)

_START = (
    *_in(
        "kernels/opening",
        (
            "starter_search_from_0",
            "with negative sums only seat 0 starts (2)",
            "best, candidates = -1000000, 0",
            "best, candidates = 0, 1",
        ),
        (
            "tie_by_the_lowest_card",
            "a tie for the start goes to the lowest single card (Q3)",
            "extreme = max(extreme, card)",
            "extreme = max(extreme, -card)",
        ),
        (
            "lowest_sum_tie_by_the_highest_card",
            "with the lowest sum a tie goes to the highest single card (8b)",
            "extreme = max(extreme, card)",
            "extreme = max(extreme, sign * card)",
        ),
        (
            "ties_to_the_lowest_seat",
            "a tie that luck should break goes to the lowest seat (Q3)",
            "if count(candidates) == 1 or not is_drawn:",
            "if count(candidates) >= 1 or not is_drawn:",
        ),
        (
            "lowest_seat_tie_by_luck",
            "luck breaks a tie though the lowest seat should start (8b)",
            "is_drawn = rules.tiebreak != LOWEST_SEAT or",
            "is_drawn = rules.tiebreak >= 0 or",
        ),
        (
            "tie_shifts_the_deck",
            "a tie for the start is broken by the luck of the deck (8b)",
            "luck = streams.single_word(secret.key, streams.TIES, secret.game, table.round_index)",
            "luck = streams.word(secret.luck)",
        ),
        (
            "lowest_sum_every_round",
            "the lowest sum starts later rounds too, where cards decide every round (8b)",
            "sign = -1 if is_first and rules",
            "sign = -1 if rules",
        ),
        (
            "next_round_by_the_same_starter",
            "the starter of a round starts the next one too (Q4)",
            "    if rules.next_starter == ROUND_ENDER:\n        return ender\n",
            "    if rules.next_starter == ROUND_ENDER:\n        return np.int64(table.starter)\n",
        ),
        (
            "abandoned_round_moves_the_start",
            "after an abandoned round the next seat starts (8b)",
            "        return np.int64(table.starter)\n",
            "        return (np.int64(table.starter) + 1) % table.n_players\n",
        ),
        (
            "round_winner_tie_to_the_lowest_seat",
            "of several round winners the lowest seat starts (8b)",
            "    best = ender\n    for step in range(1, n_players):\n        seat = (ender + step) % n_players\n",
            "    best = np.int64(0)\n    for seat in range(1, n_players):\n",
        ),
        (
            "round_winner_before_doubling",
            "the round winner is found by raw scores (8b)",
            "if table.score[seat] < table.score[best]:",
            "if table.raw[seat] < table.raw[best]:",
        ),
        (
            "flips_turned_seat_by_seat",
            "a seat's opening cards are turned before the next seat chooses (8b)",
            "    game.secret.chosen[seat] = chosen\n",
            "    while chosen:\n        turn_up(game, seat, lowest(chosen))\n        chosen &= chosen - 1\n",
        ),
        (
            "totals_survive_into_the_next_game",
            "a new game goes on with the totals of the last one (7)",
            "    table.totals[:] = 0\n",
            "",
        ),
        (
            "extra_rounds_survive_into_the_next_game",
            "a new game counts the extra rounds of the last one (8b)",
            "    table.extra_rounds = 0\n",
            "",
        ),
        (
            "kept_columns_survive_into_the_next_round",
            "a column kept in one round is not asked about in the next (8b)",
            "        table.kept[seat] = 0\n",
            "",
        ),
        (
            "first_discard_not_seen",
            "the first discard does not count as seen (2)",
            "    table.seen[first - LOWEST_CARD] += 1\n",
            "",
        ),
    ),
    *_of(
        "opening_clears_columns",
        "a column complete in the opening is cleared at once (8b)",
        (
            "kernels/opening",
            "from skyjo_sim.kernels.grid import turn_up\n",
            "from skyjo_sim.kernels.grid import turn_up\nfrom skyjo_sim.kernels.lines import clear_all\n",
        ),
        (
            "kernels/opening",
            "        secret.chosen[seat] = 0\n    if table.starter < 0:\n",
            "        secret.chosen[seat] = 0\n        clear_all(game, rules, seat, 15)\n    if table.starter < 0:\n",
        ),
    ),
)

_PILES = _in(
    "kernels/piles",
    (
        "reshuffle_loses_the_top",
        "a reshuffle loses the top discard (Q31)",
        "    discard(game, top)\n",
        "",
    ),
    (
        "reshuffle_includes_the_top",
        "a reshuffle puts the top discard into the pile too (Q31)",
        "n_back = np.int64(table.n_discard) - (1 - rules.take_all)",
        "n_back = np.int64(table.n_discard)",
    ),
    (
        "reshuffle_keeps_the_order",
        "the discards become the pile unshuffled (3)",
        "    secret.is_ordered = is_given\n",
        "    secret.is_ordered = 1\n",
    ),
    (
        "every_reshuffle_alike",
        "all reshuffles of a round have the same luck",
        "secret.game, table.round_index, table.n_reshuffles)",
        "secret.game, table.round_index, 0)",
    ),
    (
        "deck_not_shuffled",
        "the deck comes in its order (2)",
        "    secret.is_ordered = 0\n",
        "    secret.is_ordered = 1\n",
    ),
    (
        "drawn_card_counted_twice",
        "a card from the draw pile counts as seen twice (3)",
        "        table.seen[(card - LOWEST_CARD) & 15] += 1\n",
        "        table.seen[(card - LOWEST_CARD) & 15] += 2\n",
    ),
    (
        "pool_not_reduced",
        "a drawn card stays in the public composition of the pile (8b)",
        "        table.pool[(card - LOWEST_CARD) & 15] -= 1\n",
        "        table.pool[(card - LOWEST_CARD) & 15] -= 0\n",
    ),
)

_LUCK = (
    *_in(
        "kernels/opening",
        (
            "same_luck_in_every_round",
            "all rounds of a game have the same deck",
            "streams.DEAL, secret.game, table.round_index, 0)",
            "streams.DEAL, secret.game, 0, 0)",
        ),
        (
            "same_luck_in_every_game",
            "all games have the same decks",
            "streams.DEAL, secret.game, table.round_index, 0)",
            "streams.DEAL, 0, table.round_index, 0)",
        ),
    ),
    *_in(
        "kernels/play",
        (
            "agents_use_up_the_deal_s_luck",
            "what an agent draws from its luck changes the deck",
            "    params, luck = seating.params[agent], seating.luck[seat]\n    own",
            "    params, luck = seating.params[agent], game.secret.luck\n    own",
        ),
    ),
    *_in(
        "kernels/loop",
        (
            "agents_know_the_deal_s_luck",
            "an agent's stream is that of the deal",
            "seating.keys[seat], streams.AGENT,",
            "secret.key, streams.DEAL,",
        ),
        (
            "agents_share_their_luck",
            "all seats' agents have the same luck",
            "seating.keys[seat], streams.AGENT,",
            "seating.keys[0], streams.AGENT,",
        ),
        (
            "agents_luck_goes_on_over_rounds",
            "an agent's luck in a round depends on the rounds before",
            "    for seat in range(np.int64(table.n_players)):\n        streams.start(",
            "    for seat in range(np.int64(table.n_players) if table.round_index == 0 else 0):\n"
            "        streams.start(",
        ),
        (
            "agents_luck_the_same_in_every_round",
            "an agent's luck begins anew in each round with the same words",
            "streams.AGENT, secret.game, table.round_index, 0)",
            "streams.AGENT, secret.game, 0, 0)",
        ),
        (
            "seats_not_rotated",
            "agents stay in their seats",
            "shift = index % n_players if seating.is_rotating else 0",
            "shift = 0",
        ),
        tests=BY_RUNS,
    ),
)

_MEASURES = (
    *_in(
        "kernels/sums",
        (
            "win_share_not_split",
            "each of several winners counts as the only one",
            "share = WIN // max(count(winners), 1)",
            "share = WIN",
        ),
        (
            "win_share_not_split_in_rows",
            "rows give each of several winners a whole win",
            "(winners >> seat & 1) / max(count(winners), 1)",
            "(winners >> seat & 1) / 1",
        ),
        (
            "round_wins_not_split",
            "each of several round winners counts as the only one",
            "share = WIN // count(best)",
            "share = WIN",
        ),
        (
            "moment_xx_wrong",
            "the sum of squares is a plain sum",
            "moments[2, measure] += x * x",
            "moments[2, measure] += x",
        ),
        (
            "seats_counted_as_units",
            "an agent in several seats counts as several units",
            "        for measure in range(WINS):\n            denominators[measure] += measure != DOUBLED\n",
            "        for measure in range(WINS):\n            denominators[measure] = measure != DOUBLED\n",
        ),
        tests=BY_MEASURES,
    ),
    *_of(
        "doubled_per_round",
        "doubled is counted per round instead of per round ended",
        ("kernels/sums", "denominators[measure] += measure != DOUBLED", "denominators[measure] += 1"),
        ("kernels/sums", "    unit[agent, 1, DOUBLED] += 1\n", ""),
        tests=BY_MEASURES,
    ),
    *_in(
        "simulation/measures",
        (
            "interval_half_as_wide",
            "the interval of a mean is half as wide",
            "half = _quantile(n_units) * error",
            "half = _quantile(n_units) * error / 2",
        ),
        (
            "share_s_interval_half_as_wide",
            "Wilson's interval is half as wide",
            "z = _quantile(n_units) if",
            "z = _quantile(n_units) / 2 if",
        ),
        (
            "one_unit_too_many",
            "the variance is divided by n instead of n - 1",
            "* n_units / (n_units - 1)",
            "",
        ),
        tests=BY_MEASURES,
    ),
    *_in(
        "kernels/loop",
        (
            "abandoned_rounds_without_rows",
            "rounds that were abandoned are dropped from the rows",
            "        if rows.size > 0:\n",
            "        if rows.size > 0 and not game.table.is_abandoned:\n",
        ),
        tests=BY_MEASURES,
    ),
    *_in(
        "kernels/turn",
        (
            "lead_without_hidden_cards",
            "hidden cards do not count in the ender's lead",
            "+ 5 * count(np.int64(table.hidden[seat]))",
            "",
        ),
    ),
)

MUTANTS = (
    *_PENALTY,
    *_REVEAL,
    *_GAME_END,
    *_CLEARING,
    *_DECISIONS,
    *_ROUND_END,
    *_START,
    *_PILES,
    *_LUCK,
    *_MEASURES,
)
"""All mutants; names are unique."""

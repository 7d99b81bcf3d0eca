"""Play classic Skyjo slowly and plainly: the oracle of the compiled engine.

Written from the rules alone, in lists, tuples and dicts. Section numbers refer to RULES.md.

A grid is a list of 12 entries, ``("up", card)``, ``("hidden", card)`` or ``("cleared",)``,
by slot = 3 * column + row. A cleared line keeps its slots: the current grid is every entry not cleared.
"""

from itertools import combinations

N_SLOTS = 12
COLUMNS = [[3 * column + row for row in range(3)] for column in range(4)]
ROWS = [[3 * column + row for column in range(4)] for row in range(3)]
MIN_LINE = 3  # cards (9.7)
CARD_VALUES = range(-2, 13)
CLEARED = ("cleared",)

DRAW = 0
TAKE = 1  # + slot
PLACE = 13  # + slot
FLIP = 25  # + slot
THROW = 37
LEAVE = 38  # + slot
CLEAR = 50
KEEP = 51

MAX_ROUNDS = 200  # section 8b, turn limit
MAX_EXTRA_ROUNDS = 10  # section 8b, end of the game

OFFICIAL = {
    "initial_flips": 2,
    "first_round_starter": "highest_sum",
    "start_tiebreak": "high_card_then_random",
    "next_round_starter": "round_ender",
    "column_rule": "mandatory",
    "row_rule": "off",
    "flip_after_discard": "mandatory",
    "discard_take_then_flip": False,
    "last_turns": "all_others_once",
    "final_reveal_timing": "after_all_last_turns",
    "reshuffle": "keep_top",
    "double_on_tie": True,
    "double_scope": "positive",
    "double_factor": 2,
    "flat_penalty": 0,
    "target": 100,
    "target_comparison": "at_least",
    "victory_tie": "shared",
    "turn_limit": 500,
}

ALLOWED = {
    "players": range(2, 9),
    "initial_flips": range(N_SLOTS),
    "first_round_starter": ("highest_sum", "lowest_sum", "random"),
    "start_tiebreak": ("high_card_then_random", "random", "lowest_seat"),
    "next_round_starter": ("round_ender", "round_winner", "highest_sum_every_round"),
    "column_rule": ("mandatory", "optional", "off"),
    "row_rule": ("off", "mandatory"),
    "flip_after_discard": ("mandatory", "optional"),
    "discard_take_then_flip": (False, True),
    "last_turns": ("all_others_once", "none"),
    "final_reveal_timing": ("after_all_last_turns", "after_own_last_turn"),
    "reshuffle": ("keep_top", "take_all_and_turn_new_top"),
    "double_on_tie": (False, True),
    "double_scope": ("positive", "any"),
    "target_comparison": ("at_least", "more_than"),
    "victory_tie": ("shared", "extra_round"),
}


class IllegalAction(ValueError):  # noqa: N818 - not a mistake of the program
    """Say that an action is not legal in the present state."""


def check_rules(rules):
    """Raise ValueError for a missing or unknown key, or a value outside its choices."""
    expected = {"players", *OFFICIAL}
    if set(rules) != expected:
        differing = sorted(set(rules) ^ expected)
        raise ValueError(f"rules must have the keys {sorted(expected)}, differs in {differing}")
    for key, choices in ALLOWED.items():
        if rules[key] not in choices:
            raise ValueError(f"{key} must be in {choices}, got {rules[key]!r}")


def deck():
    """Return the 150 cards of the box, sorted (section 1.1)."""
    copies = {-2: 5, -1: 10, 0: 15}
    return [card for card in CARD_VALUES for _ in range(copies.get(card, 10))]


# --- one grid ---


def current_slots(grid):
    """Return the slots that are not cleared."""
    return [slot for slot in range(N_SLOTS) if grid[slot] != CLEARED]


def hidden_slots(grid):
    """Return the slots whose card is face down."""
    return [slot for slot in range(N_SLOTS) if grid[slot][0] == "hidden"]


def visible_cards(grid):
    """Return the face-up cards, by slot."""
    return [entry[1] for entry in grid if entry[0] == "up"]


def raw_score(grid):
    """Return the sum of the cards left in the grid (section 6.1)."""
    return sum(entry[1] for entry in grid if entry != CLEARED)


def flip(grid, slot):
    """Turn the hidden card at the slot face up."""
    grid[slot] = ("up", grid[slot][1])


def is_complete(grid, line):
    """Tell whether the line's current cards are three or more, face up and equal (sections 4 and 9.7)."""
    entries = [grid[slot] for slot in line if grid[slot] != CLEARED]
    if len(entries) < MIN_LINE:
        return False
    return entries[0][0] == "up" and all(entry == entries[0] for entry in entries)


def complete_columns(grid):
    """Return the complete columns, left to right."""
    return [column for column, line in enumerate(COLUMNS) if is_complete(grid, line)]


def complete_rows(grid):
    """Return the complete rows, top to bottom."""
    return [row for row, line in enumerate(ROWS) if is_complete(grid, line)]


def compulsory_lines(grid, rules):
    """Return the complete columns and the complete rows that must go in this pass."""
    columns = complete_columns(grid) if rules["column_rule"] == "mandatory" else []
    rows = complete_rows(grid) if rules["row_rule"] == "mandatory" else []
    return columns, rows


def clear_lines(grid, columns, rows):
    """Clear lines together; return their cards in discard order, a card of two lines once (9.7, Q18)."""
    cards = []
    for line in [COLUMNS[column] for column in columns] + [ROWS[row] for row in rows]:
        for slot in line:
            if grid[slot] != CLEARED:
                cards.append(grid[slot][1])
                grid[slot] = CLEARED
    return cards


def clear_in_passes(grid, rules, chosen_columns):
    """Clear until nothing goes, the chosen columns in the first pass; return the cards and how many lines.

    Clearing never completes a column, which always needs its three cards, so the choice is made only once.
    """
    cards, n_lines = [], 0
    columns, rows = compulsory_lines(grid, rules)
    columns = columns + chosen_columns
    while columns or rows:
        cards += clear_lines(grid, columns, rows)
        n_lines += len(columns) + len(rows)
        columns, rows = compulsory_lines(grid, rules)
    return cards, n_lines


def best_optional_columns(grid, rules):
    """Return the complete columns whose clearing gives the lowest raw score (section 8b, column_rule).

    Among equal scores the set with the largest sum of 2**column is taken, so a column of zeros goes.
    """
    if rules["column_rule"] != "optional":
        return []
    complete = complete_columns(grid)
    choices = [list(columns) for size in range(len(complete) + 1) for columns in combinations(complete, size)]

    def rank(columns):
        trial = list(grid)
        clear_in_passes(trial, rules, columns)
        return raw_score(trial), -sum(2**column for column in columns)

    return min(choices, key=rank)


def treat_finally(grid, rules):
    """Turn all hidden cards, then clear (section 5.4); return the discarded cards and the number of lines."""
    for slot in hidden_slots(grid):
        flip(grid, slot)
    return clear_in_passes(grid, rules, best_optional_columns(grid, rules))


# --- the table ---


def starter_candidates(flipped, first_rule, tiebreak):
    """Return the seats' sums and the seats that may start (section 2.5); more than one leaves it to luck.

    Parameters
    ----------
    flipped : list of list of int
        The visible cards of each seat.
    first_rule : str
        highest_sum, lowest_sum or random.
    tiebreak : str
        high_card_then_random, random or lowest_seat.
    """
    sums = [sum(cards) for cards in flipped]
    seats = list(range(len(flipped)))
    if first_rule == "random":
        return sums, seats
    extreme = max if first_rule == "highest_sum" else min
    tied = [seat for seat in seats if sums[seat] == extreme(sums)]
    if tiebreak == "lowest_seat":
        return sums, tied[:1]
    # Without opening flips there is no single card: all stay tied.
    if tiebreak == "high_card_then_random" and all(flipped):
        best = extreme(extreme(flipped[seat]) for seat in tied)
        tied = [seat for seat in tied if extreme(flipped[seat]) == best]
    return sums, tied


def next_starter(rules, scores, ender, starter):
    """Return who starts the next round, None if its opening cards decide (sections 2.6 and 8b)."""
    if rules["next_round_starter"] == "highest_sum_every_round":
        return None
    if ender is None:
        return starter
    if rules["next_round_starter"] == "round_ender":
        return ender
    n_players = len(scores)
    clockwise = [(ender + distance) % n_players for distance in range(n_players)]
    return min(clockwise, key=lambda seat: scores[seat])


def score_round(raw, ender, rules):
    """Return the round scores and whether the ender, if there is one, was penalised (section 6.2)."""
    scores = list(raw)
    if ender is None:
        return scores, False
    own = raw[ender]
    lowest_other = min(raw[seat] for seat in range(len(raw)) if seat != ender)
    is_beaten = lowest_other < own or (rules["double_on_tie"] and lowest_other == own)
    is_in_scope = own > 0 or rules["double_scope"] == "any"
    doubled = is_beaten and is_in_scope
    if doubled:
        scores[ender] = own * rules["double_factor"] + rules["flat_penalty"]
    return scores, doubled


def is_target_reached(totals, rules):
    """Tell whether some total has reached the target (section 7)."""
    if rules["target_comparison"] == "at_least":
        return max(totals) >= rules["target"]
    return max(totals) > rules["target"]


def game_end(totals, rules, extra_rounds):
    """Return whether the game is over and, if so, its winners (section 7).

    ``extra_rounds`` counts the extra rounds played. Once there is one, only the tie decides.
    """
    if extra_rounds == 0 and not is_target_reached(totals, rules):
        return False, None
    winners = [seat for seat in range(len(totals)) if totals[seat] == min(totals)]
    is_tie_played_on = rules["victory_tie"] == "extra_round" and extra_rounds < MAX_EXTRA_ROUNDS
    if len(winners) > 1 and is_tie_played_on:
        return False, None
    return True, winners


def count_cards(cards):
    """Return 15 counts, for the values -2..12."""
    counts = [0] * len(CARD_VALUES)
    for card in cards:
        counts[card - CARD_VALUES[0]] += 1
    return counts


# --- the game ---


class NaiveGame:
    """Play a game of classic Skyjo, one decision after the other.

    Parameters
    ----------
    rules : dict
        The keys of OFFICIAL and ``players``.
    luck : object
        ``deck(round)`` returns 150 cards in drawing order, ``reshuffle(round, number, cards)`` the same cards
        in drawing order, ``choose(round, candidates)`` one of several seats.

    Raises
    ------
    ValueError
        If the rules have a missing or unknown key or a value outside its choices.
    """

    def __init__(self, rules, luck):
        self._open_game(rules, luck)
        self._deal(starter=None)

    @classmethod
    def from_position(
        cls,
        rules,
        luck,
        *,
        grids,
        seat,
        discard,
        pile,
        phase="source",
        ender=None,
        last_turns_left=0,
        totals=None,
        turns=0,
        drawn=None,
        starter=0,
    ):
        """Build a hand-made position, complete or partial, in round 0.

        Raises
        ------
        ValueError
            If there is not one grid for each player, or only one of ender and last_turns_left is given.
        """
        if len(grids) != rules["players"]:
            raise ValueError(f"grids must be {rules['players']}, one for each player, got {len(grids)}")
        if (ender is None) != (last_turns_left == 0):
            got = f"{ender} and {last_turns_left}"
            raise ValueError(f"ender and last_turns_left must be given together, got {got}")
        game = cls.__new__(cls)
        game._open_game(rules, luck)
        if totals is not None:
            game.totals = list(totals)
        entries = [[tuple(entry) for entry in grid] for grid in grids]
        game._lay_out(entries, list(discard), list(pile), starter)
        game.phase, game.seat, game.drawn = phase, seat, drawn
        game.ender, game.last_turns_left, game.turns = ender, last_turns_left, turns
        return game

    # --- public: decisions ---

    def legal(self):
        """Return the legal action ids, sorted; none when the round or the game is over."""
        if self.phase == "opening":
            chosen = self.chosen[self.seat]
            return [FLIP + slot for slot in hidden_slots(self.grids[self.seat]) if slot not in chosen]
        if self.phase == "source":
            return self._legal_sources()
        if self.phase == "place":
            return self._legal_placements()
        if self.phase == "clear":
            return [CLEAR, KEEP]
        return []

    def step(self, action):
        """Carry out one decision.

        Raises
        ------
        IllegalAction
            If the id is not legal; nothing changes then.
        """
        legal = self.legal()
        if action not in legal:
            where = f"seat {self.seat}, phase {self.phase}"
            raise IllegalAction(f"action must be in {legal} ({where}), got {action}")
        action = int(action)
        if self.phase == "opening":
            self._choose_opening_slot(action - FLIP)
        elif self.phase == "source":
            self._use_source(action)
        elif self.phase == "place":
            self._use_drawn(action)
        else:
            self._answer_about_column(action)

    def start_next_round(self):
        """Deal the next round.

        Raises
        ------
        IllegalAction
            If the phase is not round_over.
        """
        if self.phase != "round_over":
            raise IllegalAction(f"phase must be round_over to start the next round, got {self.phase}")
        starter = next_starter(self.rules, self.score, self.ender, self.starter)
        self.round += 1
        self._deal(starter)

    def state(self):
        """Return everything there is to know, secrets included, in copies."""
        # A reshuffled pile holds only old discards: its composition is public (section 8b, two pools).
        pooled = self.pile + ([] if self.drawn is None else [self.drawn]) if self.reshuffles else []
        # Every card ever shown lies face up, on the discard pile (cleared ones too) or in a reshuffled pile.
        shown = self.discard + pooled
        for grid in self.grids:
            shown += visible_cards(grid)
        return {
            "phase": self.phase,
            "seat": self.seat,
            "starter": self.starter,
            "round": self.round,
            "turns": self.turns,
            "ender": self.ender,
            "last_turns_left": self.last_turns_left,
            "grids": [list(grid) for grid in self.grids],
            "drawn": self.drawn,
            "chosen": [sorted(slots) for slots in self.chosen],
            "asked": self.asked,
            "kept": [sorted(columns) for columns in self.kept],
            "discard": list(self.discard),
            "pile": list(self.pile),
            "seen": count_cards(shown),
            "pool": count_cards(pooled) if self.reshuffles else None,
            "reshuffles": self.reshuffles,
            "lines_cleared": list(self.lines_cleared),
            "hidden_at_end": list(self.hidden_at_end),
            "raw": None if self.raw is None else list(self.raw),
            "score": None if self.score is None else list(self.score),
            "doubled": self.doubled,
            "abandoned": self.abandoned,
            "totals": list(self.totals),
            "winners": None if self.winners is None else list(self.winners),
            "game_abandoned": self.game_abandoned,
            "extra_rounds": self.extra_rounds,
        }

    # --- setup (section 2) ---

    def _open_game(self, rules, luck):
        check_rules(rules)
        self.rules = dict(rules)
        self.luck = luck
        self.n_players = rules["players"]
        self.round = 0
        self.totals = [0] * self.n_players
        self.target_reached = False
        self.extra_rounds = 0
        self.winners = None
        self.game_abandoned = False

    def _lay_out(self, grids, discard, pile, starter):
        self.grids = grids
        self.discard = discard
        self.pile = pile
        self.starter = starter
        self.drawn = None
        self.chosen = [[] for _ in grids]
        self.asked = None
        self.agreed = []  # optional columns the owner chose to clear in the running pass
        self.kept = [[] for _ in grids]
        self.reshuffles = 0
        self.turns = 0
        self.ender = None
        self.last_turns_left = 0
        self.lines_cleared = [0] * self.n_players
        self.hidden_at_end = [0] * self.n_players
        self.treated = [False] * self.n_players
        self.raw = None
        self.score = None
        self.doubled = False
        self.abandoned = False

    def _deal(self, starter):
        cards = [int(card) for card in self.luck.deck(self.round)]
        n_dealt = N_SLOTS * self.n_players
        hidden = [("hidden", card) for card in cards[:n_dealt]]
        grids = [hidden[first : first + N_SLOTS] for first in range(0, n_dealt, N_SLOTS)]
        self._lay_out(grids, discard=[cards[n_dealt]], pile=cards[n_dealt + 1 :], starter=starter)
        self.phase = "opening"
        self.seat = 0
        if self.rules["initial_flips"] == 0:
            self._finish_opening()

    def _choose_opening_slot(self, slot):
        self.chosen[self.seat].append(slot)
        if len(self.chosen[self.seat]) == self.rules["initial_flips"]:
            self.seat += 1
        if self.seat == self.n_players:
            self._finish_opening()

    def _finish_opening(self):
        """Turn all chosen cards together (8b, opening flips: they never clear) and let the starter begin."""
        for grid, slots in zip(self.grids, self.chosen, strict=True):
            for slot in slots:
                flip(grid, slot)
        self.chosen = [[] for _ in self.grids]
        if self.starter is None:
            self.starter = self._decide_starter()
        self.seat = self.starter
        self.phase = "source"

    def _decide_starter(self):
        first_rule = self.rules["first_round_starter"] if self.round == 0 else "highest_sum"
        flipped = [visible_cards(grid) for grid in self.grids]
        _, candidates = starter_candidates(flipped, first_rule, self.rules["start_tiebreak"])
        if len(candidates) == 1:
            return candidates[0]
        return int(self.luck.choose(self.round, candidates))

    # --- a turn (section 3) ---

    def _legal_sources(self):
        grid = self.grids[self.seat]
        actions = []
        if self.pile or len(self.discard) >= 2:
            actions.append(DRAW)
        if self.discard:
            actions += [TAKE + slot for slot in current_slots(grid)]
            if self.rules["discard_take_then_flip"]:
                actions += [LEAVE + slot for slot in hidden_slots(grid)]
        return actions

    def _legal_placements(self):
        grid = self.grids[self.seat]
        hidden = hidden_slots(grid)
        actions = [PLACE + slot for slot in current_slots(grid)] + [FLIP + slot for slot in hidden]
        if self.rules["flip_after_discard"] == "optional" or not hidden:
            actions.append(THROW)
        return actions

    def _use_source(self, action):
        if action == DRAW:
            self._draw()
            return
        if action >= LEAVE:
            flip(self.grids[self.seat], action - LEAVE)
        else:
            self._replace(action - TAKE, self.discard.pop())
        self._run_clearing_step()

    def _draw(self):
        if not self.pile:
            self._reshuffle()
        self.drawn = self.pile.pop(0)
        self.phase = "place"

    def _reshuffle(self):
        """Make a new draw pile of the discards (section 3, empty draw pile; 8b, reshuffle)."""
        is_top_kept = self.rules["reshuffle"] == "keep_top"
        cards = self.discard[:-1] if is_top_kept else list(self.discard)
        order = [int(card) for card in self.luck.reshuffle(self.round, self.reshuffles, cards)]
        self.reshuffles += 1
        if is_top_kept:
            self.discard, self.pile = self.discard[-1:], order
        else:
            self.discard, self.pile = order[:1], order[1:]

    def _use_drawn(self, action):
        drawn, self.drawn = self.drawn, None
        if action < FLIP:
            self._replace(action - PLACE, drawn)
        else:
            self.discard.append(drawn)
            if action != THROW:
                flip(self.grids[self.seat], action - FLIP)
        self._run_clearing_step()

    def _replace(self, slot, card):
        """Lay the card face up at the slot and discard the card that lay there."""
        grid = self.grids[self.seat]
        self.discard.append(grid[slot][1])
        grid[slot] = ("up", card)
        column = slot // 3
        if column in self.kept[self.seat]:
            self.kept[self.seat].remove(column)

    # --- clearing on the own turn (sections 4 and 9.7) ---

    def _run_clearing_step(self):
        """Clear pass by pass, as far as the owner need not be asked; then end the turn."""
        grid = self.grids[self.seat]
        while True:
            undecided = self._undecided_columns()
            if undecided:
                self.phase, self.asked = "clear", undecided[0]
                return
            columns, rows = compulsory_lines(grid, self.rules)
            columns = columns + self.agreed
            self.agreed = []
            if not columns and not rows:
                break
            self.discard += clear_lines(grid, columns, rows)
            self.lines_cleared[self.seat] += len(columns) + len(rows)
        self._end_turn()

    def _undecided_columns(self):
        if self.rules["column_rule"] != "optional":
            return []
        decided = self.kept[self.seat] + self.agreed
        return [column for column in complete_columns(self.grids[self.seat]) if column not in decided]

    def _answer_about_column(self, action):
        decided = self.agreed if action == CLEAR else self.kept[self.seat]
        decided.append(self.asked)
        self.asked = None
        self._run_clearing_step()

    # --- end of a turn and of the round (section 5) ---

    def _end_turn(self):
        self.turns += 1
        if self.ender is not None:
            self._end_last_turn()
        elif not hidden_slots(self.grids[self.seat]):
            self._end_round_by(self.seat)
        elif self.turns >= self.rules["turn_limit"] * self.n_players:
            self.abandoned = True
            self._finish_round()
        else:
            self._pass_on()

    def _pass_on(self):
        self.seat = (self.seat + 1) % self.n_players
        self.phase = "source"

    def _end_round_by(self, seat):
        self.ender = seat
        if self.rules["last_turns"] == "none":
            self._finish_round()
        else:
            self.last_turns_left = self.n_players - 1
            self._pass_on()

    def _end_last_turn(self):
        self.last_turns_left -= 1
        if self.rules["final_reveal_timing"] == "after_own_last_turn":
            self._treat(self.seat)
        if self.last_turns_left == 0:
            self._finish_round()
        else:
            self._pass_on()

    def _treat(self, seat):
        """Give the seat's grid its final treatment."""
        self.hidden_at_end[seat] = len(hidden_slots(self.grids[seat]))
        cards, n_lines = treat_finally(self.grids[seat], self.rules)
        self.discard += cards
        self.lines_cleared[seat] += n_lines
        self.treated[seat] = True

    # --- scoring and the end of the game (sections 6 and 7) ---

    def _finish_round(self):
        for seat in range(self.n_players):
            if not self.treated[seat]:
                self._treat(seat)
        self.raw = [raw_score(grid) for grid in self.grids]
        self.score, self.doubled = score_round(self.raw, self.ender, self.rules)
        self.totals = [total + score for total, score in zip(self.totals, self.score, strict=True)]
        self.seat = None
        self._check_game_end()

    def _check_game_end(self):
        if self.target_reached:
            self.extra_rounds += 1  # the round just scored was one
        self.target_reached = self.target_reached or is_target_reached(self.totals, self.rules)
        over, self.winners = game_end(self.totals, self.rules, self.extra_rounds)
        self.game_abandoned = not self.target_reached and self.round + 1 >= MAX_ROUNDS
        self.phase = "game_over" if over or self.game_abandoned else "round_over"

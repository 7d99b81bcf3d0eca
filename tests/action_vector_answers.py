"""A compound action of an example as the sequence of ids that the engine of Skyjo Action asks for."""

from skyjo_sim.kernels.action.actions import (
    CHOICE_NAMES,
    CHOOSE_COLUMN,
    CHOOSE_DRAWN,
    CHOOSE_KIND,
    CHOOSE_PLAYER,
    CHOOSE_ROW,
    CHOOSE_SLOT,
    DRAW,
    FACE_DOWN,
    FACE_UP,
    FLIP,
    FLIP_INSTEAD,
    PASS,
    PLAY,
    PUT,
    STARS_ON_TOP,
    STARS_UNDER,
    TAKE,
    TAKE_MARKET,
    TAKE_PILE,
    THROW,
)
from skyjo_sim.kernels.action.cards import KIND_NAMES
from skyjo_sim.position import read_position
from skyjo_sim.positions.cells import CLEARED_CELL
from tests.vector_mapping import Rejected, slot_at

ACTION_KEYS = (
    *("type", "pos", "flip", "from", "index", "card", "star_picks", "star_lines", "stars_on_top", "keep"),
    *("discard_order", "a", "b", "face_at_a", "face_at_b", "p1", "pos1", "p2", "pos2", "face1", "face2"),
    *("player", "line", "choose", "then", "target", "card_stolen", "targets"),
)
FIRST = {
    "take_discard": (TAKE,),
    "draw_swap": (DRAW, PUT),
    "draw_discard_flip": (DRAW, FLIP),
    "take_discard_flip": (FLIP_INSTEAD,),
}


class Answers:
    """What an example's action answers, question by question.

    Places are those of the grids before the action. What is asked and not answered makes the action one that is
    rejected, and so does an answer that is never asked for where it would be a further right.
    """

    def __init__(self, game, action):
        self.game, self.action = game, action
        self.effect = action
        self.grids = read_position(game).cells
        self.picks = list(action.get("star_picks", ()))
        self.passes = [list(lines) for lines in action.get("star_lines", ())]
        self.n_slots, self.n_players, self.n_faces = 0, 0, 0
        self.order = None

    def first_ids(self):
        """Return the ids before any choice."""
        action, kind = self.action, self.action["type"]
        if kind == "take_discard" and "flip" in action:
            return [FLIP_INSTEAD + self._slot(self._seat, action["flip"])]
        if kind in FIRST:
            *before, first = FIRST[kind]
            if action.get("pos") is None:
                return [*before, PASS] if kind == "draw_discard_flip" else self._fail("pos")
            return [*before, first + self._slot(self._seat, action["pos"])]
        if kind == "take_action_card":
            return [self._taken(action)]
        return [(PLAY if kind == "play_action_card" else THROW) + KIND_NAMES.index(action["card"])]

    def next_id(self):
        """Return the answer to what is asked."""
        choice = CHOICE_NAMES[self.game.table.choice]
        return getattr(self, f"_answer_{choice}")()

    def check_all_used(self):
        """Reject the action where it claims more rights or lines than it was asked about."""
        if self.picks or any(self.passes):
            raise Rejected("more is claimed than there is")

    @property
    def _seat(self):
        return int(self.game.table.seat)

    def _fail(self, name):
        raise Rejected(f"{name} is asked for and not given")

    def _given(self, name):
        return self.effect[name] if self.effect.get(name) is not None else self._fail(name)

    def _slot(self, seat, pos):
        return slot_at(self.grids[seat], pos)

    def _taken(self, pick):
        if pick["from"] == "deck":
            return TAKE_PILE
        return TAKE_MARKET + self._within(pick["index"], range(int(self.game.table.n_market)))

    @staticmethod
    def _within(index, places):
        """Return the place of an index, which must not be beyond the last one."""
        if not 0 <= index < len(places):
            raise Rejected(f"there is no place {index}")
        return places[index]

    # --- answers, by what is asked ---

    def _answer_star_right(self):
        return self._taken(self.picks.pop(0)) if self.picks else PASS

    def _line_id(self, line, cells):
        columns = [c for c in range(4) if any(cells[3 * c + r] != CLEARED_CELL for r in range(3))]
        rows = [r for r in range(3) if any(cells[3 * c + r] != CLEARED_CELL for c in range(4))]
        if line["line"] == "col":
            return CHOOSE_COLUMN + self._within(line["index"], columns)
        return CHOOSE_ROW + self._within(line["index"], rows)

    def _answer_lines(self):
        """Choose the lines of this pass one after another; their places are those of the grid in this pass."""
        if not self.passes:
            return PASS
        if not self.passes[0]:
            self.passes.pop(0)
            return PASS
        return self._line_id(self.passes[0].pop(0), read_position(self.game).cells[self._seat])

    def _answer_stars(self):
        return STARS_ON_TOP if self.action.get("stars_on_top") else STARS_UNDER

    def _answer_player(self):
        names = {"swap_players": ("p1", "p2"), "steal": ("target",), "reveal": ("player",)}
        name = names[KIND_NAMES[self.game.table.card]][self.n_players]
        self.n_players += 1
        n_players = int(self.game.table.n_players)
        player = self._within(self._given(name), range(n_players))
        return CHOOSE_PLAYER + (player - self._seat) % n_players

    def _next_slot(self):
        """Return the place that is asked for."""
        card = KIND_NAMES[self.game.table.card]
        if card == "meteor":
            return self._given("targets").get(str(int(self.game.table.target))) or self._fail("a target")
        names = {"swap_own": ("a", "b"), "swap_players": ("pos1", "pos2"), "draw_three": ("pos",)}
        self.n_slots += 1
        return self._given(names[card][self.n_slots - 1])

    def _answer_slot(self):
        return CHOOSE_SLOT + self._slot(int(self.game.table.target), self._next_slot())

    def _answer_face(self):
        names = ("face_at_a", "face_at_b") if self.effect["card"] == "swap_own" else ("face1", "face2")
        self.n_faces += 1
        return FACE_UP if self._given(names[self.n_faces - 1]) else FACE_DOWN

    def _answer_line(self):
        return self._line_id(self.effect, self.grids[int(self.game.table.target)])

    def _answer_kind(self):
        if KIND_NAMES[self.game.table.card] == "steal":
            return CHOOSE_KIND + KIND_NAMES.index(self._given("card_stolen"))
        chosen = self._given("choose")
        self.effect = {**(self.effect.get("then") or {}), "card": chosen}
        return CHOOSE_KIND + KIND_NAMES.index(chosen)

    def _answer_keep(self):
        keep = self.effect.get("keep")
        return PASS if keep is None else CHOOSE_DRAWN + keep

    def _answer_order(self):
        if self.order is None:
            self.order = list(self._given("discard_order"))
        return CHOOSE_DRAWN + self.order.pop(0)

    def _answer_flip_one(self):
        return CHOOSE_SLOT + self._slot(self._seat, self._given("flip"))

"""Texts of Skyjo Action in which something is being carried out: sound ones by lot, and ones with fields changed by lot."""

from skyjo_sim.action_rules_record import copies_of_faces, copies_of_kinds
from skyjo_sim.kernels.action.actions import CHOICE_NAMES
from skyjo_sim.kernels.action.cards import KIND_NAMES
from tests.action_draws import draw_rules

STAR_FACE = 15
SOUND_SHARE, WILD_SHARE = 0.3, 0.1
N_SLOTS, N_LINES = 12, 7


class Table:
    """A table between two turns, with few cards: its grids as lists of words by row, its other fields as text."""

    def __init__(self, lot):
        self.lot = lot
        self.rules = draw_rules(lot).replace(turn_limit=40)
        self.n_players = self.rules.players
        faces = [face for face, copies in enumerate(copies_of_faces(self.rules)) for _ in range(copies)]
        kinds = [KIND_NAMES[kind] for kind, copies in enumerate(copies_of_kinds(self.rules)) for _ in range(copies)]
        self.cards = ["*" if face == STAR_FACE else str(face - 2) for face in lot.sample(faces, len(faces))]
        self.kinds = lot.sample(kinds, len(kinds))
        self.seat = lot.randrange(self.n_players)
        self.grids = [self._grid() for _ in range(self.n_players)]
        self.fields = self._fields()

    def _grid(self):
        n_rows, n_columns = (
            (0, 0) if self.lot.random() < 0.04 else self.lot.choice([(3, 4), (3, 4), (3, 2), (2, 3), (1, 1)])
        )
        hides = self.lot.choice((0.2, 0.6))
        cells = [("?" if self.lot.random() < hides else "") + self.cards.pop() for _ in range(n_rows * n_columns)]
        if cells and not any(cell.startswith("?") for cell in cells):
            cells[0] = "?" + cells[0]
        rows = [cells[row * n_columns : (row + 1) * n_columns] for row in range(n_rows)]
        return [row + ["."] * (4 - n_columns) for row in rows] + [["."] * 4 for _ in range(3 - n_rows)]

    def _fields(self):
        lot = self.lot
        n_cards, n_discard = lot.randint(1, 8), lot.randint(1, 4)
        pile, discard = self.take(self.cards, n_cards), self.take(self.cards, n_discard)
        hands = [" ".join(self.take(self.kinds, lot.choice((0, 0, 1, 2)))) or "-" for _ in range(self.n_players)]
        fields = {"turn": str(self.seat), "discard": " ".join(discard), lot.choice(("pile", "lot")): " ".join(pile)}
        fields["hands"] = " | ".join(hands)
        for name, most in (("market", 4), ("action_discard", 4), (lot.choice(("action_pile", "action_lot")), 5)):
            if cards := self.take(self.kinds, lot.randint(0, most)):
                fields[name] = " ".join(cards)
        if lot.random() < 0.5:
            fields["reshuffles"] = str(lot.randint(1, 2))
        return fields

    def take(self, cards, n):
        """Take up to `n` cards from a stack."""
        return [cards.pop() for _ in range(min(n, len(cards)))]

    def cells(self, seat):
        """Return the cells of a grid by slot."""
        return [self.grids[seat][slot % 3][slot // 3] for slot in range(N_SLOTS)]

    def slots(self, seat):
        """Return the slots with a card."""
        return [slot for slot, cell in enumerate(self.cells(seat)) if cell != "."]

    def text(self, fields=None):
        """Return the table as text, with fields besides."""
        grids = " | ".join(" / ".join(" ".join(row) for row in grid) for grid in self.grids)
        written = [f"{name} {value}".rstrip() for name, value in {**self.fields, **(fields or {})}.items()]
        return "; ".join([grids, "action", *written])


# --- sound fields ---


def sound_fields(table):
    """Return fields of a decision by lot that fit the table but where it has no cards for it."""
    lot = table.lot
    make = lot.choice((_star_right, _lines, _stars, _opening, *8 * (_effect,)))
    fields = make(table)
    if make in (_star_right, _effect) and "setup" not in fields and lot.random() < 0.2:
        fields["pending"] = str(lot.randint(1, 3))
    if make is _effect and lot.random() < 0.2:
        fields["star_rights"] = str(lot.randint(1, 2))
    return fields


def _star_right(table):
    setup = {"setup": str(table.lot.randint(1, table.n_players))} if table.lot.random() < 0.3 else {}
    return {"choice": "star_right", "star_rights": str(table.lot.randint(1, 3)), **setup}


def _opening(table):
    lot, n_flips = table.lot, table.rules.initial_flips
    table.cards += [cell.removeprefix("?") for grid in table.grids for row in grid for cell in row if cell != "."]
    table.grids = [[["?" + table.cards.pop() for _ in range(4)] for _ in range(3)] for _ in range(table.n_players)]
    sizes = [n_flips] * table.seat + [lot.randrange(max(n_flips, 1))]
    sets = [" ".join(map(str, sorted(lot.sample(range(N_SLOTS), size)))) or "-" for size in sizes]
    return {"phase": "opening", "chosen": " | ".join(sets)}


def _lay_line(table, line):
    """Lay one number and a star or two in a line of the grid of the seat to decide."""
    grid = table.grids[table.seat]
    places = [(row, line) for row in range(3)] if line < 4 else [(line - 4, column) for column in range(4)]
    places = [place for place in places if grid[place[0]][place[1]] != "."]
    for row, column in places:
        grid[row][column] = "7"
    for row, column in table.lot.sample(places, min(len(places), table.lot.randint(1, 2))):
        grid[row][column] = "*"


def _lines(table):
    line = table.lot.randrange(N_LINES)
    _lay_line(table, line)
    rows_only = {"rows_only": ""} if line > 3 and table.lot.random() < 0.5 else {}
    chosen = {"lines_chosen": str(line)} if table.lot.random() < 0.6 else {}
    return {"choice": "lines", "target": str(table.seat), **rows_only, **chosen}


def _stars(table):
    fields = {**_lines(table), "choice": "stars"}
    line = fields.get("lines_chosen", "0")
    return {**fields, "asked": line, "lines_chosen": line}


def _effect(table):
    """Return the fields of a decision for an action card."""
    make = table.lot.choice((_swap_own, _swap_players, _draw_three, _draw_three, _others, _meteor))
    fields = make(table)
    n_before = table.lot.choice((0, 0, 0, 1, 2))
    fields["in_play"] = " ".join(["reactivate"] * n_before + [fields["in_play"]])
    return fields


def _swap_fields(table, seats):
    """Return the fields of a swap of cards of two seats from the first slot on."""
    lot = table.lot
    n = lot.randrange(4)
    slots = [lot.choice(table.slots(seat) or [0]) for seat in seats][: min(n, 2)]
    fields = {"choice": "slot" if n < 2 else "face", "players": " ".join(map(str, seats))}
    if slots:
        fields["slots"] = " ".join(map(str, slots))
    if n == 3:
        fields["face"] = lot.choice(("up", "down"))
    return {**fields, "target": str(seats[n % 2])}


def _swap_own(table):
    return {"in_play": "swap_own", **_swap_fields(table, [table.seat] * 2)}


def _swap_players(table):
    lot = table.lot
    seats = lot.sample(range(table.n_players), 2)
    fields = {"in_play": "swap_players", "swaps": str(lot.randint(1, 2))}
    if lot.random() < 0.3:
        players = {"players": str(seats[0])} if lot.random() < 0.5 else {}
        return {**fields, "choice": "player", **players}
    return {**fields, **_swap_fields(table, seats)}


def _three(table, n):
    return " ".join(table.take(table.cards, n)) or "-"


def _draw_three(table):
    lot, choice = table.lot, table.lot.choice(("keep", "order", "slot", "flip_one"))
    fields = {"in_play": "draw_three", "choice": choice}
    if choice in ("slot", "flip_one"):
        fields["target"] = str(table.seat)
    if choice == "keep":
        fields["three"] = _three(table, 3)
    elif choice == "slot":
        fields |= {"three": _three(table, lot.choice((1, 3))), "kept_of_three": "0"}
    elif choice == "order":
        fields["three"] = _three(table, lot.choice((2, 3)))
        if lot.random() < 0.5:
            fields["kept_of_three"] = str(lot.randrange(2))
            if lot.random() < 0.6:
                fields["three_public"] = ""
    if "three" in fields and "reshuffles" in table.fields and lot.random() < 0.3:
        fields["three_before"] = "1"
    return fields


def _others(table):
    lot = table.lot
    other = str(lot.randrange(table.n_players))
    return dict(
        lot.choice(
            (
                {"in_play": "reveal", "choice": "player"},
                {"in_play": "reveal", "choice": "line", "target": other},
                {"in_play": "steal", "choice": "player"},
                {"in_play": "steal", "choice": "kind", "target": other},
                {"in_play": "reactivate", "choice": "kind"},
            )
        )
    )


def _meteor(table):
    lot, n_players = table.lot, table.n_players
    n_named = lot.randrange(n_players)
    targets, target = ["-"] * n_players, None
    for step in range(n_players):
        seat = (table.seat + 1 + step) % n_players
        slots = table.slots(seat)
        if slots and lot.random() < 0.85:
            targets[seat] = str(lot.choice(slots)) if step < n_named else "?"
            if step >= n_named and target is None:
                target = seat
    return {"in_play": "meteor", "choice": "slot", "target": str(target or 0), "targets": " ".join(targets)}


# --- fields by lot ---


def changed(table, fields):
    """Return the fields with some of them left out, changed or added by lot."""
    lot = table.lot
    fields = dict(fields)
    for _ in range(lot.choice((1, 1, 1, 2, 2, 3))):
        if fields and lot.random() < 0.35:
            fields.pop(lot.choice(list(fields)))
        else:
            name = lot.choice(list(_ANY))
            fields[name] = _ANY[name](table)
    return fields


def wild_fields(table):
    """Return fields by lot without any regard for each other."""
    names = table.lot.sample(list(_ANY), table.lot.randint(2, 8))
    return {"choice": _ANY["choice"](table), **{name: _ANY[name](table) for name in names}}


def _numbers(n, most):
    return lambda table: " ".join(str(table.lot.randrange(n)) for _ in range(table.lot.randint(0, most))) or "-"


def _some_lines(table):
    return " ".join(map(str, table.lot.sample(range(N_LINES), table.lot.randint(0, 3)))) or "-"


def _number(lowest, highest):
    return lambda table: str(table.lot.randint(lowest, highest))


def _some_kinds(table):
    return " ".join(table.lot.choice(KIND_NAMES) for _ in range(table.lot.randint(1, 2)))


def _seat(table):
    return table.lot.choice(["-", *map(str, range(table.n_players))])


def _seats(table):
    return " ".join(str(table.lot.randrange(table.n_players)) for _ in range(table.lot.randint(0, 2))) or "-"


def _targets(table):
    return " ".join(table.lot.choice(("?", "-", "-", str(table.lot.randrange(12)))) for _ in range(table.n_players))


def _some_three(table):
    return " ".join("-" if table.lot.random() < 0.3 or not table.cards else table.cards.pop() for _ in range(3))


_ANY = {
    "choice": lambda table: table.lot.choice(CHOICE_NAMES[1:]),
    "in_play": _some_kinds,
    "target": _seat,
    "players": _seats,
    "slots": _numbers(N_SLOTS, 2),
    "face": lambda table: table.lot.choice(("up", "down")),
    "swaps": _number(0, 2),
    "targets": _targets,
    "three": _some_three,
    "kept_of_three": _number(0, 2),
    "three_public": lambda _table: "",
    "three_before": _number(0, 3),
    "asked": _number(0, 6),
    "lines_chosen": _some_lines,
    "rows_only": lambda _table: "",
    "stars_asked": _some_lines,
    "stars_on_top": _some_lines,
    "star_rights": _number(0, 2),
    "setup": lambda table: str(table.lot.randint(0, table.n_players)),
    "pending": _number(0, 2),
    "turns": _number(0, 9),
    "ender": _seat,
    "phase": lambda table: table.lot.choice(("opening", "choice", "source")),
    "chosen": lambda table: " | ".join(
        _numbers(N_SLOTS, 3)(table) for _ in range(table.lot.randint(1, table.n_players))
    ),
}


def draw_text(lot):
    """Return a table by lot, and a text of it with something unfinished, sound or not."""
    table = Table(lot)
    luck = lot.random()
    fields = wild_fields(table) if luck < WILD_SHARE else sound_fields(table)
    if luck > WILD_SHARE + SOUND_SHARE:
        fields = changed(table, fields)
    return table, fields, table.text(fields)

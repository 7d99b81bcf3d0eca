"""The published examples of Skyjo Action (`vectors.json`) played by the oracle."""

from tests import naive
from tests.naive_action import ids
from tests.naive_action.cards import KINDS
from tests.naive_action.clearing import take_lines
from tests.naive_action.final import best_passes, score
from tests.naive_action.game import NaiveActionGame
from tests.naive_action.luck import FixedLuck
from tests.naive_action.notation import (
    read_card,
    read_grid,
    read_hand,
    slot_at,
    write_card,
    write_grid,
    write_hand,
    write_kinds,
)
from tests.naive_action.rules import OFFICIAL


def rules_of(vector, n_players):
    """Return the rules of an example, in the oracle's names."""
    options = dict(vector.get("options", {}))
    if "star_bonus_triggers" in options:
        triggers = options.pop("star_bonus_triggers")
        options |= {f"star_bonus_{name}": name in triggers for name in ("reveal", "from_discard", "from_draw")}
    return {**OFFICIAL, **options, "players": n_players}


def position(vector):
    """Return a game in the situation of an example."""
    given = vector["given"]
    grids = [read_grid(rows) for rows in given["grids"]]
    return NaiveActionGame.from_position(
        rules_of(vector, len(grids)),
        FixedLuck(order=[read_card(card) for card in given.get("reshuffled", [])]),
        grids=grids,
        hands=[read_hand(hand) for hand in given["hands"]],
        seat=given["current"],
        discard=[read_card(card) for card in given["discard"]],
        pile=[read_card(card) for card in given["draw_pile"]],
        market=[KINDS.index(kind) for kind in given["market"]],
        action_pile=[KINDS.index(kind) for kind in given["action_deck"]],
        action_discard=[KINDS.index(kind) for kind in given["action_discard"]],
        ender=given.get("ender"),
        last_turns_left=given.get("last_turns_left", 0),
        pending_turns=given.get("pending_turns", 0),
    )


def opening_ids(action):
    """Return the decisions that begin the turn of an example."""
    kind = action["type"]
    if kind == "take_discard":
        return [ids.TAKE + slot_at(action["pos"])]
    if kind == "draw_swap":
        return [ids.DRAW, ids.PUT + slot_at(action["pos"])]
    if kind == "draw_discard_flip":
        return [ids.DRAW, ids.PASS if action["pos"] is None else ids.FLIP + slot_at(action["pos"])]
    if kind == "take_action_card":
        return [ids.TAKE_PILE if action["from"] == "deck" else ids.TAKE_MARKET + action["index"]]
    return [(ids.PLAY if kind == "play_action_card" else ids.THROW) + KINDS.index(action["card"])]


class Answers:
    """Answer the questions that follow, each kind of question in the order of the example's parameters."""

    def __init__(self, game, action):
        seat, n_players = game.table.seat, len(game.table.grids)
        players = [action[name] for name in ("player", "p1", "p2", "target") if name in action]
        line = {"row": ids.ROW, "col": ids.COLUMN}
        self.targets = action.get("targets", {})
        self.queues = {
            "player": [ids.PLAYER + (player - seat) % n_players for player in players],
            "slot": [ids.SLOT + slot_at(pos) for pos in map(action.get, ("a", "b", "pos1", "pos2", "pos")) if pos],
            "face": [
                ids.FACE_UP if action[name] else ids.FACE_DOWN
                for name in ("face_at_a", "face_at_b", "face1", "face2")
                if name in action
            ],
            "line": [line[action["line"]] + action["index"]] if "line" in action else [],
            "kind": [ids.KIND + KINDS.index(action["card_stolen"])] if "card_stolen" in action else [],
            "keep": [ids.PASS if action.get("keep") is None else ids.DRAWN + action["keep"]],
            "order": [ids.DRAWN + place for place in action.get("discard_order", [])],
            "flip_one": [ids.SLOT + slot_at(action["flip"])] if "flip" in action else [],
            "star_right": [
                ids.TAKE_PILE if pick["from"] == "deck" else ids.TAKE_MARKET + pick["index"]
                for pick in action.get("star_picks", [])
            ],
            "lines": [line[one["line"]] + one["index"] for some in action.get("star_lines", []) for one in some],
        }

    def next(self, game):
        """Return the answer to the present question: nothing, once an example has no more to say."""
        choice = game.table.choice
        if choice == "slot" and self.targets:
            return ids.SLOT + slot_at(self.targets[str(game.table.target)])
        queue = self.queues[choice]
        return queue.pop(0) if queue else ids.PASS


def play_turn(vector):
    """Play the turn of an example; return the game and the answers that were not asked for."""
    game, action = position(vector), vector["action"]
    answers = Answers(game, action)
    for number in opening_ids(action):
        game.step(number)
    while game.table.choice is not None:
        game.step(answers.next(game))
    if answers.queues["star_right"]:
        raise naive.IllegalAction("there are fewer star rights than the example uses")
    return game


def describe(game):
    """Return what an example may expect of a game."""
    table = game.table
    is_over = table.phase in ("round_over", "game_over")
    return {
        "grids": {str(seat): write_grid(grid) for seat, grid in enumerate(table.grids)},
        "hands": [write_hand(hand) for hand in table.hands],
        "draw_pile": [write_card(card) for card in table.pile],
        "discard": [write_card(card) for card in table.discard],
        "discard_top": write_card(table.discard[-1]),
        "market": write_kinds(table.market),
        "action_deck": write_kinds(table.action_pile),
        "action_discard": write_kinds(table.action_discard),
        "current": table.seat,
        "ender": table.ender,
        "last_turns_left": table.last_turns_left,
        "pending_turns": table.pending_turns,
        "phase": "scoring" if is_over else "main" if table.ender is None else "last_turns",
    }


def final_grid(grid, rules):
    """Return a grid that is turned up and cleared for scoring."""
    others = [[("hidden", 0)] * 12] * (rules["players"] - 1)
    game = NaiveActionGame.from_position(rules, FixedLuck(), grids=[grid, *others])
    for slot in naive.hidden_slots(grid):
        game.table.turn_up(0, slot)
    for going in best_passes(game.table.grids[0], rules):
        take_lines(game.table, 0, going, lambda _: "stars_first")
    return game.table.grids[0]


def raw_score(grids, hands, rules):
    """Return the raw scores of grids that are turned up and cleared."""
    game = NaiveActionGame.from_position(rules, FixedLuck(), grids=grids, hands=hands)
    return score(game)

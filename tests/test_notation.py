"""Positions survive the way to text and back, and a seat's text holds what the seat knows."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_sim.errors import NotationError
from skyjo_sim.kernels import opening, turn
from skyjo_sim.kernels.actions import ROUND_OVER
from skyjo_sim.kernels.cards import CLEARED, DECK, N_SLOTS, NO_CARD
from skyjo_sim.kernels.layout import WORDS
from skyjo_sim.notation import describe_position, format_position, parse_position
from skyjo_sim.position import make_game, read_position
from skyjo_sim.positions.value import Position
from skyjo_sim.problems import Problem, find_problems
from skyjo_sim.rules import Rules
from skyjo_sim.rules_record import rules_record
from tests.random_play import SCALE, copy_of, legal_ids, play_randomly, random_rules


def without_leftovers(game):
    """Return the bytes of a game, with everything blank that no kernel reads before writing it."""
    game = copy_of(game)
    table, secret = game.table, game.secret
    n_players = int(table.n_players)
    is_over = table.phase >= ROUND_OVER
    for name in ("hidden", "cleared", "totals", "kept", "n_lines_cleared", "hidden_at_end"):
        table[name][n_players:] = 0
    for name in ("raw", "score"):
        table[name][n_players if is_over else 0 :] = 0
    table.visible[n_players:] = CLEARED
    secret.cards[n_players:] = CLEARED
    secret.cards[:, N_SLOTS:] = CLEARED
    secret.chosen[n_players:] = 0
    secret.pile[int(table.n_pile) :] = 0
    secret.discard[int(table.n_discard) :] = 0
    secret.next_order[int(secret.n_next_order) :] = 0
    if table.n_pile == 0:
        secret.is_ordered = 0
    if secret.luck.position == WORDS:
        secret.luck.words[:] = 0
    return game.tobytes()


def some_games(n_games, every=7):
    """Yield games under way, with their rules."""
    for seed in range(n_games):
        luck = random.Random(1000 + seed)
        rules = rules_record(random_rules(luck))
        for number, game in enumerate(play_randomly(rules, luck, index=luck.getrandbits(63))):
            if number % every == 0 or game.table.phase > 2:
                yield game, rules


def test_a_game_read_back_is_the_same_byte_for_byte():
    for game, _ in some_games(20 // min(SCALE, 5), every=23):
        text = format_position(game)
        again = parse_position(text)
        assert without_leftovers(again) == without_leftovers(game), text
        assert format_position(again) == text


@pytest.mark.parametrize("seed", range(12 // min(SCALE, 6)))
def test_a_game_read_back_goes_on_with_the_same_luck(seed):
    luck = random.Random(seed)
    rules = rules_record(random_rules(luck))
    *_, last = (copy_of(game) for _, game in zip(range(luck.randrange(150)), play_randomly(rules, luck), strict=False))
    games = [last, parse_position(format_position(last))]
    for _ in range(300):
        if games[0].table.phase == ROUND_OVER:
            for game in games:
                opening.start_next_round(game, rules)
        ids = legal_ids(games[0], rules)
        if not ids:
            break
        action = luck.choice(ids)
        for game in games:
            turn.step(game, rules, action)
        assert without_leftovers(games[0]) == without_leftovers(games[1])


def test_a_view_has_the_public_table_and_the_seats_own_cards():
    for game, rules in some_games(10 // min(SCALE, 5), every=41):
        for seat in {0, int(game.table.n_players) - 1, int(game.table.seat)} - {-1}:
            text = format_position(game, seat)
            view = parse_position(text)
            assert format_position(view) == format_position(view, seat) == text
            assert not find_problems(view, rules) & ~Problem.VIEW, text
            expected = copy_of(game)
            if seat != game.table.seat:
                expected.table.drawn = NO_CARD
                expected.table.chosen = 0
            expected.secret = view.secret
            assert without_leftovers(expected) == without_leftovers(view), text


def shuffled_secrets(game, luck):
    """Return a copy with the hidden cards and the draw pile dealt anew among themselves, the key another."""
    game = copy_of(game)
    table, secret = game.table, game.secret
    places = [(secret.cards[seat], slot) for seat in range(8) for slot in range(12) if table.hidden[seat] >> slot & 1]
    if table.n_reshuffles == 0:  # afterwards the pile's composition is public
        places += [(secret.pile, position) for position in range(int(table.n_pile))]
    else:
        luck.shuffle(pile := secret.pile[: int(table.n_pile)].tolist())
        secret.pile[: len(pile)] = pile
    cards = [int(array[index]) for array, index in places]
    luck.shuffle(cards)
    for (array, index), card in zip(places, cards, strict=True):
        array[index] = card
    secret.key[:] = 7, 8
    secret.game += np.uint64(1)
    secret.chosen[:] = 0
    return game


def test_permuting_what_is_secret_changes_no_view():
    luck = random.Random(5)
    for game, _ in some_games(6 // min(SCALE, 3), every=53):
        other = shuffled_secrets(game, luck)
        for seat in range(int(game.table.n_players)):
            if seat < game.table.seat and game.table.phase == 0:
                continue  # its own opening choices, erased above
            assert format_position(other, seat) == format_position(game, seat)
            assert describe_position(other, seat) == describe_position(game, seat)


def test_a_drawn_card_and_choices_are_shown_to_their_owner_only():
    grids = "?1 2 3 4 / 5 6 7 8 / 9 10 11 12 | ?0 1 2 3 / 4 5 6 7 / 8 9 10 11"
    game = parse_position(f"{grids}; turn 0; drawn 12; discard 3; pile 4 5")
    assert "drawn 12;" in format_position(game, 0)
    assert "drawn ?;" in format_position(game, 1)
    assert "drawn a card" in describe_position(game, 1)
    game = parse_position(
        "?1*4 / ?1*4 / ?2*4 | ?3*4 / ?3*4 / ?4*4; turn 1; phase opening; discard 5; lot 6 7; chosen 0 1 | 3"
    )
    assert [format_position(game, seat).split("; ")[-1] for seat in (0, 1)] == ["chosen 0 1", "chosen - | 3"]


POOLED = "1 2 / 3 4 / 5 ?6 | ?7 / ?8 / 9"


@pytest.mark.parametrize("fields", ["lot 12 ?", "lot 12 ?; pool 12 3", "drawn ?; lot 12 3", "drawn 4; lot ?; pool 3 4"])
@pytest.mark.parametrize("game", ["", "action; "])
def test_a_pool_that_is_not_wholly_known_is_left_out_of_a_view(fields, game):
    game = parse_position(f"{POOLED}; {game}discard 5; {fields}; reshuffles 1")
    for seat in (0, 1):
        text = format_position(game, seat)
        assert ("pool" in text) == ("pool" in fields)
        assert format_position(parse_position(text)) == text


@pytest.mark.parametrize("game", ["", "action; "])
def test_a_pool_has_the_known_cards_of_the_pile_and_the_drawn_one(game):
    for fields, cards in (("drawn 4; lot ?; pool 3 5", "1 of 4, got 0"), ("lot 2 2 ?; pool 2 1 3", "2 of 2, got 1")):
        with pytest.raises(NotationError, match=f"pool must have the known cards .*, {cards}"):
            parse_position(f"{POOLED}; {game}discard 5; {fields}; reshuffles 1")


@pytest.mark.parametrize("text", [None, 5, b"1 | 2"])
def test_a_text_is_a_text(text):
    with pytest.raises(NotationError, match="a position must be a text, got "):
        parse_position(text)


# --- hand-made positions ---


@st.composite
def positions(draw):
    """Draw a position that can be made into a game, whether or not play can reach it."""
    luck = random.Random(draw(st.integers(0, 2**32)))
    n_players = draw(st.integers(2, 8))
    phase = draw(st.sampled_from(["opening", "source", "place", "clear", "round_over", "game_over"]))
    cards = luck.sample(DECK.tolist(), 150)
    shown = draw(st.sampled_from(["known", "unknown"]))
    kinds = draw(st.sampled_from(["u", "uh", "uh.", "."]))

    def cell():
        kind = luck.choice(kinds)
        if kind == ".":
            return "."
        card = cards.pop()
        return card if kind == "u" else "?" if shown == "unknown" else f"?{card}"

    def some(highest):
        return [cards.pop() for _ in range(luck.randrange(min(highest, len(cards)) + 1))]

    def numbers(lowest, highest):
        return [luck.randint(lowest, highest) for _ in range(n_players)] if luck.random() < 0.5 else ()

    def members(size):
        return luck.sample(range(size), luck.randrange(size + 1))

    is_over = phase in ("round_over", "game_over")
    seat = None if is_over else luck.randrange(n_players)
    pile = some(30)
    n_reshuffles = luck.choice([0, 0, 3])
    return Position(
        grids=[[cell() for _ in range(12)] for _ in range(n_players)],
        phase=phase,
        seat=seat,
        drawn=cards.pop() if phase == "place" and cards else "?" if phase == "place" else None,
        asked=luck.randrange(4) if phase == "clear" else None,
        to_clear=members(4) if phase == "clear" else (),
        discard=some(20),
        pile=["?"] * len(pile) if shown == "unknown" else pile,
        is_ordered=shown == "known" and luck.random() < 0.5,
        next_order=some(5),
        chosen=[members(12) for _ in range(n_players)] if phase == "opening" else (),
        kept=[members(4) for _ in range(n_players)] if luck.random() < 0.3 else (),
        starter=luck.choice([None, luck.randrange(n_players)]),
        ender=luck.choice([None, *(set(range(n_players)) - {seat})]),
        round_index=luck.choice([0, 5]),
        turns=luck.choice([0, 17]),
        lead=luck.choice([0, -4]),
        totals=numbers(-50, 150),
        n_reshuffles=n_reshuffles,
        is_extra=luck.random() < 0.3,
        extra_rounds=luck.choice([0, 2]),
        lines_cleared=numbers(0, 4),
        hidden_at_end=numbers(0, 12),
        score=numbers(-20, 200) if is_over else (),
        is_doubled=is_over and luck.random() < 0.5,
        is_abandoned=is_over and luck.random() < 0.5,
        is_game_abandoned=phase == "game_over" and luck.random() < 0.5,
        winners=members(n_players) if phase == "game_over" else (),
        key=luck.choice([0, luck.getrandbits(64)]),
        game=luck.choice([0, luck.getrandbits(64)]),
        n_words=luck.choice([0, 1, 31, 32, 33, 64, 150]),
    )


@settings(deadline=None, max_examples=150 // min(SCALE, 3))
@given(positions())
def test_any_position_survives_the_way_to_text_and_back(position):
    game = make_game(position)
    text = format_position(game)
    assert read_position(game) == read_position(parse_position(text))
    assert without_leftovers(parse_position(text)) == without_leftovers(game)
    assert format_position(parse_position(text)) == text


CANONICAL = "1 ?2 . . / 3 4 . . / 5 ?6 . . | ?7 . . . / ?8 . . . / 9 . . .; turn 1; discard 5 5 5; pile 12 0; turns 3"


@pytest.mark.parametrize(
    "text",
    [
        "1 ?2/3 4/5 ?6|?7/?8/9;turns 3;pile 12 0;discard 5 5 5;turn 1",
        " 1\t?2 .*2 / 3 4 . . /5 ?6 . .\n | ?7 / ?8 / 9 ; discard 5*3 ; turn  1; pile 12 0; turns 3;",
        "1 ?2 / 3 4 / 5 ?6 | ?7 / ?8 / 9; phase source; turn 1; discard 5*2 5; pile 12 0; turns 3; starter 0",
    ],
)
def test_another_spelling_gives_the_same_game(text):
    game = parse_position(text)
    assert format_position(game) == CANONICAL.replace("5 5 5", "5*3")
    assert without_leftovers(game) == without_leftovers(parse_position(CANONICAL))


def test_the_rest_of_the_deck_can_be_the_lot():
    game = parse_position("1 ?2 / 3 4 / 5 ?6 | ?7 / ?8 / 9; discard 5; lot rest")
    cards = game.secret.pile[: int(game.table.n_pile)].tolist()
    assert sorted([*cards, 1, 2, 3, 4, 5, 6, 7, 8, 9, 5]) == DECK.tolist()
    assert find_problems(game, Rules()) == 0
    assert "; lot rest" in format_position(game)


def test_the_lot_of_a_dealt_game_is_short():
    luck = random.Random(3)
    game = next(play_randomly(rules_record(Rules()), luck))
    assert "; lot dealt; " in format_position(game)
    assert len(format_position(game)) < 200


def test_a_broken_game_can_still_be_written_and_drawn():
    game = parse_position(CANONICAL)
    for name, value in [
        ("phase", 9),
        ("n_players", 100),
        ("ender", 7),
        ("n_pile", -3),
        ("seat", -1),
        ("drawn", 99),
    ]:
        broken = copy_of(game)
        broken.table[name] = value
        assert format_position(broken)
        assert describe_position(broken)


# --- errors ---


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "column 1: expected a cell such as 5, ?5, ? or ., got ''"),
        ("1 x | 2", "column 3: expected a cell such as 5, ?5, ? or ., perhaps with *1..*150, got 'x'"),
        ("1 2*0 | 2", "column 3: expected a cell such as 5, ?5, ? or ., perhaps with *1..*150, got '2*0'"),
        ("1 2 / 3 | 2", "column 1: a grid must be at most 3 rows of at most 4 cells, all rows equally long"),
        ("1", "column 1: grids must be 2..8, one for each seat, got 1"),
        ("1 | 13", "column 1: a card in grids must be in -2..12, got 13"),
        ("1 | 2; pil 3", "column 8: expected a field, one of turn, phase, "),
        (
            "1 | 2; turn 0; turn 1",
            "column 16: expected a field not given before (the first at column 8), got 'turn'",
        ),
        ("1 | 2; pile 3; lot 4", "column 16: expected a field not given before"),
        ("1 | 2; turn one", "column 13: expected an integer, got 'one'"),
        ("1 | 2; turns -", "column 14: expected an integer, got '-'"),
        ("1 | 2; discard 3 ?4", "column 18: expected a card such as 5, or ? where it is not known, got '?4'"),
        ("1 | 2; discard ?", "column 8: the cards of discard must be known, got '?'"),
        ("1 | 2; drawn 3 4", "column 14: expected one card, got '3 4'"),
        ("1 | 2; totals 3 4 5", "column 8: totals must have 2 numbers, one for each seat, got 3"),
        ("1 | 2; turn 2", "column 8: seat must be in 0..1, got 2"),
        ("1 | 2; phase middle", "column 8: phase must be one of opening, source, "),
        ("1 | 2; pile -2*6", "column 8: the deck has 5 cards of value -2, got 6 in the grids, the piles"),
        ("1 | 2; turn 0; ender 0", "column 16: ender must not be the seat whose turn it is, got 0"),
        (
            "1 | 2; turn 0; ender 1; last 3",
            "column 25: last_turns_left must be 1 with this ender and seat, got 3",
        ),
        ("1 | 2; doubled yes", "column 16: expected nothing behind the name, got 'yes'"),
        ("1 | 2; luck 5", "column 13: expected luck as KEY/GAME+WORDS"),
        ("1 | 2; luck 5/6+900", "column 8: n_words must be in 0..256, got 900"),
        ("1 | 2; chosen 0", "column 8: chosen can be set only in phase opening, got phase source"),
        (
            "1 | 2; score 1 2",
            "column 8: score can be set only in phase round_over or game_over, got phase source",
        ),
    ],
)
def test_an_error_names_the_column_and_what_is_allowed(text, message):
    with pytest.raises(NotationError) as caught:
        parse_position(text)
    assert str(caught.value).startswith(message)


SEEDS = [
    CANONICAL,
    "?*4/?*4/?*4|?*4; turn 1; phase opening; lot ?*9; chosen 0 1 | 3; luck ab/3+5; pool 3 4; starter -",
    "1|2; phase game_over; score 1 2; winners 0; totals -3 7; doubled; abandoned; hidden_at_end 1 1",
    "1|2; asked 2; clearing 1; kept 0 | 1 2; lot rest; reshuffles 2; next 3 4 5; round 3; extra 1; lead -3",
]


@settings(deadline=None, max_examples=400 // min(SCALE, 4))
@given(st.sampled_from(SEEDS), st.data())
def test_no_text_raises_anything_but_a_notation_error(text, data):
    pieces = st.sampled_from(
        ["|", "/", ";", "; ", "?", "-", ".", "*", " ", "99", "²", "7", "rest", "dealt", "turn", "é"]
    )
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, min(start + 6, len(text))))
        text = text[:start] + data.draw(pieces | st.text(max_size=3)) + text[end:]
    try:
        game = parse_position(text)
    except NotationError:
        return
    assert format_position(parse_position(format_position(game))) == format_position(game)


# --- drawing ---


def test_the_drawing_shows_grids_piles_and_turn():
    assert describe_position(parse_position(CANONICAL)) == (
        "round 0, 3 turns played, seat 1 to decide (source)\n"
        "draw pile 2 cards; discard pile 3 cards, 5 on top\n"
        "\n"
        "seat 0               seat 1, turn\n"
        "   1  ?2   .   .       ?7   .   .   .\n"
        "   3   4   .   .       ?8   .   .   .\n"
        "   5  ?6   .   .        9   .   .   .\n"
        "total 0              total 0"
    )


def test_the_drawing_of_eight_has_two_bands():
    text = " | ".join(["?5"] * 8) + "; discard 1"
    lines = describe_position(parse_position(text)).splitlines()
    assert [line.count("seat") for line in lines if line.startswith("seat")] == [4, 4]

"""Test the score sheet: published examples, the laws of an account, files and the printable sheet."""

import contextlib
import csv
import dataclasses
import io
import json
import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_sim.action_rules import ActionRules
from skyjo_sim.errors import InputError
from skyjo_sim.rules import Rules
from skyjo_sim.score_sheet import ScoreSheet
from skyjo_sim.scoring import raw_bounds, score_round
from skyjo_sim.sheets.csv_files import load_csv, save_csv, sheet_from_csv, sheet_to_csv
from skyjo_sim.sheets.files import load_sheet, save_sheet, sheet_from_json, sheet_to_json
from skyjo_sim.sheets.reminder import penalty_mark, reminder
from tests import naive

VECTORS = [
    vector
    for vector in json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))["vectors"]
    if vector["game"] == "classic" and vector["action"]["type"] == "score_round"
]
EXAMPLE = [((11, 23, 16), "Manon"), ((4, 18, 12), "Léa"), ((13, 6, 6), "Hugo"), ((-2, 9, -4), "Léa")]


def example_sheet():
    sheet = ScoreSheet(["Léa", "Hugo", "Manon"])
    for raw, ender in EXAMPLE:
        sheet.add_round(raw, ender)
    return sheet


def long_sheet(n_rounds):
    sheet = ScoreSheet(["A", "B"], Rules(target=1000))
    for _ in range(n_rounds):
        sheet.add_round([3, 1], "B")
    return sheet


def naive_rules(rules):
    return {name: str(value) if isinstance(value, str) else value for name, value in rules.values().items()}


@st.composite
def rules_of_scoring(draw):
    return Rules(
        players=draw(st.integers(2, 5)),
        double_on_tie=draw(st.booleans()),
        double_scope=draw(st.sampled_from(["positive", "any"])),
        double_factor=draw(st.integers(1, 4)),
        flat_penalty=draw(st.sampled_from([0, 5])),
        target=draw(st.sampled_from([1, 30, 100])),
        target_comparison=draw(st.sampled_from(["at_least", "more_than"])),
        victory_tie=draw(st.sampled_from(["shared", "extra_round"])),
        next_round_starter=draw(st.sampled_from(["round_ender", "round_winner", "highest_sum_every_round"])),
    )


@st.composite
def games(draw):
    """Return rules and rounds of raw scores and ender; small scores make ties likely."""
    rules = draw(rules_of_scoring())
    raw = st.tuples(*[st.integers(-3, 9) | st.integers(-17, 140)] * rules.players)
    ender = st.none() | st.integers(0, rules.players - 1)
    return rules, draw(st.lists(st.tuples(raw, ender), max_size=14))


# Scoring one round


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_published_example(vector):
    given_state = vector["given"]
    rules = Rules(players=len(given_state["raw_scores"]), **vector.get("options", {}))
    result = score_round(given_state["raw_scores"], given_state["ender"], given_state["totals"], rules)
    found = {
        "doubled": result.doubled,
        "round_scores": list(result.scores),
        "totals": list(result.totals),
        "game_over": result.is_over,
        "winners": list(result.winners) or None,
        "next_starter": result.next_starter,
    }
    assert {key: found[key] for key in vector["expect"]} == vector["expect"]


@settings(deadline=None, max_examples=200)
@given(games())
def test_game_is_scored_as_by_the_naive_engine(game):
    rules, rounds = game
    slow_rules = naive_rules(rules)
    totals, starter, extra_rounds = [0] * rules.players, None, 0
    for raw, ender in rounds:
        result = score_round(raw, ender, totals, rules, starter=starter, extra_rounds=extra_rounds)
        scores, doubled = naive.score_round(raw, ender, slow_rules)
        totals = [total + score for total, score in zip(totals, scores, strict=True)]
        is_over, winners = naive.game_end(totals, slow_rules, extra_rounds)
        assert (result.scores, result.doubled, result.totals) == (tuple(scores), doubled, tuple(totals))
        assert (result.is_over, result.winners) == (is_over, tuple(winners or ()))
        if is_over:
            assert result.next_starter is None
            break
        starter = naive.next_starter(slow_rules, scores, ender, starter)
        assert result.next_starter == starter
        if extra_rounds or naive.is_target_reached(totals, slow_rules):
            extra_rounds += 1
        assert result.extra_rounds == extra_rounds
        assert result.needs_extra_round == (extra_rounds > 0)


@pytest.mark.parametrize(
    ("changes", "bounds"),
    [
        ({}, (-17, 140)),
        ({"column_rule": "off"}, (-17, 142)),
        ({"column_rule": "off", "row_rule": "mandatory"}, (-17, 141)),
        ({"column_rule": "optional"}, (-17, 140)),
        ({"row_rule": "mandatory"}, (-17, 140)),
    ],
)
def test_raw_bounds_are_reached_by_grids_of_the_deck(changes, bounds):
    rules = Rules(**changes)
    assert raw_bounds(rules) == bounds
    worst = {  # columns, chosen so that no line of equal cards arises that the rules clear
        140: [[12, 12, 11], [12, 11, 12], [11, 12, 12], [12, 12, 11]],
        141: [[12, 12, 12], [12, 12, 12], [12, 12, 12], [11, 11, 11]],
        142: [[12, 12, 12], [12, 12, 12], [12, 12, 12], [12, 11, 11]],
    }[bounds[1]]
    best = [[-2, -1, -1], [-1, -2, -1], [-1, -1, -2], [-2, -2, -1]]
    for columns, total in ((best, bounds[0]), (worst, bounds[1])):
        cards = [card for column in columns for card in column]
        assert all(cards.count(card) <= naive.deck().count(card) for card in cards)
        columns_clear = rules.column_rule != "off" and any(len(set(column)) == 1 for column in columns)
        rows_clear = rules.row_rule != "off" and any(len(set(row)) == 1 for row in zip(*columns, strict=True))
        assert not columns_clear
        assert not rows_clear
        assert sum(cards) == total


@pytest.mark.parametrize("raw", [-18, 141, 7.0, "7", True, None, 10**400])
def test_impossible_raw_score_is_refused(raw):
    with pytest.raises(InputError, match="seat 1"):
        score_round([3, raw], 0)


def test_number_of_rounds_has_no_limit():
    sheet = ScoreSheet(["A", "B"])
    sheet.enter_all([([0, 0], "A")] * 250)
    assert not sheet.is_over
    assert len(sheet.rounds) == 250


# The sheet


def test_four_round_example_gives_26_62_46():
    sheet = example_sheet()
    assert sheet.totals == (26, 62, 46)
    assert [row.doubled for row in sheet.rounds] == [True, False, True, False]
    assert [row.totals for row in sheet.rounds][:3] == [(11, 23, 32), (15, 41, 44), (28, 53, 50)]
    assert (sheet.is_over, sheet.winners, sheet.next_starter) == (False, (), "Léa")
    assert [(row.place, row.player) for row in sheet.standings] == [(1, "Léa"), (2, "Manon"), (3, "Hugo")]
    assert sheet.status == "Léa leads with 26 points. Léa starts round 5."


def test_scored_round_is_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        example_sheet().rounds[0].number = 2


def test_raw_scores_can_be_given_by_name_in_any_order():
    sheet = ScoreSheet(["Léa", "Hugo", "Manon"])
    assert sheet.add_round({"Manon": 16, "léa": 11, "HUGO": 23}, 2).scores == (11, 23, 32)


def test_round_without_ender_doubles_nobody_and_keeps_the_starter():
    sheet = example_sheet()
    assert sheet.add_round((5, 5, 5), None).scores == (5, 5, 5)
    assert sheet.next_starter == "Léa"
    first = ScoreSheet(["A", "B"])
    first.add_round((5, 5), None)
    assert first.next_starter is None
    assert "Whoever started round 1 also starts round 2" in first.status


def test_tie_for_the_win_is_shared_or_asks_for_an_extra_round():
    shared, extra = (
        ScoreSheet("ABC"[:0] or ["A", "B", "C"]),
        ScoreSheet(["A", "B", "C"], Rules(players=3, victory_tie="extra_round")),
    )
    for sheet in (shared, extra):
        sheet.add_round((100, 7, 7), "A")
    assert shared.winners == ("B", "C")
    assert (extra.is_over, extra.winners, extra.needs_extra_round) == (False, (), True)
    assert "tied" in extra.status
    for _ in range(9):
        extra.add_round((0, 0, 0), "A")
        assert extra.needs_extra_round
    extra.add_round((0, 0, 0), "A")
    assert extra.winners == ("B", "C")
    assert not extra.needs_extra_round


def test_no_round_after_the_end_of_the_game():
    sheet = ScoreSheet(["A", "B"])
    sheet.add_round((100, 3), "B")
    with pytest.raises(InputError, match="B has won with 3 points"):
        sheet.add_round((1, 2), "A")
    assert len(sheet.entries) == 1


def test_correction_recomputes_all_that_follows():
    sheet = example_sheet()
    sheet.correct_round(1, ender="Léa")
    assert sheet.totals == (26, 62, 30)
    sheet.correct_round(1, {"Hugo": 24})
    assert sheet.totals == (26, 63, 30)
    sheet.correct_round(3, ender=None)
    assert sheet.totals == (26, 57, 30)
    sheet.correct_round(1, (11, 23, 16), "Manon")
    sheet.correct_round(3, ender="Hugo")
    assert sheet.rounds == example_sheet().rounds


def test_correction_that_ends_the_game_earlier_loses_nothing():
    sheet = example_sheet()
    sheet.correct_round(2, {"Hugo": 100})
    assert (sheet.is_over, sheet.winners, len(sheet.rounds), sheet.n_surplus) == (True, ("Léa",), 2, 2)
    assert "Rounds 3 to 4 were entered after the end" in sheet.status
    again = sheet_from_csv(sheet_to_csv(sheet_from_json(sheet_to_json(sheet))))
    again.correct_round(2, {"Hugo": 18})
    assert again.rounds == example_sheet().rounds


def test_last_round_can_be_removed():
    sheet = example_sheet()
    assert sheet.remove_last_round().raw == (-2, 9, -4)
    assert sheet.totals == (28, 53, 50)
    with pytest.raises(InputError, match="no round"):
        ScoreSheet(["A", "B"]).remove_last_round()


@settings(deadline=None, max_examples=100)
@given(games(), st.data())
def test_correcting_equals_entering_right_from_the_start(game, data):
    rules, rounds = game
    names = [f"p{seat}" for seat in range(rules.players)]
    right, wrong = ScoreSheet(names, rules), ScoreSheet(names, rules)
    right.enter_all(rounds)
    if rounds:
        number = data.draw(st.integers(1, len(rounds)))
        wrong.enter_all([*rounds[: number - 1], ([140] * rules.players, None), *rounds[number:]])
        wrong.correct_round(number, *rounds[number - 1])
    else:
        wrong.enter_all(rounds)
    assert (wrong.entries, wrong.rounds, wrong.status) == (right.entries, right.rounds, right.status)
    assert sheet_from_json(sheet_to_json(right)).rounds == right.rounds
    assert sheet_from_csv(sheet_to_csv(right), rules).entries == right.entries


@pytest.mark.parametrize(
    ("raw", "ender", "message"),
    [
        ((1, 2), "Léa", "3 raw scores"),
        ((1, 2, 3, 4), "Léa", "3 raw scores"),
        ("123", "Léa", "raw scores"),
        (5, "Léa", "raw scores"),
        ((1, 2, 3), "Mano", "did you mean Manon"),
        ((1, 2, 3), "Zoé", "players are Léa, Hugo, Manon"),
        ((1, 2, 3), 3, r"0\.\.2"),
        ((1, 2, 3), True, "seat"),
        ((1, 2, 3), "", "empty"),
        ((1, 2.5, 3), "Léa", "Hugo"),
        ((1, 2, 141), "Léa", r"Manon must be a whole number in -17\.\.140, got 141"),
        ({"Léa": 1, "Hugo": 2}, "Léa", "missing for Manon"),
        ({"Léa": 1, "lea": 1, "Hugo": 2, "Manon": 3}, "Léa", "two raw scores for Léa"),
        ({"Léa": 1, "Hugi": 2, "Manon": 3}, "Léa", "did you mean Hugo"),
    ],
)
def test_impossible_round_is_refused_and_changes_nothing(raw, ender, message):
    sheet = example_sheet()
    for enter in (sheet.add_round, lambda raw, ender: sheet.correct_round(4, raw, ender)):
        if enter == sheet.add_round or "missing" not in message:  # a correction may name some players only
            with pytest.raises(InputError, match=message):
                enter(raw, ender)
            assert sheet.rounds == example_sheet().rounds


@pytest.mark.parametrize("number", [0, 5, -1, 1.0, True])
def test_correction_of_a_round_that_is_not_there_is_refused(number):
    with pytest.raises(InputError, match=r"1\.\.4"):
        example_sheet().correct_round(number, (1, 2, 3))


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (["A"], r"2\.\.8"),
        (["A"] * 9, r"2\.\.8"),
        (["A", " A "], "differ"),
        (["Léa", "Le\N{COMBINING ACUTE ACCENT}a"], "differ"),
        (["A", "  "], "empty"),
        (["A", "B\tC"], "control"),
        (["A", 3], "text"),
        ("AB", "list"),
    ],
)
def test_players_need_different_names(players, message):
    with pytest.raises(InputError, match=message):
        ScoreSheet(players)


def test_rules_must_be_for_as_many_players():
    with pytest.raises(InputError, match="must be 3"):
        ScoreSheet(["A", "B", "C"], Rules(players=2))


def test_case_and_accents_count_where_names_differ_in_them():
    sheet = ScoreSheet(["Lea", "Léa", "lea"])
    assert [sheet.add_round((1, 2, 3), name).ender for name in ("Lea", "Léa", "lea")] == ["Lea", "Léa", "lea"]
    with pytest.raises(InputError, match="LEA"):
        sheet.add_round((1, 2, 3), "LEA")


def test_frame_has_a_row_per_round_and_player():
    frame = example_sheet().to_frame()
    assert len(frame) == 12
    assert frame.groupby("player")["score"].sum().to_dict() == {"Léa": 26, "Hugo": 62, "Manon": 46}
    assert frame.loc[frame["is_doubled"], "player"].tolist() == ["Manon", "Hugo"]
    assert list(ScoreSheet(["A", "B"]).to_frame().columns) == list(frame.columns)


def test_representations_show_totals_and_escape_names():
    assert repr(example_sheet()) == "<ScoreSheet: Léa 26, Hugo 62, Manon 46; rounds: 4>"
    shown = ScoreSheet(["<b>", "B"])._repr_html_()
    assert "&lt;b&gt;" in shown
    assert "<b>" not in shown
    assert "16→32" in example_sheet()._repr_html_()


@pytest.mark.parametrize(
    ("changes", "mark", "sentence"),
    [
        ({}, "×2", "doubled if another player has as few points or fewer; 0 and negative points stay"),
        ({"double_on_tie": False}, "×2", "if another player has fewer points;"),
        ({"double_scope": "any"}, "×2", "as few points or fewer."),
        ({"double_factor": 3, "flat_penalty": 5}, "×3 +5", "multiplied by 3 and raised by 5 if"),
        ({"double_factor": 1}, "", "Nobody's points are doubled."),
        ({"target_comparison": "more_than", "target": 50}, "×2", "a total exceeds 50;"),
        ({"victory_tie": "extra_round"}, "×2", "broken by an extra round."),
    ],
)
def test_reminder_states_the_rules_in_force(changes, mark, sentence):
    rules = Rules(**changes)
    assert penalty_mark(rules) == mark
    assert sentence in " ".join(reminder(rules))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {},
            "The points of a round are those of the cards, 10 more for each action card that is left, "
            "less 10 for a line of three stars and 15 for a row of four stars.",
        ),
        ({"unused_action_penalty": 0, "star_bonus_three": 0}, "those of the cards, less 15 for a row of four stars."),
        ({"use_stars": False}, "those of the cards, 10 more for each action card that is left."),
        ({"use_stars": False, "use_actions": False}, None),
    ],
)
def test_reminder_of_skyjo_action_says_what_counts_besides_cards(changes, sentence):
    found = reminder(ActionRules(**changes))
    assert len(found) == 2 + (sentence is not None)
    assert (sentence or "The points of whoever ended the round") in found[0]


def test_action_cards_and_lines_of_stars_are_part_of_the_points_that_are_entered():
    sheet = ScoreSheet(["A", "B"], ActionRules())
    assert sheet.add_round((4 + 2 * 10, 7 - 10), "A").scores == (48, -3)
    with pytest.raises(InputError, match=r"the raw score of B must be a whole number in -45\.\."):
        sheet.add_round((0, -46), None)
    assert sheet.add_round((140 + 10, -45), None).totals == (198, -48)


# Files


def test_sheet_is_saved_unfinished_and_continued(tmp_path):
    sheet = ScoreSheet(["Léa", "Hugo", "Manon"], Rules(players=3, double_on_tie=False))
    sheet.add_round((6, 6, 13), "Léa")
    save_sheet(sheet, tmp_path / "game.json")
    again = load_sheet(tmp_path / "game.json")
    assert (again.rules, again.players, again.rounds) == (sheet.rules, sheet.players, sheet.rounds)
    assert again.add_round((5, 5, 5), "Hugo").totals == (11, 11, 18)
    assert os.listdir(tmp_path) == ["game.json"]


BROKEN = {
    "not JSON": ("{", "not valid JSON"),
    "huge number": ('{"format": ' + "9" * 5000 + "}", "not"),
    "deep": ("[" * 100_000, "not"),
    "other file": ("[1]", "not a score sheet"),
    "version": ('"version": 1', '"version": 2', "version must be 1"),
    "raw changed": ("[11, 23, 16]", "[11, 23, 15]", r"round 1: scores must be \[11, 23, 30\]"),
    "total changed": ("62, 46", "62, 47", "round 4: totals"),
    "raw impossible": ("[11, 23, 16]", "[11, 23, 1600]", "round 1: the raw score of Manon"),
    "ender unknown": ('"ender": "Hugo"', '"ender": "Hugi"', "round 3: .*did you mean Hugo"),
    "ender missing": ('"ender": "Hugo", ', "", "round 3 has no 'ender'"),
    "unknown key": ('"version"', '"vrsion": 1, "version"', "unknown key 'vrsion'"),
    "rules": ("double_factor=2", "double_factor=99", "double_factor"),
    "rules no text": ('"rules": "', '"rules": 3, "rules2": "', "unknown key"),
    "rules of others": ("players=3", "players=4", "rules.players must be 3"),
    "players": ('["Léa", "Hugo", "Manon"]', "7", "players must be a list"),
    "rounds": ('"rounds": [', '"rounds": 3, "x": [', "unknown key"),
}


@pytest.mark.parametrize("change", BROKEN.values(), ids=BROKEN.keys())
def test_inconsistent_file_is_refused_in_one_line(tmp_path, change):
    *old_new, message = change
    text = sheet_to_json(example_sheet())
    text = old_new[0] if len(old_new) == 1 else text.replace(old_new[0], old_new[1])
    (tmp_path / "game.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message) as caught:
        load_sheet(tmp_path / "game.json")
    assert "game.json" in str(caught.value)
    assert "\n" not in str(caught.value)


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_no_file_content_raises_anything_else(data):
    text = sheet_to_json(example_sheet()) if data.draw(st.booleans()) else sheet_to_csv(example_sheet())
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    text = text[:start] + data.draw(st.text(max_size=5) | st.sampled_from(["null", "[]", "{}", "-1e9"])) + text[end:]
    for read in (sheet_from_json, sheet_from_csv):
        with contextlib.suppress(InputError):
            assert read(text).players


def test_unreadable_and_unwritable_files_are_input_errors(tmp_path):
    (tmp_path / "latin.json").write_bytes(b'{"players": "L\xe9a"}')
    with pytest.raises(InputError, match="UTF-8"):
        load_sheet(tmp_path / "latin.json")
    for path in (tmp_path, tmp_path / "none.json", tmp_path / "none" / "x.json", "nul\0.json"):
        with pytest.raises(InputError, match="cannot be read"):
            load_sheet(path)
        if path != tmp_path / "none.json":
            with pytest.raises(InputError, match="cannot be written"):
                save_sheet(example_sheet(), path)
    assert os.listdir(tmp_path) == ["latin.json"]


def test_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    save_sheet(example_sheet(), tmp_path / "game.json")
    before = (tmp_path / "game.json").read_bytes()

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(InputError, match="No space left"):
        save_sheet(ScoreSheet(["A", "B"]), tmp_path / "game.json")
    assert (tmp_path / "game.json").read_bytes() == before
    assert os.listdir(tmp_path) == ["game.json"]


def test_csv_has_a_row_per_round(tmp_path):
    save_csv(example_sheet(), tmp_path / "game.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "game.csv").read_text(encoding="utf-8"))))
    assert [row["ender"] for row in rows] == ["Manon", "Léa", "Hugo", "Léa"]
    assert [rows[0][f"{what} Manon"] for what in ("raw", "score", "total")] == ["16", "32", "32"]
    assert load_csv(tmp_path / "game.csv").rounds == example_sheet().rounds


def test_csv_of_raw_points_from_a_spreadsheet_is_read():
    text = "round;ender;raw Léa;raw Hugo\r\n1;léa;\N{MINUS SIGN}2;9\r\n2;;5;6\r\n;;;\r\n".removeprefix("\ufeff")
    sheet = sheet_from_csv(text)
    assert [entry.raw for entry in sheet.entries] == [(-2, 9), (5, 6)]
    assert [row.ender for row in sheet.rounds] == ["Léa", None]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("1,Manon", "2,Manon", "numbered"),
        ("Manon,11,23,16,11,23,32", "Manon,11,23,16,11,23,16", "round 1: scores must be"),
        ("Manon,11,23,16", "Manon,11,23,16.5", "round 1: points must be a whole number, got '16.5'"),
        ("Manon,11,23,16", "Manon,11,,16", "round 1: the raw score of Hugo is missing"),
        ("1,Manon", "1,Manno", "did you mean Manon"),
        ("score Léa", "skore Léa", "no column 'skore Léa'"),
        ("score Léa", "raw Léa", "differ"),
        ("round,ender", "round,round", "must occur once"),
        ("1,Manon,11", "1,Manon", "round 1 must have 11 cells"),
    ],
)
def test_inconsistent_table_is_refused(old, new, message):
    text = sheet_to_csv(example_sheet())
    assert old in text
    with pytest.raises(InputError, match=re.escape(message)):
        sheet_from_csv(text.replace(old, new, 1))


# The printable sheet


def texts(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def test_blank_sheet_has_boxes_for_names_and_lines_for_rounds():
    from skyjo_sim.sheets.figure import figure

    drawn = figure(players=8, rounds=15)
    assert texts(drawn).count("name") == 8
    assert {str(number) for number in range(1, 16)} <= set(texts(drawn))
    assert {"Ended by", "×2", "Total"} <= set(texts(drawn))
    assert drawn.get_size_inches() * 25.4 == pytest.approx([210, 297])
    assert "12" in texts(figure())
    assert "13" not in texts(figure())


def test_filled_sheet_shows_points_totals_and_proper_minus_signs():
    from skyjo_sim.sheets.figure import figure

    sheet = example_sheet()
    shown = texts(figure(sheet))
    assert {"Léa", "Hugo", "Manon", "16→32", "6→12", "\N{MINUS SIGN}2", "26", "62", "46"} <= set(shown)
    sheet.correct_round(1, (-17, 23, 16))
    shown += texts(figure(sheet))
    assert "\N{MINUS SIGN}2" in shown
    assert not any(re.search(r"-\d", text) for text in shown)


def test_long_name_is_written_smaller_before_it_is_broken():
    from skyjo_sim.sheets.figure import figure

    written = figure(players=["Bartholomäus", "B", "C", "D", "E"]).axes[0].texts
    sizes = {text.get_text(): text.get_fontsize() for text in written}
    assert 8 <= sizes["Bartholomäus"] < sizes["B"]


def test_everything_stays_on_the_page_and_names_in_their_columns():
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    from skyjo_sim.sheets.figure import figure

    names = ["Maximiliane-Charlotte Wilhelmine", "Bartholomäus", "W" * 60, "$x_2$", "E", "F", "G", "H"]
    sheet = ScoreSheet(names, Rules(players=8, target=1000, double_factor=10, flat_penalty=100))
    for number in range(20):
        if not sheet.is_over:
            sheet.add_round([-17 if number % 2 else 100 - number] * 8, number % 8)
    drawn = figure(sheet, rounds=20)
    renderer = FigureCanvasAgg(drawn).get_renderer()
    width, height = drawn.bbox.width, drawn.bbox.height
    for text in drawn.axes[0].texts:
        box = text.get_window_extent(renderer)
        assert 0.05 * width < box.x0
        assert box.x1 < 0.95 * width
        assert 0.02 * height < box.y0
        assert text.get_fontsize() >= 8
        assert not text.get_parse_math()
        if text.get_ha() == "center" and text.get_position()[0] > 67:  # in a player's column of 16.5 mm
            assert box.width < width * 16.6 / 210


def test_the_foot_of_a_page_of_skyjo_action_stays_on_it():
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    from skyjo_sim.sheets.figure import figure

    sheet = ScoreSheet(list("ABCDEFGH"), ActionRules(players=8, target=1000, double_factor=10, flat_penalty=100))
    sheet.add_round([20] * 8, 0)
    drawn = figure(sheet, rounds=20)
    assert "Skyjo Action score sheet" in texts(drawn)
    assert any("each action card that is left" in text for text in texts(drawn))
    renderer = FigureCanvasAgg(drawn).get_renderer()
    assert all(text.get_window_extent(renderer).y0 > 0.02 * drawn.bbox.height for text in drawn.axes[0].texts)


def test_many_rounds_are_continued_on_further_pages_of_a_pdf(tmp_path):
    from skyjo_sim.sheets.figure import figure, figures, print_sheet

    sheet = long_sheet(45)
    pages = figures(sheet)
    assert len(pages) == 3
    assert "Carried over" in texts(pages[0])
    assert "Page 3 of 3" in texts(pages[2])
    assert {"Total", "135"} <= set(texts(pages[2]))
    assert "135" not in texts(pages[0])
    print_sheet(tmp_path / "sheet.pdf", sheet)
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    for refused in (lambda: print_sheet(tmp_path / "sheet.svg", sheet), lambda: figure(sheet)):
        with pytest.raises(InputError, match="3 pages"):
            refused()
    assert os.listdir(tmp_path) == ["sheet.pdf"]


@pytest.mark.parametrize("suffix", ["pdf", "svg", "png"])
def test_same_sheet_prints_the_same_bytes(tmp_path, suffix):
    from skyjo_sim.sheets.figure import print_sheet

    for name in ("a", "b"):
        print_sheet(tmp_path / f"{name}.{suffix}", example_sheet())
    content = (tmp_path / f"a.{suffix}").read_bytes()
    assert content == (tmp_path / f"b.{suffix}").read_bytes()
    assert not re.search(rb"CreationDate|<dc:date>", content)


def test_names_in_other_scripts_print_without_warnings(tmp_path):
    from skyjo_sim.sheets.figure import print_sheet

    print_sheet(tmp_path / "sheet.svg", players=["山田", "Ω"])
    assert (tmp_path / "sheet.svg").stat().st_size > 1000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 9}, r"2\.\.8"),
        ({"players": ["A"]}, r"2\.\.8"),
        ({"rounds": 0}, r"1\.\.200"),
        ({"sheet": example_sheet(), "players": 3}, "blank sheet"),
        ({"sheet": example_sheet(), "rounds": 3}, r"4\.\.200"),
    ],
)
def test_impossible_print_is_refused(tmp_path, arguments, message):
    from skyjo_sim.sheets.figure import print_sheet

    with pytest.raises(InputError, match=message):
        print_sheet(tmp_path / "sheet.pdf", **arguments)
    with pytest.raises(InputError, match=r"\.pdf"):
        print_sheet(tmp_path / "sheet.docx")

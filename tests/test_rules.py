import dataclasses
import pickle
import re
import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skyjo_sim.errors import RulesError
from skyjo_sim.kernels import actions, lines, opening
from skyjo_sim.kernels.layout import RULES
from skyjo_sim.rules import LIMITS, SWITCHES, ColumnRule, Rules
from skyjo_sim.rules_record import n_actions, rules_record
from skyjo_sim.rules_text import table_names
from tests.rules_samples import (
    another_value,
    any_rules,
    check_documentation,
    fuzz,
    gives_rules_or_one_line,
    is_one_line,
    neighbors,
)

DOCS = Path(__file__).parent.parent / "docs" / "rules.md"


ANY_RULES = any_rules(Rules)


def read_setting(text):
    return Rules().with_settings([text])


READERS = (Rules.from_toml, Rules.from_text, read_setting)


# Construction


def test_official_rules_are_the_default_of_every_switch():
    assert Rules().values() == {
        "players": 2,
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
    assert Rules().changes() == {}


def test_a_choice_accepts_its_enum_or_its_string():
    assert Rules(column_rule="off") == Rules(column_rule=ColumnRule.OFF)
    assert isinstance(Rules(column_rule="off").column_rule, ColumnRule)


@pytest.mark.parametrize("name", LIMITS)
def test_numbers_are_allowed_up_to_their_limits_and_no_further(name):
    low, high = LIMITS[name]
    assert Rules(**{name: low}).values()[name] == low
    assert Rules(**{name: high}).values()[name] == high
    for value in (low - 1, high + 1):
        with pytest.raises(RulesError, match=rf"^{name} must be an integer in {low}\.\.{high}, got {value}$"):
            Rules(**{name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("players", True),
        ("players", 3.0),
        ("players", "3"),
        ("players", None),
        ("target", float("nan")),
        ("double_on_tie", 1),
        ("double_on_tie", "true"),
        ("discard_take_then_flip", None),
        ("column_rule", "sometimes"),
        ("column_rule", "Mandatory"),
        ("column_rule", True),
        ("row_rule", ColumnRule.OPTIONAL),
        ("row_rule", ["off"]),
    ],
)
def test_values_of_another_type_or_choice_are_refused_by_name(name, value):
    with pytest.raises(RulesError, match=rf"^{name} must be .*, got "):
        Rules(**{name: value})


def test_the_message_names_the_allowed_choices():
    with pytest.raises(RulesError, match=r"^last_turns must be one of all_others_once, none, got 'some'$"):
        Rules(last_turns="some")


def test_numpy_integers_become_plain_ones():
    assert type(Rules(target=np.int64(50)).target) is int


def test_a_reveal_after_own_last_turn_needs_last_turns():
    with pytest.raises(RulesError, match="final_reveal_timing = after_own_last_turn cannot go with last_turns = none"):
        Rules(last_turns="none", final_reveal_timing="after_own_last_turn")


def test_rules_cannot_be_changed_but_replaced():
    rules = Rules()
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.target = 50
    assert rules.replace(target=50) == Rules(target=50)
    assert rules == Rules()


def test_replace_checks_names_and_values():
    with pytest.raises(RulesError, match="did you mean target"):
        Rules().replace(taget=50)
    with pytest.raises(RulesError, match="target must be"):
        Rules().replace(target=0)


@pytest.mark.parametrize("mapping", [None, 3, [("players", 2)], "players=2"])
def test_rules_are_made_of_mappings_only(mapping):
    with pytest.raises(RulesError, match="must be a mapping"):
        Rules.from_mapping(mapping)


def test_a_name_that_is_no_text_is_refused():
    with pytest.raises(RulesError, match="there is no switch 3; switches are: players, initial_flips"):
        Rules.from_mapping({3: 4})


@fuzz
@given(st.dictionaries(st.sampled_from(SWITCHES) | st.text(), st.integers() | st.floats() | st.text() | st.none()))
def test_wrong_mappings_raise_rules_errors_only(mapping):
    assert gives_rules_or_one_line(Rules.from_mapping, mapping)


# Text forms


@fuzz
@given(ANY_RULES)
def test_rules_survive_every_form(rules):
    assert Rules.from_text(rules.text()) == rules
    assert Rules.from_toml(rules.to_toml()) == rules
    assert Rules.from_mapping(rules.values()) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert Rules(players=rules.players).replace(**rules.changes()) == rules
    assert "\n" not in rules.text()


@fuzz
@given(neighbors(Rules))
def test_digests_are_equal_for_equal_rules_only(pair):
    one, other = pair
    assert (one.digest() == other.digest()) == (one == other)
    assert hash(one) == hash(Rules.from_mapping(one.values()))
    assert re.fullmatch("[0-9a-f]{16}", one.digest())


@pytest.mark.parametrize("name", SWITCHES)
def test_each_switch_changes_the_text_and_the_digest(name):
    other = another_value(Rules, name)
    rules = Rules(**{name: other})
    assert rules.digest() != Rules().digest()
    assert rules.changes() == ({} if name == "players" else {name: other})


def test_the_canonical_text_is_fixed():
    # Run folders of earlier versions hold this text and its digest.
    assert Rules().text() == (
        "players=2; initial_flips=2; first_round_starter=highest_sum; start_tiebreak=high_card_then_random; "
        "next_round_starter=round_ender; column_rule=mandatory; row_rule=off; flip_after_discard=mandatory; "
        "discard_take_then_flip=false; last_turns=all_others_once; final_reveal_timing=after_all_last_turns; "
        "reshuffle=keep_top; double_on_tie=true; double_scope=positive; double_factor=2; flat_penalty=0; "
        "target=100; target_comparison=at_least; victory_tie=shared; turn_limit=500"
    )
    assert Rules().digest() == "a783abe2082dd7af"


def test_the_short_form_shows_what_is_not_official():
    assert str(Rules()) == "official rules, 2 players"
    assert str(Rules(players=4, double_on_tie=False, column_rule="off")) == (
        "official rules but column_rule=off, double_on_tie=false, 4 players"
    )


def test_missing_switches_are_official():
    assert Rules.from_toml("") == Rules.from_text("") == Rules.from_mapping({}) == Rules().with_settings([]) == Rules()
    assert Rules.from_toml("target = 50") == Rules.from_text("target=50") == Rules(target=50)


def test_settings_change_what_they_name_only():
    rules = Rules(players=3, target=70).with_settings(["double_on_tie=false", " target = 50 ", "column_rule=off"])
    assert rules == Rules(players=3, target=50, double_on_tie=False, column_rule="off")


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("target", "must have the form name=value, got 'target'"),
        ("=3", "must have the form name=value, got '=3'"),
        ("target=", "must have the form name=value, got 'target='"),
        ("target=5.5", r"target must be an integer in 1\.\.1000, got '5\.5'"),
        ("target=true", r"target must be an integer in 1\.\.1000, got True"),
        ("double_on_tie=1", "double_on_tie must be true or false, got 1"),
        ("double_on_tie=False", "double_on_tie must be true or false, got 'False'"),
        ("column_rule=3", "column_rule must be one of mandatory, optional, off, got 3"),
        ("colum_rule=off", "no switch 'colum_rule'; did you mean column_rule"),
        ("target=" + "9" * 5000, "target must be an integer"),
        ("target=٣", "target must be an integer"),
        (7, "must be a text name=value, got 7"),
    ],
)
def test_a_wrong_setting_is_named(setting, message):
    with pytest.raises(RulesError, match=message) as caught:
        Rules().with_settings([setting])
    assert is_one_line(caught.value)
    assert len(str(caught.value)) < 300


def test_a_setting_may_not_be_given_twice():
    with pytest.raises(RulesError, match="'target=60' sets 'target' a second time"):
        Rules().with_settings(["target=50", "target=60"])


@pytest.mark.parametrize(
    "text",
    [
        "players",
        "players = ",
        "players = 2\nplayers = 3",
        "players = 2.0",
        "players = 1979-05-27",
        "players.many = 2",
        "[players]\nmany = 2",
        "[[players]]",
        "column_rule = ['off']",
        "column_rule = 'of\\nf'",
        "title = 'Friday'",
        "'a\\u0007' = 1",
        '"line\\nbreak" = 1',
        "players = " + "9" * 5000,
        "players = 0x" + "f" * 5000,
        "players = " + "[" * 5000 + "]" * 5000,
        "players = nan",
        "\ufeffplayers = 2",
        "players = 2\x00",
    ],
)
def test_malformed_toml_gives_one_line(text):
    with pytest.raises(RulesError) as caught:
        Rules.from_toml(text)
    assert is_one_line(caught.value)


WORDS = st.sampled_from(
    [
        *SWITCHES,
        "=",
        " = ",
        "\n",
        ";",
        '"',
        "'",
        "[",
        "]",
        "{",
        "}",
        ".",
        ",",
        "#",
        "true",
        "off",
        "3",
        "-1",
        "1e9",
        "\\",
    ]
)
SNIPPETS = st.lists(WORDS | st.text(max_size=3), max_size=12).map("".join)


@fuzz
@given(SNIPPETS | st.text())
def test_any_text_gives_rules_or_a_rules_error(text):
    for read in READERS:
        assert gives_rules_or_one_line(read, text)


@fuzz
@given(st.sampled_from(SWITCHES), st.text(max_size=8))
def test_any_word_as_a_value_gives_rules_or_a_rules_error(name, word):
    for read in READERS:
        assert gives_rules_or_one_line(read, f"{name}={word}")


@pytest.mark.parametrize("read", [Rules.from_toml, Rules.from_text, Rules.load])
def test_what_is_no_text_is_refused(read):
    with pytest.raises(RulesError, match="must be"):
        read(3)


# Files


def test_saved_rules_are_loaded(tmp_path):
    rules = Rules(players=5, victory_tie="extra_round", double_on_tie=False)
    rules.save(tmp_path / "friday.toml")
    assert Rules.load(tmp_path / "friday.toml") == Rules.load(str(tmp_path / "friday.toml")) == rules


def test_windows_line_ends_and_byte_order_mark_are_read(tmp_path):
    file = tmp_path / "friday.toml"
    file.write_bytes(b"\xef\xbb\xbf# r\xc3\xa8gle\r\ntarget = 50\r\n")
    assert Rules.load(file) == Rules(target=50)


def test_a_path_is_a_file_and_a_name_is_a_packaged_table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("official").write_text("target = 50")
    assert Rules.load("official") == Rules()
    assert Rules.load(Path("official")) == Rules.load("./official") == Rules(target=50)


def test_a_file_that_cannot_be_read_is_named_in_one_line(tmp_path):
    (tmp_path / "latin.toml").write_bytes(b"# r\xe8gle\n")
    (tmp_path / "wrong.toml").write_text("target = 5000")
    cases = {
        tmp_path: "cannot be read",
        tmp_path / "missing.toml": "does not exist; rules with a name are: .*general-page",
        tmp_path / "latin.toml": "must be encoded in UTF-8",
        tmp_path / "wrong.toml": "target must be an integer",
        "a\0b": "cannot be read",
        "x" * 5000: "cannot be read",
        "offical": "does not exist; rules with a name are: .*official",
    }
    for path, message in cases.items():
        with pytest.raises(RulesError, match=message) as caught:
            Rules.load(path)
        assert is_one_line(caught.value)


def test_rules_that_cannot_be_written_are_named(tmp_path):
    with pytest.raises(RulesError, match=r"no\.toml' cannot be written: "):
        Rules().save(tmp_path / "missing" / "no.toml")


# Packaged tables


TABLES = {
    "official": {},
    "rulezz": {},
    "tallynight": {},
    "tallynight-house": {"double_scope": "any", "double_on_tie": False, "victory_tie": "extra_round"},
    "walter-de-martin": {
        "discard_take_then_flip": True,
        "column_rule": "optional",
        "next_round_starter": "highest_sum_every_round",
        "double_on_tie": False,
        "double_scope": "any",
    },
    "walter-de-martin-personal": {
        "next_round_starter": "highest_sum_every_round",
        "double_on_tie": False,
        "double_scope": "any",
        "target_comparison": "more_than",
    },
    "walter-de-martin-personal-reached": {
        "next_round_starter": "highest_sum_every_round",
        "double_on_tie": False,
        "double_scope": "any",
    },
    "general-page": {
        "next_round_starter": "round_winner",
        "flip_after_discard": "optional",
        "double_on_tie": False,
        "double_scope": "any",
    },
    "general-page-at-once": {
        "next_round_starter": "round_winner",
        "flip_after_discard": "optional",
        "double_on_tie": False,
        "double_scope": "any",
        "last_turns": "none",
    },
}


def test_the_packaged_tables_are_those_listed():
    assert table_names("classic") == sorted(TABLES)


@pytest.mark.parametrize("name", TABLES)
def test_a_packaged_table_changes_what_its_page_says(name):
    assert Rules.load(name) == Rules(**TABLES[name])


@pytest.mark.parametrize("name", TABLES)
def test_a_packaged_table_begins_with_whose_wording_it_is(name):
    file = Path(__file__).parent.parent / "skyjo_sim" / "tables" / f"{name}.toml"
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# The ")
    assert "players" not in tomllib.loads(text)


def test_the_documentation_names_every_switch_value_and_table():
    text = DOCS.read_text(encoding="utf-8")
    for name in SWITCHES:
        check_documentation(text, Rules, name)
    for name in TABLES:
        assert f"--rules {name}" in text


# The record of the kernels


def test_the_record_of_official_rules():
    record = rules_record(Rules())
    assert isinstance(record, np.record)
    assert record.dtype == RULES
    expected = dict.fromkeys(RULES.names, 0)
    expected |= {
        "n_players": 2,
        "initial_flips": 2,
        "row_rule": lines.OFF,
        "double_on_tie": 1,
        "double_factor": 2,
    }
    expected |= {"target": 100, "turn_limit": 1000}
    assert dict(zip(RULES.names, record.tolist(), strict=True)) == expected


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"players": 5}, {"n_players": 5, "turn_limit": 2500}),
        ({"turn_limit": 7}, {"turn_limit": 14}),
        ({"initial_flips": 0}, {"initial_flips": 0}),
        ({"initial_flips": 3}, {"initial_flips": 3, "checks_all_lines": 1}),
        ({"first_round_starter": "lowest_sum"}, {"first_starter": opening.LOWEST_SUM}),
        ({"first_round_starter": "random"}, {"first_starter": opening.RANDOM}),
        ({"start_tiebreak": "random"}, {"tiebreak": opening.RANDOM_TIE}),
        ({"start_tiebreak": "lowest_seat"}, {"tiebreak": opening.LOWEST_SEAT}),
        ({"next_round_starter": "round_winner"}, {"next_starter": opening.ROUND_WINNER}),
        (
            {"next_round_starter": "highest_sum_every_round"},
            {"next_starter": opening.HIGHEST_SUM_EVERY_ROUND},
        ),
        ({"column_rule": "optional"}, {"column_rule": lines.OPTIONAL, "checks_all_lines": 1}),
        ({"column_rule": "off"}, {"column_rule": lines.OFF, "checks_all_lines": 1}),
        ({"row_rule": "mandatory"}, {"row_rule": lines.MANDATORY, "checks_all_lines": 1}),
        ({"flip_after_discard": "optional"}, {"optional_flip": 1}),
        ({"discard_take_then_flip": True}, {"take_then_flip": 1}),
        ({"last_turns": "none"}, {"no_last_turns": 1}),
        ({"final_reveal_timing": "after_own_last_turn"}, {"early_reveal": 1}),
        ({"reshuffle": "take_all_and_turn_new_top"}, {"take_all": 1}),
        ({"double_on_tie": False}, {"double_on_tie": 0}),
        ({"double_scope": "any"}, {"double_any": 1}),
        ({"double_factor": 3}, {"double_factor": 3}),
        ({"flat_penalty": 15}, {"flat_penalty": 15}),
        ({"target": 60}, {"target": 60}),
        ({"target_comparison": "more_than"}, {"target_exceeded": 1}),
        ({"victory_tie": "extra_round"}, {"extra_round": 1}),
    ],
)
def test_each_switch_reaches_its_field_of_the_record_alone(changes, fields):
    official, record = rules_record(Rules()), rules_record(Rules(**changes))
    assert {name: record[name] for name in RULES.names if record[name] != official[name]} == {
        name: number for name, number in fields.items() if number != official[name]
    }
    assert {name: record[name] for name in fields} == fields


@fuzz
@given(neighbors(Rules))
def test_different_rules_have_different_records(pair):
    one, other = pair
    assert (rules_record(one) == rules_record(other)) == (one == other)


def test_records_are_fresh_and_writable():
    rules = Rules()
    record = rules_record(rules)
    record["target"] = 1
    assert rules_record(rules)["target"] == 100


@pytest.mark.parametrize(
    ("changes", "n"),
    [
        ({}, 37),
        ({"flip_after_discard": "optional"}, 38),
        ({"discard_take_then_flip": True}, 50),
        ({"discard_take_then_flip": True, "flip_after_discard": "optional"}, 50),
        ({"column_rule": "optional"}, 52),
        ({"column_rule": "off", "row_rule": "mandatory"}, 37),
    ],
)
def test_the_number_of_actions_is_the_largest_legal_id_plus_one(changes, n):
    assert n_actions(Rules(**changes)) == n
    assert n <= actions.N_ACTIONS

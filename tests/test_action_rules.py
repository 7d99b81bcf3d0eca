import dataclasses
import pickle
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import skyjo_sim.tables
from skyjo_sim import ActionRules, Rules
from skyjo_sim.action_rules import ACTION_SWITCHES
from skyjo_sim.action_switches import ACTION_LIMITS, ActionKind
from skyjo_sim.errors import RulesError
from skyjo_sim.kernels.action.cards import KIND_NAMES, N_EFFECTS
from skyjo_sim.rules import CLASSES, SWITCHES, RowRule
from skyjo_sim.rules_text import read_table, table_names
from tests.naive_action.rules import ALLOWED, OFFICIAL
from tests.rules_samples import (
    another_value,
    any_rules,
    check_documentation,
    gives_rules_or_one_line,
    is_one_line,
    neighbors,
)

DOCS = Path(__file__).parent.parent / "docs" / "action_rules.md"
fuzz = settings(deadline=None, max_examples=60)
NUMBERS_ONLY = ActionRules(use_stars=False, use_actions=False)


# Construction


def test_official_rules_are_those_of_the_oracle():
    assert ActionRules().values() == {"game": "action", "players": 2, "turn_limit": 500, **OFFICIAL}
    assert ActionRules().changes() == {}


def test_the_choices_are_those_of_the_oracle():
    for name, values in ALLOWED.items():
        for value in values if name != "players" else ():
            assert ActionRules(**{name: value}).values()[name] == value


def test_the_switches_of_the_classic_game_come_first():
    assert ACTION_SWITCHES[: len(SWITCHES)] == SWITCHES


def test_the_kinds_are_those_of_the_kernels_in_their_order():
    assert tuple(ActionKind) == KIND_NAMES[:N_EFFECTS]


@pytest.mark.parametrize("name", ACTION_LIMITS)
def test_numbers_are_allowed_up_to_their_limits_and_no_further(name):
    low, high = ACTION_LIMITS[name]
    assert ActionRules(**{name: low}).values()[name] == low
    assert ActionRules(**{name: high}).values()[name] == high
    for value in (low - 1, high + 1):
        with pytest.raises(RulesError, match=rf"^{name} must be an integer in {low}\.\.{high}, got {value}$"):
            ActionRules(**{name: value})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("zeros", 11),
        ("zeros", "Eleven"),
        ("use_stars", 1),
        ("use_actions", "no"),
        ("blank_action_cards", True),
        ("cleared_star_order", None),
        ("line_geometry", "off"),
        ("row_rule", "optional"),
        ("excluded_actions", 3),
        ("excluded_actions", None),
        ("excluded_actions", {"steal": True}),
        ("excluded_actions", ["steal", "blank"]),
        ("excluded_actions", [8]),
        ("excluded_actions", ""),
        ("excluded_actions", "steal,,meteor"),
        ("excluded_actions", "none,steal"),
    ],
)
def test_values_of_another_type_or_choice_are_refused_by_name(name, value):
    with pytest.raises(RulesError, match=rf"^{name} must be .*, got "):
        ActionRules(**{name: value})


@pytest.mark.parametrize(
    "value",
    [
        ["meteor", "steal"],
        ("steal", "meteor", "steal"),
        {"steal", "meteor"},
        "steal,meteor",
        " meteor , steal ",
        [ActionKind.METEOR, ActionKind.STEAL],
    ],
    ids=["list", "tuple", "set", "text", "spaces", "enums"],
)
def test_excluded_cards_are_named_in_any_order(value):
    rules = ActionRules(excluded_actions=value)
    assert rules.excluded_actions == (ActionKind.STEAL, ActionKind.METEOR)
    assert rules == ActionRules(excluded_actions=("steal", "meteor"))
    assert hash(rules) == hash(ActionRules.load("action-first-game"))


def test_nothing_is_excluded_by_the_word_none():
    assert ActionRules(excluded_actions="none") == ActionRules(excluded_actions=[]) == ActionRules()


def test_action_cards_cannot_all_be_left_out():
    with pytest.raises(RulesError, match="use_actions = true needs action cards, and excluded_actions names all kinds"):
        ActionRules(excluded_actions=list(ActionKind))
    assert ActionRules(excluded_actions=list(ActionKind), blank_action_cards=1).use_actions
    assert not ActionRules(excluded_actions=list(ActionKind), use_actions=False).use_actions
    assert len(ActionRules(excluded_actions=list(ActionKind)[1:]).excluded_actions) == N_EFFECTS - 1


def test_what_the_classic_game_refuses_is_refused():
    with pytest.raises(RulesError, match="final_reveal_timing = after_own_last_turn cannot go with last_turns = none"):
        ActionRules(last_turns="none", final_reveal_timing="after_own_last_turn")


def test_rules_cannot_be_changed_but_replaced():
    rules = ActionRules()
    with pytest.raises(dataclasses.FrozenInstanceError):
        rules.zeros = "fifteen"
    assert rules.replace(zeros="fifteen") == ActionRules(zeros="fifteen")
    assert rules.replace(**rules.values()) == rules == ActionRules()


def test_rules_of_the_two_games_are_never_equal():
    assert Rules(row_rule="mandatory") != ActionRules()
    assert (Rules().game, ActionRules().game) == ("classic", "action")


# The numbers-only variant (RULES.md 9.11)


def test_without_stars_and_action_cards_rows_stay_unless_named():
    assert NUMBERS_ONLY.row_rule == "off"
    assert ActionRules().replace(use_stars=False, use_actions=False) == NUMBERS_ONLY
    assert ActionRules().with_settings(["use_stars=false", "use_actions=false"]) == NUMBERS_ONLY
    assert ActionRules.from_mapping({"use_stars": False, "use_actions": False}) == NUMBERS_ONLY
    assert isinstance(NUMBERS_ONLY.row_rule, RowRule)


@pytest.mark.parametrize("changes", [{"use_stars": False}, {"use_actions": False}], ids=["stars", "actions"])
def test_without_one_of_them_rows_go(changes):
    assert ActionRules(**changes).row_rule == ActionRules().replace(**changes).row_rule == "mandatory"
    assert NUMBERS_ONLY.replace(**dict.fromkeys(changes, True)).row_rule == "mandatory"


def test_a_row_rule_that_is_named_or_changed_stays():
    named = NUMBERS_ONLY.replace(row_rule="mandatory")
    assert (
        named.row_rule == ActionRules(use_stars=False, use_actions=False, row_rule="mandatory").row_rule == "mandatory"
    )
    assert named.replace(players=3).row_rule == "mandatory"
    changed = ActionRules(row_rule="off").replace(use_stars=False)
    assert changed.row_rule == "off"
    assert changed.replace(row_rule="mandatory").row_rule == "mandatory"
    assert ActionRules().with_settings(["use_stars=false", "use_actions=false", "row_rule=mandatory"]) == named


def test_a_row_rule_that_is_named_is_never_changed_unasked(tmp_path):
    variant = {"use_stars": False, "use_actions": False}
    path = tmp_path / "row.toml"
    path.write_text('game = "action"\nrow_rule = "mandatory"\n')
    named = [
        ActionRules(row_rule="mandatory"),
        ActionRules().replace(row_rule="mandatory"),
        ActionRules.from_text("row_rule=mandatory").replace(players=3),
        Rules.load(path),
        Rules.from_text(ActionRules().text()),
    ]
    for rules in (*named, *pickle.loads(pickle.dumps(named))):
        assert rules.is_row_rule_named
        assert rules.replace(**variant).row_rule == "mandatory"
        assert rules.replace(players=4).with_settings(["use_stars=false"]).replace(**variant).row_rule == "mandatory"
        assert rules == ActionRules(players=rules.players)
        assert hash(rules) == hash(ActionRules(players=rules.players))
        assert rules.values() == ActionRules(players=rules.players).values()
    off = ActionRules(row_rule="off", **variant)
    assert off == NUMBERS_ONLY
    assert off.replace(use_stars=True).row_rule == "off"
    for rules in (ActionRules(), ActionRules(players=3), NUMBERS_ONLY.replace(target=50)):
        assert not pickle.loads(pickle.dumps(rules)).is_row_rule_named


def test_the_variant_is_for_two_to_four_players():
    assert NUMBERS_ONLY.replace(players=4).players == 4
    message = r"^players must be in 2\.\.4 without stars and action cards \(.*\), got 5$"
    with pytest.raises(RulesError, match=message):
        NUMBERS_ONLY.replace(players=5)
    with pytest.raises(RulesError, match=message):
        ActionRules(players=5).replace(use_stars=False, use_actions=False)
    assert ActionRules(players=8, use_stars=False).players == 8


@pytest.mark.parametrize(
    ("rules", "is_variant"),
    [
        (ActionRules(), False),
        (ActionRules(use_stars=False), False),
        (ActionRules(use_actions=False), False),
        (NUMBERS_ONLY, True),
    ],
    ids=["official", "actions", "stars", "numbers"],
)
def test_the_variant_knows_itself(rules, is_variant):
    assert rules.is_numbers_only is is_variant


# Text forms


@fuzz
@given(any_rules(ActionRules))
def test_rules_survive_every_form(rules):
    assert Rules.from_text(rules.text()) == ActionRules.from_text(rules.text()) == rules
    assert Rules.from_toml(rules.to_toml()) == rules
    assert Rules.from_mapping(rules.values()) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert ActionRules(players=2).replace(players=rules.players, **rules.changes()) == rules
    assert "\n" not in rules.text()


@fuzz
@given(neighbors(ActionRules))
def test_digests_are_equal_for_equal_rules_only(pair):
    one, other = pair
    assert (one.digest() == other.digest()) == (one == other)
    assert hash(one) == hash(Rules.from_mapping(one.values()))


@pytest.mark.parametrize("name", ACTION_SWITCHES)
def test_each_switch_changes_the_text_and_the_digest(name):
    other = another_value(ActionRules, name)
    rules = ActionRules(**{name: other})
    assert rules.digest() != ActionRules().digest()
    assert rules.changes() == ({} if name == "players" else {name: other})
    assert Rules.from_text(rules.text()) == rules


def test_the_canonical_text_is_fixed():
    # Run folders of earlier versions hold this text and its digest.
    classic = Rules(row_rule="mandatory").text()
    assert ActionRules().text() == (
        f"game=action; {classic}; zeros=eleven; use_stars=true; use_actions=true; excluded_actions=none; "
        "blank_action_cards=0; seed_action_discard=true; star_bonus_reveal=true; star_bonus_from_discard=true; "
        "star_bonus_from_draw=true; star_bonus_source=market_or_pile; star_bonus_at_setup=false; "
        "line_geometry=shrink; simultaneous_lines=union; cleared_star_order=stars_first; swap_face_choice=true; "
        "swap_players_pairs=any_two; swap_players_count=1; meteor_targets=all; steal_playable_at_once=false; "
        "steal_blocked_extra_turn=false; reactivate_choice=any; draw_three_replaced=last; "
        "action_reshuffle=reshuffle; discard_without_hidden=allow; unused_action_penalty=10; star_bonus_three=10; "
        "star_bonus_four=15"
    )
    assert ActionRules().digest() == "9197cbcdebe5561a"


def test_the_short_form_shows_what_is_not_official():
    assert str(ActionRules()) == "official rules of Skyjo Action, 2 players"
    assert str(ActionRules(players=4, excluded_actions=["steal", "reveal"], meteor_targets="opponents")) == (
        "official rules of Skyjo Action but excluded_actions=reveal,steal, meteor_targets=opponents, 4 players"
    )
    assert str(NUMBERS_ONLY) == "official rules of Skyjo Action but use_stars=false, use_actions=false, 2 players"


def test_a_toml_file_begins_with_the_game_and_has_lists():
    text = ActionRules(excluded_actions=["steal", "meteor"]).to_toml()
    assert text.startswith('game = "action"\nplayers = 2\n')
    assert '\nexcluded_actions = ["steal", "meteor"]\n' in text
    assert tomllib.loads(ActionRules().to_toml())["excluded_actions"] == []


# Which game


@pytest.mark.parametrize(
    "read",
    [
        lambda game: Rules.from_mapping({"game": game}),
        lambda game: Rules.from_text(f"game={game}"),
        lambda game: Rules.from_toml(f"game = '{game}'"),
    ],
    ids=["mapping", "text", "toml"],
)
def test_rules_are_of_the_game_that_is_named(read):
    assert read("action") == ActionRules()
    assert read("classic") == Rules()
    with pytest.raises(RulesError, match=r"^game must be one of classic, action, got 'chess'$"):
        read("chess")


def test_without_a_game_rules_are_of_the_class_that_is_asked():
    for rules in CLASSES.values():
        assert type(rules.from_mapping({"target": 50})) is type(rules.from_text("target=50")) is rules


@pytest.mark.parametrize(
    "make",
    [
        lambda: ActionRules.from_mapping({"game": "classic"}),
        lambda: ActionRules.from_text(f"game=classic; {Rules().text()}"),
        lambda: ActionRules.load("official"),
        lambda: ActionRules.load("tallynight-house"),
    ],
    ids=["mapping", "text", "official", "house"],
)
def test_classic_rules_are_not_read_as_those_of_skyjo_action(make):
    with pytest.raises(RulesError, match="these are rules of classic Skyjo, not of Skyjo Action"):
        make()


@pytest.mark.parametrize("rules", [Rules(), ActionRules()], ids=["classic", "action"])
def test_the_game_of_rules_cannot_be_changed(rules):
    other = "classic" if rules.game == "action" else "action"
    assert rules.replace(game=rules.game) == rules
    with pytest.raises(RulesError, match=f"game cannot be changed to {other}"):
        rules.replace(game=other)


@pytest.mark.parametrize("name", [name for name in ACTION_SWITCHES if name not in SWITCHES])
def test_a_switch_of_skyjo_action_is_known_as_such(name):
    for change in (lambda: Rules().replace(**{name: 1}), lambda: Rules.from_text(f"game=classic; {name}=1")):
        with pytest.raises(RulesError, match=f"^{name} is a switch of Skyjo Action, and these are rules of classic"):
            change()


@pytest.mark.parametrize(
    ("rules", "name", "hint"),
    [
        (ActionRules(), "meteor_target", r"did you mean meteor_targets\?$"),
        (ActionRules(), "colum_rule", r"did you mean column_rule\?$"),
        (ActionRules(), "turbo", r"switches are: players, .*, star_bonus_four$"),
        (Rules(), "meteor_target", r"did you mean meteor_targets, a switch of Skyjo Action\?$"),
        (Rules(), "turbo", r"switches are: players, .*, turn_limit$"),
    ],
    ids=["action", "shared", "list", "other", "classic"],
)
def test_an_unknown_switch_gets_a_hint(rules, name, hint):
    with pytest.raises(RulesError, match=f"^there is no switch '{name}'; {hint}"):
        rules.replace(**{name: 1})


@fuzz
@given(
    st.dictionaries(
        st.sampled_from(("game", *ACTION_SWITCHES)) | st.text(),
        st.integers() | st.text() | st.none() | st.sampled_from(["action", "classic"]) | st.lists(st.text()),
    )
)
def test_wrong_mappings_raise_rules_errors_only(mapping):
    for rules in CLASSES.values():
        assert gives_rules_or_one_line(rules.from_mapping, mapping)


@fuzz
@given(st.sampled_from(ACTION_SWITCHES), st.text(max_size=8))
def test_any_word_as_a_value_gives_rules_or_a_rules_error(name, word):
    for read in (ActionRules.from_toml, ActionRules.from_text, lambda text: ActionRules().with_settings([text])):
        assert gives_rules_or_one_line(read, f"{name}={word}")


# Files and packaged tables


def test_saved_rules_are_loaded(tmp_path):
    rules = ActionRules(players=5, excluded_actions=["reveal"], zeros="fifteen")
    rules.save(tmp_path / "saturday.toml")
    assert Rules.load(tmp_path / "saturday.toml") == ActionRules.load(str(tmp_path / "saturday.toml")) == rules


def test_a_file_without_a_game_suits_either(tmp_path):
    file = tmp_path / "friday.toml"
    file.write_text("target = 50")
    assert (Rules.load(file), ActionRules.load(file)) == (Rules(target=50), ActionRules(target=50))


def test_a_file_of_the_other_game_is_named(tmp_path):
    file = tmp_path / "friday.toml"
    file.write_text("game = 'classic'")
    with pytest.raises(
        RulesError, match=r"friday\.toml': these are rules of classic Skyjo, not of Skyjo Action$"
    ) as caught:
        ActionRules.load(file)
    assert is_one_line(caught.value)


TABLES = {
    "action-official": {},
    "action-first-game": {"excluded_actions": ("steal", "meteor")},
    "action-numbers-only": {"use_stars": False, "use_actions": False, "row_rule": "off"},
    "action-literal": {"star_bonus_from_draw": False},
}


def test_the_packaged_tables_of_the_two_games_are_all():
    assert table_names("action") == sorted(TABLES)
    assert table_names() == sorted([*table_names("action"), *table_names("classic")])
    assert {read_table(name)["game"] for name in table_names("classic")} == {"classic"}


@pytest.mark.parametrize("name", TABLES)
def test_a_packaged_table_changes_what_it_says(name):
    assert Rules.load(name) == ActionRules.load(name) == ActionRules(**TABLES[name])


@pytest.mark.parametrize("name", TABLES)
def test_a_packaged_table_begins_with_whose_rules_they_are(name):
    text = (Path(skyjo_sim.tables.__file__).parent / f"{name}.toml").read_text(encoding="utf-8")
    assert text.startswith("# The ")
    assert "players" not in tomllib.loads(text)


# Documentation


def test_the_documentation_names_every_switch_and_value():
    text = DOCS.read_text(encoding="utf-8")
    for name in ACTION_SWITCHES:
        check_documentation(text, ActionRules, name)
    assert re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE) == list(ACTION_SWITCHES)


def test_the_documentation_names_every_table_and_kind():
    text = DOCS.read_text(encoding="utf-8")
    for word in (*TABLES, *ActionKind):
        assert f"`{word}`" in text

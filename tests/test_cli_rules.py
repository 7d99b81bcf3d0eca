"""``skyjo rules``, and the options ``--game``, ``--rules`` and ``--set`` of all commands."""

import pytest

from skyjo_experiments.cli.rules_options import read_rules
from skyjo_sim import ActionRules, Rules
from skyjo_sim.errors import SkyjoError
from skyjo_sim.rules_text import table_names
from tests.commands import call


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        ((), Rules()),
        (("--game", "classic"), Rules()),
        (("--game", "action"), ActionRules()),
        (("--rules", "rulezz", "--set", "players=5"), Rules(players=5)),
        (("--rules", "action-official"), ActionRules()),
        (("--game", "action", "--rules", "action-literal"), ActionRules(star_bonus_from_draw=False)),
        (
            ("--game", "action", "--set", "excluded_actions=meteor", "--set", "players=8"),
            ActionRules(excluded_actions=["meteor"], players=8),
        ),
        (
            ("--rules", "action-numbers-only", "--set", "players=4"),
            ActionRules(players=4, use_stars=False, use_actions=False),
        ),
    ],
)
def test_rules_are_printed_as_a_file_of_rules(words, rules, tmp_path):
    code, out, err = call("rules", *words)
    assert (code, err) == (0, "")
    (tmp_path / "printed.toml").write_text(out)
    assert Rules.load(tmp_path / "printed.toml") == rules
    assert out.splitlines()[1:] == rules.to_toml().splitlines()


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ((), table_names()),
        (("--game", "classic"), table_names("classic")),
        (("--game", "action"), table_names("action")),
    ],
    ids=["all", "classic", "action"],
)
def test_the_tables_of_the_game_are_named(words, names):
    assert call("rules", *words)[1].splitlines()[0] == f"# packaged tables: {', '.join(names)}"


CONTRADICTIONS = [
    (("--game", "chess"), "--game must be one of classic, action, got 'chess'"),
    (("--game", ""), "--game must be one of classic, action, got ''"),
    (("--set", "game=action"), "--set cannot choose the game; --game classic and --game action do"),
    (("--game", "action", "--set", " game = action"), "--set cannot choose the game"),
    (
        ("--game", "action", "--rules", "official"),
        "--rules 'official' has rules of classic Skyjo, needed are those of Skyjo Action; its packaged tables are: "
        "action-first-game, action-literal, action-numbers-only, action-official",
    ),
    (
        ("--game", "classic", "--rules", "action-official"),
        "--rules 'action-official' has rules of Skyjo Action, needed are those of classic Skyjo; its packaged tables are: "
        "general-page, ",
    ),
    (
        ("--set", "meteor_targets=all"),
        "meteor_targets is a switch of Skyjo Action, and these are rules of classic Skyjo",
    ),
    (("--rules", "rulezz", "--set", "zeros=fifteen"), "zeros is a switch of Skyjo Action"),
    (("--game", "action", "--set", "zeros=12"), "zeros must be one of eleven, fifteen, got 12"),
    (
        ("--rules", "action-numbers-only", "--set", "players=5"),
        "players must be in 2..4 without stars and action cards",
    ),
]


@pytest.mark.parametrize("command", ["rules", "actions"])
@pytest.mark.parametrize(("words", "message"), CONTRADICTIONS, ids=range(len(CONTRADICTIONS)))
def test_contradictions_are_one_line(command, words, message):
    code, out, err = call(command, *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"skyjo: error: {message}")


def test_a_file_without_a_game_is_of_the_game_that_is_wanted(tmp_path):
    file = tmp_path / "friday.toml"
    file.write_text("target = 50")
    assert read_rules(str(file), None, None) == read_rules(str(file), [], "classic") == Rules(target=50)
    assert read_rules(str(file), None, "action") == ActionRules(target=50)


@pytest.mark.parametrize(("wanted", "other"), [("classic", "action"), ("action", "classic")])
def test_a_file_of_the_other_game_is_refused(tmp_path, wanted, other):
    file = tmp_path / "friday.toml"
    file.write_text(f"game = '{other}'")
    assert read_rules(str(file), None, None).game == other
    with pytest.raises(SkyjoError, match=r"friday\.toml"):
        read_rules(str(file), None, wanted)


def test_a_command_for_the_classic_game_refuses_the_other():
    with pytest.raises(SkyjoError, match="has rules of Skyjo Action, needed are those of classic Skyjo"):
        read_rules("action-official", None)
    assert read_rules(None, None) == Rules()


def test_a_row_rule_that_a_file_names_stays(tmp_path):
    variant = ("--set", "use_stars=false", "--set", "use_actions=false")
    path = tmp_path / "row.toml"
    path.write_text('game = "action"\nrow_rule = "mandatory"\n')
    assert 'row_rule = "mandatory"\n' in call("rules", "--rules", path, *variant)[1]
    path.write_text('game = "action"\ntarget = 50\n')
    assert 'row_rule = "off"\n' in call("rules", "--rules", path, *variant)[1]

"""Test ``skyjo score``: the example at the table, negative numbers, and errors in one line."""

import json

import pytest
from typer.testing import CliRunner

from skyjo_experiments.cli.score import score_app

PLAYERS = "Léa,Hugo,Manon"


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Return a function that runs the command in an empty folder, by default expecting success."""
    monkeypatch.chdir(tmp_path)

    def run_command(*words, code=0):
        result = CliRunner().invoke(score_app, [str(word) for word in words])
        assert result.exit_code == code, result.output
        return result

    return run_command


@pytest.fixture
def played(run, tmp_path):
    """Return the file of the example game of four rounds."""
    file = tmp_path / "game.json"
    run("new", file, "--players", PLAYERS)
    run("add", file, "--ender", "Manon", 11, 23, 16)
    run("add", file, 4, 18, 12, "--ender", "léa")
    run("add", file, "--ender", "Hugo", "Manon=6", "Léa=13", "Hugo=6")
    run("add", file, "--ender", "Léa", -2, 9, -4)
    return file


def shown(run, file):
    return json.loads(run("show", file, "--json").stdout)


def test_four_round_example_gives_26_62_46(run, played):
    sheet = shown(run, played)
    assert sheet["totals"] == [26, 62, 46]
    assert [row["doubled"] for row in sheet["rounds"]] == [True, False, True, False]
    assert (sheet["next_starter"], sheet["is_over"], sheet["winners"]) == ("Léa", False, [])
    table = run("show", played).stdout
    for text in ("16→32", "6→12", "\N{MINUS SIGN}2", "26 ◂", "62", "46", "Léa leads with 26 points."):
        assert text in table


@pytest.mark.parametrize(
    "words", [("-2", "9", "-4"), ("--", "-2", "9", "-4"), ("Hugo=9", "Léa=-2", "Manon=\N{MINUS SIGN}4")]
)
def test_negative_points_are_numbers_not_options(run, words):
    run("new", "g.json", "--players", PLAYERS)
    run("add", "g.json", "--ender", "Léa", *words)
    assert shown(run, "g.json")["rounds"][0]["raw"] == [-2, 9, -4]


def test_negative_points_can_be_corrected(run, played):
    run("correct", played, 4, -1, 9, -4)
    assert shown(run, played)["totals"] == [27, 62, 46]


def test_correct_changes_points_or_ender_of_a_round(run, played):
    run("correct", played, 1, "Hugo=24")
    assert shown(run, played)["totals"] == [26, 63, 46]
    run("correct", played, 1, "--ender", "Léa")
    assert shown(run, played)["totals"] == [26, 63, 30]
    run("correct", played, 3, "--no-ender")
    assert shown(run, played)["totals"] == [26, 57, 30]


def test_correction_that_ends_the_game_keeps_later_rounds(run, played):
    output = run("correct", played, 2, "Hugo=100").stdout
    assert "The game is over: Léa has won" in output
    assert "not counted" in output
    assert "(13)" in output
    run("correct", played, 2, "Hugo=18")
    assert shown(run, played)["totals"] == [26, 62, 46]


def test_undo_takes_the_last_round_back(run, played):
    run("undo", played)
    assert shown(run, played)["totals"] == [28, 53, 50]


def test_rules_and_settings_are_kept_in_the_file(run, tmp_path):
    (tmp_path / "house.toml").write_text("double_on_tie = false\n", encoding="utf-8")
    run("new", "g.json", "--players", "A,B", "--rules", "house.toml", "--set", "target=50")
    output = run("add", "g.json", "--ender", "A", 49, 49).stdout
    assert "double_on_tie=false" in output
    assert shown(run, "g.json")["totals"] == [49, 49]
    assert shown(run, "g.json")["is_over"] is False


def test_export_and_import_give_the_same_game(run, played):
    run("export", played, "game.csv")
    run("import", "game.csv", "again.json")
    assert shown(run, "again.json") == shown(run, played)
    run("import", "game.csv", "again.json", "--set", "double_on_tie=false", code=2)
    run("import", "game.csv", "house.json", "--set", "double_on_tie=false", code=2)  # its scores are others


def test_print_makes_blank_and_filled_sheets(run, played, tmp_path):
    run("print", "blank.svg", "--players", 5, "--rounds", 14, "--set", "double_on_tie=false")
    run("print", played, "filled.pdf")
    assert (tmp_path / "blank.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert (tmp_path / "filled.pdf").read_bytes().startswith(b"%PDF")


ERRORS = {
    "no ender": (("add", "game.json", 1, 2, 3), "--no-ender"),
    "both": (("add", "game.json", 1, 2, 3, "--ender", "Léa", "--no-ender"), "exclude"),
    "unknown name": (("add", "game.json", "--ender", "Mano", 1, 2, 3), "did you mean Manon?"),
    "too few": (("add", "game.json", "--ender", "Léa", 1, 2), "3 raw scores"),
    "no points": (("add", "game.json", "--ender", "Léa"), "3 raw scores"),
    "too many points": (("add", "game.json", "--ender", "Léa", 1, 2, 300), "in -17..140, got 300"),
    "too few points": (("add", "game.json", "--ender", "Léa", 1, 2, -18), "got -18"),
    "no number": (("add", "game.json", "--ender", "Léa", 1, 2, "x"), "whole number, got 'x'"),
    "mixture": (("add", "game.json", "--ender", "Léa", 1, 2, "Léa=3"), "NAME=POINTS only"),
    "twice": (("correct", "game.json", 1, "Léa=3", "Léa=4"), "two raw scores"),
    "no such round": (("correct", "game.json", 5, "Léa=3"), "in 1..4, got 5"),
    "nothing to correct": (("correct", "game.json", 1), "what to correct"),
    "exists": (("new", "game.json", "--players", "A,B"), "--force"),
    "import exists": (("import", "x.csv", "game.json"), "--force"),
    "import onto itself": (("import", "game.json", "game.json", "--force"), "two files"),
    "one player": (("new", "x.json", "--players", "A"), "2..8 players"),
    "bad rule": (("new", "x.json", "--players", "A,B", "--set", "double_on_ti=false"), "double_on_tie"),
    "other number": (("new", "x.json", "--players", "A,B", "--set", "players=3"), "must be 2"),
    "no file": (("show", "none.json"), "none.json"),
    "folder": (("show", "."), "cannot be read"),
    "export over the sheet": (("export", "game.json", "game.json"), ".csv"),
    "print kind": (("print", "game.json", "x.docx"), ".pdf, .svg or .png"),
    "print three": (("print", "game.json", "game.json", "x.pdf"), "[FILE] OUT"),
    "print players": (("print", "game.json", "x.pdf", "--players", 3), "blank sheet"),
}  # fmt: skip


@pytest.mark.parametrize(("words", "message"), ERRORS.values(), ids=ERRORS.keys())
def test_error_is_one_line_with_exit_code_2_and_the_file_unchanged(run, played, words, message):
    before = played.read_bytes()
    result = run(*words, code=2)
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""
    assert played.read_bytes() == before
    assert [path.name for path in played.parent.iterdir()] == ["game.json"]


def test_round_after_the_end_is_refused(run):
    run("new", "g.json", "--players", "A,B")
    run("add", "g.json", "--ender", "B", 100, 3)
    assert "B has won with 3 points" in run("add", "g.json", "--ender", "B", 1, 2, code=2).stderr


def test_misspelled_option_is_not_taken_for_points(run, played):
    result = run("add", played, "--endr", "Léa", 1, 2, 3, code=2)
    assert "--endr" in result.output


def test_force_replaces_a_sheet(run, played):
    run("new", played, "--players", "A,B", "--force")
    assert shown(run, played)["players"] == ["A", "B"]


def test_eight_players_fit_on_a_narrow_terminal(run):
    names = ["Anna", "Bo", "Chloé", "Dmitri", "Emre", "Fatima", "[red]", "Hugo"]
    run("new", "g.json", "--players", ",".join(names))
    output = run("add", "g.json", "--ender", "Fatima", *[20] * 8).stdout
    assert "20→40" in output
    assert any("[red" in line for line in output.splitlines() if "┃" in line)
    assert max(len(line) for line in output.splitlines() if "│" in line) <= 80


def test_sheets_of_skyjo_action_are_chosen_by_the_game_or_by_rules(run):
    run("new", "a.json", "--players", "A,B", "--game", "action", "--set", "unused_action_penalty=5")
    assert "unused_action_penalty=5" in shown(run, "a.json")["rules"]
    assert shown(run, "a.json")["rules"].startswith("game=action; players=2; ")
    output = run("new", "b.json", "--players", "A,B", "--rules", "action-official").stdout
    assert "official rules of Skyjo Action, 2 players" in output
    run("add", "b.json", "--ender", "A", 24, -3)
    run("export", "b.json", "b.csv")
    run("import", "b.csv", "c.json", "--game", "action")
    assert shown(run, "c.json") == shown(run, "b.json")
    run("print", "blank.svg", "--game", "action", "--players", 3)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--set", "unused_action_penalty=5"], "unused_action_penalty is a switch of Skyjo Action"),
        (["--game", "chess"], "--game must be one of classic, action, got 'chess'"),
        (["--game", "classic", "--rules", "action-official"], "needed are those of classic Skyjo"),
        (["--set", "game=action"], "--set cannot choose the game; --game classic and --game action do"),
        (["--game", "action", "--set", "use_stars=false", "--set", "use_actions=false"], "players must be in 2..4"),
    ],
)
def test_rules_that_do_not_fit_a_new_sheet_are_one_line(run, words, message):
    output = run("new", "a.json", "--players", "A,B,C,D,E", *words, code=2).output
    assert message in " ".join(output.split())
    assert output.count("\n") == 1

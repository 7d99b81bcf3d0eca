"""``skyjo closing``: positions and cards on a table, good and bad."""

import json

import pytest

from tests.commands import call

OWN = "1 2 -1 4 / 0 2 -1 5 / 3 1 0 2"
TWO_HIDDEN = "1 ? ? 2 / 1 2 3 4 / 1 2 3 5"
OTHER = "4 ? 3 -1 / 1 2 3 4 / 4 0 2 1"
POSITION = f"{OWN} | {OTHER}; turn 1; ender 0; discard 9 6; lot ?*124"
TABLE = ["--own", OWN, "--opponent", OTHER, "--discard", "6", "--seen", "9"]


def test_a_position():
    code, out, err = call("closing", POSITION)
    assert (code, err) == (0, "")
    assert "If you end now you score" in out
    assert "P(doubled)" in out
    assert "Exact." in out


def test_cards_on_a_table_are_the_same_position():
    assert call("closing", *TABLE)[1] == call("closing", POSITION)[1]


def test_json():
    code, out, _ = call("closing", *TABLE, "--opponent", "1 2 3 / ? 4 4 / 5 5 6", "--json")
    content = json.loads(out)
    assert code == 0
    assert [other["seat"] for other in content["others"]] == [1, 2]
    assert content["expected_raw"] == 18
    assert content["expected_score"] == pytest.approx(18 * (1 + content["p_doubled"]))
    assert content["n_deals"] > 0
    assert sum(content["others"][1]["distribution"].values()) == pytest.approx(1)


def test_a_position_may_begin_with_a_negative_card():
    own = "-1 2 -1 4 / 0 2 -1 5 / 3 1 0 2"
    code, out, _ = call("closing", f"{own} | {OTHER}; turn 1; ender 0; discard 9 -1; lot ?*124")
    assert code == 0
    assert call("closing", "--own", own, "--opponent", OTHER, "--discard", "-1", "--seen", "9")[1] == out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "give either a POSITION, or --own, --opponent and --discard"),
        ([POSITION, "--own", OWN], "give either a POSITION"),
        (["--own", OWN, "--discard", "5"], "--opponent is missing"),
        (["--own", OWN, "--opponent", OTHER], "--discard is missing"),
        (["--own", "1 2 x", "--opponent", OTHER, "--discard", "5"], "--own: expected a cell"),
        (["--own", OWN, "--opponent", "1 / 2 3", "--discard", "5"], "--opponent: a grid must be"),
        (["--own", OWN, "--opponent", OTHER, "--discard", "5 6"], "--discard must be one card, got '5 6'"),
        (["--own", OWN, "--opponent", OTHER, "--discard", "13"], "--discard: a card in discard must be in -2..12"),
        ([*TABLE[:-1], "5*11"], "--seen: the deck has 10 cards of value 5"),
        ([*TABLE[:-1], "4*9"], "the deck has 10 cards of value 4, got 13 in the grids"),
        ([*TABLE, "--objective", "win"], "objective must be own_score or beat_ender, got 'win'"),
        ([*TABLE, "--seat", "1"], "--seat goes with a POSITION"),
        (
            ["--own", "1 ? ? 2 / 1 2 3 4 / 1 2 3 5", "--opponent", OTHER, "--discard", "5"],
            "hidden cards of seat 0 must be 0 or 1",
        ),
        (["--own", "1 2 / 1 2", "--opponent", OTHER, "--discard", "5"], "--own must have 3 rows, got 2"),
        (["1 | nonsense"], "column 5: expected a cell"),
        ([*TABLE, "--sean", "3"], "No such option: --sean (see skyjo closing --help)"),
        ([*TABLE, "--sean=3"], "No such option: --sean (see"),
        (["1", "2", "-1"], "POSITION must be one text in quotes, got 3 words: 1 2 -1"),
    ],
)
def test_bad_input_is_one_line(words, message):
    code, out, err = call("closing", *words)
    assert (code, out) == (2, "")
    assert err.startswith("skyjo: error: ")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("text", ["1 2 / 3 ?* | 4 5 / ?6 7; action; turn 0; discard 6; lot 5"])
def test_a_position_of_skyjo_action_is_named_as_such(text):
    message = (
        "position must be one of classic Skyjo, the only game whose endings can be computed, got one of Skyjo Action"
    )
    assert call("closing", text) == (2, "", f"skyjo: error: {message}\n")

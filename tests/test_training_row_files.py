"""Rows in CSV files: every number comes back exactly, whatever is damaged is named."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skyjo_experiments.training.row_files import read_rows, rows_csv
from skyjo_sim import RunError

KINDS = {"steps": int, "opponent": str, "share": float}
LIMITS = {"steps": (0, 100), "share": (0, 1)}
TEXT = "steps,opponent,share\n"


@given(
    st.lists(
        st.fixed_dictionaries(
            {
                "steps": st.integers(),
                "opponent": st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0")),
                "share": st.floats(allow_nan=False),
            }
        )
    )
)
def test_every_value_comes_back_exactly(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("rows") / "curve.csv"
    path.write_text(rows_csv(rows, KINDS), encoding="utf-8")
    assert read_rows(path, KINDS, {}) == rows


def test_names_with_commas_and_quotes_stay_whole(tmp_path):
    rows = [{"steps": 3, "opponent": 'npz("a, b/best.npz")', "share": 0.1 + 0.2}]
    (tmp_path / "curve.csv").write_text(rows_csv(rows, KINDS), encoding="utf-8")
    assert read_rows(tmp_path / "curve.csv", KINDS, LIMITS) == rows


def test_an_interval_that_is_not_known_is_still_a_number(tmp_path):
    (tmp_path / "curve.csv").write_text(TEXT + "1,random,nan\n2,random,inf\n", encoding="utf-8")
    first, second = read_rows(tmp_path / "curve.csv", KINDS, {})
    assert math.isnan(first["share"])
    assert second["share"] == math.inf


def test_without_rows_there_is_a_header():
    assert rows_csv([], KINDS) == TEXT


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "its columns must be steps, opponent, share"),
        (b"steps,share,opponent\n", "its columns must be steps, opponent, share"),
        (TEXT.encode() + b"1,random\n", "is damaged"),
        (TEXT.encode() + b"1,random,0.5,7\n", "is damaged"),
        (TEXT.encode() + b"one,random,0.5\n", "is damaged: invalid literal"),
        (TEXT.encode() + b"1.5,random,0.5\n", "is damaged: invalid literal"),
        (TEXT.encode() + b"1,random,\n", "is damaged: could not convert"),
        (TEXT.encode() + b"1,\xff\xfe,0.5\n", "is damaged"),
        (TEXT.encode() + b"101,random,0.5\n", "is damaged: steps must be in 0..100, got 101"),
        (TEXT.encode() + b"-1,random,0.5\n", "is damaged: steps must be in 0..100, got -1"),
        (TEXT.encode() + b"1,random,1.01\n", "is damaged: share must be in 0..1, got 1.01"),
        (TEXT.encode() + b"1,random,nan\n", "is damaged: share must be in 0..1, got nan"),
    ],
)
def test_damage_is_named_with_the_file(tmp_path, content, message):
    path = tmp_path / "curve.csv"
    path.write_bytes(content)
    with pytest.raises(RunError, match=f"curve.csv .*{message}"):
        read_rows(path, KINDS, LIMITS)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(RunError, match=r"curve.csv cannot be read: No such file"):
        read_rows(tmp_path / "curve.csv", KINDS, LIMITS)

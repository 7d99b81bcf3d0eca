"""The rule mutants can be applied; slow: each of them is noticed by a test."""

import ast
import subprocess
import sys

import pytest

from tests.mutant_list import MUTANTS
from tests.mutant_list.mutant import Edit
from tests.mutant_list.sandbox import ROOT, apply_edits
from tests.mutants import judge


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_fits_the_sources_and_changes_the_program(mutant, tmp_path):
    files = {edit.file for edit in mutant.edits}
    for file in files:
        copy = tmp_path / file
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text((ROOT / file).read_text(encoding="utf-8"), encoding="utf-8")
    apply_edits(mutant, tmp_path)
    for file in files:
        before, after = ((place / file).read_text(encoding="utf-8") for place in (ROOT, tmp_path))
        assert ast.dump(ast.parse(after)) != ast.dump(ast.parse(before))


def test_there_are_many_mutants_of_different_names():
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) >= 30


@pytest.mark.parametrize("text", ["", "one", "old old"])
def test_an_edit_that_does_not_fit_is_refused(text):
    with pytest.raises(ValueError, match=r"a\.py: the old text must occur 1 times"):
        Edit("a.py", "old", "new").apply(text)
    with pytest.raises(ValueError, match="must differ"):
        Edit("a.py", "old", "old").apply("old")


@pytest.mark.parametrize(
    ("code", "output", "text", "is_noticed"),
    [
        (0, "3 passed", "SURVIVED", False),
        (1, "FAILED tests/test_a.py::test_b[1, 2] - assert 1 == 2\n", "killed by tests/test_a.py::test_b[1, 2]", True),
        (None, "", "killed by time: it does not end", True),
        (-11, "", "killed by a crash (signal 11)", True),
        (1, "ERROR tests/test_a.py\n1 error", "CANNOT BE RUN: ERROR tests/test_a.py / 1 error", False),
        (2, "interrupted", "CANNOT BE RUN: interrupted", False),
    ],
)
def test_a_mutant_is_noticed_by_a_failing_test_only(code, output, text, is_noticed):
    verdict = judge(code, output)
    assert (verdict.text, verdict.is_noticed) == (text, is_noticed)


@pytest.mark.slow
def test_every_mutant_is_noticed():
    done = subprocess.run([sys.executable, "-m", "tests.mutants"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr

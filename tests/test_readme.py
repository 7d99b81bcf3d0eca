"""The README's promises: its result is what its command prints, and the CI runs its test command."""

import re
import shlex
from pathlib import Path

import pytest

from skyjo_sim.kernels.compiler import IS_COMPILED
from tests.commands import call

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


@pytest.mark.skipif(not IS_COMPILED, reason="ten thousand games take an hour uncompiled")
@pytest.mark.parametrize(("number", "text", "start"), [(0, 0, ".venv/bin/skyjo simulate "), (2, 1, "skyjo closing ")])
def test_the_result_shown_is_what_the_command_prints(number, text, start):
    command = blocks("sh")[number].split("&&")[-1].strip()
    assert command.startswith(start)
    code, out, err = call(*shlex.split(command)[1:])
    assert (code, err) == (0, "")
    assert out == blocks("text")[text]


def test_the_second_command_runs_the_tests():
    assert blocks("sh")[1].strip().endswith("-m pytest")


@pytest.mark.parametrize("link", re.findall(r"\]\(((?!http)[^)#]+)", README))
def test_links_lead_to_files(link):
    assert (ROOT / link).is_file()

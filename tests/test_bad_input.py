"""Whatever is typed or lies on the disk: one clear line on stderr, exit code 2, no traceback, nothing lost."""

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_sim import RunError, load_run, resume, simulate
from skyjo_sim.kernels.compiler import IS_COMPILED
from tests.commands import call
from tests.test_resume import FAILING, interrupted_run

fuzz = settings(deadline=None, max_examples=100 if IS_COMPILED else 20)
ROUNDS = ("--rounds", 2)


def error_of(*words):
    """Return the one line that a refused command prints."""
    code, out, err = call(*words)
    assert (code, out) == (2, ""), (code, out, err)
    assert err.count("\n") == 1
    assert err.startswith("skyjo: error: ")
    return err.removeprefix("skyjo: error: ").rstrip("\n")


REFUSED = {
    # How many of what
    (): "give --games N or --rounds N",
    ("--games", 1, "--rounds", 1): "give either --games or --rounds, not both",
    ("--rounds", 0): "the number of rounds must be an integer in 1..1000000000000, got 0",
    ("--games", -1): "the number of games must be an integer in 1..1000000000000, got -1",
    ("--games", 10**12 + 1): "the number of games must be an integer in 1..1000000000000, got 1000000000001",
    ("--games", 10**40): "the number of games must be an integer in",
    ("--games", "9" * 5000): "Invalid value for '--games'",
    ("--rounds", "many"): "Invalid value for '--rounds'",
    ("--rounds", "1.5"): "Invalid value for '--rounds'",
    ("--rounds", ""): "Invalid value for '--rounds'",
    (*ROUNDS, "--seed", -1): "seed must be an integer in 0..18446744073709551615, got -1",
    (*ROUNDS, "--seed", 2**64): "seed must be an integer in 0..18446744073709551615, got 18446744073709551616",
    (*ROUNDS, "--workers", 0): "workers must be an integer in 1..1024, got 0",
    (*ROUNDS, "--workers", 10**6): "workers must be an integer in 1..1024, got 1000000",
    (*ROUNDS, "--part", 0): "part_size must be a positive integer, got 0",
    (*ROUNDS, "--part", -5): "part_size must be a positive integer, got -5",
    # Agents
    (*ROUNDS, "--agents", "cutof(2)"): "unknown agent 'cutof'; did you mean cutoff?",
    (*ROUNDS, "--agents", "cutoff(1,2)"): "agent cutoff(1,2): wrong number of arguments, expected cutoff(cutoff=2)",
    (*ROUNDS, "--agents", "random(1)"): "agent random(1): wrong number of arguments, expected random",
    (*ROUNDS, "--agents", "cutoff(a\nb)"): "agent cutoff(a\\nb): arguments must be finite numbers, got 'a\\nb'",
    (*ROUNDS, "--agents", "cutoff(\x1b[31m)"): "agent cutoff(\\x1b[31m): arguments must be finite numbers",
    (*ROUNDS, "--agents", ""): "agents must be names separated by commas, got ''",
    (*ROUNDS, "--agents", "cutoff(2"): "the parentheses in agents 'cutoff(2' do not match",
    (*ROUNDS, "--agents", "random,random,random", "--players", 2): "3 agents do not fit at a table of 2 players",
    # Rules
    (*ROUNDS, "--players", 1): "players must be an integer in 2..8, got 1",
    (*ROUNDS, "--players", 9): "players must be an integer in 2..8, got 9",
    (*ROUNDS, "--set", "double_on_ti=false"): "there is no switch 'double_on_ti'; did you mean double_on_tie?",
    (*ROUNDS, "--set", "target"): "a setting must have the form name=value, got 'target'",
    (*ROUNDS, "--set", "target=0"): "target must be an integer in 1..1000, got 0",
    (*ROUNDS, "--set", "row_rule=maybe"): "row_rule must be one of off, mandatory, got 'maybe'",
    (
        *ROUNDS,
        "--set",
        "last_turns=none",
        "--set",
        "final_reveal_timing=after_own_last_turn",
    ): "cannot go with last_turns = none: there are no last turns after which cards could be turned up",
    (*ROUNDS, "--rules", "ofical"): "rules file 'ofical' does not exist; rules with a name are: ",
    (*ROUNDS, "--rules", "/"): "rules file '/' cannot be read: Is a directory",
    # Resuming
    ("--resume", "/nothing/here"): "folder '/nothing/here' holds no run: manifest.json is missing",
    ("--resume", "/dev/null"): "folder '/dev/null' holds no run: manifest.json is missing",
    ("--resume", "x\0y"): "null byte",
    ("--resume", "x", "--seed", 0): "--resume takes the run as it was planned: leave out",
    ("--resume", "x", "--rounds", 0): "--resume takes the run as it was planned: leave out",
    ("--resume", "x", "--out", "y"): "--resume takes the run as it was planned: leave out",
    ("--resume", "x", "--no-rotate"): "--resume takes the run as it was planned: leave out",
    # Options and files
    (*ROUNDS, "--otu", "x"): "No such option: --otu",
    (*ROUNDS, "more"): "unexpected extra argument",
    ("--rounds",): "Option '--rounds' requires an argument",
    (*ROUNDS, "--out", "/proc/run"): "folder '/proc/run' cannot be used: No such file or directory",
    (*ROUNDS, "--out", "/dev/null/run"): "folder '/dev/null/run' cannot be used: Not a directory",
    (*ROUNDS, "--out", "x" * 5000): "cannot be used: File name too long",
    (*ROUNDS, "--agent-file", "none.py"): "agent file 'none.py' cannot be read: No such file or directory",
}


@pytest.mark.parametrize("words", REFUSED, ids=lambda words: " ".join(map(str, words))[:40] or "nothing")
def test_refused_command_is_one_line_that_says_why(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert REFUSED[words] in error_of("simulate", *words)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"target = ", "not valid TOML: "),
        (b"target = 50\ntarget = 60", "not valid TOML: "),
        (b"\xff", "must be encoded in UTF-8"),
        (b"turbo = true", "there is no switch 'turbo'"),
        (b"target = [1]", "target must be an integer in 1..1000, got [1]"),
        (b"a = " + b"[" * 5000, "not valid TOML: "),
        (b"target = " + b"9" * 5000, "not valid TOML: "),
    ],
)
def test_malformed_rules_file_is_one_line(tmp_path, content, message):
    file = tmp_path / "rules.toml"
    file.write_bytes(content)
    assert message in error_of("simulate", *ROUNDS, "--rules", file)


def test_command_without_command_shows_help():
    code, _, err = call()
    assert code == 2
    assert "Traceback" not in err
    code, _, err = call("simulat", *ROUNDS)
    assert (code, err.count("\n")) == (2, 1)
    assert "No such command 'simulat'" in err


def test_errors_of_the_score_sheet_have_the_same_form(tmp_path):
    file = tmp_path / "game.json"
    assert error_of("score", "show", file) == f"score sheet {str(file)!r} cannot be read: No such file or directory"
    assert "No such option: --plyers" in error_of("score", "new", file, "--plyers", "A,B")
    assert "requires an argument" in error_of("score", "new", file, "--players")
    file.write_text("{")
    assert "game.json" in error_of("score", "show", file)


def test_used_folder_is_refused_and_nothing_is_lost(tmp_path):
    out = interrupted_run(tmp_path / "run", hash_rows=True)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    assert error_of("simulate", *ROUNDS, "--out", out) == (
        f"folder {str(out)!r} is not empty; resume that run with --resume {out}"
    )
    assert before == {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}


def test_rows_cannot_be_asked_of_a_run_without_rows(tmp_path):
    out = interrupted_run(tmp_path / "run")
    assert "keeps no rows: leave out --rows and --hash" in error_of("simulate", "--resume", out, "--rows")


@pytest.mark.parametrize(
    ("content", "agents", "message"),
    [
        ("def f(:", "f", "line 1: SyntaxError"),
        ("1/0", "f", "line 1: ZeroDivisionError"),
        ("raise SystemExit(0)", "f", "line 1: SystemExit: 0"),
        ("x = 1", "x", "defines no agent"),
        ("from skyjo_sim import policy\n@policy\ndef f(a, b): return 0", "f", "must take 4 arguments, got 2"),
        (
            "from skyjo_sim import policy\n@policy\ndef f(a, b, c, d): return x",
            "f",
            "agent f: the policy cannot be compiled",
        ),
        (
            "from skyjo_sim import policy\n@policy\ndef f(a, b, c, d): return 0.5",
            "f",
            "must answer with an integer action",
        ),
        ("from skyjo_sim import policy\n@policy\ndef f(a, b, c, d): return 0", "g", "unknown agent 'g'"),
    ],
)
def test_wrong_agent_file_is_one_line_and_leaves_no_folder(tmp_path, content, agents, message):
    if not IS_COMPILED and ("cannot be compiled" in message or "must answer" in message):
        pytest.skip("nothing is compiled")
    file, out = tmp_path / "mine.py", tmp_path / "run"
    file.write_text(content)
    assert message in error_of("simulate", *ROUNDS, "--agents", agents, "--agent-file", file, "--out", out)
    assert not out.exists()


def test_failing_agent_is_one_line_and_the_position(tmp_path):
    file, out = tmp_path / "mine.py", tmp_path / "run"
    file.write_text(FAILING)
    words = ("--agents", "mine", "--rounds", 40, "--part", 1, "--workers", 1)
    code, printed, err = call("simulate", *words, "--agent-file", file, "--out", out)
    assert (code, printed) == (2, "")
    head, *drawing = err.splitlines()
    assert head.startswith("skyjo: error: agent mine at seat ")
    assert " raised ValueError: not my day (game " in head
    assert any("to decide (" in line for line in drawing)
    assert "Traceback" not in err
    assert drawing[-1].endswith(f"go on with: skyjo simulate --resume {out} --agent-file CORRECTED.py")
    assert load_run(out).n_units > 0
    file.write_text(FAILING.replace('raise ValueError("not my day")', "pass"))
    assert "has changed since the run began" in error_of("simulate", "--resume", out)
    code, printed, err = call("simulate", "--resume", out, "--agent-file", file)
    assert (code, err) == (0, "")
    assert printed.startswith("40 rounds, ")


# Anything at all

NUMBERS = st.integers(-2, 3).map(str) | st.sampled_from(["", "x", "1e3", "0x1", "²", "-", "9" * 30, "nan"])
TEXTS = st.text(max_size=12) | st.sampled_from(["random", "cutoff(2)", "random,random", "official", "target=5", "-1"])
OPTIONS = st.one_of(
    st.tuples(st.sampled_from(["--rounds", "--players", "--workers", "--part"]), NUMBERS),
    st.tuples(st.just("--seed"), NUMBERS | st.integers().map(str)),
    st.tuples(st.sampled_from(["--agents", "--rules", "--set", "--game", "--agent-file", "--resume"]), TEXTS),
    st.tuples(st.sampled_from(["--json", "--quiet", "--no-rotate", "--rows", "--hash", "--hlp", "--help", "-x", "--"])),
    st.tuples(TEXTS),
)
COMMANDS = st.sampled_from(["simulate", "rules", "actions", "agents", "score", "simulat"])


@given(COMMANDS, st.lists(OPTIONS, max_size=5))
@fuzz
def test_any_options_end_with_an_exit_code_and_without_traceback(tmp_path_factory, command, options):
    words = [word for option in options for word in option]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.getbasetemp())
        code, _, err = call(command, *words)
    assert code in (0, 1, 2, 130)
    assert "Traceback" not in err
    assert code or not err
    assert code != 2 or err.count("\n") <= 1


@given(
    st.binary(max_size=60)
    | st.text(max_size=60).map(str.encode)
    | st.from_regex(rb"(target|players) ?= ?[^\n]{0,9}\n?")
)
@fuzz
def test_any_rules_file_is_rules_or_one_line(tmp_path_factory, content):
    file = tmp_path_factory.getbasetemp() / "fuzz.toml"
    file.write_bytes(content)
    code, out, err = call("rules", "--rules", file)
    assert (code == 0 and not err and out) or (code == 2 and not out and err.count("\n") == 1)


@pytest.fixture(scope="module")
def sound_run(tmp_path_factory):
    """Return an interrupted run with rows."""
    return interrupted_run(tmp_path_factory.mktemp("fuzz") / "run", hash_rows=True)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=4,
)


def read_or_refuse(out):
    """Read a folder's sums and rows, or return None if that is refused in one line; other errors get out."""
    try:
        result = load_run(out)
        assert repr(result)
        assert json.dumps(result.to_json(), allow_nan=False)
        return result.sums.tobytes(), [rows.tobytes() for rows in result.row_parts()]
    except RunError as error:
        if "\n" in str(error):
            raise
        return None


@given(st.data())
@fuzz
def test_any_change_of_a_manifest_is_read_or_one_line(sound_run, tmp_path_factory, data):
    copy = tmp_path_factory.getbasetemp() / "manifest"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(sound_run, copy)
    content = json.loads((copy / "manifest.json").read_text())
    for name in data.draw(st.lists(st.sampled_from(sorted(content)), min_size=1, max_size=3)):
        content[name] = data.draw(JSON)
    (copy / "manifest.json").write_text(json.dumps(content))
    read_or_refuse(copy)


@given(st.data())
@fuzz
def test_any_damage_to_a_file_is_found_or_harmless(sound_run, tmp_path_factory, data):
    copy = tmp_path_factory.getbasetemp() / "damage"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(sound_run, copy)
    files = sorted(
        path for path in copy.rglob("*.*") if path.is_file() and path.suffix in (".npy", ".parquet", ".json")
    )
    path = data.draw(st.sampled_from(files))
    content = bytearray(path.read_bytes())
    place = data.draw(st.integers(0, len(content) - 1) | st.integers(0, min(127, len(content) - 1)))
    replaced = data.draw(st.binary(max_size=8))
    content[place : place + data.draw(st.integers(0, 8))] = replaced
    path.write_bytes(content[: data.draw(st.integers(0, len(content)))] if data.draw(st.booleans()) else content)
    assert read_or_refuse(copy) in (None, read_or_refuse(sound_run)) or path.suffix == ".json"


def test_copy_of_a_damaged_run_can_still_be_resumed_once_mended(sound_run, tmp_path):
    copy = Path(shutil.copytree(sound_run, tmp_path / "copy"))
    part = sorted((copy / "parts").iterdir())[0]
    whole = part.read_bytes()
    part.write_bytes(whole[:-1])
    with pytest.raises(RunError):
        resume(copy)
    part.write_bytes(whole)
    n = load_run(copy).plan.n_units
    assert resume(copy).rows_sha256 == simulate("cutoff(2),random", n_games=n, hash_rows=True).rows_sha256

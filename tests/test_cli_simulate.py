"""The command ``skyjo simulate``: what it prints, where, and with which exit code."""

import json
import subprocess
from importlib.metadata import version

import pytest

from skyjo_experiments.cli import progress
from skyjo_experiments.cli.simulate import DEFAULT_AGENTS
from skyjo_sim import Rules, load_run, simulate
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.simulation.schedule import Progress
from tests.commands import SKYJO, call, environment
from tests.test_agents import FILE
from tests.test_resume import interrupted_run

N = 30 if IS_COMPILED else 4
compiled_only = pytest.mark.skipif(not IS_COMPILED, reason="the processes would take minutes")


def printed(*words):
    """Return what a command prints that must succeed without a word on stderr."""
    code, out, err = call(*words)
    assert (code, err) == (0, "")
    return out


def as_json(*words):
    return json.loads(printed("simulate", "--json", *words))


def test_table_names_what_was_played_by_whom():
    out = printed("simulate", "--games", N, "--seed", 5)
    result = simulate(DEFAULT_AGENTS, n_games=N, seed=5)
    assert out == f"{result!r}\n"


def test_rows_are_hashed_with_and_without_a_folder(tmp_path):
    sha256 = simulate(DEFAULT_AGENTS, n_rounds=N, hash_rows=True).rows_sha256
    for words in (
        ("--hash",),
        ("--rows",),
        ("--rows", "--out", tmp_path / "rows"),
        ("--hash", "--out", tmp_path / "h"),
    ):
        assert f"rows_sha256 {sha256}\n" in printed("simulate", "--rounds", N, *words)
    assert len(load_run(tmp_path / "rows").rows) == len(load_run(tmp_path / "h").rows) == 2 * N
    assert "rows_sha256" not in printed("simulate", "--rounds", N)


def test_json_is_one_object_and_nothing_else():
    content = as_json("--rounds", N, "--rows")
    result = simulate(DEFAULT_AGENTS, n_rounds=N, hash_rows=True)
    times = {"cpu_seconds", "wall_seconds", "startup_seconds"}
    assert {name for name in times if content[name] > 0} == times
    assert {name: content[name] for name in content if name not in times} == {
        name: value for name, value in json.loads(json.dumps(result.to_json())).items() if name not in times
    }


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (["--players", 5], {"players": 5}),
        (["--no-rotate", "--seed", 2**64 - 1], {"rotate": False, "seed": 2**64 - 1}),
        (["--agents", "random,cutoff(1),random"], {"agents": "random,cutoff(1),random"}),
        (["--set", "target=50"], {"rules": Rules(target=50)}),
        (
            ["--set", "target=50", "--agents", "random,random,random"],
            {"agents": "random," * 2 + "random", "target": 50},
        ),
        (["--set", "players=4", "--set", "row_rule=mandatory"], {"rules": Rules(players=4, row_rule="mandatory")}),
        (["--rules", "general-page", "--players", 3], {"rules": Rules.load("general-page"), "players": 3}),
        (["--workers", 2, "--part", 3], {}),
        (["--check"], {}),
    ],
    ids=str,
)
def test_options_mean_what_the_parameters_mean(words, options):
    options = {"agents": DEFAULT_AGENTS, **options}
    if target := options.pop("target", None):
        options |= {"rules": Rules(players=3, target=target)}
    n = 3 if "--check" in words else N
    expected = simulate(options.pop("agents"), n_games=n, hash_rows=True, **options).rows_sha256
    assert as_json("--games", n, "--hash", *words)["rows_sha256"] == expected


def test_agents_of_a_file_are_found_again_on_resume(tmp_path):
    file, out = tmp_path / "mine.py", tmp_path / "run"
    file.write_text(FILE)
    words = ("--agents", "bold(4),careful", "--agent-file", file, "--rounds", N, "--hash")
    whole = as_json(*words)
    assert [agent["name"] for agent in whole["agents"]] == ["bold(4)", "careful"]
    assert as_json(*words, "--out", out)["rows_sha256"] == whole["rows_sha256"]
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["agent_file"] == str(file)
    (out / "manifest.json").write_text(json.dumps(manifest | {"state": "running"}))
    (out / "parts").mkdir()
    for path in (out / "rows").iterdir():
        path.unlink()
    assert as_json("--resume", out)["rows_sha256"] == whole["rows_sha256"]


def test_resume_accepts_rows_where_there_are_rows(tmp_path):
    out = interrupted_run(tmp_path / "run", hash_rows=True)
    assert "kept in" in printed("simulate", "--resume", out, "--rows")
    assert "kept in" not in printed("simulate", "--resume", out, "--quiet")


def test_interrupt_before_the_first_part_says_how_to_go_on(tmp_path, monkeypatch):
    out = tmp_path / "run"

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("skyjo_sim.simulation.keeping.RunFolder.open", interrupt)
    assert call("simulate", "--rounds", 3, "--out", out) == (
        130,
        "",
        f"stopped; go on with: skyjo simulate --resume {out}\n",
    )
    monkeypatch.undo()
    assert "3 rounds" in printed("simulate", "--resume", out)
    monkeypatch.setattr("skyjo_sim.simulation.entry.prepare", interrupt)
    assert call("simulate", "--rounds", 3) == (130, "", "stopped; nothing was kept\n")


def test_folder_with_a_space_is_quoted_in_the_hint(tmp_path):
    out = interrupted_run(tmp_path / "my run")
    manifest = out / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"interrupted"', '"running"'))
    from skyjo_experiments.cli.simulate import _how_to_go_on

    assert _how_to_go_on(load_run(out)).endswith(f"go on with: skyjo simulate --resume '{out}'")
    assert _how_to_go_on(simulate("random", n_rounds=1)).endswith("with --out DIR a run can be resumed")


def test_folder_whose_name_is_not_unicode_can_be_used_and_resumed(tmp_path):
    out = tmp_path / "caf\udce9"
    assert "3 rounds" in printed("simulate", "--rounds", 3, "--rows", "--out", out)
    assert "3 rounds" in printed("simulate", "--resume", out)


# The bar


def test_bar_is_shown_on_a_terminal_only(monkeypatch):
    with progress.progress_bar("game", True) as update:
        assert update is None
    monkeypatch.setattr(progress.sys.stderr, "isatty", lambda: True, raising=False)
    with progress.progress_bar("game", False) as update:
        assert update is None
    with progress.progress_bar("game", True) as update:
        update(Progress(n_units=10, done=5, resumed=2, seconds=0.5))


# Other commands


def test_other_commands_print_what_they_are_for():
    assert printed("--version") == f"skyjo-sim {version('skyjo-sim')}\n"
    agents = printed("agents")
    assert "cutoff(cutoff=2)" in agents
    assert "slots uniformly among the legal ones." in " ".join(agents.split())
    assert Rules.from_toml(printed("rules", "--set", "target=50")) == Rules(target=50)
    assert "--rounds" in printed("simulate", "--help")


# Where output goes


def in_shell(redirection, **changes):
    """Run three rounds in a shell, with a redirection; return the exit code, stdout and stderr."""
    command = f"{' '.join(SKYJO)} simulate --rounds 3 --agents random {redirection}"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, env=environment(**changes), check=False
    )
    return done.returncode, done.stdout, done.stderr


@compiled_only
@pytest.mark.parametrize(
    ("redirection", "expected"),
    [
        (">/dev/full", (2, "", "skyjo: error: cannot go on: No space left on device\n")),
        (">&-", (0, "", "")),
    ],
)
def test_output_that_nobody_receives_is_no_traceback(redirection, expected):
    assert in_shell(redirection) == expected


@compiled_only
def test_terminal_without_our_signs_gets_escapes():
    code, out, err = in_shell("", PYTHONIOENCODING="koi8-r", PYTHONUTF8="0")
    assert (code, err) == (0, "")
    assert "\\xb1" in out


def test_contradicting_numbers_of_players_are_refused():
    code, out, err = call("simulate", "--games", 1, "--set", "players=3", "--players", 4)
    assert (code, out) == (2, "")
    assert err == "skyjo: error: --players 4 and --set players=3 contradict each other\n"


def test_rules_can_be_named_in_python_too():
    named = simulate("random", n_rounds=2, rules="tallynight-house")
    assert named.plan.rules == Rules.load("tallynight-house")

"""Agents: policies, names, files; and what is said when they are wrong."""

import pickle
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skyjo_agents import cutoff_agent, random_agent
from skyjo_sim import Agent, InputError, PolicyError, Rules, policy, simulate
from skyjo_sim.agent_arguments import parameters_of
from skyjo_sim.agent_file import load_agent_file
from skyjo_sim.agent_names import (
    format_number,
    format_text,
    make_agent,
    make_agents,
    registered_agents,
    split_names,
    usage,
)
from skyjo_sim.kernels import baselines
from skyjo_sim.kernels.actions import CLEAR, DRAW, FLIP, OPENING, PLACE, SOURCE
from skyjo_sim.kernels.baselines import random_policy
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import PARAMS

compiled_only = pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled")
fuzz = settings(deadline=None, max_examples=150)

FILE = """
import numpy as np
from skyjo_agents import cutoff_agent
from skyjo_sim import Agent, policy
from skyjo_sim.kernels.baselines import random_policy

@policy
def bold(table, seat, params, stream):
    if table.phase == 1 and table.discard_top <= params.values[0]:
        return 1 + 11 if not table.cleared[seat] else 0
    return random_policy(table, seat, params, stream)

careful = Agent("Cautious Carl", bold, (-1,))
three = cutoff_agent(3)

def helper(a, b, c):
    return a
"""


@pytest.fixture
def write(tmp_path):
    """Return a function that writes an agent file and returns its path."""

    def write_file(content, name="mine.py"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write_file


def scores(agents, n_rounds=20, **options):
    return simulate(agents, n_rounds=n_rounds, hash_rows=True, **options).rows_sha256


# Policies


@pytest.mark.parametrize("thing", [3, None, "random", print.__class__])
def test_policy_must_be_a_function_of_four_arguments(thing):
    with pytest.raises(PolicyError, match=r"must be a function|must take 4 arguments"):
        policy(thing)


def test_policy_with_other_arguments_is_refused_by_name():
    with pytest.raises(PolicyError, match=r"policy greedy must take 4 arguments, got 2: policy\(table, seat, params"):

        @policy
        def greedy(table, seat):
            return 0


def answering(convert):
    """Return a policy that draws and flips the first hidden card; `convert` makes its answers."""

    @policy
    def first_hidden(table, seat, params, stream):
        if table.phase == SOURCE:
            return convert(DRAW)
        slot = 0
        while not (table.hidden[seat] & ~table.chosen) >> slot & 1:
            slot += 1
        return convert(FLIP + slot)

    return first_hidden


@compiled_only
@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint32, np.uint64])
def test_answer_may_be_any_integer(kind):
    reference = scores([Agent("first", answering(policy_identity))])
    assert scores([Agent("first", answering(kind))]) == reference


if IS_COMPILED:
    import numba

    policy_identity = numba.njit(lambda number: number)


def answer_float(table, seat, params, stream):
    return 0.5


def answer_nothing(table, seat, params, stream):
    pass


def answer_pair(table, seat, params, stream):
    return 1, 2


def answer_sometimes(table, seat, params, stream):
    if table.phase == 1:
        return 0
    return None


@compiled_only
@pytest.mark.parametrize("function", [answer_float, answer_nothing, answer_pair, answer_sometimes])
def test_answer_that_is_no_integer_is_refused_before_playing(function):
    with pytest.raises(PolicyError, match="agent odd: a policy must answer with an integer action id") as caught:
        simulate([Agent("odd", policy(function))], n_rounds=1)
    assert "\n" not in str(caught.value)


@pytest.mark.small
def test_float_as_an_answer_is_refused_compiled_or_not():
    with pytest.raises(PolicyError, match="agent odd"):
        simulate([Agent("odd", policy(answer_float))], n_rounds=1)


def use_unknown_name(table, seat, params, stream):
    return not_defined  # noqa: F821


def use_unknown_field(table, seat, params, stream):
    return table.secret


def add_text(table, seat, params, stream):
    return seat + "one"


def use_generator(table, seat, params, stream):
    return sum(lambda: (yield) for _ in params)


@compiled_only
@pytest.mark.parametrize("function", [use_unknown_name, use_unknown_field, add_text, use_generator])
def test_policy_that_cannot_be_compiled_is_refused_in_one_line(function):
    with pytest.raises(PolicyError, match=r"agent odd: the policy cannot be compiled: .") as caught:
        simulate([Agent("odd", policy(function))], n_rounds=1)
    assert "\n" not in str(caught.value)


@compiled_only
def test_policy_that_is_not_decorated_is_refused():
    with pytest.raises(PolicyError, match=r"agent odd: decorate the policy with skyjo_sim\.policy"):
        simulate([Agent("odd", answer_pair)], n_rounds=1)
    with pytest.raises(PolicyError, match="agent odd: the policy must be a function, got None"):
        simulate([Agent("odd", None)], n_rounds=1)


@policy
def odd(table, seat, params, stream):
    if table.phase == params.values[0] and table.turns >= params.values[2]:
        if params.values[1] == -100:
            raise ValueError("no idea")
        return np.int64(params.values[1])
    return random_policy(table, seat, params, stream)


LEGAL = {OPENING: "25, ", SOURCE: "0, 1, ", PLACE: "13, ", CLEAR: "50, 51)"}


@pytest.mark.parametrize("answer", [-100, -1, 52, 63, 64, 10**12])
@pytest.mark.parametrize("phase", LEGAL)
def test_failure_names_agent_seat_game_turn_position_and_legal_ids(phase, answer):
    rules = Rules(players=3, column_rule="optional")
    agents = ["cutoff(2)", Agent("odd(1)", odd, (phase, answer, 4 if phase != OPENING else 0)), "random"]
    with pytest.raises(PolicyError) as caught:
        simulate(agents, n_games=200, rules=rules, rotate=False, workers=1)
    head, _, drawing = str(caught.value).partition("\n")
    what = "raised ValueError: no idea" if answer == -100 else f"answered {answer}, which is not legal here"
    place = r"\(game \d+, round \d+, turn (\d+), phase (\w+); legal: [\d, ]+\)"
    match = re.fullmatch(rf"agent odd\(1\) at seat 1 {re.escape(what)} {place}", head)
    assert match, head
    assert match[2] == ("opening", "source", "place", "clear")[phase]
    assert LEGAL[phase] in head
    assert f"{match[1]} turns played, seat 1 to decide" in drawing
    assert "seat 1, turn" in drawing


def test_policy_finds_its_parameters_and_zeros_behind_them():
    @policy
    def by_params(table, seat, params, stream):
        if table.phase == OPENING:
            return FLIP + np.int64(params.values[0]) + np.int64(params.values[2]) + (table.chosen != 0)
        return random_policy(table, seat, params, stream)

    with pytest.raises(PolicyError, match="answered 37, which is not legal"):
        simulate([Agent("eleven", by_params, (11,))], n_rounds=1)
    assert simulate([Agent("four", by_params, (4,))], n_rounds=5).n_rounds == 5
    assert scores([Agent("four", by_params, (4,))]) != scores([Agent("nine", by_params, (9,))])


# Agents as values


@pytest.mark.parametrize("name", ["", "  ", None, 5])
def test_agent_must_have_a_name(name):
    with pytest.raises(InputError, match="name must be a text that is not empty"):
        Agent(name, random_policy)


@pytest.mark.parametrize("params", [(1,) * 17, (float("nan"),), (float("inf"),)])
def test_parameters_are_at_most_sixteen_finite_numbers(params):
    with pytest.raises(InputError, match="agent x: params must be at most 16 finite numbers"):
        Agent("x", random_policy, params)
    record = np.ones(1, PARAMS)[0]
    Agent("x", random_policy, (2,) * 16).fill_params(record)
    assert (record["values"].tolist(), record["weights"], record["n_weights"]) == ([2.0] * 16, 0, 0)
    Agent("x", random_policy, (3,)).fill_params(record)
    assert record["values"].tolist() == [3.0] + [0.0] * 15


@pytest.mark.parametrize("agent", [random_agent(), cutoff_agent(2), cutoff_agent(-0.5)], ids=lambda agent: agent.name)
def test_name_rebuilds_the_agent_and_pickle_returns_it(agent):
    assert make_agent(agent.name) == agent
    again = pickle.loads(pickle.dumps(agent))
    assert again == agent
    assert again.kind == agent.kind != baselines.OTHER


@compiled_only
def test_policy_of_a_loose_file_travels_with_its_code(write):
    mine = load_agent_file(write(FILE))["bold"](3)
    again = pickle.loads(pickle.dumps(mine))
    assert (again.name, again.params) == ("bold(3)", (3.0,))
    assert scores([again]) == scores([mine])


@compiled_only
def test_policy_typed_at_a_prompt_plays():
    scope = {"policy": policy, "random_policy": random_policy}
    exec("@policy\ndef typed(t, s, p, l):\n    return random_policy(t, s, p, l)", scope)
    assert scores([Agent("typed", scope["typed"])]) == scores("random")


ONES = np.ones(3, np.float32)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.0], "must be a float32 array of one dimension, got list"),
        (np.ones(3), r"must be a float32 array of one dimension, got float64 of shape \(3,\)"),
        (np.ones((3, 1), np.float32), r"must be a float32 array of one dimension, got float32 of shape \(3, 1\)"),
        (np.full(3, np.nan, np.float32), "must be finite numbers, got nan"),
    ],
)
def test_weights_are_a_float32_array_of_finite_numbers(weights, message):
    with pytest.raises(InputError, match=f"agent x: weights {message}"):
        Agent("x", random_policy, (), weights)


def test_agents_are_equal_when_name_policy_parameters_weights_and_rules_are():
    agent = Agent("x", random_policy, (1,), ONES)
    assert agent == Agent("x", random_policy, (1,), ONES.copy())
    assert hash(agent) == hash(Agent("x", random_policy, (1,), ONES.copy()))
    others = [
        Agent("x", random_policy, (1,)),
        Agent("x", random_policy, (1,), ONES * 2),
        Agent("x", random_policy, (2,), ONES),
        Agent("x", random_policy, (1,), ONES, (("players", (2,)),)),
    ]
    assert len({agent, *others}) == 5
    assert "weights" not in repr(agent)
    assert agent.content_sha256 != others[1].content_sha256 != others[2].content_sha256
    assert others[0].content_sha256 is None


def test_pickle_keeps_weights_and_rules():
    agent = Agent("x", random_policy, (1,), ONES, (("players", (2,)),))
    again = pickle.loads(pickle.dumps(agent))
    assert again == agent
    assert again.weights.tolist() == [1, 1, 1]
    assert not again.weights.flags.writeable


def test_agent_that_cannot_play_under_the_rules_says_which():
    agent = Agent("x", random_policy, plays_under=(("players", (2, 3)), ("discard_take_then_flip", (False,))))
    agent.check_rules(Rules(players=3))
    with pytest.raises(InputError, match="agent x plays under players=2 or 3 only, got players=4"):
        agent.check_rules(Rules(players=4))
    with pytest.raises(InputError, match="discard_take_then_flip=False only, got discard_take_then_flip=True"):
        simulate([agent], n_rounds=1, rules=Rules(players=2, discard_take_then_flip=True))


# Names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("random", ["random"]),
        (" cutoff(2) , random ", ["cutoff(2)", "random"]),
        ("a(1,2),b(3)", ["a(1,2)", "b(3)"]),
        ('npz("a, b.npz"),random', ['npz("a, b.npz")', "random"]),
        ('npz(")"),npz("(")', ['npz(")")', 'npz("(")']),
        ('npz("say ""hi, (you""")', ['npz("say ""hi, (you""")']),
    ],
)
def test_names_are_split_at_commas_outside_parentheses(text, names):
    assert split_names(text) == names


def test_text_that_is_not_closed_is_said_to_be_that():
    with pytest.raises(InputError, match=r"the quotes in agents .* do not match"):
        split_names('npz("a),random')
    with pytest.raises(InputError, match=r"the parentheses in agents .* do not match"):
        split_names('npz("a"),random(')


@pytest.mark.parametrize("agents", [None, 5])
def test_what_names_no_agents_is_refused(agents):
    with pytest.raises(InputError, match=f"agents must be names or Agents, got {agents}"):
        make_agents(agents)


@pytest.mark.parametrize("text", ["", ",", "random,", "a,,b", "a(1", "a)", "random(2))", ")a(", 'npz("a)', '"'])
def test_texts_that_are_no_names_are_refused(text):
    with pytest.raises(InputError, match="agents"):
        split_names(text)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cutof(2)", "unknown agent 'cutof'; did you mean cutoff?"),
        ("xyzzy", "unknown agent 'xyzzy'; known are aggressive, column_hunter, columns, "),
        ("random(1)", "agent random(1): wrong number of arguments, expected random"),
        ("cutoff(1,2)", "agent cutoff(1,2): wrong number of arguments, expected cutoff(cutoff=2)"),
        ("cutoff(two)", "agent cutoff(two): arguments must be finite numbers, got 'two'"),
        ("cutoff(nan)", "agent cutoff(nan): arguments must be finite numbers, got 'nan'"),
        ("cutoff(1e999)", "agent cutoff(1e999): arguments must be finite numbers, got '1e999'"),
        ("cutoff(2)x", "an agent must look like random or cutoff(2), got 'cutoff(2)x'"),
        ("npz", "agent npz: wrong number of arguments, expected npz(path)"),
        ("npz(a,b)", "agent npz(a,b): wrong number of arguments, expected npz(path)"),
        ("npz(nowhere.npz)", "network 'nowhere.npz' cannot be read: "),
        ("npz(2)", "network '2' cannot be read: "),
        ('npz("a""b")', "network 'a\"b' cannot be read: "),
        ('npz(a"b")', 'agent npz(a"b"): a text must be plain or in double quotes, such as "a, b.npz", got \'a"b"\''),
        ('npz("a)', "agent npz(\"a): parentheses or quotes in '\"a' do not match"),
        ("2fast", "an agent must look like random or cutoff(2), got '2fast'"),
    ],
)
def test_wrong_name_is_explained(name, message):
    with pytest.raises(InputError, match=f"^{re.escape(message)}"):
        make_agent(name)


@given(st.text(max_size=30) | st.from_regex(r"(random|cutoff)\([-0-9a-z., ()]{0,12}\)", fullmatch=True))
@fuzz
def test_any_text_is_an_agent_or_an_input_error(text):
    try:
        agents = make_agents(text)
    except InputError:
        return
    assert make_agents([agent.name for agent in agents]) == agents


@given(st.floats(allow_nan=False, allow_infinity=False))
@fuzz
def test_any_number_in_a_name_can_be_read_back(number):
    agent = cutoff_agent(number)
    assert make_agent(agent.name).params[0] == number
    assert float(format_number(number)) == number


def text_or_number(text: str, number: float = 1, path: Path | None = None, *rest: "str") -> Agent:
    return Agent("|".join(map(repr, (text, number, path, *rest))), random_policy)


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ("a b", "'a b'|1|None"),
        ("7,8", "'7'|8.0|None"),
        ('" ,",2,c:\\d\\e.npz', "' ,'|2.0|'c:\\\\d\\\\e.npz'"),
        ("f(1,2).npz", "'f(1,2).npz'|1|None"),
        ('"",3,"""","(",3', "''|3.0|'\"'|'('|'3'"),
    ],
)
def test_a_factory_gets_texts_where_it_says_so_and_else_numbers(arguments, name):
    assert make_agent(f"x({arguments})", {"x": text_or_number}).name == name


@given(st.text(max_size=12))
@fuzz
def test_any_text_in_a_name_can_be_read_back(text):
    (name,) = split_names(f"x({format_text(text)})")
    assert make_agent(name, {"x": text_or_number}).name == f"{text!r}|1|None"


@pytest.mark.parametrize("text", ["runs/best.npz", "a b", "x", "-"])
def test_a_plain_text_is_not_quoted(text):
    assert format_text(text) == text


@pytest.mark.parametrize("agents", [[], [3], [None], ["random", b"random"]])
def test_list_of_agents_holds_names_and_agents(agents):
    with pytest.raises(InputError, match="agent"):
        make_agents(agents)
    assert [agent.name for agent in make_agents([cutoff_agent(1), "random,random"])] == [
        "cutoff(1)",
        "random",
        "random",
    ]


def test_registered_agents_say_their_idea_where_it_comes_from_and_what_they_ignore():
    assert {"random", "cutoff"} <= set(registered_agents())
    for name, point in registered_agents().items():
        factory = point.load()
        assert all(word in factory.__doc__ for word in ("Idea: ", "Provenance: ", "Ignores: "))
        assert usage(name, factory).startswith(name)
        if all(parameter.default is not parameter.empty for parameter in parameters_of(factory)):
            assert make_agent(name, seers=True).name.startswith(name)


# Agent files


def test_documented_agent_file_plays_under_any_rules(write):
    docs = (Path(__file__).parent.parent / "docs" / "simulation.md").read_text(encoding="utf-8")
    (content,) = re.findall(r'```python\n(""".*?)```', docs, re.DOTALL)
    found = load_agent_file(write(content))
    assert set(found) == {"greedy", "patient"}
    agents = list(make_agents("greedy(1),patient,cutoff(2)", found))
    house = Rules(players=4, column_rule="optional", row_rule="mandatory", initial_flips=0, discard_take_then_flip=True)
    for rules in (Rules(players=4), house):
        result = simulate(agents, n_rounds=40 if IS_COMPILED else 5, rules=rules, check=True)
        assert result.n_abandoned == 0


def test_agent_file_gives_policies_and_agents_by_their_names(write):
    found = load_agent_file(write(FILE))
    assert set(found) == {"bold", "careful", "three"}
    agents = make_agents("bold,bold(2.5,-1),careful,three", found)
    assert [agent.name for agent in agents] == ["bold", "bold(2.5,-1)", "careful", "three"]
    assert [agent.params for agent in agents] == [(), (2.5, -1.0), (-1.0,), (3.0,)]
    assert agents[3].kind == baselines.CUTOFF
    for agent in agents:
        assert make_agent(agent.name, found) == agent


def test_agents_of_a_file_play(write):
    found = load_agent_file(write(FILE))
    result = simulate(list(make_agents("bold(5),careful,random", found)), n_games=20)
    assert result.is_complete
    assert scores([found["three"]()]) == scores("cutoff(3)")


def test_fixed_agent_takes_no_arguments(write):
    found = load_agent_file(write(FILE))
    with pytest.raises(InputError, match=r"agent careful\(2\): wrong number of arguments, expected careful$"):
        make_agent("careful(2)", found)
    with pytest.raises(InputError, match="at most 16 finite numbers"):
        make_agent(f"bold({','.join('1' * 17)})", found)
    with pytest.raises(InputError, match="unknown agent 'blod'; did you mean bold"):
        make_agent("blod", found)


WRONG_FILES = {
    "def f(:": (InputError, "line 1: SyntaxError: "),
    "\n1/0": (InputError, "line 2: ZeroDivisionError: division by zero"),
    "import nothing_like_this": (InputError, "line 1: ModuleNotFoundError: No module named 'nothing_like_this'"),
    "raise ValueError('a\\nb')": (InputError, "line 1: ValueError: a b"),
    "import sys\nsys.exit('bye')": (InputError, "line 2: SystemExit: bye"),
    "raise SystemExit": (InputError, "line 1: SystemExit"),
    "x = 1": (InputError, "defines no agent: decorate a function with skyjo_sim.policy"),
    "from skyjo_sim.kernels.baselines import random_policy": (InputError, "defines no agent"),
    "": (InputError, "defines no agent"),
    b"\xff\xfe\x00": (InputError, "line "),
    b"x = 1\0": (InputError, "line "),
    "from skyjo_sim import policy\n@policy\ndef f(a):\n return 0": (
        PolicyError,
        "line 2: policy f must take 4 arguments",
    ),
    "from skyjo_sim import Agent\na = Agent('', None)": (InputError, "line 2: InputError: an agent's name"),
}


@pytest.mark.parametrize("content", WRONG_FILES, ids=range(len(WRONG_FILES)))
def test_wrong_agent_file_is_named_with_the_line(write, content):
    kind, message = WRONG_FILES[content]
    path = write(content)
    with pytest.raises(kind) as caught:
        load_agent_file(path)
    assert str(caught.value).startswith(f"agent file {str(path)!r}")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_unreadable_agent_file_is_named(tmp_path, write):
    for path in (tmp_path / "missing.py", tmp_path, tmp_path / "nu\0ll.py"):
        with pytest.raises(InputError, match=r"cannot be read: ."):
            load_agent_file(path)
    with pytest.raises(InputError, match=r"must be a Python file, ending in \.py"):
        load_agent_file(write("x = 1", "agents.txt"))

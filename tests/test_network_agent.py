"""Networks that play: the compiled policy answers what numpy's argmax answers, by any path an agent takes."""

import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import numba
import numpy as np
import pytest

from skyjo_agents import Layer, agent_of_network, load_network, npz_agent, save_network
from skyjo_agents import network_header as header
from skyjo_agents.network_policy import network_policy
from skyjo_sim import Agent, InputError, PolicyError, Rules, RunError, load_run, resume, simulate
from skyjo_sim.agent_names import make_agent
from skyjo_sim.kernels.actions import CLEAR, OPENING, PLACE, SOURCE
from skyjo_sim.kernels.calls import call_policy
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.kernels.layout import PARAMS, STREAM
from skyjo_sim.stepping import deal_games, deal_next_rounds, legal_mask, step
from tests.commands import call
from tests.random_networks import observations_of, random_network

pytestmark = pytest.mark.small
HOUSE = {"column_rule": "optional", "flip_after_discard": "optional", "discard_take_then_flip": True}
N_DECISIONS = 12_000 if IS_COMPILED else 120
N_GAMES = 200 if IS_COMPILED else 10
CLOSE = 1e-4
"""Logits nearer than this may be ordered otherwise by another order of summation."""


@numba.njit
def ask(address, games, params, stream, answers):
    """Write what the policy answers in each game for the seat to decide."""
    for position in range(games.size):
        table = games[position].table
        answers[position] = call_policy(address, table, np.int64(table.seat), params, stream)


def answers_of(agent, games):
    params, answers = np.zeros(1, PARAMS), np.zeros(games.size, np.int64)
    agent.fill_params(params[0])
    ask(agent.address(), games, params[0], np.zeros(1, STREAM)[0], answers)
    return answers


def positions(rules, answer, n_decisions, seed=0):
    """Yield batches of games from play, half by `answer` and half at random, until there are so many decisions."""
    generator = np.random.default_rng(seed)
    games = deal_games(N_GAMES, rules, seed)
    for _ in range(-(-n_decisions // N_GAMES)):
        mask = legal_mask(games, rules)
        yield games, mask
        at_random = (mask * (1 + generator.random(mask.shape))).argmax(axis=1)
        step(games, np.where(generator.random(N_GAMES) < 0.5, answer(games), at_random), rules)
        deal_next_rounds(games, rules)
        over = legal_mask(games, rules).sum(axis=1) == 0
        if over.any():
            games[over] = deal_games(int(over.sum()), rules, seed, first=N_GAMES)


def compare(network, rules):
    """Compare the policy with numpy over play; return the phases that were met."""
    agent = agent_of_network(network, "network")
    n, n_same, phases = 0, 0, set()
    for games, mask in positions(rules, lambda games: answers_of(agent, games), N_DECISIONS):
        answers = answers_of(agent, games)
        logits = network.logits(observations_of(games, network.players))[:, : mask.shape[1]]
        assert logits.shape == mask.shape
        masked = np.where(mask == 1, logits, -np.inf)
        two_best = np.sort(masked, axis=1)[:, -2:]
        is_clear = two_best[:, 1] - two_best[:, 0] > CLOSE
        is_same = answers == masked.argmax(axis=1)
        assert is_same[is_clear].all()
        assert mask[np.arange(games.size), answers].all()
        n, n_same = n + games.size, n_same + int(is_same.sum())
        phases |= set(games["table"]["phase"].tolist())
    assert n >= N_DECISIONS
    assert n_same >= 0.999 * n
    return phases


@pytest.mark.parametrize("activation", ["relu", "tanh"])
@pytest.mark.parametrize("players", [2, 4])
def test_answers_are_those_of_numpy(players, activation):
    widths = (64, 48) if IS_COMPILED else (6, 5)
    network = random_network(players, widths, activation=activation, seed=players)
    assert compare(network, Rules(players=players)) == {OPENING, SOURCE, PLACE}


@pytest.mark.parametrize("widths", [(), (7, 300, 1, 20)])
def test_answers_are_those_of_numpy_whatever_the_layers(widths):
    if not IS_COMPILED:
        widths = widths[:1]
    compare(random_network(2, widths, seed=5), Rules(players=2))


def test_answers_are_those_of_numpy_under_rules_with_more_decisions():
    network = random_network(
        3, (8,), n_actions=52, optional_flip=True, take_then_flip=True, optional_clearing=True, seed=2
    )
    phases = compare(network, Rules(players=3, initial_flips=6 if IS_COMPILED else 1, **HOUSE))
    assert {OPENING, SOURCE, PLACE} <= phases
    if IS_COMPILED:
        assert CLEAR in phases


@pytest.mark.parametrize(("switch", "value"), HOUSE.items())
def test_a_network_of_one_house_rule_answers_legally_under_it(switch, value):
    name = {"column_rule": "optional_clearing", "flip_after_discard": "optional_flip"}.get(switch, "take_then_flip")
    n_actions = {"optional_clearing": 52, "optional_flip": 38, "take_then_flip": 50}[name]
    compare(random_network(2, (8,), n_actions, **{name: True}), Rules(players=2, **{switch: value}))


def test_of_equal_logits_the_first_legal_one_is_answered():
    flat = random_network(2, ())
    zeros = replace(flat, layers=(Layer(flat.layers[0].weights * 0, flat.layers[0].biases * 0),))
    agent = agent_of_network(zeros, "zeros")
    for games, mask in positions(Rules(players=2), lambda games: answers_of(agent, games), N_DECISIONS // 10):
        assert (answers_of(agent, games) == mask.argmax(axis=1)).all()


def test_logits_that_overflow_still_give_a_legal_answer():
    big = random_network(2, (4,))
    huge = np.float32(3e38)
    layers = tuple(Layer(np.full_like(layer.weights, huge), np.full_like(layer.biases, -huge)) for layer in big.layers)
    agent = agent_of_network(replace(big, layers=layers), "overflow")
    with np.errstate(all="ignore"):
        for games, mask in positions(Rules(players=2), lambda games: answers_of(agent, games), N_DECISIONS // 10):
            assert mask[np.arange(games.size), answers_of(agent, games)].all()


def test_permuting_hidden_cards_and_piles_changes_no_decision():
    agent = agent_of_network(random_network(2, seed=3), "network")
    generator = np.random.default_rng(8)
    for games, _ in positions(Rules(players=2), lambda games: answers_of(agent, games), N_DECISIONS // 10):
        other = games.copy()
        for secret, table in zip(other["secret"], other["table"], strict=True):
            hidden = np.array([[mask >> slot & 1 for slot in range(16)] for mask in table["hidden"]], bool)
            secret["cards"][hidden] = generator.permutation(secret["cards"][hidden])
            for pile, n in (("pile", table["n_pile"]), ("discard", table["n_discard"] - 1)):
                secret[pile][: max(n, 0)] = generator.permutation(secret[pile][: max(n, 0)])
        assert (other["secret"]["cards"] != games["secret"]["cards"]).any()
        assert (answers_of(agent, other) == answers_of(agent, games)).all()


# At tables it was not made for


@pytest.mark.parametrize(
    ("settings", "rules", "message"),
    [
        ({}, {"players": 3}, "players=2 only, got players=3"),
        ({}, {"column_rule": "optional"}, "column_rule=mandatory or off only, got column_rule=optional"),
        ({"optional_flip": True}, {}, "flip_after_discard=optional only, got flip_after_discard=mandatory"),
        ({"take_then_flip": True}, {}, "discard_take_then_flip=True only, got discard_take_then_flip=False"),
    ],
)
def test_a_table_that_does_not_fit_is_refused_when_agents_are_seated(settings, rules, message):
    agent = agent_of_network(random_network(2, n_actions=52, **settings), "mine")
    with pytest.raises(InputError, match=f"^agent mine plays under {message}$"):
        simulate([agent], n_rounds=1, rules=Rules(**{"players": 2, **rules}))


def test_a_network_plays_in_environments_at_tables_that_fit(path):
    gymnasium = pytest.importorskip("gymnasium")
    pytest.importorskip("skyjo_sim.envs")
    settings = {"opponents": f'npz("{path}")', "seat": 0, "disable_env_checker": True}
    env = gymnasium.make("Skyjo/Round-v0", players=2, **settings)
    _, info = env.reset(seed=5)
    is_over = False
    while not is_over:
        _, _, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
        is_over = terminated or truncated
    with pytest.raises(InputError, match="plays under players=2 only, got players=3"):
        gymnasium.make("Skyjo/Round-v0", players=3, **settings)


@pytest.mark.parametrize("rules", [{"flip_after_discard": "optional"}, {"discard_take_then_flip": True}, HOUSE])
def test_a_network_may_leave_decisions_of_house_rules_unused(rules):
    rules = {**rules, "column_rule": "off"}
    agent = agent_of_network(random_network(2, (4,)), "mine")
    result = simulate([agent, "random"], n_rounds=20 if IS_COMPILED else 2, rules=Rules(players=2, **rules))
    assert result.is_complete


WRONG_HEADERS = {
    "other players": (header.PLAYERS, 3),
    "no layer": (header.N_LAYERS, 0),
    "more layers than there are": (header.N_LAYERS, 11),
    "negative layers": (header.N_LAYERS, -1),
    "longer observation": (header.SIZES, 134),
    "negative width": (header.SIZES + 1, -16),
    "greater width": (header.SIZES + 1, 17),
    "huge width": (header.SIZES + 1, 2.0**40),
    "more actions": (header.SIZES + 2, 38),
}


@pytest.mark.parametrize("place", WRONG_HEADERS)
def test_a_header_that_does_not_fit_the_weights_is_answered_illegally(place):
    right = agent_of_network(random_network(2, (16,)), "right")
    params = list(right.params)
    params[WRONG_HEADERS[place][0]] = WRONG_HEADERS[place][1]
    wrong = Agent("wrong", network_policy, tuple(params), right.weights)
    with pytest.raises(PolicyError, match="agent wrong at seat 0 answered -1, which is not legal here"):
        simulate([wrong], n_rounds=1, players=2)


def test_weights_that_do_not_fit_the_header_are_answered_illegally():
    right = agent_of_network(random_network(2, (16,)), "right")
    for weights in (None, right.weights[:-1], np.append(right.weights, np.float32(0))):
        with pytest.raises(PolicyError, match="answered -1"):
            simulate([Agent("wrong", network_policy, right.params, weights)], n_rounds=1)


# As a value, by name and in runs


@pytest.fixture
def path(tmp_path):
    """Return where a network for two players lies, at a place that must be quoted."""
    save_network(random_network(2, (8,), seed=1), tmp_path / "a, (b).npz")
    return tmp_path / "a, (b).npz"


def test_the_name_rebuilds_the_agent(path):
    agent = npz_agent(path)
    assert agent.name == f'npz("{path}")'
    assert make_agent(agent.name) == agent == agent_of_network(load_network(path), agent.name)
    assert hash(make_agent(agent.name)) == hash(agent)
    save_network(random_network(2, (8,), seed=2), path)
    assert npz_agent(path) != agent
    save_network(random_network(2, (8,), seed=1, activation="tanh"), path)
    assert npz_agent(path).content_sha256 != agent.content_sha256


def test_pickle_returns_the_agent(path):
    agent = npz_agent(path)
    again = pickle.loads(pickle.dumps(agent))
    assert again == agent
    assert np.array_equal(again.weights, agent.weights)
    assert again.plays_under == agent.plays_under


def rows_of(agents, **options):
    return simulate(agents, n_rounds=60, hash_rows=True, **options).rows_sha256


@pytest.mark.skipif(not IS_COMPILED, reason="the children would be compiled")
def test_processes_threads_and_debug_mode_change_nothing(path):
    agents = [npz_agent(path), "cutoff(2)"]
    expected = rows_of(agents, workers=1)
    assert rows_of([f'npz("{path}"),cutoff(2)'], workers=2, part_size=7) == expected
    assert rows_of(agents, check=True) == expected
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert rows_of(agents, executor=pool, workers=2, part_size=20) == expected


def interrupt_once():
    """Return an observer that interrupts a run once, as soon as something is done."""
    came = []

    def on_progress(progress):
        if progress.done and not came:
            came.append(progress.done)
            raise KeyboardInterrupt

    return on_progress


@pytest.fixture
def stopped(path, tmp_path):
    """Return the folder of an interrupted run."""
    out = tmp_path / "run"
    agents = [f'npz("{path}")', "random"]
    begun = simulate(agents, n_rounds=40, out=out, part_size=2, workers=1, on_progress=interrupt_once())
    assert not begun.is_complete
    return out


def test_a_run_is_resumed_with_the_same_network(stopped, path):
    result = resume(stopped)
    assert result.is_complete
    assert result.plan.agents[0] == npz_agent(path)
    assert load_run(stopped).plan.agents[0] == npz_agent(path)


def test_a_run_is_not_resumed_with_another_network_but_read(stopped, path):
    n_units = load_run(stopped).n_units
    save_network(random_network(2, (8,), seed=2), path)
    with pytest.raises(RunError, match=r"the weights of agent npz\(.*\) have changed since the run began; put the old"):
        resume(stopped)
    again = load_run(stopped)
    assert again.n_units == n_units > 0
    assert (again.plan.agents[0].name, again.plan.agents[0].policy) == (f'npz("{path}")', None)
    save_network(random_network(3, (8,), seed=1), path)
    with pytest.raises(RunError, match="have changed since the run began"):
        resume(stopped)
    path.unlink()
    with pytest.raises(RunError, match=r"cannot be rebuilt: network .* cannot be read: No such file"):
        resume(stopped)
    assert load_run(stopped).n_units == n_units


def test_the_command_plays_a_network(path, tmp_path):
    code, out, err = call("simulate", "--agents", f'npz("{path}"),random', "--rounds", 5, "--quiet")
    assert (code, err) == (0, "")
    assert "npz(" in out
    code, out, err = call("simulate", "--agents", "npz(missing.npz)", "--rounds", 5)
    assert code == 2
    assert "network 'missing.npz' cannot be read: No such file or directory" in err
    assert "npz(path)\n" in call("agents")[1]

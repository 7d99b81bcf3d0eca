"""Agents belong to a game: their names, files and pickles, and what refuses an agent of the other one."""

import pickle

import pytest

from skyjo_agents.action.uniform import random_agent
from skyjo_experiments.comparison import compare, tournament
from skyjo_experiments.forks import collect_positions
from skyjo_sim import ActionRules, Agent, InputError, PolicyError, Rules, policy, simulate
from skyjo_sim.agent_file import load_agent_file
from skyjo_sim.agent_names import make_agent, make_agents, registered_agents
from skyjo_sim.games import Game
from skyjo_sim.kernels import baselines
from skyjo_sim.kernels.compiler import IS_COMPILED
from tests.commands import call

ACTION = ActionRules(players=2, target=40)
N = 20 if IS_COMPILED else 1


def test_names_are_looked_up_in_the_game_of_the_rules():
    assert make_agent("random", game="action") == random_agent() != make_agent("random")
    assert make_agents("random,random", game=Game.ACTION) == (random_agent(), random_agent())
    assert set(registered_agents(Game.ACTION)) >= {"random"}
    assert simulate("random", rules=ACTION, n_rounds=1).plan.agents == (random_agent(),)


def test_registered_agents_play_their_game():
    for name in registered_agents(Game.ACTION):
        assert make_agent(name, game="action").game == Game.ACTION


@pytest.mark.parametrize(
    ("name", "game", "message"),
    [
        ("expert", "action", "agent 'expert' plays classic Skyjo, needed is one for Skyjo Action; known are .*random"),
        ("end_below(random,8)", "action", "agent 'end_below' plays classic Skyjo"),
        ("randon", "action", "unknown agent 'randon'; did you mean random?"),
        ("own_seer", "action", "agent 'own_seer' plays classic Skyjo, needed is one for Skyjo Action"),
        ("random", "chess", "game must be one of classic, action, got 'chess'"),
    ],
)
def test_names_of_the_other_game_are_refused(name, game, message):
    with pytest.raises(InputError, match=message):
        make_agent(name, game=game, seers=True)


def test_agents_of_the_other_game_are_refused_wherever_they_are_seated():
    classic = make_agent("random")
    with pytest.raises(InputError, match="agent random plays classic Skyjo, the rules are those of Skyjo Action"):
        simulate(classic, rules=ACTION, n_rounds=1)
    with pytest.raises(InputError, match="agent random plays Skyjo Action, the rules are those of classic Skyjo"):
        simulate(random_agent(), n_rounds=1)
    with pytest.raises(InputError, match="seer own_seer plays classic Skyjo only, the rules are those of Skyjo Action"):
        simulate(make_agent("own_seer", seers=True), rules=ACTION, n_rounds=1)
    with pytest.raises(InputError, match="agent both plays classic Skyjo, its base Skyjo Action"):
        Agent("both", classic.policy, base=random_agent())
    with pytest.raises(InputError, match="game must be one of classic, action, got 'chess'"):
        Agent("one", classic.policy, game="chess")


def test_what_plays_the_classic_game_only_says_so():
    with pytest.raises(InputError, match="the measure of luck plays classic Skyjo only"):
        compare("random", "random", rules=ACTION, n_deals=1, adjust=True)
    with pytest.raises(InputError, match="a fork plays classic Skyjo only"):
        collect_positions([random_agent()], {}, limit=1, n_rounds=1, rules=ACTION)


def test_pickles_keep_the_game():
    agent = Agent("own", random_agent().policy, (1.0,), game="action")
    again = pickle.loads(pickle.dumps(agent))
    assert again == agent
    assert again.game is Game.ACTION
    assert again != Agent("own", random_agent().policy, (1.0,))


def test_a_policy_called_by_address_plays_as_the_inlined_one():
    known = random_agent()
    strange = Agent("random", policy(getattr(known.policy, "py_func", known.policy)), game="action")
    assert known.kind == baselines.RANDOM
    assert strange.kind == (baselines.OTHER if IS_COMPILED else baselines.RANDOM)
    hashes = {simulate(agent, rules=ACTION, n_games=N, hash_rows=True).rows_sha256 for agent in (known, strange)}
    assert len(hashes) == 1


FILE = '''
import skyjo_sim
from skyjo_sim.kernels.action.baselines import random_policy


@skyjo_sim.policy
def first(table, seat, params, stream):
    """Choose the lowest legal id from a number on."""
    for action in range(int(params.values[0]), 118):
        if table.legal[action >> 6] >> (action & 63) & 1:
            return action
    return 0


named = skyjo_sim.Agent("other", random_policy, game="action")
classic = skyjo_sim.Agent("old", random_policy)
'''


def test_agents_of_a_file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    found = load_agent_file(path, Game.ACTION)
    agents = make_agents("first(1),named,random", found, game="action")
    assert [agent.game for agent in agents] == [Game.ACTION] * 3
    assert [agent.name for agent in agents] == ["first(1)", "named", "random"]
    with pytest.raises(InputError, match="agent classic plays classic Skyjo, needed is one for Skyjo Action"):
        make_agents("classic", found, game="action")
    with pytest.raises(InputError, match="agent named plays Skyjo Action, needed is one for classic Skyjo"):
        make_agents("named", found)
    out = tmp_path / "run"
    words = ("--rounds", N, "--quiet", "--agents", "named,random", "--agent-file", path)
    assert call("simulate", "--game", "action", *words, "--out", out)[0] == 0
    code, printed, _ = call("simulate", "--resume", out)
    assert code == 0
    assert "official rules of Skyjo Action, 2 players" in printed
    assert "named" in printed


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled")
def test_a_policy_of_the_wrong_signature_is_named():
    @policy
    def reads_the_hand(table, seat, params, stream):
        return table.held[seat, 0]

    assert Agent("hand", reads_the_hand, game="action").address() != 0
    with pytest.raises(PolicyError, match="agent hand: the policy cannot be compiled"):
        Agent("hand", reads_the_hand).address()


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled")
def test_a_policy_that_reads_the_table_of_the_other_game_is_told_which_game_to_choose(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    code, out, err = call("simulate", "--agents", "first", "--agent-file", path, "--rounds", 2)
    assert (code, out) == (2, "")
    assert err == (
        "skyjo: error: agent first: the policy cannot be compiled: the table of classic Skyjo has no field 'legal', that of "
        'Skyjo Action has; --game action, in Python Agent(..., game="action"), chooses that game\n'
    )


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled")
@pytest.mark.parametrize("game", Game)
def test_a_field_that_no_game_has_is_named(game):
    @policy
    def odd(table, seat, params, stream):
        return params.nothing

    with pytest.raises(
        PolicyError, match=r"^agent odd: the policy cannot be compiled: a record has no field 'nothing'$"
    ):
        Agent("odd", odd, game=game).address()


def test_comparisons_of_an_agent_with_itself_are_even():
    result = compare("random", "random", rules=ACTION, n_deals=N)
    assert result.n_deals == N
    difference = next(row for row in result.to_json()["measures"] if row["measure"] == "mean_score")
    assert difference["difference"] == 0
    own = Agent("twin", random_agent().policy, game="action")
    both = tournament(["random", own], rules=ACTION, n_deals=N).to_json()
    assert both["rules"].startswith("game=action")
    assert [(pair["win_share"], pair["difference"], pair["p_value"]) for pair in both["pairs"]] == [(0.5, 0, 1)]
    assert [(row["agent"], row["rating"]) for row in both["agents"]] == [("random", 0), ("twin", 0)]


@pytest.mark.parametrize(
    ("words", "code", "shown"),
    [
        (("agents", "--game", "action"), 0, "random"),
        (("agents", "--game", "chess"), 2, "game must be one of classic, action, got 'chess'"),
        (
            ("simulate", "--game", "action", "--rounds", 1, "--agents", "cutoff"),
            2,
            "agent 'cutoff' plays classic Skyjo",
        ),
        (("simulate", "--game", "action", "--rounds", 1), 0, "1 round, official rules of Skyjo Action, 2 players"),
        (
            ("simulate", "--rules", "action-first-game", "--set", "players=3", "--rounds", 1),
            0,
            "excluded_actions=",
        ),
        (("simulate", "--game", "classic", "--rules", "action-official", "--rounds", 1), 2, "rules of Skyjo Action"),
        (("simulate", "--resume", "x", "--game", "action"), 2, "leave out --agents"),
        (("compare", "random", "random", "--game", "action", "--deals", 2, "--quiet"), 0, "Skyjo Action"),
        (("tournament", "random", "cutoff", "--game", "action", "--deals", 2), 2, "'cutoff' plays classic"),
        (("compare", "random", "random", "--game", "action", "--deals", 2, "--adjust"), 2, "the measure of luck"),
    ],
    ids=lambda value: " ".join(map(str, value)) if isinstance(value, tuple) else None,
)
def test_commands_know_both_games(words, code, shown):
    stopped, out, err = call(*words)
    assert (stopped, shown in out + err) == (code, True), (out, err)


def test_classic_rules_are_what_they_were():
    assert Rules().game == Game.CLASSIC
    assert simulate("random", n_rounds=1).plan.agents[0].game == Game.CLASSIC

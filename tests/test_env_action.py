"""Environments of Skyjo Action: what is checked of the classic ones, in short; which game an environment plays."""

import copy
import random
import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from skyjo_sim import ActionRules, InputError, PolicyError, Rules, policy, simulate
from skyjo_sim.agent import Agent
from skyjo_sim.agent_names import make_agent
from skyjo_sim.envs import SkyjoBatch, SkyjoEnv, SkyjoVectorEnv
from skyjo_sim.envs.action_words import hand_lines
from skyjo_sim.envs.painting import picture_size
from skyjo_sim.envs.settings import Settings
from skyjo_sim.kernels.action.baselines import random_policy
from skyjo_sim.kernels.action.rewards import potential
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.notation import format_position
from skyjo_sim.rules_record import rules_record
from tests.env_play import assert_same, choose, play_episode
from tests.test_env_simulator import Player, play
from tests.test_env_vector import is_ended, some_actions

ROUND, GAME = "SkyjoAction/Round-v0", "SkyjoAction/Game-v0"
FORMS = ("flat", "planes", "mask")
SHORT = ActionRules(turn_limit=4, target=20)
MANY = ActionRules(
    players=4, column_rule="optional", discard_take_then_flip=True, cleared_star_order="owner_choice", turn_limit=6
)
N_STEPS = 150 if IS_COMPILED else 10


class ActionPlayer(Player):
    """Answer as the random agent of the simulator does."""

    def __init__(self):
        super().__init__("random")
        self.policy = random_policy


@pytest.mark.parametrize("form", FORMS)
def test_checker_finds_nothing(form):
    check_env(gymnasium.make(ROUND, observation=form, opponents="random").unwrapped)


def test_checker_finds_nothing_with_house_rules_and_rendering():
    env = gymnasium.make(GAME, observation="planes", rules=MANY, render_mode="ansi", shaping=0.1, opponents="random")
    assert env.action_space.n == 118
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("players", "rules"), [(2, None), (4, MANY)])
def test_every_observation_lies_in_its_space(form, players, rules):
    env = gymnasium.make(GAME, players=players, rules=rules, observation=form, opponents="random")
    for observation, *_, info in play_episode(env, random.Random(1), seed=3)[: 80 if IS_COMPILED else 10]:
        assert env.observation_space.contains(observation)
        assert (observation["action_mask"] == info["action_mask"]).all()


def test_rounds_are_those_of_the_simulator():
    n = 12 if IS_COMPILED else 3
    infos = play(gymnasium.make(ROUND, players=3, opponents="random", seat="rotating"), ActionPlayer(), n)
    rows = simulate("random", rules=ActionRules(players=3), n_rounds=n, seed=77, rows=True, workers=1).rows
    for number, (info, (_, frame)) in enumerate(zip(infos, rows.groupby("game"), strict=True)):
        frame = frame.set_index("seat").loc[[(number + distance) % 3 for distance in range(3)]]
        assert info["seat"] == number % 3
        assert info["scores"].tolist() == frame["score"].tolist()
        assert info["turns"] == frame["turns"].iloc[0]
        assert np.flatnonzero(frame["is_ender"]).tolist() == [info["ender"]]


@pytest.mark.parametrize(
    ("mode", "form", "settings"),
    [
        (AutoresetMode.NEXT_STEP, "flat", {"players": 3, "shaping": 0.5}),
        (AutoresetMode.SAME_STEP, "planes", {"rules": SHORT, "seat": "rotating"}),
        (AutoresetMode.SAME_STEP, "mask", {"rules": SHORT, "episode": "game", "reward": "rank"}),
    ],
    ids=["next step", "same step", "games"],
)
def test_it_returns_what_gymnasiums_vector_form_returns(mode, form, settings):
    name = GAME if settings.get("episode") == "game" else ROUND
    settings = {"observation": form, "opponents": "random", **settings}
    env = gymnasium.make_vec(name, num_envs=3, autoreset_mode=mode, threads=2, **settings)
    other = SyncVectorEnv([lambda: gymnasium.make(name, **settings)] * 3, autoreset_mode=mode)
    assert_same(env.reset(seed=5), other.reset(seed=5))
    lot, n_ended, texts = random.Random(0), 0, ""
    for number in range(N_STEPS):
        actions = some_actions(env.action_masks(), lot, number)
        some = env.step(actions)
        assert_same(some, other.step(actions))
        n_ended += is_ended(some).sum()
        texts += str(some[-1].get("final_info", some[-1]).get("illegal_action", ""))
    if IS_COMPILED:
        assert n_ended > 2
        assert "is not legal in phase " in texts
    assert_same(env.reset(seed=[3, 1, 4]), other.reset(seed=[3, 1, 4]))
    env.close()


def test_the_caller_resets_what_is_over():
    env = SkyjoVectorEnv(3, game="action", rules=SHORT, autoreset_mode="DISABLED", opponents="random")
    env.reset(seed=1)
    ended = np.zeros(3, np.bool_)
    while not ended.any():
        ended = is_ended(env.step(env.sample_legal()))
    rows = env._runner.episodes.view(np.uint8).reshape(3, -1)
    before = rows.copy()
    env.reset(seed=9, options={"reset_mask": ended})
    single = SkyjoEnv(game="action", rules=SHORT, opponents="random")
    for row in range(3):
        now = env._runner.episodes[row]
        if ended[row]:
            single.reset(seed=9 + row)
            assert format_position(now["game"]) == format_position(single._runner.episodes[0]["game"])
        else:
            assert (rows[row] == before[row]).all()


@pytest.mark.parametrize("reward", ["score_difference", "win"])
def test_shaping_adds_up_to_nothing(reward):
    settings = {"game": "action", "players": 3, "reward": reward, "opponents": "random"}
    plain, shaped = (SkyjoEnv(shaping=shaping, **settings) for shaping in (0.0, 0.37))
    some, other = (play_episode(env, random.Random(4), seed=4)[1:] for env in (plain, shaped))
    assert any(one[1] != two[1] for one, two in zip(some, other, strict=True))
    assert sum(step[1] for step in other) == pytest.approx(sum(step[1] for step in some), abs=1e-9)


def test_the_potential_counts_what_an_action_card_costs_and_what_is_known():
    batch = SkyjoBatch(1, game="action", rules=ActionRules(initial_flips=0), seed=1)
    game, record = batch._games[0], rules_record(batch.rules)
    table = game.table
    seat, other = int(table.seat), 1 - int(table.seat)
    assert potential(table, record, seat) == pytest.approx(0)
    table.n_held[other] = 2
    assert potential(table, record, seat) == pytest.approx(20)
    assert potential(table, record, other) == pytest.approx(-20)
    table.n_held[other] = 0
    for slot in (0, 1, 2):
        table.visible[seat, slot] = 13
        table.hidden[seat] &= ~np.uint16(1 << slot)
    shown = int(table.discard_top)
    points = sum(7 * card for card in (-1, *range(1, 13))) - 3 * 2 - (shown if shown < 13 else 0)  # stars count nothing
    mean = points / (120 - 1)
    assert potential(table, record, seat) == pytest.approx(3 * mean + 10, abs=1e-6)


def test_illegal_actions_end_the_episode_or_raise_and_change_nothing():
    env = SkyjoEnv(game="action", opponents="random")
    env.reset(seed=2)
    _, paid, terminated, truncated, info = env.step(103)
    assert (paid, terminated, truncated) == (-100, True, False)
    assert info["illegal_action"].startswith("action 103 is not legal in phase opening; legal: 25, 26,")
    env = SkyjoEnv(game="action", illegal_action="raise", opponents="random")
    env.reset(seed=2)
    before = env._runner.episodes.tobytes()
    with pytest.raises(InputError, match="action 74 is not legal in phase opening; legal: 25"):
        env.step(74)
    with pytest.raises(InputError, match=r"action must be in 0\.\.103, got 104"):
        env.step(104)
    assert env._runner.episodes.tobytes() == before


def test_copies_go_on_identically():
    env = SkyjoEnv(game="action", players=3, opponents="random")
    env.reset(seed=2)
    lot = random.Random(3)
    for _ in range(6):
        env.step(choose(env.action_masks(), lot))
    twin = copy.deepcopy(env)
    for _ in range(10):
        action = choose(env.action_masks(), lot)
        assert_same(env.step(action), twin.step(action))


def test_an_opponent_that_answers_something_illegal_is_named_and_the_position_shown():
    @policy
    def stubborn(table, seat, params, stream):
        return 99

    env = SkyjoEnv(opponents=Agent("stubborn", stubborn, game="action"), game="action", seat=1)
    with pytest.raises(PolicyError, match=r"agent stubborn at seat 0 answered 99, .*phase opening\)\n"):
        env.reset(seed=1)


def test_pictures_show_the_market_and_hands():
    for seed in range(2):
        env = SkyjoEnv(game="action", players=3, opponents="random", render_mode="ansi" if seed else "rgb_array")
        env.reset(seed=seed)
        lot = random.Random(seed)
        for _ in range(12):
            env.step(choose(env.action_masks(), lot))
        shown = env.render()
        if seed:
            assert "market " in shown
        else:
            assert shown.shape == (*picture_size(3, has_actions=True)[::-1], 3)
    assert hand_lines(["double_turn", "reveal:locked"]) == ["double turn, (reveal)"]
    assert len(hand_lines(["swap_players"] * 9)) == 2


# --- which game


@pytest.mark.parametrize("make", [SkyjoEnv, lambda **settings: SkyjoBatch(1, **settings), SkyjoVectorEnv])
def test_the_game_must_be_that_of_the_rules(make):
    with pytest.raises(InputError, match="rules must be those of classic Skyjo here, got rules of Skyjo Action"):
        make(rules=ActionRules(), game="classic")
    with pytest.raises(InputError, match="rules must be those of Skyjo Action here, got rules of classic Skyjo"):
        make(rules=Rules(), game="action")
    with pytest.raises(InputError, match="game must be one of classic, action, got 'chess'"):
        make(game="chess")


def test_ids_refuse_rules_of_the_other_game_and_agents_too():
    with pytest.raises(InputError, match="rules must be those of classic Skyjo here"):
        gymnasium.make("Skyjo/Round-v0", rules=ActionRules())
    with pytest.raises(InputError, match="rules must be those of Skyjo Action here"):
        gymnasium.make(GAME, rules=Rules())
    with pytest.raises(InputError, match="plays classic Skyjo, needed is one for Skyjo Action"):
        gymnasium.make(ROUND, opponents="cutoff(2)")


def make_both(name, **settings):
    """Return what makes a single environment of an id, what makes many, and what makes many of single ones."""
    return [
        lambda: gymnasium.make(name, **settings),
        lambda: gymnasium.make_vec(name, 2, **settings),
        lambda: gymnasium.make_vec(name, 2, vectorization_mode="sync", **settings),
    ]


@pytest.mark.parametrize("game", ["Skyjo", "SkyjoAction"])
@pytest.mark.parametrize("episode", ["Round", "Game"])
def test_ids_refuse_another_game_and_another_episode_and_name_the_id_for_it(game, episode):
    name, (own, other) = f"{game}/{episode}-v0", ("classic", "action") if game == "Skyjo" else ("action", "classic")
    other_id = {"classic": "Skyjo", "action": "SkyjoAction"}[other]
    ends = episode.lower()
    wrong = "game" if ends == "round" else "round"
    cases = [
        ({"game": other}, f"game of {name} must be {own}, got '{other}'; the id for it is {other_id}/{episode}-v0"),
        (
            {"episode": wrong},
            f"episode of {name} must be {ends}, got '{wrong}'; the id for it is {game}/{wrong.capitalize()}-v0",
        ),
        ({"game": other, "episode": wrong}, f"; the id for it is {other_id}/{wrong.capitalize()}-v0"),
        ({"game": "chess"}, "game must be one of classic, action, got 'chess'"),
        ({"episode": "night"}, "episode must be one of round, game, got 'night'"),
    ]
    for settings, message in cases:
        for make in make_both(name, **settings):
            with pytest.raises(InputError) as error:
                make()
            assert str(error.value).endswith(message)


@pytest.mark.parametrize("name", ["Skyjo/Game-v0", ROUND])
def test_ids_accept_their_own_game_and_episode_by_name(name):
    game, episode = ("classic", "game") if name == "Skyjo/Game-v0" else ("action", "round")
    for settings in ({"game": game, "episode": episode}, {"game": None}, {}):
        for make in make_both(name, opponents="random", **settings):
            env = make()
            single = env.envs[0] if isinstance(env, SyncVectorEnv) else env
            found = single.unwrapped.settings
            assert (found.rules.game, found.episode) == (game, episode)


@pytest.mark.parametrize("name", ["Skyjo/Round-v0", GAME])
def test_a_specification_makes_the_same_environment_again(name):
    env = gymnasium.make(name, players=3, opponents="random")
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    assert again.unwrapped.settings == env.unwrapped.settings
    assert gymnasium.make(env.spec).unwrapped.settings == env.unwrapped.settings


def test_a_classic_environment_loads_no_kernels_of_skyjo_action():
    program = (
        "import sys, skyjo_sim.envs as envs; env = envs.SkyjoEnv(); batch = envs.SkyjoBatch(1); "
        "print([name for name in sys.modules if name.startswith('skyjo_sim.kernels.action.') "
        "and name.rpartition('.')[2] in ('turn', 'legal', 'environment', 'flat', 'deal', 'effects')])"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


def test_the_game_follows_from_the_rules_and_with_it_who_plays_by_default():
    settings = Settings(rules=ActionRules(players=3))
    assert settings.n_actions == SkyjoBatch(1, rules=ActionRules()).n_actions == 104
    assert settings.agents == (make_agent("action_cutoff", game="action"),)
    assert Settings().agents == (make_agent("cutoff(2)"),)


# --- batches


def test_rows_of_a_batch_are_the_games_of_the_seed_and_illegal_actions_change_nothing():
    batch, single = SkyjoBatch(2, game="action", seed=4, threads=2), SkyjoBatch(1, game="action", seed=4)
    assert batch.games[0].tobytes() == single.games[0].tobytes()
    before = batch.games.tobytes()
    with pytest.raises(InputError, match=r"row 1: action 43 is not legal in phase opening; legal: 25, .*, 36$"):
        batch.step([25, 43])
    assert batch.games.tobytes() == before
    batch.close()


def test_a_batch_pays_every_seat_and_samples_every_legal_id():
    batch = SkyjoBatch(6, game="action", players=3, reward="negative_score", rules=ActionRules(turn_limit=8))
    earned, seen = np.zeros((6, 3)), set()
    while not batch.is_over.all():
        masks, actions = batch.masks, batch.sample_legal()
        assert masks[np.arange(6), actions].all()
        seen |= set(actions.tolist())
        earned += batch.step(actions)[0]
    assert (earned == -batch.games["table"]["score"][:, :3]).all()
    assert max(seen) > 63
    assert batch.masks.all()

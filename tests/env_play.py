"""Environments driven by legal actions by lot, and comparison of all that they return."""

import random

import numpy as np

from skyjo_sim.envs import SkyjoEnv


def legal_ids(mask):
    """Return the ids that a mask allows."""
    return np.flatnonzero(mask).tolist()


def choose(mask, lot):
    """Return a legal id by lot."""
    return lot.choice(legal_ids(mask))


def choose_all(masks, lot):
    """Return a legal id by lot for each row of masks, int64[n]."""
    return np.array([choose(mask, lot) for mask in masks], np.int64)


def play_episode(env, lot, seed=None):
    """Play one episode by lot; return all that the environment has returned: that of reset, then that of each step."""
    returned = [env.reset(seed=seed)]
    is_over = False
    while not is_over:
        returned.append(env.step(choose(returned[-1][-1]["action_mask"], lot)))
        is_over = returned[-1][2] or returned[-1][3]
    return returned


def play_steps(env, lot, n):
    """Play `n` steps by lot, with the next episode begun after each; return all that the environment has returned."""
    returned = []
    info = {"action_mask": env.unwrapped.action_masks()}
    for _ in range(n):
        returned.append(env.step(choose(info["action_mask"], lot)))
        info = returned[-1][-1]
        if returned[-1][2] or returned[-1][3]:
            returned.append(env.reset())
            info = returned[-1][-1]
    return returned


def begun(n_steps=5, seed=3, **settings):
    """Return an environment in the middle of its first episode."""
    env = SkyjoEnv(**settings)
    env.reset(seed=seed)
    lot = random.Random(seed)
    for _ in range(n_steps):
        _, _, is_over, _, _ = env.step(choose(env.action_masks(), lot))
        assert not is_over
    return env


def arrays_in(tree):
    """Return all arrays in nested dicts, tuples and lists."""
    if isinstance(tree, dict):
        tree = list(tree.values())
    if isinstance(tree, tuple | list):
        return [array for part in tree for array in arrays_in(part)]
    if isinstance(tree, np.ndarray) and tree.dtype == object:
        return arrays_in(list(tree))
    return [tree] if isinstance(tree, np.ndarray) else []


def share_memory(some, others):
    """Tell whether two calls have returned arrays that share memory."""
    return any(np.shares_memory(one, other) for one in arrays_in(some) for other in arrays_in(others))


def assert_same(some, other, path="returned"):
    """Compare nested dicts, tuples, arrays and numbers: types, shapes and values."""
    if isinstance(some, tuple | list):
        assert isinstance(other, tuple | list), path
        assert len(some) == len(other), path
        for number, (one, two) in enumerate(zip(some, other, strict=True)):
            assert_same(one, two, f"{path}[{number}]")
    elif isinstance(some, dict):
        assert some.keys() == other.keys(), path
        for name in some:
            assert_same(some[name], other[name], f"{path}/{name}")
    elif isinstance(some, np.ndarray) and some.dtype == object:
        assert_same(list(some), list(other), path)
    elif isinstance(some, np.ndarray):
        assert (some.dtype, some.shape) == (other.dtype, other.shape), path
        assert (some == other).all(), path
    else:
        assert type(some) is type(other), path
        assert some == other, path

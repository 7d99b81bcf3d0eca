"""PPO of Tianshou 2 on single environments side by side, with an actor that answers legal actions only."""

import argparse
import time

import gymnasium
import numpy as np
import torch
from gymnasium.spaces import Dict
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.utils.net.common import AbstractDiscreteActor, ModuleWithVectorOutput
from tianshou.utils.torch_utils import policy_within_training_step
from torch import nn

N_STEPS, REWARD_SCALE = 64, 0.05  # a round is worth tens of points


class ForTianshou(gymnasium.Wrapper):
    """Rename the parts of the observation to what Tianshou knows, and scale rewards."""

    def __init__(self, env):
        super().__init__(env)
        parts = env.observation_space
        self.observation_space = Dict({"obs": parts["observation"], "mask": parts["action_mask"]})

    @staticmethod
    def _renamed(seen):
        return {"obs": seen["observation"], "mask": seen["action_mask"].astype(bool)}

    def reset(self, **arguments):
        """Begin an episode."""
        seen, info = self.env.reset(**arguments)
        return self._renamed(seen), info

    def step(self, action):
        """Carry out a decision."""
        seen, reward, terminated, truncated, _ = self.env.step(action)
        # A round stopped by the turn limit has been scored and paid: nothing of its value is to be added.
        return self._renamed(seen), reward * REWARD_SCALE, terminated or truncated, False, {}


def network(n_inputs, n_outputs):
    """Return two hidden layers of 256."""
    return nn.Sequential(nn.Linear(n_inputs, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, n_outputs))


class MaskedActor(AbstractDiscreteActor):
    """Logits of the actions; PPO, unlike DQN, does not look at the mask by itself."""

    def __init__(self, n_inputs, n_actions):
        super().__init__(n_actions)
        self.network = network(n_inputs, n_actions)

    def get_preprocess_net(self):
        """Return what is shared with a critic: nothing."""
        return ModuleWithVectorOutput.from_module(nn.Identity(), self.output_dim)

    def forward(self, obs, state=None, info=None):
        """Return the logits, with those of illegal actions out of reach."""
        logits = self.network(torch.as_tensor(obs.obs))
        return logits.masked_fill(~torch.as_tensor(obs.mask), -1e9), state


class Critic(nn.Module):
    """The expected sum of rewards to come."""

    def __init__(self, n_inputs):
        super().__init__()
        self.network = network(n_inputs, 1)

    def forward(self, obs, state=None, info=None):
        """Return the value of each observation."""
        return self.network(torch.as_tensor(obs.obs))


def make_env():
    """Return one environment."""
    settings = {"opponents": "cutoff(2)", "shaping": 1.0, "illegal_action": "raise"}  # no mask may get lost
    return ForTianshou(gymnasium.make("skyjo_sim.envs:Skyjo/Round-v0", **settings))


def make_algorithm(env):
    """Return PPO that has learned nothing."""
    n_inputs, n_actions = env.observation_space["obs"].shape[0], env.action_space.n
    policy = DiscreteActorPolicy(
        actor=MaskedActor(n_inputs, n_actions),
        action_space=env.action_space,
        observation_space=env.observation_space,
    )
    return PPO(
        policy=policy,
        critic=Critic(n_inputs),
        optim=AdamOptimizerFactory(lr=3e-4),
        gamma=1.0,  # a round ends by itself
        gae_lambda=0.95,
        ent_coef=0.01,
        max_grad_norm=0.5,
        max_batchsize=4096,
    )


def main():
    """Train, and tell what is learned."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=100_000, help="decisions of the learner (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--envs", type=int, default=64, help="environments side by side (%(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="torch's threads (%(default)s)")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    envs = DummyVectorEnv([make_env] * options.envs)
    envs.seed(options.seed)
    algorithm = make_algorithm(make_env())
    per_iteration = options.envs * N_STEPS
    collector = Collector(algorithm, envs, VectorReplayBuffer(per_iteration, options.envs))
    collector.reset()
    began, n_played = time.perf_counter(), 0
    for _ in range(max(1, options.steps // per_iteration)):
        with policy_within_training_step(algorithm.policy):
            played = collector.collect(n_step=per_iteration)
            algorithm.update(collector.buffer, batch_size=per_iteration // 8, repeat=4)
        collector.reset_buffer(keep_statistics=True)
        n_played += per_iteration
        speed = n_played / (time.perf_counter() - began)
        shown = f"{np.mean(played.returns) / REWARD_SCALE:+.2f}" if len(played.returns) else "none yet"
        print(f"{n_played:>10,} steps  return {shown} points per round  {speed:,.0f} steps/s", flush=True)
    print(f"done: {n_played:,} steps; return {shown} points per round")


if __name__ == "__main__":
    main()

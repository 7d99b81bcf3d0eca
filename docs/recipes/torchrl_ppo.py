"""PPO of TorchRL on the vector environment, with a masked categorical policy."""

import argparse
import time

import gymnasium
import numpy as np
import torch
from gymnasium.vector import VectorWrapper
from tensordict.nn import TensorDictModule, TensorDictSequential
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import GymWrapper, RewardSum, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

N_STEPS, N_EPOCHS, N_MINIBATCHES, LEARNING_RATE = 64, 4, 8, 5e-4
REWARD_SCALE = 0.05  # a round is worth tens of points


class TruncatedIsOver(VectorWrapper):
    """Report rounds stopped by the turn limit as terminated.

    They have been scored and paid: nothing of the value of their last observation is to be added.
    """

    def __init__(self, envs):
        super().__init__(envs)
        self.autoreset_mode = envs.autoreset_mode  # which TorchRL asks for

    def step(self, actions):
        """Carry out an action in each environment."""
        observations, rewards, terminated, truncated, infos = self.env.step(actions)
        return observations, rewards, terminated | truncated, np.zeros_like(truncated), infos


def make_env(n_envs, **settings):
    """Return the environments as TorchRL sees them; rewards are points.

    TorchRL 0.14 refuses NEXT_STEP, and cannot read the last observations of SAME_STEP where they are dictionaries.
    """
    envs = gymnasium.make_vec("skyjo_sim.envs:Skyjo/Round-v0", n_envs, autoreset_mode="DISABLED", **settings)
    return GymWrapper(TruncatedIsOver(envs), categorical_action_encoding=True)


def network(n_inputs, n_outputs):
    """Return two hidden layers of 256."""
    return nn.Sequential(nn.Linear(n_inputs, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, n_outputs))


def make_actor(env):
    """Return a policy that answers legal actions only."""
    n_inputs, n_actions = env.observation_spec["observation"].shape[-1], env.action_spec.space.n
    return ProbabilisticActor(
        TensorDictSequential(
            TensorDictModule(torch.Tensor.bool, ["action_mask"], ["mask"]),  # MaskedCategorical takes no int8
            TensorDictModule(network(n_inputs, n_actions), ["observation"], ["logits"]),
        ),
        in_keys=["logits", "mask"],
        spec=env.action_spec,
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )


def update(loss, advantage, optimizer, played):
    """Learn from what was played, in minibatches."""
    played["next", "reward"] *= REWARD_SCALE
    with torch.no_grad():
        advantage(played)
    rows = played.flatten()
    for _ in range(N_EPOCHS):
        for chosen in torch.randperm(len(rows)).chunk(N_MINIBATCHES):
            losses = loss(rows[chosen])
            optimizer.zero_grad()
            (losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]).backward()
            nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
            optimizer.step()


def main():
    """Train, and tell what is learned."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=500_000, help="decisions of the learner (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--envs", type=int, default=512, help="environments side by side (%(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="torch's threads (%(default)s)")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    settings = {"opponents": "cutoff(2)", "shaping": 1.0, "illegal_action": "raise"}  # no mask may get lost
    env = TransformedEnv(make_env(options.envs, **settings), RewardSum())
    env.set_seed(options.seed)
    actor = make_actor(env)
    critic = ValueOperator(network(env.observation_spec["observation"].shape[-1], 1), in_keys=["observation"])
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)  # undiscounted: a round ends by itself
    loss = ClipPPOLoss(
        actor,
        critic,
        clip_epsilon=0.2,
        entropy_coeff=0.01,
        critic_coeff=0.5,
        normalize_advantage=True,
        loss_critic_type="l2",
    )
    optimizer = torch.optim.Adam(loss.parameters(), LEARNING_RATE, eps=1e-5)
    per_iteration = options.envs * N_STEPS
    total = max(1, options.steps // per_iteration) * per_iteration
    began, n_played = time.perf_counter(), 0
    collector = Collector(
        env, actor, frames_per_batch=per_iteration, total_frames=total, auto_register_policy_transforms=False
    )
    for played in collector:
        points = played["next", "episode_reward"][played["next", "done"]]  # shaping adds up to nothing
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * (1 - n_played / total)
        update(loss, advantage, optimizer, played)
        n_played += played.numel()
        speed = n_played / (time.perf_counter() - began)
        shown = f"{points.mean():+.2f}" if len(points) else "none yet"
        print(f"{n_played:>10,} steps  return {shown} points per round  {speed:,.0f} steps/s", flush=True)
    print(f"done: {n_played:,} steps; return {shown} points per round")


if __name__ == "__main__":
    main()

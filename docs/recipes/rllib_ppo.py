"""PPO of RLlib (new API stack) on the vector environment, with a module that answers legal actions only."""

import argparse
import time

import torch
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.core.rl_module.torch import TorchRLModule
from torch import nn

N_STEPS, REWARD_SCALE = 64, 0.05  # a round is worth tens of points


class MaskedModule(TorchRLModule, ValueFunctionAPI):
    """Two networks over the flat observation: logits of the actions, and the value."""

    def setup(self):
        """Make the layers; RLlib calls it once."""
        n_inputs = self.observation_space["observation"].shape[0]
        self.actor = self._network(n_inputs, self.action_space.n)
        self.critic = self._network(n_inputs, 1)

    @staticmethod
    def _network(n_inputs, n_outputs):
        return nn.Sequential(
            nn.Linear(n_inputs, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, n_outputs)
        )

    def _forward(self, batch, **kwargs):
        seen = batch[Columns.OBS]
        logits = self.actor(seen["observation"]).masked_fill(seen["action_mask"] == 0, -1e9)
        return {Columns.ACTION_DIST_INPUTS: logits}

    def compute_values(self, batch, embeddings=None):
        """Return the expected sum of rewards to come."""
        return self.critic(batch[Columns.OBS]["observation"]).squeeze(-1) / REWARD_SCALE


def make_config(n_envs, seed):
    """Return RLlib's settings; all is played and learned in this process."""
    return (
        PPOConfig()
        .environment(
            "skyjo_sim.envs:Skyjo/Round-v0",
            env_config={"opponents": "cutoff(2)", "shaping": 1.0, "illegal_action": "raise"},  # no mask may get lost
        )
        .env_runners(num_env_runners=0, num_envs_per_env_runner=n_envs, gym_env_vectorize_mode="vector_entry_point")
        .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedModule))
        .learners(num_learners=0)
        .training(
            train_batch_size_per_learner=n_envs * N_STEPS,
            minibatch_size=n_envs * N_STEPS // 8,
            num_epochs=4,
            lr=3e-4,
            gamma=1.0,  # a round ends by itself
            lambda_=0.95,
            entropy_coeff=0.01,
            use_kl_loss=False,
            vf_loss_coeff=0.5 * REWARD_SCALE**2,  # values are in points here
            vf_clip_param=1e6,  # the default of 10 would silence every round that surprises by more than 3 points
            grad_clip=0.5,
        )
        .reporting(metrics_num_episodes_for_smoothing=500)
        .debugging(seed=seed, log_level="ERROR")
    )


def main():
    """Train, and tell what is learned."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=200_000, help="decisions of the learner (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--envs", type=int, default=128, help="environments side by side (%(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="torch's threads (%(default)s)")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    algorithm = make_config(options.envs, options.seed).build_algo()
    began, n_played = time.perf_counter(), 0
    while n_played < options.steps:
        measured = algorithm.train()["env_runners"]
        n_played = int(measured["num_env_steps_sampled_lifetime"])
        speed = n_played / (time.perf_counter() - began)
        shown = f"{measured['episode_return_mean']:+.2f}" if "episode_return_mean" in measured else "none yet"
        print(f"{n_played:>10,} steps  return {shown} points per round  {speed:,.0f} steps/s", flush=True)
    algorithm.stop()
    print(f"done: {n_played:,} steps; return {shown} points per round")


if __name__ == "__main__":
    main()

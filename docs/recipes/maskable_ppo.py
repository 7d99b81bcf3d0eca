"""MaskablePPO of sb3-contrib on the compiled batch; then the network as a compiled agent against cutoff(2)."""

import argparse
import time

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from skyjo_agents.network_agent import npz_agent
from skyjo_agents.network_files import save_network
from skyjo_agents.sb3_export import network_of
from skyjo_sim import Rules, simulate
from skyjo_sim.envs.sb3 import SkyjoVecEnv

N_STEPS = 64


class Progress(BaseCallback):
    """Print a line after each iteration."""

    def _on_training_start(self):
        self.began = time.perf_counter()

    def _on_step(self):
        return True

    def _on_rollout_start(self):
        if self.num_timesteps:
            self._report()

    def _on_training_end(self):
        self._report()

    def _report(self):
        returns = [episode["r"] for episode in self.model.ep_info_buffer]  # unscaled: points
        speed = self.num_timesteps / (time.perf_counter() - self.began)
        shown = f"{np.mean(returns):+.2f}" if returns else "none yet"
        print(f"{self.num_timesteps:>10,} steps  return {shown} points per round  {speed:,.0f} steps/s", flush=True)


def make_model(n_envs, seed):
    """Return a model that has learned nothing, with its environments."""
    settings = {"opponents": "cutoff(2)", "shaping": 1.0, "illegal_action": "raise"}  # no mask may get lost
    env = SkyjoVecEnv(n_envs, players=2, reward_scale=0.05, **settings)
    return MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=N_STEPS,
        batch_size=min(4096, n_envs * N_STEPS),
        n_epochs=4,
        learning_rate=lambda left: 5e-4 * left,
        gamma=1.0,  # a round ends by itself
        gae_lambda=0.95,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256], "activation_fn": torch.nn.ReLU},
        stats_window_size=2000,
        seed=seed,
        device="cpu",
    )


def main():
    """Train, export, play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=2_000_000, help="decisions of the learner (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--envs", type=int, default=512, help="environments side by side (%(default)s)")
    parser.add_argument("--games", type=int, default=2000, help="games against cutoff(2) afterwards (%(default)s)")
    parser.add_argument("--out", default="skyjo_ppo.npz", help="where the network goes (%(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="torch's threads (%(default)s)")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    model = make_model(options.envs, options.seed)
    model.learn(options.steps, callback=Progress())
    save_network(network_of(model.policy, Rules(players=2)), options.out)
    agents = [npz_agent(options.out), "cutoff(2)"]
    result = simulate(agents, n_games=options.games, seed=2**40)  # cards it has not trained on
    print(result)
    share = result.agents.loc[0, "win_share"]
    print(f"done: {model.num_timesteps:,} steps; {share:.1%} of {options.games:,} games won")


if __name__ == "__main__":
    main()

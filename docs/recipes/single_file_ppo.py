"""Masked PPO in one file: torch and the vector environment, nothing else."""

import argparse
import time

import gymnasium
import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

N_STEPS, N_EPOCHS, N_MINIBATCHES = 64, 4, 8
LEARNING_RATE, CLIP, ENTROPY, VALUE, LAMBDA = 5e-4, 0.2, 0.01, 0.5, 0.95
REWARD_SCALE = 0.05  # a round is worth tens of points


class ActorCritic(nn.Module):
    """Two networks over the flat observation: logits of the actions, and the value."""

    def __init__(self, n_inputs, n_actions, width=256):
        super().__init__()
        self.actor = self._layers(n_inputs, n_actions, width, gain=0.01)  # at first all legal actions are alike
        self.critic = self._layers(n_inputs, 1, width, gain=1.0)

    @staticmethod
    def _layers(n_inputs, n_outputs, width, gain):
        layers = [
            nn.Linear(n_inputs, width),
            nn.ReLU(),
            nn.Linear(width, width),
            nn.ReLU(),
            nn.Linear(width, n_outputs),
        ]
        for layer in layers[::2]:
            nn.init.orthogonal_(layer.weight, gain if layer is layers[-1] else 2**0.5)
            nn.init.zeros_(layer.bias)
        return nn.Sequential(*layers)

    def policy(self, observations, masks):
        """Return the distribution over the actions that the masks allow."""
        logits = self.actor(observations).masked_fill(~masks, -1e9)  # finite, and so is the entropy
        return Categorical(logits=logits, validate_args=False)

    def value(self, observations):
        """Return the expected sum of rewards to come."""
        return self.critic(observations).squeeze(-1)


def tensors(observations):
    """Return the numbers and the legal actions of a batch."""
    return torch.from_numpy(observations["observation"]), torch.from_numpy(observations["action_mask"]).bool()


@torch.no_grad()
def collect(envs, model, observations):
    """Play `N_STEPS` decisions in every environment; return them, the observations after, and points of ended rounds."""
    columns, points = [], []
    for _ in range(N_STEPS):
        seen, masks = tensors(observations)
        policy = model.policy(seen, masks)
        actions = policy.sample()
        observations, rewards, terminated, truncated, infos = envs.step(actions.numpy())
        # A round stopped by the turn limit has been scored and paid: nothing of its value is to be added.
        ended = terminated | truncated
        if ended.any():
            scores = infos["final_info"]["scores"][ended]  # the learner's first
            points.extend(scores[:, 1:].min(axis=1) - scores[:, 0])
        scaled = torch.from_numpy(rewards * REWARD_SCALE).float()
        logs, values = policy.log_prob(actions), model.value(seen)
        columns.append((seen, masks, actions, logs, values, scaled, torch.from_numpy(ended)))
    return [torch.stack(column) for column in zip(*columns, strict=True)], observations, points


@torch.no_grad()
def advantages_of(values, rewards, ended, last_values):
    """Return generalised advantage estimates, float[steps, environments]; undiscounted, for a round ends by itself."""
    advantages, following, carried = torch.zeros_like(values), last_values, torch.zeros_like(last_values)
    for step in reversed(range(len(values))):
        goes_on = (~ended[step]).float()
        surprise = rewards[step] + goes_on * following - values[step]
        carried = surprise + LAMBDA * goes_on * carried
        advantages[step], following = carried, values[step]
    return advantages


def loss_of(model, seen, masks, actions, old_logs, advantages, targets):
    """Return the loss of PPO: clipped surrogate, value, entropy."""
    policy = model.policy(seen, masks)
    ratio = (policy.log_prob(actions) - old_logs).exp()
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    surrogate = torch.minimum(ratio * advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * advantages).mean()
    value_loss = (model.value(seen) - targets).square().mean()
    return -surrogate + VALUE * value_loss - ENTROPY * policy.entropy().mean()


def update(model, optimizer, played, last_values):
    """Learn from what was played, in minibatches."""
    seen, masks, actions, logs, values, rewards, ended = played
    advantages = advantages_of(values, rewards, ended, last_values)
    batch = [part.flatten(0, 1) for part in (seen, masks, actions, logs, advantages, advantages + values)]
    for _ in range(N_EPOCHS):
        for rows in torch.randperm(len(batch[0])).chunk(N_MINIBATCHES):
            loss = loss_of(model, *(part[rows] for part in batch))
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 0.5)
            optimizer.step()


def main():
    """Train, and tell what is learned."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=2_000_000, help="decisions of the learner (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--envs", type=int, default=512, help="environments side by side (%(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="torch's threads (%(default)s)")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    envs = gymnasium.make_vec(
        "skyjo_sim.envs:Skyjo/Round-v0",
        options.envs,
        autoreset_mode="SAME_STEP",
        opponents="cutoff(2)",
        shaping=1.0,
        illegal_action="raise",  # no mask may get lost
    )
    n_inputs = envs.single_observation_space["observation"].shape[0]
    model = ActorCritic(n_inputs, envs.single_action_space.n)
    optimizer = torch.optim.Adam(model.parameters(), eps=1e-5)
    observations, _ = envs.reset(seed=options.seed)
    began, n_played, per_iteration = time.perf_counter(), 0, options.envs * N_STEPS
    n_iterations = max(1, options.steps // per_iteration)
    for iteration in range(n_iterations):
        optimizer.param_groups[0]["lr"] = LEARNING_RATE * (1 - iteration / n_iterations)
        played, observations, points = collect(envs, model, observations)
        with torch.no_grad():
            last_values = model.value(tensors(observations)[0])
        update(model, optimizer, played, last_values)
        n_played += per_iteration
        speed = n_played / (time.perf_counter() - began)
        shown = f"{np.mean(points):+.2f}" if points else "none yet"
        print(f"{n_played:>10,} steps  return {shown} points per round  {speed:,.0f} steps/s", flush=True)
    print(f"done: {n_played:,} steps; return {shown} points per round")


if __name__ == "__main__":
    main()

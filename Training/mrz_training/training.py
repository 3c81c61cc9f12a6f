"""Adam with a warm-up and a cosine, checkpoints that a broken-off run continues from, and a moving mean of weights."""

import math
import os
import pickle
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np


def rate(step, steps, peak):
    """The learning rate of a step: up in 300 steps, or the sixth part of a short run, and down along a cosine."""
    rise = min(300, max(1, steps // 6))
    if step < rise:
        return peak * (step + 1) / rise
    return peak * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * (step - rise) / max(1, steps - rise))))


def update(weights, state, gradients, step, speed):
    norm = jnp.sqrt(sum(jnp.sum(g * g) for g in jax.tree.leaves(gradients)))
    gradients = jax.tree.map(lambda g: g * jnp.minimum(1.0, 1.0 / (norm + 1e-8)), gradients)
    mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, state["mean"], gradients)
    square = jax.tree.map(lambda v, g: 0.99 * v + 0.01 * g * g, state["square"], gradients)
    one, two = 1 - 0.9 ** (step + 1.0), 1 - 0.99 ** (step + 1.0)
    weights = jax.tree.map(
        lambda w, m, v: w - speed * ((m / one) / (jnp.sqrt(v / two) + 1e-7) + 1e-4 * w), weights, mean, square
    )
    slow = jax.tree.map(lambda s, w: 0.998 * s + 0.002 * w, state["slow"], weights)
    return weights, {"mean": mean, "square": square, "slow": slow}


def fit(loss, weights, batch, steps, peak, folder, every=250, report=None):
    """Trains for `steps` steps of `batch(step)`; goes on from the checkpoint in `folder` if there is one."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    checkpoint = Path(folder) / "checkpoint.pickle"
    zeros = jax.tree.map(jnp.zeros_like, weights)
    state, begin = {"mean": zeros, "square": zeros, "slow": weights}, 0
    if checkpoint.exists():
        with open(checkpoint, "rb") as file:
            weights, state, begin = pickle.load(file)
        print(f"goes on from step {begin}", flush=True)

    @jax.jit
    def advance(weights, state, step, speed, *arrays):
        value, gradients = jax.value_and_grad(loss)(weights, *arrays)
        weights, state = update(weights, state, gradients, step, speed)
        return weights, state, value

    clock, total = time.process_time(), 0.0
    for step in range(begin, steps):
        weights, state, value = advance(weights, state, step, rate(step, steps, peak), *batch(step))
        total += float(value)
        if (step + 1) % 50 == 0:
            spent = (time.process_time() - clock) / 50
            print(f"step {step + 1} loss {total / 50:.4f} cpu {spent:.2f} s", flush=True)
            clock, total = time.process_time(), 0.0
        if (step + 1) % every == 0 or step + 1 == steps:
            # The moving mean is of no use in the first steps.
            slow = state["slow"] if step > 1500 else weights
            keep(checkpoint, (jax.device_get(weights), jax.device_get(state), step + 1))
            keep(Path(folder) / "weights.pickle", jax.device_get(slow))
            if report:
                report(slow, step + 1)
            clock = time.process_time()
    return state["slow"]


def keep(path, value):
    temporary = path.with_suffix(".part")
    with open(temporary, "wb") as file:
        pickle.dump(value, file)
    os.replace(temporary, path)


def order(count, batch, seed):
    """Indices of each step: every sample once in an epoch, in an order fixed by the seed."""

    def indices(step):
        per_epoch = count // batch
        epoch, place = divmod(step, per_epoch)
        permutation = np.random.default_rng([seed, epoch]).permutation(count)
        return permutation[place * batch : (place + 1) * batch]

    return indices

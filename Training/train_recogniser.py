#!/usr/bin/env python3
"""Trains the recogniser on the strips that `draw.py` has drawn; broken off, it goes on from its last checkpoint.

With `--widen WEIGHTS` it trains the second reader, which begins as the recogniser of these weights; with
`--from FILE.onnx` it trains the network of a file further.
"""

import argparse
import functools
import glob
import pickle

import jax
import jax.numpy as jnp
import numpy as np

from mrz_training import data, networks, onnx_file, training
from mrz_training.spoilt import UNKNOWN

LEFT_OUT = 1500  # strips that are not trained on, for the figures printed on the way


def loss(layers, weights, strips, classes):
    logits = networks.recognise(weights, strips, layers)
    chances = jax.nn.log_softmax(logits)
    kinds = jnp.minimum(classes, 37).astype(jnp.int32)
    picked = jnp.take_along_axis(chances, kinds[..., None], -1)[..., 0]
    # Characters weigh more than what lies between them; unreadable ones are not to drown the rest, but are never
    # without any pull: a class that fell behind at the start would be lost for good.
    weight = jnp.where(classes == UNKNOWN, 0.0, jnp.where(classes == 37, 0.5, 1.0))
    softened = jnp.where(picked < -6.0, -6.0 + 0.2 * (picked + 6.0), picked)
    return -jnp.mean(softened * weight)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("strips", help="folder of the shards")
    parser.add_argument("output", help="folder of checkpoint and weights")
    parser.add_argument("--steps", type=int, default=8000)
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--first-shard", type=int, default=0)
    parser.add_argument("--shards", type=int, default=1000)
    parser.add_argument("--peak", type=float, default=2e-3)
    beginning = parser.add_mutually_exclusive_group()
    beginning.add_argument("--widen", help="weights of the recogniser from which the second reader begins")
    beginning.add_argument("--from", dest="begun", help="the ONNX file of a network to train further")
    options = parser.parse_args()
    strips, classes = data.load(sorted(glob.glob(f"{options.strips}/strips-*.npz"))[options.first_shard : options.shards])
    print(f"{len(strips)} strips", flush=True)
    indices = training.order(len(strips) - LEFT_OUT, options.batch, seed=5)
    begun = onnx_file.read(options.begun) if options.begun else None
    is_second = options.widen or (begun and "c3" in begun)
    layers = networks.SECOND_READER if is_second else networks.RECOGNISER
    judged = jax.jit(functools.partial(networks.recognise, layers=layers))

    def batch(step):
        chosen = np.sort(indices(step)) + LEFT_OUT
        generator = np.random.default_rng([7, step])
        picked, marks = strips[chosen], classes[chosen]
        x = networks.standardised(picked)
        return x + generator.standard_normal((len(x), 1, 1)).astype(np.float32) * 0.1, marks

    def report(weights, step):
        right = total = 0
        for first in range(0, LEFT_OUT, 250):
            part = slice(first, first + 250)
            guess = np.asarray(judged(weights, networks.standardised(strips[part]))).argmax(-1)
            mask = classes[part] < 37
            right += (guess == classes[part])[mask].sum()
            total += mask.sum()
        print(f"step {step}: {100 * right / total:.2f} % of the columns of characters right", flush=True)

    weights = networks.initial(layers, seed=11)
    if options.widen:
        with open(options.widen, "rb") as file:
            weights = networks.widened(layers, pickle.load(file), seed=12)
    if begun:
        weights = jax.tree.map(jnp.asarray, begun)
    print(f"{sum(w.size for w in jax.tree.leaves(weights))} weights", flush=True)
    training.fit(functools.partial(loss, layers), weights, batch, options.steps, options.peak, options.output, report=report)

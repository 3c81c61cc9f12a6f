#!/usr/bin/env python3
"""Trains the detector on the scenes that `draw.py` has drawn; broken off, it goes on from its last checkpoint."""

import argparse
import glob

import jax
import jax.numpy as jnp
import numpy as np

from mrz_training import data, networks, training

LEFT_OUT = 200  # scenes that are not trained on
SCENES, PATCHES = 12, 10  # of each in a step


def loss_of(weights, pictures, maps):
    """Maps as drawn: (n, 4, h, w), bytes."""
    out = networks.detect(weights, pictures.astype(jnp.float32) / 128 - 1)
    maps = maps.astype(jnp.float32)
    cover, known = maps[:, 0] / 255, maps[:, 3] > 0
    logit = out[..., 0]
    chance = jax.nn.sigmoid(logit)
    plain = jnp.maximum(logit, 0) - logit * cover + jnp.log1p(jnp.exp(-jnp.abs(logit)))
    # What is already known well weighs little (focal loss); lines weigh more than the ground.
    weight = (0.1 + jnp.abs(chance - cover) ** 1.5) * (1 + 2 * cover)
    found = jnp.mean(plain * weight) * 8
    cosine, sine = (maps[:, 1] - 128) / 127, (maps[:, 2] - 128) / 127
    pitch = (maps[:, 3] - 128) / 64
    count = jnp.sum(known) + 1
    turned = jnp.sum(jnp.where(known, (out[..., 1] - cosine) ** 2 + (out[..., 2] - sine) ** 2, 0)) / count
    sized = jnp.sum(jnp.where(known, jnp.abs(out[..., 3] - pitch), 0)) / count
    return found + 0.5 * turned + 0.5 * sized


def loss(weights, scenes, scene_maps, patches, patch_maps):
    return loss_of(weights, scenes, scene_maps) + loss_of(weights, patches, patch_maps)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", help="folder of the shards")
    parser.add_argument("output", help="folder of checkpoint and weights")
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--shards", type=int, default=1000)
    parser.add_argument("--peak", type=float, default=2e-3)
    options = parser.parse_args()
    columns = data.load(sorted(glob.glob(f"{options.scenes}/scenes-*.npz"))[: options.shards])
    print(f"{len(columns[0])} scenes and patches", flush=True)
    scene_order = training.order(len(columns[0]) - LEFT_OUT, SCENES, seed=5)
    patch_order = training.order(len(columns[0]) - LEFT_OUT, PATCHES, seed=6)
    judged = jax.jit(loss)
    look = jax.jit(lambda weights, x: networks.detect(weights, x.astype(jnp.float32) / 128 - 1))

    def batch(step):
        scenes, patches = np.sort(scene_order(step)) + LEFT_OUT, np.sort(patch_order(step)) + LEFT_OUT
        generator = np.random.default_rng([9, step])
        pictures = columns[0][scenes].astype(np.float32)
        # Contrast and brightness are cheap to vary anew in each epoch.
        gain = np.exp(generator.normal(0, 0.15, (len(pictures), 1, 1)))
        pictures = np.clip((pictures - 128) * gain + 128 + generator.normal(0, 12, gain.shape), 0, 255)
        return pictures.astype(np.uint8), columns[1][scenes], columns[2][patches], columns[3][patches]

    def report(weights, step):
        total = 0.0
        hit = missed = false = 0
        angles = []
        for first in range(0, LEFT_OUT, 20):
            part = slice(first, first + 20)
            total += float(judged(weights, *(column[part] for column in columns)))
            for pictures, maps in ((columns[0][part], columns[1][part]), (columns[2][part], columns[3][part])):
                out = np.asarray(look(weights, pictures))
                truth, guess = maps[:, 0] > 127, out[..., 0] > 0
                hit, missed = hit + (truth & guess).sum(), missed + (truth & ~guess).sum()
                false += (~truth & guess).sum()
                cosine, sine = (maps[:, 1] / 127 - 1)[truth], (maps[:, 2] / 127 - 1)[truth]
                angles.append(out[..., 1][truth] * cosine + out[..., 2][truth] * sine)
        wrong = (np.concatenate(angles) < 0.7).mean()
        print(
            f"step {step}: loss {total / (LEFT_OUT / 20):.4f}; "
            f"of the lines' places {100 * hit / (hit + missed):.1f} % found, "
            f"{100 * false / (hit + false):.1f} % of the found are none, {100 * wrong:.2f} % turned wrong",
            flush=True,
        )

    weights = networks.initial_detector(seed=3)
    print(f"{sum(w.size for w in jax.tree.leaves(weights))} weights", flush=True)
    training.fit(loss, weights, batch, options.steps, options.peak, options.output, report=report)

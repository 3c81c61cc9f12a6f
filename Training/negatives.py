#!/usr/bin/env python3
"""Draws pictures without a zone for `emrtd bench capture`: `negatives.py FIRST COUNT FOLDER`.

The kinds take turns; a picture depends on its number alone. Everything in them is drawn: no document of a person.
"""

import argparse
import functools
import math
import multiprocessing
import random as random_module
from pathlib import Path

import cv2
import numpy as np

from mrz_training import levels, nothing, scenes, truth


def taken(random, generator, flat):
    """A flat picture as it comes out of a scanner or a camera."""
    level = levels.LEVELS[random.choice(("easy", "easy", "medium"))]
    if random.random() < 0.3:
        return levels.photograph(random, generator, flat, level, cap=20), level
    turn = random.choice((0, 0, 90, 180, 270)) + random.uniform(-level.tilt, level.tilt)
    angle, scale = math.radians(turn), random.uniform(0.5, 1.1)
    size = levels.frame(random, flat.shape, angle, scale, random.uniform(*level.fill))
    background = levels.ground(random, generator, *size)
    scenes.lay(background, flat, scenes.laid(random, flat.shape, size, angle, scale, level.corner), scale)
    return levels.photograph(random, generator, background, level, cap=20), level


def render(folder, seed):
    """Draws one picture; answers its row of the truth."""
    cv2.setNumThreads(1)
    random = random_module.Random(f"nothing {seed}")
    generator = np.random.default_rng(random.getrandbits(63))
    kind = list(nothing.KINDS)[seed % len(nothing.KINDS)]
    flat = np.ascontiguousarray(nothing.KINDS[kind](random, generator), np.float32)
    picture, level = taken(random, generator, flat)
    name = f"nothing-{seed:06}.jpg"
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(random.uniform(*level.jpeg))]
    cv2.imwrite(str(folder / name), levels.coloured(generator, picture), quality)
    return truth.row(name, note=kind)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    work = functools.partial(render, options.folder)
    seeds = range(options.first, options.first + options.count)
    with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
        truth.write(options.folder, pool.imap(work, seeds, chunksize=4))

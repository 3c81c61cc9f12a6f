#!/usr/bin/env python3
"""Renders pictures for `emrtd bench capture`, with `ground-truth.tsv`: `render.py LEVEL FIRST COUNT FOLDER`.

A picture depends on level and number alone, so a folder can be drawn again or drawn further.
"""

import argparse
import functools
import multiprocessing
from pathlib import Path

import cv2
import numpy as np

from mrz_training import levels, truth


def render(level, folder, megapixels, is_foreign, seed):
    """Draws one picture; answers its row of the truth."""
    cv2.setNumThreads(1)
    shot = (levels.foreign_shot if is_foreign else levels.shot)(level, seed, megapixels)
    name = f"{'foreign-' if is_foreign else ''}{level}-{seed:06}.jpg"
    picture = levels.coloured(np.random.default_rng(seed), shot.picture)
    cv2.imwrite(str(folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, shot.quality])
    return truth.row(name, shot.lines, shot.kind, shot.rotation, shot.cap, shot.note)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("level", choices=list(levels.LEVELS))
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--megapixels", type=float, help="the size of every picture; characters grow or shrink with it")
    parser.add_argument("--foreign", action="store_true", help="in each a sign stands that no zone holds; `?` in the truth")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    work = functools.partial(render, options.level, options.folder, options.megapixels, options.foreign)
    seeds = range(options.first, options.first + options.count)
    with multiprocessing.get_context("spawn").Pool(options.processes) as pool:
        truth.write(options.folder, pool.imap(work, seeds, chunksize=4))

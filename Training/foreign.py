#!/usr/bin/env python3
"""Renders documents in which a sign stands that no zone holds: `foreign.py LEVEL FIRST COUNT FOLDER`.

For `emrtd bench capture`. The sign stands in a name or in the document's number. In the truth a `?` stands for it, so that
no answer is exact: what is said to be valid is wrong. In pictures of odd numbers it is one of those signs that no network
was trained with.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np

from mrz_training import levels, truth

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("level", choices=list(levels.LEVELS))
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for seed in range(options.first, options.first + options.count):
        shot, sign = levels.foreign_shot(options.level, seed)
        name = f"foreign-{options.level}-{seed:06}.jpg"
        picture = levels.coloured(np.random.default_rng(seed), shot.picture)
        cv2.imwrite(str(options.folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, shot.quality])
        rows.append(truth.row(name, shot.lines, shot.kind, shot.rotation, shot.cap, f"sign {sign}"))
    truth.write(options.folder, rows)

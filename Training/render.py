#!/usr/bin/env python3
"""Renders pictures for `emrtd bench capture`: `render.py LEVEL FIRST COUNT FOLDER`, with `ground-truth.tsv` beside them."""

import argparse
from pathlib import Path

import cv2

from mrz_training import levels

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("level", choices=list(levels.LEVELS))
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("folder")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    folder = Path(options.folder)
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "ground-truth.tsv", "w", encoding="utf-8") as truth:
        truth.write("file\tline1\tline2\tline3\ttype\trotation\tcap\n")
        for seed in range(options.first, options.first + options.count):
            picture, quality, kind, lines, rotation, cap = levels.picture(options.level, seed)
            name = f"{options.level}-{seed:06}.jpg"
            cv2.imwrite(str(folder / name), picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
            columns = [name, *lines, *[""] * (3 - len(lines)), kind, f"{rotation:.1f}", f"{cap:.1f}"]
            truth.write("\t".join(columns) + "\n")

#!/usr/bin/env python3
"""Renders test videos of a specimen that is held before a camera: `video.py FILE.mp4 [--seed N] [--seconds N] …`.

A page of the specimen country drifts, tilts and is out of focus at first, then moves too fast, then is held still; with
`--documents 2` another one follows. Beside the video stands FILE.tsv: for each frame the sharpness it was drawn with and
the lines in view. Needs `ffmpeg` and what the other scripts of this folder need.
"""

import argparse
import math
import random as random_module
import subprocess
from pathlib import Path

import cv2
import numpy as np

from mrz_training import glyphs, levels, scenes

BACKGROUND = 96
# The specimens of Doc 9303-4 and -5.
SPECIMENS = (
    ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"],
    ["I<UTOD23145890<7349<<<<<<<<<<<", "3407127M9507122UTO<<<<<<<<<<<2", "STEVENSON<<PETER<JOHN<<<<<<<<<"],
)


def page(seed):
    """A document drawn flat, and its lines."""
    random = random_module.Random(seed)
    generator = np.random.default_rng(seed)
    text = SPECIMENS[seed % len(SPECIMENS)]
    tiles = glyphs.cut(random.choice(levels.FONTS), levels.FIRST_CUT + random.randrange(40))
    sheet, _ = scenes.card(random, generator, text, 0.3, fine=22, tiles=tiles, styles={"plain": 1})
    return np.clip(sheet, 0, 255).astype(np.uint8), text


def frame(sheet, size, time, length, random):
    """The page at a time of its showing, and the blur in pixels."""
    width, height = size
    share = time / length
    # Out of focus, then moved, then still; now and then a jerk.
    focus = max(0.0, 9 * (1 - share / 0.35))
    motion = 26 * max(0.0, math.sin(math.pi * min(max((share - 0.3) / 0.25, 0), 1)))
    scale = min(width * 0.86 / sheet.shape[1], height * 0.92 / sheet.shape[0]) * (1 + 0.03 * math.sin(2.1 * time))
    angle = 5 * math.sin(0.9 * time) * (1 - 0.6 * share)
    matrix = cv2.getRotationMatrix2D((sheet.shape[1] / 2, sheet.shape[0] / 2), angle, scale)
    matrix[0, 2] += width / 2 - sheet.shape[1] / 2 + 25 * math.sin(1.3 * time)
    matrix[1, 2] += height / 2 - sheet.shape[0] / 2 + 18 * math.cos(1.7 * time)
    picture = cv2.warpAffine(sheet, matrix, size, flags=cv2.INTER_AREA, borderValue=BACKGROUND)
    if focus > 0.3:
        picture = cv2.GaussianBlur(picture, None, focus / 2)
    if motion > 1.5:
        kernel = np.zeros((31, 31), np.float32)
        end = (int(15 + motion / 2 * math.cos(time * 3)), int(15 + motion / 2 * math.sin(time * 3)))
        cv2.line(kernel, (30 - end[0], 30 - end[1]), end, 1, 1)
        picture = cv2.filter2D(picture, -1, kernel / kernel.sum())
    noise = np.random.default_rng(random.randrange(1 << 30)).normal(0, 3, (height // 2, width // 2)).astype(np.float32)
    picture = picture.astype(np.float32) + cv2.resize(noise, size)
    return np.clip(picture, 0, 255).astype(np.uint8), focus + motion


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3, help="for each document")
    parser.add_argument("--documents", type=int, default=1)
    parser.add_argument("--size", default="1920x1080")
    parser.add_argument("--rate", type=int, default=30)
    parser.add_argument("--crf", type=int, default=23)
    options = parser.parse_args()
    width, height = (int(side) for side in options.size.split("x"))
    command = ["ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "gray"]
    command += ["-s", f"{width}x{height}", "-r", str(options.rate), "-i", "-", "-pix_fmt", "yuv420p", "-c:v", "libx264"]
    command += ["-preset", "veryfast", "-threads", "1", "-crf", str(options.crf), "-g", str(options.rate)]
    encoder = subprocess.Popen([*command, str(options.file)], stdin=subprocess.PIPE)
    random = random_module.Random(options.seed)
    rows = []
    for document in range(options.documents):
        sheet, text = page(options.seed * 100 + document)
        for number in range(int(options.seconds * options.rate)):
            picture, blur = frame(sheet, (width, height), number / options.rate, options.seconds, random)
            encoder.stdin.write(picture.tobytes())
            rows.append(f"{len(rows) + 1}\t{blur:.1f}\t{' '.join(text)}")
    encoder.stdin.close()
    if encoder.wait() != 0:
        raise SystemExit("ffmpeg failed")
    options.file.with_suffix(".tsv").write_text("frame\tblur\tlines\n" + "\n".join(rows) + "\n")


if __name__ == "__main__":
    main()

"""Shapes of characters as signed distances, so that strokes of any weight come from one drawing of a font.

OCR-B is drawn from Debian's `fonts-ocr-b`; monospaced relatives stand for typewriters and printers that had none.
"""

import functools
import math

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from .lines import ALPHABET

# Pixels of one pitch (the distance between two characters), and of the field around a character's centre.
PITCH = 32
TILE_WIDTH = 56
TILE_HEIGHT = 72
# A character's height above the base line in pitches: 2.4 mm of 2.54 mm (Doc 9303-3 section 4.3 with OCR-B size 1).
CAP = 0.93

OCR_B = "/usr/share/fonts/opentype/ocr-b/"
TRUETYPE = "/usr/share/fonts/truetype/"
# File, share in training. Kept back for measuring: HELD_BACK.
FONTS = {
    OCR_B + "OCRB.otf": 0.44,
    OCR_B + "OCRBS.otf": 0.32,
    OCR_B + "OCRBL.otf": 0.05,
    TRUETYPE + "liberation2/LiberationMono-Regular.ttf": 0.05,
    TRUETYPE + "freefont/FreeMonoBold.ttf": 0.05,
    TRUETYPE + "dejavu/DejaVuSansMono.ttf": 0.05,
    TRUETYPE + "dejavu/DejaVuSansMono-Bold.ttf": 0.04,
}


@functools.lru_cache(maxsize=16)
def sheet(path):
    """Signed distances of all characters (inside positive, in canvas pixels): (37, TILE_HEIGHT, TILE_WIDTH)."""
    scale = 4
    pitch = PITCH * scale
    probe = ImageFont.truetype(path, 1000)
    left, top, right, bottom = probe.getbbox("H", anchor="ls")
    size = CAP * pitch / (-top / 1000)
    font = ImageFont.truetype(path, round(size))
    width, height = TILE_WIDTH * scale, TILE_HEIGHT * scale
    # The base line lies half a capital below the tile's middle.
    base = height / 2 + CAP * pitch / 2
    tiles = []
    for character in ALPHABET:
        image = Image.new("L", (width, height), 0)
        pen = ImageDraw.Draw(image)
        advance = font.getlength(character)
        pen.text((width / 2 - advance / 2, base), character, font=font, fill=255, anchor="ls")
        ink = (np.asarray(image) > 127).astype(np.uint8)
        inside = cv2.distanceTransform(ink, cv2.DIST_L2, 5)
        outside = cv2.distanceTransform(1 - ink, cv2.DIST_L2, 5)
        distance = (inside - outside) / scale
        tiles.append(cv2.resize(distance, (TILE_WIDTH, TILE_HEIGHT), interpolation=cv2.INTER_AREA))
    return np.stack(tiles).astype(np.float32)


def bent(tiles, random):
    """The same bend for all characters of a font: another cut of it, of other width, slant and roundness."""
    height, width = tiles.shape[1:]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    u, v = (x - width / 2) / PITCH, (y - height / 2) / PITCH
    wide = random.uniform(0.84, 1.16)
    tall = random.uniform(0.9, 1.12)
    slant = random.gauss(0, 0.04)
    source_u = u / wide + slant * v
    source_v = v / tall
    for _ in range(2):
        amount = random.uniform(0, 0.035)
        phase_x, phase_y = random.uniform(0, 2 * math.pi), random.uniform(0, 2 * math.pi)
        frequency = random.uniform(2, 7)
        source_u = source_u + amount * np.sin(frequency * v + phase_x)
        source_v = source_v + amount * np.sin(frequency * u + phase_y)
    map_x = (source_u * PITCH + width / 2).astype(np.float32)
    map_y = (source_v * PITCH + height / 2).astype(np.float32)
    return np.stack([cv2.remap(tile, map_x, map_y, cv2.INTER_LINEAR, borderValue=-20) for tile in tiles])


@functools.lru_cache(maxsize=64)
def cut(path, seed):
    """One of the cuts made from a font; seed 0 is the font itself."""
    import random

    tiles = sheet(path)
    return tiles if seed == 0 else bent(tiles, random.Random(f"{path.rsplit('/')[-1]} {seed}"))


def draw_cut(random, fonts=FONTS, cuts=12):
    """The tiles of a cut drawn at random."""
    path = random.choices(list(fonts), weights=list(fonts.values()))[0]
    return cut(path, random.choice((0, 0, *range(1, cuts))))

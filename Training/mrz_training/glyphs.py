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
# Characters are drawn so many times as large as a tile.
SCALE = 4
# A character's height above the base line in pitches: 2.4 mm of 2.54 mm (Doc 9303-3 section 4.3 with OCR-B size 1).
CAP = 0.93

OCR_B = "/usr/share/fonts/opentype/ocr-b/"
TRUETYPE = "/usr/share/fonts/truetype/"
# Signs that no zone holds, and small letters that have the shape of no capital.
SIGNS = "%$=#*/+()?!&@abdefghjmnqrty"
# File, share in training.
FONTS = {
    OCR_B + "OCRB.otf": 0.44,
    OCR_B + "OCRBS.otf": 0.32,
    OCR_B + "OCRBL.otf": 0.05,
    TRUETYPE + "liberation2/LiberationMono-Regular.ttf": 0.05,
    TRUETYPE + "freefont/FreeMonoBold.ttf": 0.05,
    TRUETYPE + "dejavu/DejaVuSansMono.ttf": 0.05,
    TRUETYPE + "dejavu/DejaVuSansMono-Bold.ttf": 0.04,
}


# Marks that no zone should hold but some do, and the letters that bear them. Fonts for reading by machine lack most,
# so they are drawn here: strokes in pitches from the letter's middle, x to the right and y down.
MARKS = {
    "tilde": ("NAO", [[(-0.22, -0.64), (-0.1, -0.72), (0.08, -0.62), (0.22, -0.7)]]),
    "dots": ("AOU", [[(-0.16, -0.66), (-0.14, -0.66)], [(0.14, -0.66), (0.16, -0.66)]]),
    "acute": ("AEIOU", [[(-0.06, -0.6), (0.12, -0.76)]]),
    "caron": ("SCZ", [[(-0.16, -0.76), (0, -0.62), (0.16, -0.76)]]),
    "ring": ("AU", [[(0.1 * math.cos(t / 4 * math.pi), -0.68 + 0.1 * math.sin(t / 4 * math.pi)) for t in range(9)]]),
    "cedilla": ("CS", [[(0, 0.5), (0.02, 0.58), (0.1, 0.62), (0.06, 0.7), (-0.08, 0.7)]]),
}


def blank():
    """The place of a character, without ink, in the scale of drawings."""
    return np.zeros((TILE_HEIGHT * SCALE, TILE_WIDTH * SCALE), np.uint8)


def distances(ink):
    """The signed distances of a drawing (inside positive, in canvas pixels), in the size of a tile."""
    inside = cv2.distanceTransform(ink, cv2.DIST_L2, 5)
    outside = cv2.distanceTransform(1 - ink, cv2.DIST_L2, 5)
    return cv2.resize((inside - outside) / SCALE, (TILE_WIDTH, TILE_HEIGHT), interpolation=cv2.INTER_AREA)


@functools.lru_cache(maxsize=16)
def sized(path):
    """A font in which capitals are as tall as in a zone, in the scale of drawings."""
    probe = ImageFont.truetype(path, 1000)
    left, top, right, bottom = probe.getbbox("H", anchor="ls")
    return ImageFont.truetype(path, round(CAP * PITCH * SCALE / (-top / 1000)))


def drawn(path, character):
    """The signed distances of a character of a font, which stands on its base line in the middle of a tile."""
    font = sized(path)
    height, width = TILE_HEIGHT * SCALE, TILE_WIDTH * SCALE
    image = Image.new("L", (width, height), 0)
    # The base line lies half a capital below the tile's middle.
    place = (width / 2 - font.getlength(character) / 2, height / 2 + CAP * PITCH * SCALE / 2)
    ImageDraw.Draw(image).text(place, character, font=font, fill=255, anchor="ls")
    return distances((np.asarray(image) > 127).astype(np.uint8))


@functools.lru_cache(maxsize=8)
def mark(name):
    """The signed distances of a mark."""
    ink = blank()
    height, width = ink.shape
    for stroke in MARKS[name][1]:
        points = np.array([(width / 2 + x * PITCH * SCALE, height / 2 + y * PITCH * SCALE) for x, y in stroke])
        cv2.polylines(ink, [np.round(points).astype(np.int32)], False, 1, round(0.1 * PITCH * SCALE))
    return distances(ink)


def marked(tile, name, share):
    """A letter with a mark, both made less tall together: issuers do so who keep them within their line."""
    whole = np.maximum(tile, mark(name))
    base = TILE_HEIGHT / 2 + CAP * PITCH / 2
    y, x = np.mgrid[0:TILE_HEIGHT, 0:TILE_WIDTH].astype(np.float32)
    source = np.where(y < base, base + (y - base) / share, y).astype(np.float32)
    return cv2.remap(whole, x, source, cv2.INTER_LINEAR, borderValue=-20)


@functools.lru_cache(maxsize=16)
def sheet(path):
    """Signed distances of all characters: those of the alphabet, then the signs."""
    return np.stack([drawn(path, character) for character in ALPHABET + SIGNS]).astype(np.float32)


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

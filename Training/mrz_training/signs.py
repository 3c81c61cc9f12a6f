"""Shapes that stand where a character of a zone should: foreign letters, signs, letters turned over, and scribbles.

What a reader is to learn from them is not these shapes but that a shape need not be a character at all. So they are of
many kinds, and some are of no writing. Left out is what looks like a character of a zone: А, Β, З, |, small o.
"""

import functools
import math

import cv2
import numpy as np

from .glyphs import PITCH, SCALE, SIGNS, TILE_HEIGHT, TILE_WIDTH, TRUETYPE, blank, distances, drawn
from .lines import ALPHABET, INDEX

# Signs of the fonts that have them. What is measured with is not here: see `HELD_BACK`.
FOREIGN = "%$=#*/+()?!&@adefhjmnrty[]{}\\^~>€¥¢ÆŒßÞŁΓΔΛΠΣΦЖДИЛПФЦШЩЫЮЯ"
# Signs that no training picture shows: whether a reader takes them for characters tells what it learnt of the others.
HELD_BACK = "£§ΞΨΩЙЪ"
FONTS = (
    "dejavu/DejaVuSansMono.ttf",
    "dejavu/DejaVuSansMono-Bold.ttf",
    "liberation2/LiberationMono-Regular.ttf",
    "liberation2/LiberationMono-Bold.ttf",
    "freefont/FreeMonoBold.ttf",
)
# Those that the fonts of zones hold too.
PLAIN = [sign for sign in SIGNS if sign in FOREIGN]
# Characters of which nothing like a character is left when they are turned over.
MIRRORED = "CFGKQR4"
UPSIDE_DOWN = "AFGJKPRTY4"


@functools.lru_cache(maxsize=1024)
def of_font(path, character):
    return drawn(TRUETYPE + path, character)


def stroke(random, ink):
    """One straight or bent stroke somewhere in the place of a character."""
    height, width = ink.shape

    def end():
        return np.array([random.uniform(-0.4, 0.4), random.uniform(-0.5, 0.5)])

    first, middle, last = end(), end(), end()
    if random.random() < 0.5:
        middle = (first + last) / 2
    t = np.linspace(0, 1, 12)[:, None]
    curve = first * (1 - t) ** 2 + 2 * middle * t * (1 - t) + last * t**2
    points = np.array([width / 2, height / 2]) + curve * PITCH * SCALE
    cv2.polylines(ink, [np.round(points).astype(np.int32)], False, 1, round(random.uniform(0.08, 0.15) * PITCH * SCALE))


def scribble(random):
    """Four to seven strokes: fewer often look like a letter."""
    ink = blank()
    for _ in range(random.randint(4, 7)):
        stroke(random, ink)
    return distances(ink)


def struck_out(random, cuts):
    """Two characters over each other, or one with a bar through it that it does not have."""
    over = cuts[INDEX[random.choice("AGMPRSWYZ2567")]]
    if random.random() < 0.5:
        return np.maximum(over, cuts[INDEX[random.choice("HKX4")]])
    ink = blank()
    tilt = random.choice((-1, 1)) * random.uniform(0.3, 0.6)
    ends = [(TILE_WIDTH / 2 + x * PITCH, TILE_HEIGHT / 2 + side * tilt * PITCH) for x, side in ((-0.45, -1), (0.45, 1))]
    cv2.line(ink, *[tuple(round(v * SCALE) for v in end) for end in ends], 1, round(0.11 * PITCH * SCALE))
    return np.maximum(over, distances(ink))


def foreign(random, cuts):
    """The tile of a shape that is no character of a zone."""
    kind = random.random()
    if kind < 0.2:
        return cuts[len(ALPHABET) + SIGNS.index(random.choice(PLAIN))]
    if kind < 0.6:
        tile = of_font(random.choice(FONTS), random.choice(FOREIGN))
        # Some in the size of the zone's letters, some a little smaller or larger.
        size = random.choice((1, math.exp(random.gauss(0, 0.08))))
        matrix = cv2.getRotationMatrix2D((TILE_WIDTH / 2, TILE_HEIGHT / 2), random.gauss(0, 2), size)
        return cv2.warpAffine(tile, matrix, (TILE_WIDTH, TILE_HEIGHT), borderValue=-20) * size
    if kind < 0.7:
        return np.ascontiguousarray(cuts[INDEX[random.choice(MIRRORED)]][:, ::-1])
    if kind < 0.78:
        return np.ascontiguousarray(cuts[INDEX[random.choice(UPSIDE_DOWN)]][::-1, ::-1])
    return scribble(random) if kind < 0.9 else struck_out(random, cuts)

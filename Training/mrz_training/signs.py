"""Shapes that stand where a character of a zone should: foreign letters, signs, letters turned over, and scribbles.

What a reader is to learn from them is not these shapes but that a shape need not be a character at all. So they are of
many kinds, and some are of no writing. Left out is what looks like a character of a zone: А, Β, З, |, small o.
"""

import functools
import math

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from .glyphs import CAP, PITCH, SIGNS, TILE_HEIGHT, TILE_WIDTH, TRUETYPE
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


def distances(ink, scale):
    """Signed distances of a drawing `scale` times the size of a tile."""
    inside = cv2.distanceTransform(ink, cv2.DIST_L2, 5)
    outside = cv2.distanceTransform(1 - ink, cv2.DIST_L2, 5)
    return cv2.resize((inside - outside) / scale, (TILE_WIDTH, TILE_HEIGHT), interpolation=cv2.INTER_AREA)


@functools.lru_cache(maxsize=1024)
def of_font(path, character):
    scale = 4
    probe = ImageFont.truetype(TRUETYPE + path, 1000)
    size = CAP * PITCH * scale / (-probe.getbbox("H", anchor="ls")[1] / 1000)
    font = ImageFont.truetype(TRUETYPE + path, round(size))
    width, height = TILE_WIDTH * scale, TILE_HEIGHT * scale
    image = Image.new("L", (width, height), 0)
    place = (width / 2 - font.getlength(character) / 2, height / 2 + CAP * PITCH * scale / 2)
    ImageDraw.Draw(image).text(place, character, font=font, fill=255, anchor="ls")
    return distances((np.asarray(image) > 127).astype(np.uint8), scale)


def stroke(random, ink, scale):
    """One straight or bent stroke somewhere in the place of a character."""
    height, width = ink.shape

    def end():
        return np.array([random.uniform(-0.4, 0.4), random.uniform(-0.5, 0.5)])

    first, middle, last = end(), end(), end()
    if random.random() < 0.5:
        middle = (first + last) / 2
    t = np.linspace(0, 1, 12)[:, None]
    curve = first * (1 - t) ** 2 + 2 * middle * t * (1 - t) + last * t**2
    points = np.array([width / 2, height / 2]) + curve * PITCH * scale
    cv2.polylines(ink, [np.round(points).astype(np.int32)], False, 1, round(random.uniform(0.08, 0.15) * PITCH * scale))


def scribble(random):
    """Four to seven strokes: fewer often look like a letter."""
    scale = 4
    ink = np.zeros((TILE_HEIGHT * scale, TILE_WIDTH * scale), np.uint8)
    for _ in range(random.randint(4, 7)):
        stroke(random, ink, scale)
    return distances(ink, scale)


def struck_out(random, cuts):
    """Two characters over each other, or one with a bar through it that it does not have."""
    over = cuts[INDEX[random.choice("AGMPRSWYZ2567")]]
    if random.random() < 0.5:
        return np.maximum(over, cuts[INDEX[random.choice("HKX4")]])
    scale = 4
    ink = np.zeros((TILE_HEIGHT * scale, TILE_WIDTH * scale), np.uint8)
    tilt = random.choice((-1, 1)) * random.uniform(0.3, 0.6)
    ends = [(TILE_WIDTH / 2 + x * PITCH, TILE_HEIGHT / 2 + side * tilt * PITCH) for x, side in ((-0.45, -1), (0.45, 1))]
    cv2.line(ink, *[tuple(round(v * scale) for v in end) for end in ends], 1, round(0.11 * PITCH * scale))
    return np.maximum(over, distances(ink, scale))


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

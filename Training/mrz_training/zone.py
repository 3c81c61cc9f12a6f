"""A printed zone in its own coordinates: distances of the strokes, then ink on paper as a printer leaves it."""

import math
from dataclasses import dataclass

import cv2
import numpy as np

from .glyphs import MARKS, PITCH, TILE_HEIGHT, TILE_WIDTH, draw_cut, marked
from .lines import INDEX

# Room around the characters, in pitches.
MARGIN_X = 3.0
MARGIN_Y = 2.0


@dataclass
class Zone:
    """A zone that is not yet printed. Lengths in canvas pixels, `PITCH` of which lie between two characters."""

    lines: list
    distance: np.ndarray
    rows: list  # the middle of each line, y
    start: float  # the centre of the first character, x
    classes: list  # what is to be read in each cell of each line

    @property
    def width(self):
        return self.distance.shape[1]

    @property
    def height(self):
        return self.distance.shape[0]


def compose(random, lines, spacing=None, cuts=None, marks=0, spoilt=None, none=None):
    """Sets the lines with one cut of a font; printers shift and turn single characters a little.

    A share `marks` of the letters that can bear a mark bears one. `spoilt` holds the tile of a foreign sign or nothing
    (`None`) in place of the character of a row and column, whose class then is `none`.
    """
    tiles = cuts if cuts is not None else draw_cut(random)
    if spacing is None:
        spacing = random.uniform(1.55, 1.9) if len(lines) == 3 else random.uniform(1.7, 2.7)
    count = max(len(line) for line in lines)
    width = int((count + 2 * MARGIN_X) * PITCH)
    height = int((2 * MARGIN_Y + spacing * (len(lines) - 1) + 1) * PITCH)
    distance = np.full((height, width), -20, np.float32)
    start = (MARGIN_X + 0.5) * PITCH
    unrest = random.choice((0, 0, 0, 0.3, 0.8, 1.6))
    share = random.choice((1, random.uniform(0.74, 0.9))) if marks else 1
    rows, classes = [], []
    for row, line in enumerate(lines):
        middle = (MARGIN_Y + 0.5 + spacing * row) * PITCH
        rows.append(middle)
        classes.append([INDEX[character] for character in line])
        for column, character in enumerate(line):
            x = int(round(start + column * PITCH - TILE_WIDTH / 2 + random.gauss(0, unrest * 0.6)))
            y = int(round(middle - TILE_HEIGHT / 2 + random.gauss(0, unrest)))
            x, y = max(0, min(x, width - TILE_WIDTH)), max(0, min(y, height - TILE_HEIGHT))
            place = distance[y : y + TILE_HEIGHT, x : x + TILE_WIDTH]
            if spoilt and (row, column) in spoilt:
                classes[row][column] = none
                if spoilt[row, column] is not None:
                    np.maximum(place, spoilt[row, column], out=place)
                continue
            tile = tiles[INDEX[character]]
            kinds = [name for name, (letters, _) in MARKS.items() if character in letters] if marks else []
            if kinds and random.random() < marks:
                tile = marked(tile, random.choice(kinds), share)
            np.maximum(place, tile, out=place)
    return Zone(lines, distance, rows, start, classes)


def clouds(generator, height, width, size):
    """Smooth noise of deviation about one whose features are about `size` pixels wide."""
    small = generator.standard_normal((max(2, int(height / size) + 2), max(2, int(width / size) + 2)), np.float32)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)


STYLES = {"plain": 0.38, "uneven": 0.2, "jet": 0.14, "laser": 0.12, "matrix": 0.06, "worn": 0.1}


def ink(random, generator, zone, styles=STYLES):
    """How much of each pixel is covered with ink, 0 to 1, after one of the ways of printing."""
    height, width = zone.distance.shape
    distance = zone.distance + random.gauss(0, 0.9) - 0.1
    style = random.choices(list(styles), weights=list(styles.values()))[0]
    if style in ("uneven", "worn"):
        distance = distance + clouds(generator, height, width, random.uniform(20, 90)) * random.uniform(0.2, 0.8)
    if style == "jet":
        distance = distance + clouds(generator, height, width, random.uniform(2, 4)) * random.uniform(0.3, 1.3)
    cover = np.clip(distance / random.uniform(0.8, 2.5) + 0.5, 0, 1)
    if style == "laser":
        dots = clouds(generator, height, width, random.uniform(1.5, 3))
        cover = cover * np.clip(1 + dots * random.uniform(0.1, 0.35), 0, 1.2)
    if style == "matrix":
        step = PITCH / random.uniform(7, 10)
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        phase = 2 * math.pi / step
        grid = 0.5 + 0.25 * (np.cos(x * phase) + np.cos(y * phase))
        cover = np.clip(cover * np.clip(grid * random.uniform(1.6, 2.6), 0, 1), 0, 1)
    if style == "worn":
        holes = clouds(generator, height, width, random.uniform(4, 12))
        cover = cover * np.clip(1 - np.clip(holes - random.uniform(0.9, 1.8), 0, 1), 0.15, 1)
    return np.clip(cover, 0, 1)


def curled(random, picture, pitch):
    """The picture of a page that does not lie flat: the lines bend, and the characters near the spine draw together.

    Answers the picture and a function that tells where a place of the flat page has gone.
    """
    height, width = picture.shape
    bow = random.gauss(0, 0.5) * pitch
    slip = random.gauss(0, 0.6) * pitch
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    t = 2 * x / width - 1
    map_x = x - slip * (t * t - 1)
    map_y = y - bow * (t * t - 0.5)
    bent = cv2.remap(picture, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)

    def gone(points):
        points = np.array(points, np.float64)
        places = points.copy()
        # The map leads from the bent page to the flat one; a few steps find the way back.
        for _ in range(4):
            t = 2 * places[:, 0] / width - 1
            places[:, 0] = points[:, 0] + slip * (t * t - 1)
            places[:, 1] = points[:, 1] + bow * (t * t - 0.5)
        return places

    return bent, gone

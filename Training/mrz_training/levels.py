"""Pictures for measuring at three levels, from seeds, cuts of fonts and backgrounds that training never sees.

The levels are those on which other readers were measured: height of capitals, tilt, quarter turns, perspective, blur,
noise, compression, glare, light and shadow, each drawn from the ranges of the table below.
"""

import dataclasses
import math
import random as random_module
from dataclasses import dataclass

import cv2
import numpy as np

from . import camera, glyphs, scenes, signs, surroundings
from . import lines as texts
from .zone import clouds


@dataclass(frozen=True)
class Level:
    """Ranges of one level; lengths of blur in heights of capitals, angles in degrees."""

    cap: tuple
    tilt: float
    turned: float
    corner: float
    blur: tuple
    motion: float
    noise: tuple
    jpeg: tuple
    glare: float
    dark: float
    gradient: float
    shadow: float
    contrast: float
    fill: tuple
    styles: tuple


PRINTED = ("plain", "uneven", "jet", "laser")
LEVELS = {
    "easy": Level(
        cap=(18, 40), tilt=2, turned=0, corner=0.02, blur=(0, 0.02), motion=0, noise=(0, 2.5), jpeg=(85, 96), glare=0,
        dark=0, gradient=0, shadow=0, contrast=0.5, fill=(0.82, 0.97), styles=("plain",),
    ),
    "medium": Level(
        cap=(13, 30), tilt=9, turned=0.25, corner=0.07, blur=(0, 0.055), motion=0.15, noise=(1, 7), jpeg=(60, 92),
        glare=0.3, dark=0.2, gradient=0.5, shadow=0, contrast=1, fill=(0.6, 0.95), styles=PRINTED,
    ),
    "hard": Level(
        cap=(10, 22), tilt=28, turned=0.6, corner=0.14, blur=(0.02, 0.1), motion=0.3, noise=(3, 14), jpeg=(35, 80),
        glare=0.55, dark=0.4, gradient=0.8, shadow=0.3, contrast=1.5, fill=(0.5, 0.85), styles=PRINTED,
    ),
}
SHARES = {"TD3": 0.4, "TD1": 0.3, "TD2": 0.1, "MRVA": 0.1, "MRVB": 0.1}
# Backgrounds that training does not use.
PHOTOS = ("moon", "color", "ihc", "horse", "cell", "hubble_deep_field.jpg", "rocket.jpg", "retina.jpg")
FONTS = (glyphs.OCR_B + "OCRB.otf", glyphs.OCR_B + "OCRBS.otf")
# Cuts of fonts that training does not use begin here.
FIRST_CUT = 100


# The least difference between strokes and paper, as a share of the paper's brightness. The levels say nothing of faint
# print, and Doc 9303-3 asks for much more than this; of what is fainter, people read little.
LEAST_CONTRAST = 0.35
# So many of all documents have a number of more than nine characters, which only TD1 has room for here.
LONG_NUMBERS = 0.06


@dataclass(frozen=True)
class Shot:
    """A picture for measuring, and what a reader is to find in it."""

    picture: np.ndarray  # grey, uint8
    quality: int  # of the JPEG file
    kind: str
    lines: list
    rotation: float  # of the reading direction, in degrees clockwise
    cap: float  # height of capitals in pixels
    note: str = ""


def measured_lines(random):
    """A document of a state of the list of codes whose check digits all hold."""
    kind = random.choices(list(SHARES), weights=list(SHARES.values()))[0]
    is_long = kind == "TD1" and random.random() < LONG_NUMBERS / SHARES["TD1"]
    while True:
        lines = texts.MAKERS[kind](random)
        nationality = lines[1][15:18] if kind == "TD1" else lines[1][10:13]
        known = {lines[0][2:5], nationality} <= set(texts.STATES)
        if known and texts.is_sound(kind, lines) and is_long == (kind == "TD1" and has_long_number(lines)):
            return kind, lines


def has_long_number(lines):
    return lines[0][14] == "<" and lines[0][15] != "<"


def shot(name, seed, megapixels=None):
    """The picture of a level and a seed; where a size is told, characters are as large as that size makes them."""
    level = LEVELS[name]
    random = random_module.Random(f"measure {name} {seed}")
    generator = np.random.default_rng(random.getrandbits(63))
    kind, lines = measured_lines(random)
    return photographed(level, random, generator, kind, lines, megapixels)


def foreign_shot(name, seed, megapixels=None):
    """A picture of a level in which a foreign sign stands in a name or in the number.

    In the truth a `?` stands for it, so that no answer is exact: what is said to be valid is wrong. In pictures of odd
    numbers it is a sign that no network was trained with.
    """
    random = random_module.Random(f"foreign {name} {seed}")
    generator = np.random.default_rng(random.getrandbits(63))
    kind, lines = measured_lines(random)
    row, begin, end = (0, 5, 14) if kind == "TD1" else (1, 0, 9)
    if random.random() < 0.6:
        row, begin, end = (2, 0, 30) if kind == "TD1" else (0, 5, len(lines[0]))
    places = [column for column in range(begin, end) if lines[row][column] != "<"]
    column = random.choice(places)
    sign = random.choice(signs.HELD_BACK if seed % 2 else signs.FOREIGN)
    spoilt = {(row, column): signs.of_font(random.choice(signs.FONTS), sign)}
    answer = photographed(LEVELS[name], random, generator, kind, lines, megapixels, spoilt)
    lines[row] = lines[row][:column] + "?" + lines[row][column + 1 :]
    return dataclasses.replace(answer, lines=lines, note=f"sign {sign}")


def photographed(level, random, generator, kind, lines, megapixels=None, spoilt=None):
    """A document with these lines, photographed as the level says; `spoilt` as in `zone.compose`."""
    cap = math.exp(random.uniform(*map(math.log, level.cap)))
    pitch = cap / glyphs.CAP
    fine = min(glyphs.PITCH, max(16, math.ceil(pitch)))
    tiles = glyphs.cut(random.choice(FONTS), FIRST_CUT + random.randrange(40))
    styles = dict.fromkeys(level.styles, 1)
    contrast = 0
    while contrast < LEAST_CONTRAST:
        # The card takes contrast as hardness, of which 0 stands for 1 and 1 for 1.5.
        sheet, ends = scenes.card(random, generator, lines, 2 * level.contrast - 2, fine, tiles, styles, spoilt)
        contrast = print_contrast(sheet, ends, lines, tiles, fine)
    scale = pitch / fine
    turn = random.choice((90, 180, 270)) if random.random() < level.turned else 0
    angle = math.radians(turn + random.uniform(-level.tilt, level.tilt))
    size = frame(random, sheet.shape, angle, scale, random.uniform(*level.fill))
    if megapixels is not None:
        larger = math.sqrt(megapixels * 1e6 / (size[0] * size[1]))
        size, scale, cap = (int(size[0] * larger), int(size[1] * larger)), scale * larger, cap * larger
    background = ground(random, generator, *size)
    matrix = scenes.laid(random, sheet.shape, size, angle, scale, level.corner)
    scenes.lay(background, sheet, matrix, scale)
    picture = photograph(random, generator, background, level, cap)
    return Shot(picture, int(random.uniform(*level.jpeg)), kind, lines, math.degrees(angle) % 360, cap)


def print_contrast(sheet, ends, lines, tiles, fine):
    """How much darker than the paper beside them the strokes of a flat document are, as a share of its brightness."""
    factor = fine / glyphs.PITCH
    small = [cv2.resize(tile, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA) for tile in tiles]
    height, width = small[0].shape
    inside, beside = np.zeros(sheet.shape, bool), np.zeros(sheet.shape, bool)
    for (start, _), line in zip(ends, lines, strict=True):
        for column, character in enumerate(line):
            x, y = int(round(start[0] + column * fine - width / 2)), int(round(start[1] - height / 2))
            x, y = max(x, 0), max(y, 0)
            place = np.s_[y : y + height, x : x + width]
            tile = small[texts.INDEX[character]][: sheet.shape[0] - y, : sheet.shape[1] - x]
            inside[place] |= tile > 0.5 * tile.max()
            beside[place] |= (tile < -2) & (tile > -6)
    paper = sheet[beside & ~inside].mean()
    return (paper - sheet[inside].mean()) / paper


def coloured(generator, picture):
    """The same brightness in mild colours (blue, green, red), since decoding the colours of a photo counts."""
    height, width = picture.shape
    grey = picture.astype(np.float32)
    part = np.clip(clouds(generator, height, width, max(height, width) / 4) * 0.5 + 0.5, 0, 1)
    planes = []
    for strength in (-14, 0, 11):
        planes.append(grey + strength * (2 * part - 1) * np.sqrt(grey / 255 * (1 - grey / 255)) * 2)
    planes[1] = (grey - 0.114 * planes[0] - 0.299 * planes[2]) / 0.587
    return np.clip(np.stack(planes, -1) + 0.5, 0, 255).astype(np.uint8)


def frame(random, sheet, angle, scale, fill):
    """Height and width of the picture of which the document fills a share, in the shape of a camera's."""
    cos, sin = abs(math.cos(angle)), abs(math.sin(angle))
    width = (sheet[1] * cos + sheet[0] * sin) * scale / fill
    height = (sheet[1] * sin + sheet[0] * cos) * scale / fill
    ratio = random.choice((4 / 3, 3 / 2, 16 / 9))
    if width < height:
        ratio = 1 / ratio
    width, height = max(width, height * ratio), max(height, width / ratio)
    return int(height), int(width)


def ground(random, generator, height, width):
    """What the document lies on."""
    kind = random.random()
    if kind < 0.4:
        return surroundings.from_photo(random, height, width, PHOTOS)
    if kind < 0.6:
        return surroundings.page(random, generator, height, width)
    base = clouds(generator, height, width, random.uniform(20, 400)) * random.uniform(3, 40)
    return np.ascontiguousarray(random.uniform(20, 230) + base, np.float32)


def photograph(random, generator, picture, level, cap):
    """Light, glare, blur, low light and noise of a level, in the order in which they happen."""
    height, width = picture.shape
    picture = np.clip(picture, 0, 255)
    if level.gradient:
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        angle = random.uniform(0, 2 * math.pi)
        slope = random.uniform(0, level.gradient)
        picture = picture * (1 + slope * ((x / width - 0.5) * math.cos(angle) + (y / height - 0.5) * math.sin(angle)))
        if random.random() < level.shadow:
            side = (x / width - 0.5) * math.cos(angle + 1) + (y / height - 0.5) * math.sin(angle + 1)
            picture = np.where(side > random.uniform(-0.3, 0.3), picture * random.uniform(0.35, 0.75), picture)
    if random.random() < level.glare:
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        for _ in range(random.randint(1, 2)):
            cx, cy = random.uniform(0, width), random.uniform(0, height)
            a, b = (random.uniform(0.06, 0.25) * max(height, width) for _ in range(2))
            blob = np.exp(-(((x - cx) / a) ** 2 + ((y - cy) / b) ** 2) * 2)
            picture = picture + (255 - picture) * blob * random.uniform(0.3, 0.62)
    sigma = random.uniform(*level.blur) * cap
    if sigma > 0.2:
        picture = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), sigma)
    if random.random() < level.motion:
        kernel = camera.motion_kernel(random.uniform(0.08, 0.2) * cap, random.uniform(0, math.pi))
        picture = cv2.filter2D(picture.astype(np.float32), -1, kernel)
    if random.random() < level.dark:
        picture = picture * random.uniform(0.25, 0.6)
    picture = picture + generator.standard_normal(picture.shape, np.float32) * random.uniform(*level.noise)
    return np.clip(picture, 0, 255).astype(np.uint8)

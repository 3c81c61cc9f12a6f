"""Pictures for measuring: three levels of difficulty, from seeds, cuts of fonts and backgrounds that training never sees.

The levels are those on which other readers were measured: height of capitals, tilt, quarter turns, perspective, blur,
noise, compression, glare, light and shadow, each drawn from the ranges of the table below.
"""

import math
import random as random_module
from dataclasses import dataclass

import cv2
import numpy as np

from . import camera, glyphs, lines as texts, paper, scenes, surroundings
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


LEVELS = {
    "easy": Level((18, 40), 2, 0, 0.02, (0, 0.02), 0, (0, 2.5), (85, 96), 0, 0, 0, 0, 0.5, (0.82, 0.97), ("plain",)),
    "medium": Level((13, 30), 9, 0.25, 0.07, (0, 0.055), 0.15, (1, 7), (60, 92), 0.3, 0.2, 0.5, 0, 1, (0.60, 0.95), ("plain", "uneven", "jet", "laser")),
    "hard": Level((10, 22), 28, 0.6, 0.14, (0.02, 0.1), 0.3, (3, 14), (35, 80), 0.55, 0.4, 0.8, 0.3, 1.5, (0.5, 0.85), ("plain", "uneven", "jet", "laser")),
}
SHARES = {"TD3": 0.4, "TD1": 0.3, "TD2": 0.1, "MRVA": 0.1, "MRVB": 0.1}
# Backgrounds that training does not use.
PHOTOS = ("moon", "color", "ihc", "horse", "cell", "motorcycle_right")
FONTS = (glyphs.OCR_B + "OCRB.otf", glyphs.OCR_B + "OCRBS.otf")
# Cuts of fonts that training does not use begin here.
FIRST_CUT = 100


def measured_lines(random):
    """A document whose check digits all hold; six out of a hundred TD1 have a long number."""
    kind = random.choices(list(SHARES), weights=list(SHARES.values()))[0]
    while True:
        lines = texts.MAKERS[kind](random)
        if texts.is_sound(kind, lines):
            return kind, lines


def picture(name, seed):
    """One picture of a level: (picture uint8, format, lines, reading direction in degrees, height of capitals)."""
    level = LEVELS[name]
    random = random_module.Random(f"measure {name} {seed}")
    generator = np.random.default_rng(random.getrandbits(63))
    kind, lines = measured_lines(random)
    cap = math.exp(random.uniform(*map(math.log, level.cap)))
    pitch = cap / glyphs.CAP
    fine = min(glyphs.PITCH, max(16, math.ceil(pitch)))
    tiles = glyphs.cut(random.choice(FONTS), FIRST_CUT + random.randrange(40))
    sheet, _ = scenes.card(random, generator, lines, level.contrast - 0.5, fine=fine, tiles=tiles, styles=dict.fromkeys(level.styles, 1))
    scale = pitch / fine
    turn = random.choice((90, 180, 270)) if random.random() < level.turned else 0
    angle = math.radians(turn + random.uniform(-level.tilt, level.tilt))
    size = frame(random, sheet.shape, angle, scale, random.uniform(*level.fill))
    background = ground(random, generator, *size)
    matrix = scenes.laid(random, sheet.shape, size, angle, scale, level.corner)
    scenes.lay(background, sheet, matrix, scale)
    shot = photograph(random, generator, background, level, cap)
    quality = int(random.uniform(*level.jpeg))
    return shot, quality, kind, lines, math.degrees(angle) % 360, cap


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
    kind = random.random()
    if kind < 0.4:
        return surroundings.from_photo(random, height, width, PHOTOS)
    if kind < 0.6:
        return surroundings.page(random, generator, height, width)
    base = clouds(generator, height, width, random.uniform(20, 400)) * random.uniform(3, 40)
    return np.ascontiguousarray(random.uniform(20, 230) + base, np.float32)


def photograph(random, generator, picture, level, cap):
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
        kernel = camera.motion_kernel(random.uniform(0.08, 0.2) * cap + 1, random.uniform(0, math.pi))
        picture = cv2.filter2D(picture.astype(np.float32), -1, kernel)
    if random.random() < level.dark:
        picture = picture * random.uniform(0.25, 0.6)
    picture = picture + generator.standard_normal(picture.shape, np.float32) * random.uniform(*level.noise)
    return np.clip(picture, 0, 255).astype(np.uint8)

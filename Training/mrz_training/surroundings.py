"""What a document lies on and what is in the picture besides: tables, textures, photos of things, pages of text."""

import functools
import math
from pathlib import Path

import cv2
import numpy as np

from . import paper
from .zone import clouds

# Pictures of things that come with scikit-image (public domain or CC0); none shows a person.
PHOTOS = ("brick", "chelsea", "coffee", "coins", "grass", "gravel", "motorcycle_left", "page", "text", "clock_motion")


@functools.lru_cache(maxsize=32)
def photo(name):
    import skimage

    file = name if "." in name else f"{name}.png"
    picture = cv2.imread(str(Path(skimage.__file__).parent / "data" / file), cv2.IMREAD_GRAYSCALE)
    return picture.astype(np.float32)


def from_photo(random, height, width, names=PHOTOS):
    """A piece of a photo at any scale, turned and mirrored at will."""
    picture = photo(random.choice(names))
    angle = random.uniform(0, 360)
    scale = math.exp(random.uniform(-0.7, 1.2)) * max(height / picture.shape[0], width / picture.shape[1])
    matrix = cv2.getRotationMatrix2D((picture.shape[1] / 2, picture.shape[0] / 2), angle, scale)
    matrix[:, 2] += (width / 2 - picture.shape[1] / 2, height / 2 - picture.shape[0] / 2)
    piece = cv2.warpAffine(picture, matrix, (width, height), borderMode=cv2.BORDER_REFLECT)
    return piece * random.uniform(0.5, 1.1) + random.uniform(-30, 40)


def bars(random, picture):
    """A bar code, a keyboard, a blind: parallel strokes in a turned rectangle."""
    height, width = picture.shape
    w, h = int(random.uniform(0.1, 0.6) * width), int(random.uniform(0.03, 0.3) * height)
    line = np.zeros(w, np.float32)
    x = 0
    while x < w:
        step = random.randint(1, max(2, w // 40))
        line[x : x + step] = random.choice((0, 255))
        x += step
    block = np.tile(line, (h + 1, 1))
    if random.random() < 0.3:
        rows = np.random.default_rng(random.getrandbits(32)).integers(0, 2, (h // 3 + 1, w // 3 + 1)) * 255.0
        block = cv2.resize(rows.astype(np.float32), (w, h + 1), interpolation=cv2.INTER_NEAREST)
    place(random, picture, block)


def place(random, picture, block):
    """Lays a block over the picture, anywhere and turned."""
    height, width = picture.shape
    middle = (block.shape[1] / 2, block.shape[0] / 2)
    matrix = cv2.getRotationMatrix2D(middle, random.choice((0, 90, random.uniform(0, 360))), 1)
    matrix[:, 2] += (random.uniform(0, width) - block.shape[1] / 2, random.uniform(0, height) - block.shape[0] / 2)
    mask = cv2.warpAffine(np.ones_like(block), matrix, (width, height))
    laid = cv2.warpAffine(block, matrix, (width, height))
    picture *= 1 - mask
    picture += laid * mask


def page(random, generator, height, width):
    """A page of print, a form or a table."""
    sheet = np.full((height, width), random.uniform(180, 255), np.float32)
    paper.writing(random, sheet, random.uniform(5, 22), strength=random.uniform(80, 220))
    for _ in range(random.choice((0, 0, 2, 6, 12))):
        if random.random() < 0.5:
            y = random.randrange(height)
            sheet[y : y + 1] = random.uniform(0, 120)
        else:
            x = random.randrange(width)
            sheet[:, x : x + 1] = random.uniform(0, 120)
    return sheet


def surroundings(random, generator, height, width):
    """A picture without any zone."""
    kind = random.random()
    if kind < 0.25:
        picture = np.full((height, width), random.uniform(0, 255), np.float32)
    elif kind < 0.5:
        picture = from_photo(random, height, width)
    elif kind < 0.65:
        picture = page(random, generator, height, width)
        if random.random() < 0.5:
            picture = turned(random, picture)
    else:
        base = random.uniform(20, 230)
        picture = base + clouds(generator, height, width, random.uniform(2, 200)) * random.uniform(3, 45)
        if random.random() < 0.5:
            stretched = clouds(generator, height, max(2, width // random.randint(4, 60)), random.uniform(1.5, 6))
            picture = picture + cv2.resize(stretched, (width, height)) * random.uniform(3, 25)
    picture = np.ascontiguousarray(picture, np.float32)
    for _ in range(random.choice((0, 0, 0, 1, 2))):
        bars(random, picture)
    for _ in range(random.choice((0, 0, 1, 3))):
        blob(random, picture)
    return picture


def turned(random, picture):
    height, width = picture.shape
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), random.uniform(0, 360), random.uniform(0.8, 1.5))
    return cv2.warpAffine(picture, matrix, (width, height), borderMode=cv2.BORDER_REFLECT)


def blob(random, picture):
    """Something of one colour: a finger, a cup, a sheet."""
    height, width = picture.shape
    centre = (random.randrange(width), random.randrange(height))
    axes = (int(width * random.uniform(0.02, 0.25)), int(width * random.uniform(0.02, 0.12)))
    cv2.ellipse(picture, centre, axes, random.uniform(0, 180), 0, 360, random.uniform(10, 250), -1, cv2.LINE_AA)

"""Samples for the recogniser: one line of a zone, cut out of a photographed picture as the reader cuts it out.

A strip is 32 pixels high with 16 pixels between two characters. Each column of four pixels has a class: the character
whose centre lies there, or 37 between characters and outside of the line.
"""

import math
import random as random_module
from dataclasses import dataclass

import cv2
import numpy as np

from . import camera, paper, signs, spoilt
from . import zone as zones
from .glyphs import CAP, PITCH, SIGNS, draw_cut
from .lines import ALPHABET, document

HEIGHT = 32
CELL = 16
STRIDE = 4
BETWEEN = 37
# A character is told in the columns whose middle is nearer to its centre than this share of the pitch.
REACH = 0.27
# The share of documents with letters that bear marks.
MARKED_DOCUMENTS = 0.12


@dataclass(frozen=True)
class Course:
    """What the samples of a part of the training are drawn from."""

    cuts: int  # of each font
    ease: float  # the exponent of hardness: the higher, the fewer hard pictures
    caps: tuple  # heights of capitals in pixels
    slant: float  # deviation of the perspective, as a share of the line
    spoilt: float = 0  # the share of zones in which some cells show no character
    foreign: bool = False  # whether these cells are shapes of all kinds more often than blank ones


# The zones below SECOND_FROM are the first part's; the next have many cuts of each font, and are harder to read; from
# THIRD_FROM on characters are missing or covered too; from FOURTH_FROM on shapes of all kinds stand in their place.
FIRST = Course(cuts=12, ease=1.3, caps=(6.5, 42), slant=0.08)
SECOND = Course(cuts=100, ease=0.8, caps=(7.5, 28), slant=0.12)
THIRD = Course(cuts=400, ease=0.7, caps=(7.5, 26), slant=0.12, spoilt=0.5)
FOURTH = Course(cuts=400, ease=0.6, caps=(7.5, 24), slant=0.12, spoilt=0.6, foreign=True)
SECOND_FROM = 40_000
THIRD_FROM = 55_000
FOURTH_FROM = 75_000


def course(number):
    if number < THIRD_FROM:
        return FIRST if number < SECOND_FROM else SECOND
    return THIRD if number < FOURTH_FROM else FOURTH


def missing_cells(random, lines, cuts, course):
    """The cells of a spoilt zone whose character is not printed."""
    if course.foreign:
        return spoilt.chosen(random, lines, lambda: signs.foreign(random, cuts), counts=(1, 2, 3, 4), blank=0.2)
    return spoilt.chosen(random, lines, lambda: cuts[len(ALPHABET) + SIGNS.index(random.choice(SIGNS))])


def photographed_zone(random, generator, course=FIRST):
    """A zone as a camera sees it: picture, a function from zone to picture coordinates, pitch in pixels, the zone."""
    hardness = random.random() ** course.ease
    _, lines = document(random)
    marks = random.choice((0.3, 1)) if random.random() < MARKED_DOCUMENTS else 0
    cuts = draw_cut(random, cuts=course.cuts)
    is_spoilt = course.spoilt > 0 and random.random() < course.spoilt
    missing = missing_cells(random, lines, cuts, course) if is_spoilt else None
    zone = zones.compose(random, lines, cuts=cuts, marks=marks, spoilt=missing, none=BETWEEN)
    cover = zones.ink(random, generator, zone)
    sheet = paper.ground(random, generator, zone.height, zone.width, PITCH, 1 + hardness * 0.5)
    if random.random() < 0.12:
        paper.stamp(random, sheet, PITCH)
    dark = random.triangular(0, 120, 30)
    dark = min(dark, float(sheet.mean()) - random.uniform(28, 70))
    sheet = sheet * (1 - cover) + dark * cover
    if random.random() < 0.15:
        paper.stamp(random, sheet, PITCH)
    paper.edges(random, generator, sheet, zone, PITCH)
    if is_spoilt:
        zone.classes = spoilt.classes_under(zone, spoilt.cover(random, generator, sheet, zone), BETWEEN)
    gone = np.asarray
    if random.random() < 0.3:
        sheet, gone = zones.curled(random, sheet, PITCH)
    # Height of capitals in the picture, log-uniform.
    cap = math.exp(random.uniform(*map(math.log, course.caps)))
    pitch = cap / CAP
    scale = pitch / PITCH
    angle = math.radians(random.gauss(0, 12))
    stretch = math.exp(random.gauss(0, 0.04))
    cos, sin = math.cos(angle), math.sin(angle)
    width, height = zone.width * scale * stretch, zone.height * scale
    w, h = int(width * abs(cos) + height * abs(sin)) + 2, int(width * abs(sin) + height * abs(cos)) + 2
    matrix = np.array(
        [
            [scale * stretch * cos, -scale * sin, w / 2 - scale * (stretch * cos * zone.width - sin * zone.height) / 2],
            [scale * stretch * sin, scale * cos, h / 2 - scale * (stretch * sin * zone.width + cos * zone.height) / 2],
            [random.gauss(0, course.slant) / zone.width, random.gauss(0, course.slant) / zone.width, 1],
        ]
    )
    # Perspective about the middle, so that the matrix stays well behaved.
    middle = np.array([zone.width / 2, zone.height / 2])
    tilt = matrix[2, :2].copy()
    matrix[2, 2] = 1 - tilt @ middle
    centre = matrix[:2] @ np.array([middle[0], middle[1], 1])
    matrix[:2, 2] += 0
    matrix[0] += centre[0] * np.array([tilt[0], tilt[1], -tilt @ middle])
    matrix[1] += centre[1] * np.array([tilt[0], tilt[1], -tilt @ middle])
    if scale < 0.75:
        sheet = cv2.GaussianBlur(sheet, (0, 0), 0.42 * math.sqrt(1 / scale**2 - 1))
    picture = cv2.warpPerspective(sheet, matrix, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    picture = camera.photograph(random, generator, picture.astype(np.float32), cap, hardness)

    def to_picture(points):
        points = np.atleast_2d(gone(np.asarray(points, np.float64)))
        homogeneous = np.c_[points, np.ones(len(points))] @ matrix.T
        return homogeneous[:, :2] / homogeneous[:, 2:]

    return picture, to_picture, pitch, zone


def cut_line(random, picture, to_picture, pitch, zone, row, error=1.0):
    """One line cut out with the errors of finding it: the strip and the centres of its characters (in pixels)."""
    count = len(zone.lines[row])
    columns = np.arange(count)
    centres = to_picture(np.c_[zone.start + columns * PITCH, np.full(count, zone.rows[row])])
    above = to_picture(np.c_[zone.start + columns * PITCH, np.full(count, zone.rows[row] - CAP * PITCH / 2)])
    below = to_picture(np.c_[zone.start + columns * PITCH, np.full(count, zone.rows[row] + CAP * PITCH / 2)])
    # The reader follows the middle of the line with a curve of second degree and takes one pitch for the whole line.
    axis = centres[-1] - centres[0]
    length = float(np.linalg.norm(axis))
    along = axis / length
    across = np.array([-along[1], along[0]])
    offsets = (centres - centres[0]) @ along
    middles = (centres - centres[0]) @ across
    curve = np.polyfit(offsets, middles, 2)
    cap_here = float(np.mean(np.linalg.norm(above - below, axis=1)))
    step = length / (count - 1) * math.exp(random.gauss(0, 0.035) * error)
    tall = cap_here / CAP * math.exp(random.gauss(0, 0.07) * error)
    shift = random.gauss(0, 0.1) * error * cap_here
    skew = random.gauss(0, 0.008) * error
    bend = random.gauss(0, 0.12) * error * cap_here
    margin = random.uniform(1.2, 3.2)
    width = int((length / step + 1 + 2 * margin) * CELL) // STRIDE * STRIDE
    begin = -(margin - 0.5 + random.uniform(0, 1)) * step
    x = (np.arange(width) + 0.5) / CELL * step + begin
    y = np.polyval(curve, x) + shift + skew * (x - length / 2) + bend * ((2 * x / length - 1) ** 2 - 0.5)
    slope = np.gradient(y, x)
    normal = np.stack([-slope, np.ones_like(slope)], 1) / np.sqrt(1 + slope**2)[:, None]
    v = (np.arange(HEIGHT) + 0.5 - HEIGHT / 2) / CELL * tall
    base = centres[0] + x[:, None] * along + y[:, None] * across
    direction = normal[:, :1] * along + normal[:, 1:] * across
    map_x = (base[None, :, 0] + v[:, None] * direction[None, :, 0]).astype(np.float32)
    map_y = (base[None, :, 1] + v[:, None] * direction[None, :, 1]).astype(np.float32)
    strip = cv2.remap(picture, map_x, map_y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return strip, (offsets - begin) / step * CELL


def targets(kinds, centres, width):
    """The class of each column, of the classes of a line's cells."""
    middles = (np.arange(width // STRIDE) + 0.5) * STRIDE
    classes = np.full(width // STRIDE, BETWEEN, np.uint8)
    for kind, centre in zip(kinds, centres, strict=True):
        classes[np.abs(middles - centre) < REACH * CELL] = kind
    return classes


WINDOW = 384


def windows(number):
    """All training windows of the zone of a number: (strips uint8 (n, 32, 384), classes uint8 (n, 96))."""
    random = random_module.Random(f"strips {number}")
    generator = np.random.default_rng(random.getrandbits(63))
    picture, to_picture, pitch, zone = photographed_zone(random, generator, course(number))
    strips, classes = [], []
    for row, kinds in enumerate(zone.classes):
        strip, centres = cut_line(random, picture, to_picture, pitch, zone, row)
        marks = targets(kinds, centres, strip.shape[1])
        strip = np.clip(strip, 0, 255).astype(np.uint8)
        places = [0, strip.shape[1] - WINDOW]
        if strip.shape[1] > 1.6 * WINDOW and random.random() < 0.7:
            places.append((strip.shape[1] - WINDOW) // 2)
        for place in places:
            place = max(0, place // STRIDE * STRIDE)
            window = strip[:, place : place + WINDOW]
            if window.shape[1] < WINDOW:
                continue
            strips.append(window)
            classes.append(marks[place // STRIDE : (place + WINDOW) // STRIDE])
    if not strips:
        return np.zeros((0, HEIGHT, WINDOW), np.uint8), np.zeros((0, WINDOW // STRIDE), np.uint8)
    return np.array(strips, np.uint8), np.array(classes, np.uint8)

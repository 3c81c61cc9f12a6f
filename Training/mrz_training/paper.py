"""Grounds that a zone is printed on: security printing, textures, stamps, and what lies beside a document."""

import math

import cv2
import numpy as np

from .zone import clouds


def waves(random, generator, height, width, scale):
    """Fine curved lines, as security printing has them, -1 to 1."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / scale
    total = np.zeros((height, width), np.float32)
    for _ in range(random.randint(1, 3)):
        angle = random.uniform(0, math.pi)
        along, across = x * math.cos(angle) + y * math.sin(angle), y * math.cos(angle) - x * math.sin(angle)
        bend = random.uniform(0, 1.5) * np.sin(along * random.uniform(0.2, 1.5) + random.uniform(0, 6))
        line = np.cos((across + bend) * random.uniform(3, 22))
        if random.random() < 0.6:
            line = np.clip(line * random.uniform(2, 8) - random.uniform(0, 4), -1, 1)
        total += line * random.uniform(0.3, 1)
    return total / max(1.0, float(np.abs(total).max()))


def ground(random, generator, height, width, scale, contrast=1.0):
    """The paper's brightness, 0 to 255; `scale` is the pitch of the characters in pixels."""
    base = random.triangular(120, 255, 225)
    paper = np.full((height, width), base, np.float32)
    if random.random() < 0.8:
        paper += waves(random, generator, height, width, scale) * random.uniform(2, 34) * contrast
    if random.random() < 0.6:
        paper += clouds(generator, height, width, scale * random.uniform(1, 14)) * random.uniform(2, 16) * contrast
    if random.random() < 0.3:
        paper += clouds(generator, height, width, scale * random.uniform(0.05, 0.2)) * random.uniform(1, 9) * contrast
    if random.random() < 0.12:
        writing(random, paper, scale, strength=random.uniform(8, 45) * contrast, small=True)
    return paper


FACES = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_PLAIN, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789./-"


def words(random, count):
    return "".join(random.choice(LETTERS) for _ in range(count))


def writing(random, paper, scale, strength, small=False):
    """Rows of printed words over the whole picture, darker by `strength`."""
    height, width = paper.shape
    layer = np.zeros((height, width), np.uint8)
    size = random.uniform(0.1, 0.3) if small else random.uniform(0.4, 1.3)
    factor = size * scale / 22
    y = random.uniform(0, 2) * scale * size
    while y < height:
        text = words(random, random.randint(5, 60))
        place = (int(random.uniform(-0.2, 0.7) * width), int(y))
        thickness = max(1, int(random.uniform(0.05, 0.16) * scale * size))
        cv2.putText(layer, text, place, random.choice(FACES), factor, 255, thickness, cv2.LINE_AA)
        y += scale * size * random.uniform(1.4, 4)
    paper -= layer.astype(np.float32) * (strength / 255)


def stamp(random, paper, scale):
    """A stamp, a signature or a scratch that crosses the picture."""
    height, width = paper.shape
    layer = np.zeros((height, width), np.uint8)
    centre = (int(random.uniform(0, width)), int(random.uniform(0, height)))
    kind = random.random()
    thickness = max(1, int(scale * random.uniform(0.05, 0.25)))
    if kind < 0.4:
        axes = (int(scale * random.uniform(2, 9)), int(scale * random.uniform(1.5, 7)))
        for shrink in (1, random.uniform(0.7, 0.9)):
            size = (max(1, int(axes[0] * shrink)), max(1, int(axes[1] * shrink)))
            cv2.ellipse(layer, centre, size, random.uniform(0, 180), 0, 360, 255, thickness, cv2.LINE_AA)
    elif kind < 0.8:
        points = [np.array(centre, np.float32)]
        direction = random.uniform(0, 2 * math.pi)
        for _ in range(random.randint(3, 14)):
            direction += random.gauss(0, 0.9)
            step = scale * random.uniform(0.5, 2)
            points.append(points[-1] + np.array((math.cos(direction) * step, math.sin(direction) * step), np.float32))
        cv2.polylines(layer, [np.array(points, np.int32)], False, 255, thickness, cv2.LINE_AA)
    else:
        other = (int(random.uniform(0, width)), int(random.uniform(0, height)))
        cv2.line(layer, centre, other, 255, max(1, thickness // 2), cv2.LINE_AA)
    sign = 1 if random.random() < 0.25 else -1
    paper += layer.astype(np.float32) * (sign * random.uniform(20, 110) / 255)


def edges(random, generator, sheet, zone, pitch):
    """The document ends near the zone, and something else begins: a table, a hand, another page."""
    height, width = sheet.shape
    right = zone.start + (max(len(line) for line in zone.lines) - 0.5) * pitch
    sides = {
        "top": (0, int(zone.rows[0] - pitch * random.uniform(0.75, 2.4))),
        "bottom": (int(zone.rows[-1] + pitch * random.uniform(0.75, 2.4)), height),
        "left": (0, int(zone.start - pitch * random.uniform(0.8, 3.4))),
        "right": (int(right + pitch * random.uniform(0.3, 2.9)), width),
    }
    for side, (begin, end) in sides.items():
        if end <= begin or random.random() > 0.22:
            continue
        place = sheet[begin:end] if side in ("top", "bottom") else sheet[:, begin:end]
        rough = clouds(generator, *place.shape, random.uniform(2, 60)) * random.uniform(0, 25)
        place[:] = np.clip(random.uniform(0, 255) + rough, 0, 255)

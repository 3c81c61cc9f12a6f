"""Samples for the detector: whole pictures at the size that the detector sees, and zones cut out a second time.

Each picture comes with maps of a quarter of its size: how much of a line of characters lies there, the reading
direction (cosine and sine) and the logarithm of the pitch in pixels.
"""

import math
import random as random_module

import cv2
import numpy as np

from . import camera, paper, surroundings
from . import zone as zones
from .glyphs import PITCH, draw_cut
from .lines import document

STRIDE = 4
SCENE = (384, 384)
PATCH = (128, 512)
# Half of the height of what counts as line, in pitches.
HALF = 0.42
# Pitches as the network tells them: the natural logarithm of pixels over eight.
PITCH_UNIT = 8.0
# Pixels of a pitch in the drawn document.
FINE = 16


def card(random, generator, lines, hardness, fine=FINE, tiles=None, styles=zones.STYLES, spoilt=None):
    """A document drawn flat, `fine` pixels a pitch: picture, middles of the first and last characters of each line."""
    zone = zones.compose(random, lines, cuts=draw_cut(random) if tiles is None else tiles, spoilt=spoilt)
    factor = fine / PITCH
    cover = zones.ink(random, generator, zone, styles)
    cover = cv2.resize(cover, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    right = max(len(line) for line in lines)
    # Room beside the zone and above it, in pitches: a card, a page of a booklet, a cutting.
    side = random.uniform(0.4, 3.2)
    below = random.uniform(0.3, 3.4)
    above = random.choice((random.uniform(0.5, 4), *[(right + 2 * side) * random.uniform(0.4, 0.75)] * 4))
    if random.random() < 0.12:
        above = (right + 2 * side) * random.uniform(1.1, 1.5)
    width = int((right + 2 * side) * fine)
    span = (zone.rows[-1] - zone.rows[0]) / PITCH
    height = int((above + span + 1 + below) * fine)
    sheet = paper.ground(random, generator, height, width, fine, 1 + hardness * 0.5)
    if above > 4:
        visual(random, sheet[: int((above - 1.2) * fine)], fine)
    x, y = side * fine - zones.MARGIN_X * fine, above * fine - zones.MARGIN_Y * fine
    matrix = np.array([[1, 0, x], [0, 1, y]], np.float32)
    cover = cv2.warpAffine(cover, matrix, (width, height))
    if random.random() < 0.3:
        top = int((above - random.uniform(0.6, 1.6)) * fine)
        sheet[max(0, top) :] = sheet[max(0, top) :] * 0.3 + random.uniform(130, 250) * 0.7
    dark = min(random.triangular(0, 120, 30), float(sheet.mean()) - random.uniform(28, 70))
    sheet = sheet * (1 - cover) + dark * cover
    for _ in range(random.choice((0, 0, 0, 1))):
        paper.stamp(random, sheet, fine)
    ends = []
    for row, line in zip(zone.rows, lines, strict=True):
        middle = row * factor + y
        start = zone.start * factor + x
        ends.append(((start, middle), (start + (len(line) - 1) * fine, middle)))
    return sheet, ends


def visual(random, area, fine=FINE):
    """The visual zone: a portrait of nobody, fields of text, a signature."""
    height, width = area.shape
    if height < 3 * fine:
        return
    if random.random() < 0.85:
        paper.writing(random, area, random.uniform(0.5, 1.1) * fine, strength=random.uniform(60, 190))
    if random.random() < 0.75:
        w = int(random.uniform(0.16, 0.32) * width)
        h = int(min(w * 1.3, height * 0.9))
        x, y = random.choice((int(0.05 * width), width - w - int(0.05 * width))), int(random.uniform(0, height - h))
        area[y : y + h, x : x + w] = random.uniform(120, 230)
        middle = (x + w // 2, y + int(h * 0.42))
        cv2.ellipse(area, middle, (w // 4, h // 4), 0, 0, 360, random.uniform(80, 200), -1, cv2.LINE_AA)
        cv2.ellipse(area, (x + w // 2, y + h), (int(w * 0.45), h // 3), 0, 180, 360, random.uniform(10, 120), -1)


def view(random, sheet, size, angle, fill, tilt):
    """The matrix that lays a sheet into a picture: turned by `angle`, `fill` of the picture's room, seen at a slant."""
    height, width = sheet.shape
    cos, sin = abs(math.cos(angle)), abs(math.sin(angle))
    scale = fill * min(size[1] / (width * cos + height * sin), size[0] / (width * sin + height * cos))
    return laid(random, sheet.shape, size, angle, scale, tilt), scale


def laid(random, shape, size, angle, scale, tilt):
    """The same with the scale told; `tilt` moves the corners by up to that share of half the shorter side."""
    height, width = shape
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]) * scale
    moved = (corners - (width / 2, height / 2)) @ turn.T
    half = min(width, height) * scale / 2
    moved += [(random.uniform(-tilt, tilt) * half, random.uniform(-tilt, tilt) * half) for _ in range(4)]
    low, high = moved.min(0), moved.max(0)
    room = np.maximum(0, np.array([size[1], size[0]]) - (high - low))
    moved += -low + room * (random.random(), random.random())
    return cv2.getPerspectiveTransform(corners, moved.astype(np.float32))


def lay(picture, sheet, matrix, scale):
    """Lays the sheet over the picture."""
    height, width = picture.shape
    if scale < 0.8:
        sheet = cv2.GaussianBlur(sheet, (0, 0), 0.4 * math.sqrt(1 / scale**2 - 1))
    mask = cv2.warpPerspective(np.ones_like(sheet), matrix, (width, height), flags=cv2.INTER_LINEAR)
    laid = cv2.warpPerspective(sheet, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    picture *= 1 - mask
    picture += laid * mask


def project(matrix, points):
    points = np.c_[np.asarray(points, np.float64), np.ones(len(points))] @ matrix.T
    return points[:, :2] / points[:, 2:]


def mark(maps, matrix, ends):
    """Draws one line of characters into the maps."""
    count = 13
    share = np.linspace(0, 1, count)[:, None]
    points = project(matrix, np.array(ends[0]) * (1 - share) + np.array(ends[1]) * share)
    pitch = np.linalg.norm(points[-1] - points[0]) / (np.linalg.norm(np.subtract(*ends)) / FINE)
    above = [(end, (end[0], end[1] + FINE)) for end in ends]
    cap = project(matrix, np.array([*above[0], *above[1]]))
    tall = (np.linalg.norm(cap[1] - cap[0]) + np.linalg.norm(cap[3] - cap[2])) / 2
    direction = (points[-1] - points[0]) / np.linalg.norm(points[-1] - points[0])
    # Half a character more at both ends, thickness in pixels of the picture; drawn four times finer than the maps.
    points[0] -= direction * pitch * 0.5
    points[-1] += direction * pitch * 0.5
    across = np.array([-direction[1], direction[0]]) * tall * HALF
    outline = np.concatenate([points - across, (points + across)[::-1]])
    fine = np.zeros((maps.shape[1] * STRIDE, maps.shape[2] * STRIDE), np.uint8)
    cv2.fillPoly(fine, [np.round(outline * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    cover = cv2.resize(fine, (maps.shape[2], maps.shape[1]), interpolation=cv2.INTER_AREA)
    inside = cover > 0
    maps[0] = np.maximum(maps[0], cover)
    wide = cv2.dilate(cover, np.ones((3, 3), np.uint8)) > 0
    fresh = wide & ((maps[3] == 0) | inside)
    maps[1][fresh] = int(128 + 127 * direction[0])
    maps[2][fresh] = int(128 + 127 * direction[1])
    maps[3][fresh] = int(np.clip(128 + 64 * math.log(pitch / PITCH_UNIT), 1, 255))


def blank(size):
    return np.zeros((4, size[0] // STRIDE, size[1] // STRIDE), np.uint8)


def inside(matrix, ends, size):
    points = project(matrix, [end for line in ends for end in line])
    return bool((points >= -2).all() and (points < (size[1] + 2, size[0] + 2)).all())


def brought_inside(random, matrix, ends, margin=8):
    """The view shifted so that all of the zone lies in the picture; None where it is too large for that."""
    points = project(matrix, [end for line in ends for end in line])
    low, high = points.min(0) - margin, points.max(0) + margin
    room = np.array([SCENE[1], SCENE[0]]) - (high - low)
    if (room < 0).any():
        return None
    shift = -low + room * (random.random(), random.random())
    return np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]]) @ matrix


def scene(random, generator):
    """A whole picture with none, one or two documents at any angle."""
    hardness = random.random() ** 1.2
    picture = surroundings.surroundings(random, generator, *SCENE)
    maps = blank(SCENE)
    pitches = []
    count = random.choices((0, 1, 2), weights=(0.14, 0.74, 0.12))[0]
    for index in range(count):
        _, lines = document(random)
        sheet, ends = card(random, generator, lines, hardness)
        base = random.choice((0, 90, 180, 270)) if random.random() < 0.6 else random.uniform(0, 360)
        angle = math.radians(base + random.gauss(0, 8))
        fill = random.uniform(0.45, 1.0) if count == 1 else random.uniform(0.35, 0.5)
        if count == 1 and random.random() < 0.35:
            # The camera is near: the frame cuts the document, the zone is whole.
            fill = random.uniform(1.0, 1.7)
        matrix, scale = view(random, sheet, SCENE, angle, fill, 0.16 * hardness)
        while fill > 1:
            near = brought_inside(random, matrix, ends)
            if near is not None:
                matrix = near
                break
            fill /= 1.2
            matrix, scale = view(random, sheet, SCENE, angle, fill, 0.16 * hardness)
        if count == 2:
            shift = (index - 0.5) * 0.4 * SCENE[0] * random.uniform(0.3, 1.1)
            matrix = np.array([[1, 0, 0], [0, 1, shift], [0, 0, 1]]) @ matrix
            if not inside(matrix, ends, SCENE):
                continue
        lay(picture, sheet, matrix, scale)
        if count == 2:
            # What lies below the second document is no longer seen.
            tall, wide = sheet.shape
            corners = project(matrix, [(0, 0), (wide, 0), (wide, tall), (0, tall)])
            for plane in maps:
                cv2.fillPoly(plane, [np.round(corners / STRIDE).astype(np.int32)], 0)
        for line in ends:
            mark(maps, matrix, line)
        pitches.append(scale * FINE)
    if count == 0 and random.random() < 0.4:
        decoy(random, generator, picture)
    cap = min(pitches) if pitches else random.uniform(3, 12)
    # The detector sees pictures made smaller: little noise is left of that in the original.
    picture = camera.photograph(random, generator, picture, cap, hardness * random.uniform(0.2, 1))
    return np.clip(picture, 0, 255).astype(np.uint8), maps


def decoy(random, generator, picture):
    """A card without a zone: visual fields, a number in big digits, a bar code."""
    sheet = paper.ground(random, generator, 340, 540, FINE)
    visual(random, sheet)
    text = " ".join(f"{random.randint(0, 9999):04}" for _ in range(4))
    embossed = np.zeros(sheet.shape, np.uint8)
    cv2.putText(embossed, text, (40, 250), cv2.FONT_HERSHEY_DUPLEX, random.uniform(0.8, 1.5), 255, 2)
    sheet -= embossed * random.uniform(0.3, 0.9)
    if random.random() < 0.4:
        surroundings.bars(random, sheet)
    matrix, scale = view(random, sheet, SCENE, random.uniform(0, 2 * math.pi), random.uniform(0.5, 1), 0.1)
    lay(picture, sheet, matrix, scale)


def patch(random, generator):
    """A zone as it is cut out after the first look: nearly upright, nine pixels a pitch, here and there half missed."""
    hardness = random.random() ** 1.2
    picture = surroundings.surroundings(random, generator, *PATCH)
    maps = blank(PATCH)
    _, lines = document(random)
    sheet, ends = card(random, generator, lines, hardness)
    pitch = 9 * math.exp(random.gauss(0, 0.1))
    scale = pitch / FINE
    middle = np.mean(np.array(ends).reshape(-1, 2), 0)
    angle = math.radians(random.gauss(0, 2.5)) + (math.pi if random.random() < 0.1 else 0)
    cos, sin = math.cos(angle) * scale, math.sin(angle) * scale
    target = (PATCH[1] / 2 + random.gauss(0, 1.5) * pitch, PATCH[0] / 2 + random.gauss(0, 0.8) * pitch)
    lean = (random.gauss(0, 0.06) / sheet.shape[1], random.gauss(0, 0.06) / sheet.shape[1])
    to_middle = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
    matrix = np.array([[cos, -sin, 0], [sin, cos, 0], [*lean, 1]]) @ to_middle
    matrix = np.array([[1, 0, target[0]], [0, 1, target[1]], [0, 0, 1]]) @ matrix
    lay(picture, sheet, matrix, scale)
    for line in ends:
        mark(maps, matrix, line)
    picture = camera.photograph(random, generator, picture, pitch, hardness)
    return np.clip(picture, 0, 255).astype(np.uint8), maps


def samples(number):
    """One scene and one patch of a number, each with its maps."""
    random = random_module.Random(f"scenes {number}")
    generator = np.random.default_rng(random.getrandbits(63))
    picture, maps = scene(random, generator)
    second, second_maps = patch(random, generator)
    return picture[None], maps[None], second[None], second_maps[None]

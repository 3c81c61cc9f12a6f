"""Cells in which no character of the alphabet can be read: blank ones, foreign signs, and what lies over them.

A reader is to say of such a cell that it saw no character, and never the one that stands there most often.
"""

import cv2
import numpy as np

from .glyphs import PITCH

# Nothing is taught about a cell with this class: what is left of the character may be enough, or not.
UNKNOWN = 255
BLANK = None
# How much of a character's ink is covered where it cannot be read, and where it still can.
HIDDEN = 0.85
SEEN = 0.15


def chosen(random, lines, sign, counts=(0, 1, 1, 2, 3), blank=0.6):
    """Cells that are printed without their character: (row, column) to `BLANK`, or to the tile that `sign()` draws."""
    cells = {}
    for _ in range(random.choice(counts)):
        row = random.randrange(len(lines))
        line = lines[row]
        ends = [column for column in range(1, len(line)) if line[column] == "<" != line[column - 1]]
        # The last letter of a name is what fillers most easily stand for.
        column = random.choice(ends) - 1 if ends and random.random() < 0.4 else random.randrange(len(line))
        kind = BLANK if random.random() < blank else sign()
        for place in range(column, min(len(line), column + random.choice((1, 1, 1, 2, 3)))):
            cells[row, place] = kind
    return cells


def cover(random, generator, sheet, zone):
    """Lays stickers, blots, paint and fingers over a printed zone: answers where they lie (0 or 1)."""
    over = np.zeros(sheet.shape, np.float32)
    for _ in range(random.choice((0, 1, 1, 2, 3))):
        row = random.randrange(len(zone.lines))
        middle = zone.start + random.uniform(-0.3, len(zone.lines[row]) - 0.7) * PITCH
        is_finger = random.random() < 0.2
        wide = random.uniform(0.9, 2.6) if is_finger else random.uniform(0.25, 0.75)
        tall = random.uniform(0.5, 1.6) if is_finger else random.uniform(0.25, 0.85)
        x, y = middle, zone.rows[row] + random.gauss(0, 0.25) * PITCH
        patch = np.zeros(sheet.shape, np.float32)
        box = ((x, y), (2 * wide * PITCH, 2 * tall * PITCH), random.gauss(0, 8))
        if random.random() < 0.5:
            cv2.fillPoly(patch, [np.round(cv2.boxPoints(box)).astype(np.int32)], 1)
        else:
            cv2.ellipse(patch, box, 1, -1)
        patch = cv2.GaussianBlur(patch, (0, 0), random.uniform(0.4, 2.5))
        top, left = max(0, int(y - PITCH)), max(0, int(x - 2 * PITCH))
        around = sheet[top : top + 2 * PITCH, left : left + 4 * PITCH]
        paper = float(np.percentile(around, 80)) if around.size else 200
        tone = paper + random.gauss(0, 6) if random.random() < 0.5 else random.uniform(5, 250)
        grain = generator.standard_normal(sheet.shape, np.float32) * random.uniform(0, 6)
        sheet[:] = sheet * (1 - patch) + (tone + grain) * patch
        np.maximum(over, patch, out=over)
    return over


def classes_under(zone, over, none):
    """The zone's classes when `over` lies over it: `none` where a character is hidden, `UNKNOWN` where half of it is."""
    answer = []
    for row, classes in zip(zone.rows, zone.classes, strict=True):
        top, bottom = int(row - 0.7 * PITCH), int(row + 0.7 * PITCH)
        line = []
        for column, kind in enumerate(classes):
            middle = zone.start + column * PITCH
            place = np.s_[max(0, top) : bottom, int(middle - PITCH / 2) : int(middle + PITCH / 2)]
            ink = zone.distance[place] > 0
            hidden = float((over[place] * ink).sum() / ink.sum()) if ink.any() else 0
            line.append(none if hidden > HIDDEN else kind if hidden < SEEN else UNKNOWN)
        answer.append(line)
    return answer

#!/usr/bin/env python3
"""Draws pictures of documents that readers are known to stumble over: `cases.py FOLDER`, with `ground-truth.tsv`.

With `--small`, one small picture of each case, as those in TestVectors/capture are. All documents are invented.
"""

import argparse
import dataclasses
import math
import random as random_module
from pathlib import Path

import cv2
import numpy as np

from mrz_training import camera, glyphs, levels, nothing, scenes, truth
from mrz_training.lines import check_digit, french_card, is_sound


def digit(text):
    return text + check_digit(text)


def with_digit(stem, wanted):
    """A number of which the check digit is the one that is wanted."""
    numbers = (f"{stem}{n:03}".ljust(9, "<") for n in range(1000))
    return next(number for number in numbers if check_digit(number) == wanted)


def passport(code, state, names, number, birth, sex, expiry, optional=""):
    """The lines of a TD3."""
    personal = optional.ljust(14, "<")
    second = digit(number) + state + digit(birth) + sex + digit(expiry) + digit(personal)
    return "TD3", [(code + state + names).ljust(44, "<"), digit_of_all(second)]


def digit_of_all(second):
    return second + check_digit(second[0:10] + second[13:20] + second[21:43])


def card(code, state, number, optional, birth, sex, expiry, names):
    """The lines of a TD1."""
    first = (code + state + digit(number) + optional).ljust(30, "<")
    second = (digit(birth) + sex + digit(expiry) + state).ljust(29, "<")
    second += check_digit(first[5:30] + second[0:7] + second[8:15] + second[18:29])
    return "TD1", [first, second, names.ljust(30, "<")]


def visa(kind, code, state, names, number, birth, sex, expiry, optional):
    """The lines of a visa of one of the two sizes."""
    width = 44 if kind == "MRVA" else 36
    second = digit(number) + "UTO" + digit(birth) + sex + digit(expiry) + optional
    return kind, [(code + state + names).ljust(width, "<"), second.ljust(width, "<")]


def swapped(document, line, position, character):
    """The same document with one character printed otherwise; positions from 1."""
    kind, lines = document
    lines = list(lines)
    lines[line - 1] = lines[line - 1][: position - 1] + character + lines[line - 1][position:]
    return kind, lines


UTOPIAN = passport("P<", "UTO", "ERIKSSON<<ANNA<MARIA", "L898902C3", "740812", "F", "310415", "ZE184226B")
DOCUMENTS = {
    "swiss-card": card("ID", "CHE", with_digit("S1A40", "8"), "", "850714", "F", "320131", "MUSTER<<BEATRICE"),
    "macau-card": card("ID", "MAC", with_digit("12345", "0"), "", "900228", "M", "330606", "CHAN<<TAI<MAN"),
    "german-passport": passport("P<", "D<<", "MUSTERMANN<<ERIKA", "C01X0006H", "640812", "F", "331031"),
    "french-card": ("FRID", french_card(random_module.Random("case french card"))),
    "american-visa": visa(
        "MRVA", "VN", "USA", "TRAVELER<<HAPPY", "555123ABC", "650205", "F", "361224", "B3IFLND00AMS8030"
    ),
    "french-visa": visa("MRVB", "VC", "FRA", "SPECIMEN<<SPECIMEN", "F00000000", "031106", "M", "340114", "M300703"),
    "alike-passport": passport("P<", "UTO", "OBISSI<<BOSS<ISIDORO", "0OB8I1S5O", "850110", "M", "351018", "5S8B0O1I"),
    "alike-card": card("I<", "UTO", "B8O0S5I1B", "O0I1S5B8", "580518", "F", "351108", "BISSO<<ISOBO<OSSI"),
    "alike-digits": passport("P<", "UTO", "BOBOSI<<OSSIBO", "100585018", "801015", "F", "350810", "8051058"),
    "alike-letters": passport("P<", "UTO", "IOSSIB<<SOBISI", "SOBIOSIBS", "510808", "M", "350501", "BOSIOSB"),
    "long-number": ("TD1", [
        "I<UTOD23145890<7349<<<<<<<<<<<", "3407127M9507122UTO<<<<<<<<<<<2", "STEVENSON<<PETER<JOHN<<<<<<<<<",
    ]),
    "wrong-digit": swapped(UTOPIAN, 2, 20, "3"),
}
# How a document can come before a reader beside the photographs of the levels.
SPECIAL = ("screen", "photocopy", "fax")
EMPTY = {"bank-card": nothing.bank_card, "ocr-page": nothing.ocr_page, "random-lines": nothing.random_lines}
SMALL_SET = (
    "swiss-card", "macau-card", "german-passport", "french-card", "american-visa", "french-visa", "alike-passport",
    "alike-card", "long-number", "wrong-digit", "screen-german-passport", "photocopy-swiss-card", *EMPTY, "both-sides",
)
SMALL_LIMIT = 60_000  # bytes of a file
SMALL = dataclasses.replace(levels.LEVELS["easy"], cap=(13, 16), tilt=4, noise=(0, 1.5), jpeg=(60, 80), contrast=0.7)


def special(kind, name, document, level):
    """A document on a screen that was photographed, or a black and white copy of it."""
    random = random_module.Random(f"case {kind} {name}")
    generator = np.random.default_rng(random.getrandbits(63))
    shot = levels.photographed(level, random, generator, *document)
    picture = shot.picture.astype(np.float32)
    if kind == "screen":
        picture = camera.moire(random, picture, 1)
    elif kind == "photocopy":
        picture = np.clip((picture - 70) * 2.2, 0, 255)
        picture = picture + (generator.random(picture.shape) < 0.002) * -180.0
    else:
        picture = np.where(picture > cv2.GaussianBlur(picture, (0, 0), 20) * 0.88, 255, 0)
    return dataclasses.replace(shot, picture=np.clip(picture, 0, 255).astype(np.uint8))


# 200 dots per inch: pixels of an A4 page, of a card ID-1, and of the pitch of its characters.
PAGE, CARD, SCAN_PITCH = (2339, 1654), (425, 674), 20


def identity_card(random, generator, lines):
    """The back of a card at 200 dots per inch, its zone along the foot; without lines, the front."""
    sheet = scenes.paper.ground(random, generator, *CARD, SCAN_PITCH, 0.7)
    scenes.visual(random, sheet[: 210 if lines else 400], SCAN_PITCH)
    if lines:
        tiles = glyphs.cut(levels.FONTS[0], levels.FIRST_CUT + random.randrange(40))
        zone = scenes.zones.compose(random, lines, cuts=tiles, spacing=1.7)
        factor = SCAN_PITCH / glyphs.PITCH
        ink = scenes.zones.ink(random, generator, zone, {"plain": 1})
        ink = cv2.resize(ink, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        x = CARD[1] / 2 - zone.width * factor / 2
        y = CARD[0] - 34 - zone.rows[-1] * factor
        ink = cv2.warpAffine(ink, np.array([[1, 0, x], [0, 1, y]], np.float32), CARD[::-1])
        sheet = sheet * (1 - ink) + 25 * ink
    return sheet


def scan(name, backs, turn):
    """Sheets on the glass of a scanner: the front of a card above, and backs below it, all a little turned."""
    random = random_module.Random(f"case {name}")
    generator = np.random.default_rng(random.getrandbits(63))
    page = np.full(PAGE, 248, np.float32)
    for row, lines in enumerate([None, *backs]):
        top = 180 + row * 620
        page[top : top + CARD[0], 490 : 490 + CARD[1]] = identity_card(random, generator, lines)
    matrix = cv2.getRotationMatrix2D((PAGE[1] / 2, PAGE[0] / 2), -turn, 1)
    page = cv2.warpAffine(page, matrix, PAGE[::-1], borderValue=248)
    page = page + generator.standard_normal(page.shape, np.float32) * 1.2
    return np.clip(page, 0, 255).astype(np.uint8)


def cases(is_small):
    """Everything there is to draw: name, picture, quality of the JPEG file, rows of the truth."""
    grades = {"": SMALL} if is_small else {f"-{name}": level for name, level in levels.LEVELS.items()}
    for name, document in DOCUMENTS.items():
        for grade, level in grades.items():
            random = random_module.Random(f"case {name}{grade}")
            generator = np.random.default_rng(random.getrandbits(63))
            shot = levels.photographed(level, random, generator, *document)
            yield f"{name}{grade}", shot.picture, shot.quality, [shot]
    plain = SMALL if is_small else levels.LEVELS["easy"]
    for kind in SPECIAL:
        for name in ("swiss-card", "german-passport"):
            shot = special(kind, name, DOCUMENTS[name], plain)
            yield f"{kind}-{name}", shot.picture, shot.quality, [shot]
    for name, draw in EMPTY.items():
        random = random_module.Random(f"case {name}")
        generator = np.random.default_rng(random.getrandbits(63))
        flat = np.ascontiguousarray(draw(random, generator), np.float32)
        scale = math.sqrt((0.4e6 if is_small else 1.5e6) / flat.size)
        flat = cv2.resize(flat, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        yield name, levels.photograph(random, generator, flat, plain, 20), 75, []
    cap = SCAN_PITCH * glyphs.CAP
    both = [("TD1", DOCUMENTS["swiss-card"][1])]
    yield "both-sides", scan("both sides", [both[0][1]], 1.5), 60, [(*both[0], 1.5, cap)]
    two = [DOCUMENTS["macau-card"], DOCUMENTS["alike-card"]]
    yield "two-backs", scan("two backs", [lines for _, lines in two], 0.6), 60, [(*each, 0.6, cap) for each in two]


def rows(folder, is_small):
    """Writes the pictures; answers the rows of the truth."""
    for name, picture, quality, shown in cases(is_small):
        generator = np.random.default_rng(len(name))
        if is_small and name not in SMALL_SET:
            continue
        picture = picture if is_small else levels.coloured(generator, picture)
        file = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        while is_small and file.size > SMALL_LIMIT:
            quality -= 5
            file = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        file.tofile(folder / f"{name}.jpg")
        for each in shown:
            if isinstance(each, levels.Shot):
                each = (each.kind, each.lines, each.rotation, each.cap)
            kind, lines, rotation, cap = each
            note = "wrong digit" if kind != "FRID" and not is_sound(kind, lines) else ""
            yield truth.row(f"{name}.jpg", lines, kind, rotation, cap, note)
        if not shown:
            yield truth.row(f"{name}.jpg")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--small", action="store_true")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    truth.write(options.folder, rows(options.folder, options.small))

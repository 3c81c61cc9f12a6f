#!/usr/bin/env python3
"""Draws the pictures of TestVectors/capture: pages and cards of Utopia, the specimens of Doc 9303.

    Scripts/specimen/capture-pictures.py TestVectors/capture

Needs the Python packages pillow and numpy, and Debian's fonts-ocr-b and fonts-dejavu-core.
"""
import pathlib
import sys

import numpy
from PIL import Image, ImageDraw, ImageFilter, ImageFont

OCR_B = "/usr/share/fonts/opentype/ocr-b/OCRB.otf"
SANS = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

TD3 = ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"]
TD1 = ["I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"]


def document(lines, size, cell, labels):
    """A page or card whose lines stand at its foot, `cell` pixels from character to character."""
    width, height = size
    rows, columns = numpy.mgrid[0:height, 0:width]
    ground = 226 + 9 * numpy.sin(columns / 23 + 6 * numpy.sin(rows / 91)) + 6 * numpy.sin(rows / 17 + columns / 61)
    page = Image.fromarray(ground.astype(numpy.uint8))
    pen = ImageDraw.Draw(page)
    pen.rectangle((0, 0, width - 1, height - 1), outline=120, width=3)
    text = ImageFont.truetype(SANS, int(cell * 0.95))
    for index, label in enumerate(labels):
        pen.text((width * 0.38, height * 0.12 + index * cell * 2.1), label, fill=60, font=text)
    pen.ellipse((width * 0.07, height * 0.14, width * 0.31, height * 0.55), outline=110, width=4)
    # Of 2.54 mm from character to character, lines stand 6.35 mm apart and capitals are 2.4 mm high.
    font = ImageFont.truetype(OCR_B, 100)
    font = ImageFont.truetype(OCR_B, 100 * cell / font.getlength("0"))
    left = (width - cell * len(lines[0])) / 2
    for index, line in enumerate(lines):
        base = height - cell * (1.6 + 2.5 * (len(lines) - 1 - index))
        for position, character in enumerate(line):
            pen.text((left + (position + 0.5) * cell, base), character, fill=25, font=font, anchor="ms")
    return page


def photograph(pages, size, ground=150, seed=9303):
    """Pages laid on a table: each with its place and by how many degrees it is turned clockwise."""
    noise = numpy.random.default_rng(seed)
    picture = Image.new("L", size, ground)
    for page, place, degrees in pages:
        turned = page.rotate(-degrees, resample=Image.BICUBIC, expand=True)
        mask = Image.new("L", page.size, 255).rotate(-degrees, resample=Image.BICUBIC, expand=True)
        picture.paste(turned, place, mask)
    picture = picture.filter(ImageFilter.GaussianBlur(0.8))
    pixels = numpy.asarray(picture).astype(float) + noise.normal(0, 1, (size[1], size[0]))
    return Image.fromarray(numpy.clip(pixels // 16 * 16 + 8, 0, 255).astype(numpy.uint8))


def main():
    folder = pathlib.Path(sys.argv[1])
    labels = ["UTOPIA  PASSPORT", "ERIKSSON", "ANNA MARIA", "UTOPIAN", "12 AUG 1974"]
    page = document(TD3, (1040, 720), 21, labels)
    card = document(TD1, (700, 440), 20, ["UTOPIA  IDENTITY CARD", *labels[1:3]])
    wrong = document([TD3[0], TD3[1].replace("L898902C36", "L898902C37")], (1040, 720), 21, labels)
    nothing = document(["", ""], (700, 440), 20, labels)
    pictures = {
        "specimen-td3": photograph([(page, (40, 40), 0)], (1120, 800)),
        "specimen-td3-turned": photograph([(page, (60, 40), 94)], (900, 1180)),
        "specimen-td3-wrong-digit": photograph([(wrong, (30, 30), 1.5)], (1120, 820)),
        "specimen-two-cards": photograph([(card, (60, 40), 2), (card, (90, 560), 181)], (880, 1080)),
        "no-zone": photograph([(nothing, (40, 40), 0)], (780, 520)),
    }
    for name, picture in pictures.items():
        picture.save(folder / f"{name}.png", optimize=True)


main()

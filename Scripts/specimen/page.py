"""Draws the data page of the specimen passport: the page that 'emrtd demo' starts from.

Needs Python with numpy and pillow, the font OCR-B (fonts-ocr-b) and Nimbus Sans (fonts-urw-base35); run by
Scripts/specimen/build. Everything on the page is of the specimen's profile, whose holder is nobody.

Usage: page.py PROFILE.json PORTRAIT.jpg PAGE.jpg
"""
import json
import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

DPI = 230
WIDTH, HEIGHT = 125.0, 88.0  # millimetres, ICAO Doc 9303-4 §2
OCRB = "/usr/share/fonts/opentype/ocr-b/OCRB.otf"
SANS = "/usr/share/fonts/opentype/urw-base35/NimbusSans-{}.otf"
PITCH = 2.54  # millimetres between two characters of the zone


def px(millimetres):
    return millimetres * DPI / 25.4


def paper(width, height):
    """Paper with waves in two colours, and a little grain."""
    y, x = np.mgrid[0:height, 0:width] * 25.4 / DPI
    page = np.full((height, width, 3), (244.0, 247.0, 243.0))
    for colour, phase in (((60, 20, 36), 0.0), ((16, 34, 50), 1.9)):
        bend = 2.2 * np.sin(x / 9 + phase) + 1.3 * np.sin(x / 4.1 + y / 14 + phase)
        lines = np.clip(np.sin((y + bend) * 5.2 + phase) ** 12, 0, 1)
        page -= lines[..., None] * np.array(colour) * 0.45
    page += np.random.default_rng(9303).normal(0, 1.2, page.shape)
    return Image.fromarray(np.clip(page, 0, 255).astype(np.uint8))


def font(name, millimetres):
    """A font whose capital letters have a height."""
    probe = ImageFont.truetype(name, 1000)
    box = probe.getbbox("H")
    return ImageFont.truetype(name, px(millimetres) * 1000 / (box[3] - box[1]))


def put(draw, x, y, text, face, colour=(28, 32, 44), anchor="ls"):
    draw.text((px(x), px(y)), text, font=face, fill=colour, anchor=anchor)


def zone(draw, lines):
    """The lines of the zone, each character in the middle of its cell."""
    face = font(OCRB, 2.55)
    left = (WIDTH - PITCH * len(lines[0])) / 2
    for row, line in enumerate(lines):
        for column, character in enumerate(line):
            put(draw, left + (column + 0.5) * PITCH, 74.2 + row * 6.35, character, face, (20, 20, 26), "ms")


def main(profile_path, portrait_path, page_path):
    profile = json.loads(Path(profile_path).read_text())
    lines = profile["mrz"]["lines"]
    page = paper(round(px(WIDTH)), round(px(HEIGHT)))
    portrait = Image.open(portrait_path).convert("RGB").resize((round(px(30)), round(px(30 * 45 / 35))), Image.LANCZOS)
    page.paste(portrait, (round(px(6)), round(px(18))))
    draw = ImageDraw.Draw(page)
    small, large, head = font(SANS.format("Regular"), 1.35), font(SANS.format("Bold"), 2.1), font(SANS.format("Bold"), 3.0)
    put(draw, 6, 9.5, "UTOPIA", head, (38, 60, 110))
    put(draw, 119, 9.5, "PASSPORT", head, (38, 60, 110), "rs")
    put(draw, 6, 14, "SPECIMEN: NO TRAVEL DOCUMENT", small, (150, 50, 60))
    surname, given = lines[0][5:].rstrip("<").split("<<")
    details, issue = profile["personalDetails"], profile["documentDetails"]
    fields = [
        ("Type", lines[0][:1], 41, 20), ("Code of issuing State", lines[0][2:5], 58, 20),
        ("Passport No.", lines[1][:9].rstrip("<"), 90, 20), ("Surname", surname.replace("<", " "), 41, 28),
        ("Given names", given.replace("<", " "), 41, 36), ("Nationality", "UTOPIAN", 41, 44),
        ("Date of birth", details["dateOfBirth"], 41, 52), ("Sex", lines[1][20], 70, 52),
        ("Place of birth", ", ".join(details["placeOfBirth"]), 80, 52), ("Date of issue", issue["dateOfIssue"], 41, 60),
        ("Date of expiry", f"20{lines[1][21:23]}-{lines[1][23:25]}-{lines[1][25:27]}", 70, 60),
    ]
    for label, value, x, y in fields:
        put(draw, x, y, label, small, (90, 98, 120))
        put(draw, x, y + 3.6, value, large)
    draw.line((0, px(67), px(WIDTH), px(67)), fill=(190, 200, 205), width=2)
    zone(draw, lines)
    page.filter(ImageFilter.GaussianBlur(0.5)).save(page_path, quality=80, optimize=True, dpi=(DPI, DPI))


if __name__ == "__main__":
    main(*sys.argv[1:4])

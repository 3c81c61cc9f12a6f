"""The second opinion on WSQ: draws prints, encodes and decodes them with the package `wsq`.

Needs what Scripts/setup puts into .build-python.

Usage: wsq-oracle.py draw FOLDER     write prints of many sizes, and copies of one with changed tables, as .wsq
       wsq-oracle.py decode FILE…    write the pixels of each, row after row, as FILE.grey
"""
import struct
import sys
from pathlib import Path

import _wsq
import numpy as np

import pictures

# The other decoder reads beside subbands of one value, which smaller pictures have.
SIZES = [
    (49, 49), (64, 64), (65, 64), (64, 65), (97, 129), (113, 57), (176, 224), (255, 333), (301, 399), (320, 480), (750, 800),
]


def encode(pixels):
    return _wsq.compress(pixels.tobytes(), pixels.shape[0], pixels.shape[1], 0.75)


def replace(picture, marker, content):
    """The picture with another content of its segment of this marker."""
    at = picture.index(b"\xff" + bytes([marker]))
    length = struct.unpack(">H", picture[at + 2:at + 4])[0]
    return picture[:at + 2] + struct.pack(">H", len(content) + 2) + content + picture[at + 2 + length:]


def content(picture, marker):
    at = picture.index(b"\xff" + bytes([marker]))
    return picture[at + 4:at + 2 + struct.unpack(">H", picture[at + 2:at + 4])[0]]


def filters(*halves, odd):
    """A table of filters from their second halves."""
    lengths = bytes(2 * len(half) - (1 if odd else 0) for half in halves)
    taps = b"".join(struct.pack(">BBI", tap < 0, 9, round(abs(tap) * 1e9)) for half in halves for tap in half)
    return lengths + taps


def scaled(table, factor):
    """A table of quantisers with other bin widths, as of an encoder of another bit rate."""
    out = table[:3]
    for start in range(3, len(table), 6):
        for at in (start, start + 3):
            exponent, value = struct.unpack(">BH", table[at:at + 3])
            while value * factor > 65535:
                value, exponent = value // 10, exponent - 1
            out += struct.pack(">BH", exponent, int(value * factor))
    return out


def draw(folder):
    patterns = ["whorl", "left loop", "right loop", "arch"]
    for index, (width, height) in enumerate(SIZES):
        pixels = np.asarray(pictures.finger(width, height, patterns[index % 4], index))
        (folder / f"print-{width}x{height}.wsq").write_bytes(encode(pixels))
    noise = np.random.default_rng(1).integers(0, 256, (200, 190)).astype(np.uint8)
    (folder / "noise-190x200.wsq").write_bytes(encode(noise))
    (folder / "plain-90x100.wsq").write_bytes(encode(np.full((100, 90), 200, np.uint8)))
    for size in [(176, 224), (171, 227), (97, 129)]:
        name, base = "%dx%d" % size, encode(np.asarray(pictures.finger(*size, "whorl", 1)))
        tables = content(base, 0xA5)
        changed = {
            "finer": replace(base, 0xA5, scaled(tables, 0.4)),
            "coarser": replace(base, 0xA5, scaled(tables, 1.7)),
            "centre": replace(base, 0xA5, b"\x02\x00\x0a" + tables[3:]),
            "even": replace(base, 0xA4, filters(
                [0.7489, 0.0478, -0.0862, -0.0034], [-0.7489, 0.0478, 0.0862, -0.0034], odd=False)),
            "even-2": replace(base, 0xA4, filters([0.70710678], [-0.70710678], odd=False)),
            "even-6-10": replace(base, 0xA4, filters(
                [0.70, 0.11, -0.05], [-0.65, 0.12, 0.06, -0.02, 0.01], odd=False)),
            "odd-5-3": replace(base, 0xA4, filters([1.0606, 0.3535, -0.1768], [0.7071, -0.3535], odd=True)),
            "scale": replace(base, 0xA2, content(base, 0xA2)[:6] + b"\x01\x04\xd2\x05\xea\x60" + b"\x02\x00\x00"),
        }
        for change, picture in changed.items():
            (folder / f"{change}-{name}.wsq").write_bytes(picture)


def decode(files):
    for file in files:
        pixels, _, _, _ = _wsq.decompress(file.read_bytes())
        Path(f"{file}.grey").write_bytes(pixels)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["draw", folder]:
            draw(Path(folder))
        case ["decode", *names]:
            decode([Path(name) for name in names])
        case _:
            sys.exit(__doc__)

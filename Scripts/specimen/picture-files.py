#!/usr/bin/env python3
"""Writes TestVectors/biometric-images/files and TestVectors/picture-files: one drawn picture in many formats.

Needs Pillow and, of Debian, libtiff-tools. Usage: picture-files.py PICTURES DOCUMENTS
"""
import struct
import subprocess
import sys
from pathlib import Path

from PIL import Image, ImageDraw

WIDTH, HEIGHT = 48, 32
INK, DOT = (20, 40, 120), (200, 30, 30)
out = Path(sys.argv[1])
out.mkdir(parents=True, exist_ok=True)


def drawn(ink=INK, dot=DOT, ground=(255, 255, 255)):
    image = Image.new("RGB", (WIDTH, HEIGHT), ground)
    draw = ImageDraw.Draw(image)
    for box in [(8, 4, 12, 27), (13, 4, 27, 8), (13, 14, 21, 18)]:
        draw.rectangle(box, fill=ink)
    draw.rectangle((38, 22, 43, 27), fill=dot)
    return image


def stored(image, orientation):
    """The picture that, shown by this orientation, is `image`."""
    inverse = {
        1: None,
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }[orientation]
    return image if inverse is None else image.transpose(inverse)


def exif(orientation):
    data = Image.Exif()
    data[0x0112] = orientation
    return data


def tiffcp(source, target, *options):
    subprocess.run(["tiffcp", *options, out / source, out / target], check=True, stderr=subprocess.DEVNULL)


colours = drawn()
bilevel = drawn((0, 0, 0), (0, 0, 0)).convert("1", dither=Image.Dither.NONE)
grey = colours.convert("L")

# TIFF: kinds of samples and compression.
colours.save(out / "rgb.tif")
colours.save(out / "rgb-lzw.tif", compression="tiff_lzw")
colours.save(out / "rgb-deflate.tif", compression="tiff_adobe_deflate")
colours.resize((WIDTH * 2, HEIGHT * 2), Image.Resampling.NEAREST).save(
    out / "rgb-jpeg.tif", compression="jpeg", quality=95)
grey.save(out / "grey.tif")
bilevel.save(out / "bilevel.tif")
bilevel.save(out / "bilevel-g4.tif", compression="group4")
bilevel.save(out / "bilevel-g3.tif", compression="group3")
colours.quantize(16, dither=Image.Dither.NONE).save(out / "palette.tif")
opaque = colours.convert("RGBA")
clear = drawn(ground=(0, 0, 0)).convert("RGBA")
clear.putdata([(0, 0, 0, 0) if p[:3] == (0, 0, 0) else p for p in clear.get_flattened_data()])
clear.save(out / "rgba.tif")
tiffcp("rgb.tif", "rgb-tiles.tif", "-t", "-w", "16", "-l", "16")
tiffcp("rgb.tif", "rgb-planes.tif", "-p", "separate")
tiffcp("rgb.tif", "rgb-big.tif", "-8")
tiffcp("rgb.tif", "rgb-strips.tif", "-r", "5")
colours.save(out / "pages.tif", save_all=True, append_images=[grey, bilevel.convert("L").rotate(180)])


def tiff16(name, samples, count, order, photometric):
    """An uncompressed TIFF of 16 bits a sample, which neither program writes."""
    fields = [(256, 3, 1, WIDTH), (257, 3, 1, HEIGHT), (258, 3, 1 if count == 1 else 3, 16), (259, 3, 1, 1),
              (262, 3, 1, photometric), (273, 4, 1, 0), (277, 3, 1, count), (278, 3, 1, HEIGHT),
              (279, 4, 1, WIDTH * HEIGHT * count * 2)]
    end = 8 + 2 + 12 * len(fields) + 4
    bits = struct.pack(order + "HHH", 16, 16, 16)
    data = bytearray(b"II" if order == "<" else b"MM") + struct.pack(order + "HIH", 42, 8, len(fields))
    for tag, kind, number, value in fields:
        value = end if tag == 258 and number == 3 else end + len(bits) if tag == 273 else value
        short = kind == 3 and not (tag == 258 and number == 3)
        data += struct.pack(order + "HHI", tag, kind, number)
        data += struct.pack(order + "HH", value, 0) if short else struct.pack(order + "I", value)
    data += struct.pack(order + "I", 0) + bits + b"".join(struct.pack(order + "H", s * 257) for s in samples)
    (out / name).write_bytes(data)


tiff16("grey-16.tif", list(grey.get_flattened_data()), 1, ">", 1)
tiff16("grey-16-white-is-zero.tif", [255 - v for v in grey.get_flattened_data()], 1, "<", 0)
tiff16("rgb-16.tif", [v for p in colours.get_flattened_data() for v in p], 3, "<", 2)

# Orientation: the same picture, stored in eight ways.
for value in range(1, 9):
    stored(colours, value).save(out / f"orientation-{value}.tif", tiffinfo={274: value}, compression="tiff_lzw")
for value in (3, 6):
    image = stored(colours, value)
    image.save(out / f"orientation-{value}.webp", lossless=True, exif=exif(value))
    image.save(out / f"orientation-{value}.png", exif=exif(value))
    large = image.resize((image.width * 4, image.height * 4), Image.Resampling.NEAREST)
    large.save(out / f"orientation-{value}.jpg", quality=95, subsampling=0, exif=exif(value))

# WebP, JPEG for printing, bitmaps, Netpbm.
colours.save(out / "lossless.webp", lossless=True)
clear.save(out / "alpha.webp", lossless=True)
colours.resize((WIDTH * 4, HEIGHT * 4), Image.Resampling.NEAREST).save(out / "lossy.webp", quality=95)
colours.save(out / "animation.webp", save_all=True, append_images=[colours.rotate(180)], lossless=True)
colours.convert("CMYK").resize((WIDTH * 4, HEIGHT * 4), Image.Resampling.NEAREST).save(
    out / "printing.jpg", quality=95)
colours.resize((WIDTH * 4, HEIGHT * 4), Image.Resampling.NEAREST).save(
    out / "progressive.jpg", quality=95, progressive=True)
colours.save(out / "rgb.bmp")
grey.save(out / "grey.bmp")
bilevel.save(out / "bilevel.bmp")
colours.save(out / "rgb.ppm")
grey.save(out / "grey.pgm")
bilevel.save(out / "bilevel.pbm")

# What programs make pictures of: needs heif-enc (libheif-examples) and qpdf, too.
documents = Path(sys.argv[2])
documents.mkdir(parents=True, exist_ok=True)
turned = drawn().rotate(180)
colours.save(documents / "pages.pdf", save_all=True, append_images=[turned], resolution=36)
subprocess.run(["qpdf", "--encrypt", "secret", "secret", "256", "--", documents / "pages.pdf",
                documents / "locked.pdf"], check=True)
large = stored(colours, 6).resize((HEIGHT * 4, WIDTH * 4), Image.Resampling.NEAREST)
large.save(documents / "turned.jpg", quality=95, exif=exif(6))
subprocess.run(["heif-enc", "-q", "80", documents / "turned.jpg", "-o", documents / "exif.heic"], check=True)
(documents / "turned.jpg").unlink()
colours.resize((WIDTH * 4, HEIGHT * 4), Image.Resampling.NEAREST).save(documents / "picture.avif", quality=80)

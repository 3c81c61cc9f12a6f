"""Draws the specimen's fingers, iris and signature: pictures of nobody, made of waves and noise.

Needs Python with numpy, pillow and wsq, which Scripts/setup puts into .build-python; run by Scripts/specimen/build.

Usage: pictures.py FOLDER
"""
import sys
from pathlib import Path

import numpy as np
import wsq  # noqa: F401  registers the format with Pillow
from PIL import Image, ImageDraw

RIDGE_PERIOD = 9.0  # pixels between two ridges at 500 dots per inch
ORIENTATIONS = 24


def flow(width, height, pattern):
    """The direction of the ridges at each pixel: zeros and poles of a complex function, as cores and deltas."""
    y, x = np.mgrid[0:height, 0:width].astype(float)
    z = (x - width / 2) / width + 1j * (height / 2 - y) / height
    cores, deltas = {
        "whorl": ([0.0 + 0.06j, 0.0 - 0.10j], [-0.60 - 0.50j, 0.60 - 0.50j]),
        "left loop": ([0.04 + 0.02j], [-0.40 - 0.42j]),
        "right loop": ([-0.04 + 0.02j], [0.40 - 0.42j]),
        "arch": ([], []),
    }[pattern]
    if pattern == "arch":
        bend = np.exp(-((z.imag + 0.08) / 0.28) ** 2)
        return -np.arctan(1.5 * bend * np.sin(2 * np.pi * np.clip(z.real, -0.5, 0.5)))
    angle = np.zeros(z.shape)
    for point in cores:
        angle += np.angle(z - point)
    for point in deltas:
        angle -= np.angle(z - point)
    return angle / 2 + (np.pi / 2 if len(cores) == 1 else 0)


def gabor(width, height, direction):
    """The frequency response of waves across one direction of ridges."""
    v, u = np.meshgrid(np.fft.fftfreq(height), np.fft.fftfreq(width), indexing="ij")
    # The wave runs across the ridge; rows count downwards, so the angle of the picture is turned.
    across = (-np.sin(direction) / RIDGE_PERIOD, -np.cos(direction) / RIDGE_PERIOD)
    spread = 2 * (0.20 / RIDGE_PERIOD) ** 2
    return sum(
        np.exp(-((u - sign * across[0]) ** 2 + (v - sign * across[1]) ** 2) / spread) for sign in (1, -1))


def finger(width, height, pattern, seed):
    """A print: noise, made into ridges along the flow, inside the oval that a finger leaves on glass."""
    generator = np.random.default_rng(seed)
    direction = np.mod(flow(width, height, pattern), np.pi)
    index = np.floor(direction / np.pi * ORIENTATIONS + 0.5).astype(int) % ORIENTATIONS
    filters = [gabor(width, height, k * np.pi / ORIENTATIONS) for k in range(ORIENTATIONS)]
    ridges = generator.standard_normal((height, width))
    for _ in range(12):
        spectrum = np.fft.fft2(ridges)
        answers = np.stack([np.fft.ifft2(spectrum * response).real for response in filters])
        ridges = np.take_along_axis(answers, index[None], axis=0)[0]
        ridges = np.tanh(2.0 * ridges / (np.abs(ridges).mean() + 1e-9))
    y, x = np.mgrid[0:height, 0:width].astype(float)
    radius = np.hypot((x - width / 2) / (0.47 * width), (y - height / 2) / (0.48 * height))
    pressure = np.clip((1.02 - radius) * 7, 0, 1)
    ink = 0.5 - 0.42 * ridges
    pores = generator.standard_normal((height, width)) * 0.02
    grey = 245 - 225 * pressure * np.clip(ink + pores, 0, 1)
    return Image.fromarray(np.clip(grey + 0.5, 0, 255).astype(np.uint8), "L")


def iris():
    """An eye: rings and spokes of noise around a pupil, between two lids."""
    width, height = 320, 240
    generator = np.random.default_rng(9303)
    y, x = np.mgrid[0:height, 0:width].astype(float)
    dx, dy = x - width / 2, y - height / 2
    radius, angle = np.hypot(dx, dy), np.arctan2(dy, dx)
    texture = np.zeros((height, width))
    for _ in range(40):
        spokes, phase, ring = generator.integers(5, 60), generator.uniform(0, 6.28), generator.uniform(0.02, 0.12)
        texture += np.sin(spokes * angle + ring * radius + phase)
    grey = np.where(radius < 78, 105 + 5.0 * texture, 205.0)
    grey = np.where(abs(radius - 76) < 5, 70.0, grey)
    grey = np.where(radius < 30, 18.0, grey)
    grey = np.where(np.hypot(dx + 11, dy + 10) < 5, 250.0, grey)
    upper, lower = 34 + 0.0016 * dx**2, 208 - 0.0018 * dx**2
    grey = np.where((y < upper) | (y > lower), 160 + 0.1 * dx, grey)
    grey = np.where(np.minimum(abs(y - upper), abs(y - lower)) < 2.5, 60.0, grey)
    return Image.fromarray(np.clip(grey, 0, 255).astype(np.uint8), "L")


def signature():
    """Loops of a pen and a line below: the hand of nobody."""
    scale, width, height = 4, 320, 96
    picture = Image.new("L", (width * scale, height * scale), 255)
    pen = ImageDraw.Draw(picture)
    t = np.linspace(0, 1, 4000)
    x = 24 + 240 * t + 15 * np.sin(17 * t * np.pi) * (1 - 0.3 * t)
    y = 52 - 26 * np.sin(11 * t * np.pi) * np.exp(-1.2 * t) - 8 * np.cos(29 * t * np.pi) * (1 - t)
    thickness = 2.2 + 1.2 * np.sin(22 * t * np.pi + 1)
    for a, b, r in zip(x, y, thickness):
        pen.ellipse([(a - r / 2) * scale, (b - r / 2) * scale, (a + r / 2) * scale, (b + r / 2) * scale], fill=20)
    for a in np.linspace(30, 290, 3000):
        b = 84 - 10 * (a - 30) / 260
        pen.ellipse([(a - 0.7) * scale, (b - 0.7) * scale, (a + 0.7) * scale, (b + 0.7) * scale], fill=20)
    return picture.resize((width, height), Image.LANCZOS)


def specimen(folder):
    finger(176, 224, "whorl", 1).save(folder / "finger.wsq")
    finger(176, 224, "left loop", 2).save(folder / "finger.jpg", quality=22)
    finger(176, 224, "right loop", 3).save(
        folder / "finger.jp2", quality_mode="rates", quality_layers=[9], irreversible=True, no_jp2=False)
    arch = np.asarray(finger(128, 160, "arch", 4)).astype(int)
    # Few shades of grey, so that it stays small without loss.
    Image.fromarray(((arch + 25) // 51 * 51).astype(np.uint8), "L").save(folder / "finger.png", optimize=True)
    iris().save(folder / "iris.jpg", quality=42)
    signature().save(folder / "signature.jpg", quality=40)


if __name__ == "__main__":
    arguments = sys.argv[1:]
    if len(arguments) != 1:
        sys.exit(__doc__)
    specimen(Path(arguments[0]))

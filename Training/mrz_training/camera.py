"""What a camera, a scanner or a copier does to a picture. Pictures are float32 of one channel, 0 to 255."""

import math

import cv2
import numpy as np


def light(random, picture, strength):
    """A gradient of light over the picture, and at times the hard edge of a shadow."""
    height, width = picture.shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x / width - 0.5, y / height - 0.5
    angle = random.uniform(0, 2 * math.pi)
    slope = random.uniform(0, 0.8) * strength
    picture *= np.clip(1 + slope * (x * math.cos(angle) + y * math.sin(angle)), 0.2, 1.6)
    if random.random() < 0.25 * strength:
        side = x * math.cos(angle + 1) + y * math.sin(angle + 1) + random.uniform(-0.3, 0.3)
        edge = np.clip(side * random.uniform(5, 80) + 0.5, 0, 1)
        picture *= 1 - edge * random.uniform(0.2, 0.65)
    return picture


def glare(random, picture, strength, scale):
    """Reflections: bright soft blobs, or streaks of a hologram."""
    height, width = picture.shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    for _ in range(random.randint(1, 3)):
        cx, cy = random.uniform(0, width), random.uniform(0, height)
        angle = random.uniform(0, math.pi)
        u = (x - cx) * math.cos(angle) + (y - cy) * math.sin(angle)
        v = (y - cy) * math.cos(angle) - (x - cx) * math.sin(angle)
        a, b = scale * random.uniform(1, 14), scale * random.uniform(0.6, 6)
        blob = np.exp(-((u / a) ** 2 + (v / b) ** 2))
        picture += (255 - picture) * blob * random.uniform(0.15, 0.75) * strength
    return picture


def moire(random, picture, strength):
    """The pattern of a screen that was photographed."""
    height, width = picture.shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    for _ in range(2):
        angle, period = random.uniform(0, math.pi), random.uniform(2.2, 14)
        wave = np.sin((x * math.cos(angle) + y * math.sin(angle)) * 2 * math.pi / period + random.uniform(0, 6))
        picture *= 1 + wave * random.uniform(0.02, 0.16) * strength
    return picture


def motion_kernel(length, angle):
    size = max(3, int(math.ceil(length)) | 1)
    kernel = np.zeros((size, size), np.float32)
    middle = (size - 1) / 2
    dx, dy = math.cos(angle) * length / 2, math.sin(angle) * length / 2
    for step in np.linspace(-1, 1, 4 * size):
        x, y = middle + dx * step, middle + dy * step
        x0, y0 = int(math.floor(x)), int(math.floor(y))
        for ox in (0, 1):
            for oy in (0, 1):
                if 0 <= x0 + ox < size and 0 <= y0 + oy < size:
                    kernel[y0 + oy, x0 + ox] += (1 - abs(x - x0 - ox)) * (1 - abs(y - y0 - oy))
    return kernel / kernel.sum()


def blur(random, picture, cap, hardness):
    """Out of focus, and moved while exposed; lengths in shares of the characters' height `cap`."""
    sigma = random.uniform(0, 0.03 + 0.07 * hardness) * cap
    if sigma > 0.25:
        if random.random() < 0.3:
            radius = sigma * 1.8
            size = int(math.ceil(radius)) * 2 + 1
            yy, xx = np.mgrid[0:size, 0:size] - size // 2
            disc = np.clip(radius - np.hypot(xx, yy) + 0.5, 0, 1).astype(np.float32)
            picture = cv2.filter2D(picture, -1, disc / disc.sum())
        else:
            picture = cv2.GaussianBlur(picture, (0, 0), sigma)
    if random.random() < 0.3 * hardness:
        kernel = motion_kernel(random.uniform(0.06, 0.22) * cap + 1, random.uniform(0, math.pi))
        picture = cv2.filter2D(picture, -1, kernel)
    return picture


def sensor(random, generator, picture, hardness):
    """Exposure, noise, sharpening and smoothing of the camera's own processing."""
    if random.random() < 0.25 * hardness + 0.05:
        picture = picture * random.uniform(0.22, 0.65)
    elif random.random() < 0.12:
        picture = picture * random.uniform(1.1, 1.7)
    if random.random() < 0.4:
        picture = 255 * np.power(np.clip(picture, 0, 255) / 255, random.uniform(0.6, 1.6))
    deviation = random.uniform(0, 2.5) + random.uniform(0, 11) * hardness
    noise = generator.standard_normal(picture.shape, np.float32)
    if random.random() < 0.4:
        noise = cv2.GaussianBlur(noise, (0, 0), random.uniform(0.5, 1.1)) * 1.8
    picture = picture + noise * deviation
    if random.random() < 0.1 * hardness:
        picture = cv2.medianBlur(np.clip(picture, 0, 255).astype(np.uint8), 3).astype(np.float32)
    if random.random() < 0.3:
        soft = cv2.GaussianBlur(picture, (0, 0), random.uniform(0.7, 2))
        picture = picture + (picture - soft) * random.uniform(0.3, 1.8)
    return picture


def compress(random, picture, low, high):
    quality = int(random.uniform(low, high))
    _, data = cv2.imencode(".jpg", np.clip(picture, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cv2.imdecode(data, cv2.IMREAD_GRAYSCALE).astype(np.float32)


def copied(random, generator, picture):
    """A black and white copy or a fax."""
    if random.random() < 0.5:
        local = cv2.GaussianBlur(picture, (0, 0), random.uniform(8, 25))
        return np.where(picture > local * random.uniform(0.78, 0.95), 255, 0).astype(np.float32)
    level = float(picture.mean()) * random.uniform(0.55, 0.85)
    return 255 / (1 + np.exp(np.clip(-(picture - level) / random.uniform(1, 14), -40, 40)))


def photograph(random, generator, picture, cap, hardness):
    """All of it in the order in which it happens. `hardness` goes from 0 (a good scan) to 1 (a bad photo)."""
    picture = light(random, picture, hardness)
    if random.random() < 0.5 * hardness:
        picture = glare(random, picture, hardness, cap)
    if random.random() < 0.06:
        picture = moire(random, picture, 1)
    picture = blur(random, picture, cap, hardness)
    picture = sensor(random, generator, picture, hardness)
    if random.random() < 0.05:
        picture = copied(random, generator, picture)
    if random.random() < 0.8:
        picture = compress(random, picture, 88 - 55 * hardness, 96 - 14 * hardness)
    return np.clip(picture, 0, 255)

"""Pictures without a machine readable zone, among them much that looks like one: each function draws one kind.

All are float32 of one channel, 0 to 255, drawn flat; `negatives.py` photographs them.
"""

import math
import string

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from . import glyphs, levels, paper, scenes, surroundings
from .zone import clouds

TRUETYPE = "/usr/share/fonts/truetype/"
PROSE = (
    TRUETYPE + "dejavu/DejaVuSerif.ttf",
    TRUETYPE + "dejavu/DejaVuSans.ttf",
    TRUETYPE + "liberation2/LiberationSerif-Regular.ttf",
    TRUETYPE + "liberation2/LiberationSans-Bold.ttf",
    TRUETYPE + "freefont/FreeSerif.ttf",
)
EVEN = (
    TRUETYPE + "liberation2/LiberationMono-Bold.ttf",
    TRUETYPE + "freefont/FreeMono.ttf",
    TRUETYPE + "dejavu/DejaVuSansMono.ttf",
)
OCR = (glyphs.OCR_B + "OCRB.otf", glyphs.OCR_B + "OCRBS.otf")
CONSONANTS, VOWELS = "bcdfghklmnprstvwz", "aeiou"


def word(random):
    """A word of no language."""
    parts = (random.choice(CONSONANTS) + random.choice(VOWELS) for _ in range(random.randint(1, 4)))
    return "".join(parts) + random.choice(("", "", "n", "s", "r"))


def sentence(random, width):
    """Words up to a width in characters."""
    text = word(random).capitalize()
    while len(text) < width - 8:
        text += random.choice((" ", " ", " ", ", ", ". ")) + word(random)
    return text


def digits(random, count):
    return "".join(random.choices(string.digits, k=count))


class Sheet:
    """A sheet of paper or plastic that is written on."""

    def __init__(self, width, height, shade):
        self.image = Image.new("L", (width, height), int(shade))
        self.pen = ImageDraw.Draw(self.image)
        self.width, self.height = width, height

    def write(self, x, y, text, path, size, shade=20):
        self.pen.text((x, y), text, font=ImageFont.truetype(path, int(size)), fill=int(shade))

    @property
    def pixels(self):
        return np.asarray(self.image, np.float32).copy()


def page(random, generator):
    """A page of print."""
    return written(random, random.choice(PROSE), lambda: sentence(random, random.randint(30, 75)))


def ocr_page(random, generator):
    """Prose, orders and lists in OCR-B, at times in capitals, with brackets here and there; no zone."""
    capitals = random.random() < 0.6

    def line():
        text = sentence(random, random.randint(18, 48))
        if random.random() < 0.4:
            text += f" {digits(random, random.randint(2, 9))}"
        if random.random() < 0.2:
            text = text.replace(" ", " < ", 1)
        return text.upper() if capitals else text

    return written(random, random.choice(OCR), line)


def code(random, generator):
    """The source of a program, whose lines are as long as one another and full of brackets."""

    def line():
        names = [word(random) for _ in range(3)]
        forms = ("std::cout << {0} << {1} << {2};", "map<{0}, set<{1}<{2}>>>", "if ({0} < {1} && {2} << 2)")
        return " " * random.choice((0, 4, 8)) + random.choice(forms).format(*names)

    return written(random, random.choice(EVEN), line)


def written(random, path, line):
    """Rows of text on a sheet."""
    size = random.uniform(16, 40)
    sheet = Sheet(random.randint(700, 1500), random.randint(700, 1500), random.uniform(190, 255))
    y, gap, x = size, size * random.uniform(1.1, 2.2), random.uniform(0.03, 0.1) * sheet.width
    while y < sheet.height - 2 * size:
        sheet.write(x, y, line(), path, size, random.uniform(0, 70))
        y += gap
    return sheet.pixels


def random_lines(random, generator):
    """Lines of the width of a zone, of characters drawn at random: no format fits."""
    count, width = random.choice(((2, 44), (2, 44), (3, 30), (2, 36)))
    alphabet = string.ascii_uppercase + string.digits + random.choice(("", "<", "<<<<"))
    size = random.uniform(22, 44)
    sheet = Sheet(int(size * 0.74 * (width + 6)), int(size * random.uniform(6, 26)), random.uniform(180, 255))
    path, top = random.choice(OCR), sheet.height - size * (1.9 * count + 0.8)
    for row in range(count):
        sheet.write(size * 2, top + row * size * 1.9, "".join(random.choices(alphabet, k=width)), path, size)
    return sheet.pixels


def slip(random, generator):
    """A payment slip or a cheque: one line in OCR-B along its foot, a form above."""
    size = random.uniform(20, 34)
    sheet = Sheet(int(size * 44), int(size * random.uniform(12, 22)), random.uniform(190, 255))
    for row in range(int(sheet.height / size / 2) - 3):
        sheet.write(size * 2, size * (1 + 2 * row), sentence(random, 22), random.choice(PROSE), size * 0.7)
    line = f"{digits(random, 13)}>{digits(random, 27)}+ {digits(random, 8)}>"
    sheet.write(size * 2, sheet.height - size * 2.4, line, random.choice(OCR), size)
    return sheet.pixels


def table(random, generator):
    """Columns of figures."""
    size = random.uniform(16, 34)
    widths = [random.randint(3, 10) for _ in range(random.randint(3, 7))]
    sheet = Sheet(int(size * 0.65 * (sum(widths) + 3 * len(widths) + 4)), random.randint(600, 1400), 245)
    path, y = random.choice(EVEN + OCR), size
    while y < sheet.height - 2 * size:
        x = size
        for width in widths:
            sheet.write(x, y, digits(random, random.randint(1, width)).rjust(width), path, size)
            x += size * 0.65 * (width + 3)
        y += size * 1.7
        if random.random() < 0.5:
            sheet.pen.line((0, y - size * 0.2, sheet.width, y - size * 0.2), fill=120, width=2)
    return sheet.pixels


def receipt(random, generator):
    """A long narrow slip of a till."""
    size = random.uniform(18, 30)
    sheet = Sheet(int(size * 22), random.randint(900, 1700), 240)
    path, y = random.choice(EVEN + OCR), size
    while y < sheet.height - 2 * size:
        price = f"{random.randint(0, 99)}.{digits(random, 2)}"
        line = random.choice((f"{word(random).upper()[:18]:<22}{price:>8}", "-" * 30, "*" * 30, "=" * 30, "<" * 30))
        sheet.write(size, y, line, path, size, 60)
        y += size * 1.4
    return sheet.pixels


def bars(random, generator):
    """Bar codes with their numbers in OCR-B below."""
    sheet = Sheet(random.randint(700, 1400), random.randint(500, 1100), random.uniform(180, 255))
    for _ in range(random.randint(1, 4)):
        x, y = random.uniform(0, 0.5) * sheet.width, random.uniform(0, 0.75) * sheet.height
        tall, module, start = random.uniform(60, 200), random.randint(2, 5), x
        for _ in range(random.randint(25, 60)):
            bar = module * random.randint(1, 4)
            sheet.pen.rectangle((x, y, x + bar - 1, y + tall), fill=20)
            x += bar + module * random.randint(1, 4)
        sheet.write(start, y + tall + 4, " ".join(digits(random, 6) for _ in range(2)), random.choice(OCR), 9 * module)
    return sheet.pixels


def squares(random, generator):
    """A QR code on a label."""
    pixels = np.full((random.randint(600, 1000), random.randint(600, 1000)), random.uniform(190, 255), np.float32)
    paper.writing(random, pixels, random.uniform(14, 24), strength=150)
    text = "".join(random.choices(string.ascii_letters, k=random.randint(10, 160)))
    small = cv2.QRCodeEncoder.create().encode(text)
    side = random.randint(200, 500)
    large = cv2.resize(small, (side, side), interpolation=cv2.INTER_NEAREST)
    y, x = random.randint(20, pixels.shape[0] - side - 20), random.randint(20, pixels.shape[1] - side - 20)
    pixels[y : y + side, x : x + side] = large
    return pixels


def card_ground(random, generator):
    """An empty card of the size ID-1 with its printed pattern."""
    return paper.ground(random, generator, 640, 1012, 20, random.uniform(0.4, 1.4))


def embossed(random, pixels, text, place, size):
    """Raised characters: a light edge and a dark edge beside each other."""
    layer = Image.new("L", (pixels.shape[1], pixels.shape[0]), 0)
    ImageDraw.Draw(layer).text(place, text, font=ImageFont.truetype(random.choice(EVEN + OCR), size), fill=255)
    ink = np.asarray(layer, np.float32) / 255
    shift = random.randint(2, 4)
    pixels += (np.roll(ink, (-shift, -shift), (0, 1)) - np.roll(ink, (shift, shift), (0, 1))) * random.uniform(30, 90)
    pixels += ink * random.uniform(-60, 60)


def bank_card(random, generator):
    """A card with a long number, a date and a name, all raised or flat."""
    pixels = card_ground(random, generator)
    number = " ".join(digits(random, 4) for _ in range(4))
    embossed(random, pixels, number, (60, random.randint(300, 400)), random.randint(50, 66))
    embossed(random, pixels, f"{random.randint(1, 12):02}/{digits(random, 2)}", (420, 450), 40)
    embossed(random, pixels, f"{word(random)} {word(random)}".upper(), (60, 530), 42)
    cv2.rectangle(pixels, (90, 180), (200, 265), random.uniform(120, 220), -1)
    for shift in (0, random.randint(60, 90)):
        cv2.circle(pixels, (800 + shift, 530), 65, random.uniform(60, 230), -1, cv2.LINE_AA)
    return pixels


def licence(random, generator):
    """A driving licence: numbered fields, a portrait of nobody, and no zone."""
    pixels = card_ground(random, generator)
    face(random, pixels, (40, 150, 240, 310))
    sheet = Sheet(pixels.shape[1], pixels.shape[0], 255)
    path = random.choice(PROSE)
    fields = ("1.", "2.", "3.", "4a.", "4b.", "4c.", "5.", "9.")
    for row, field in enumerate(fields):
        date = f"{digits(random, 2)}.{digits(random, 2)}.{digits(random, 4)}"
        text = word(random).upper() if row in (0, 1, 5) else date
        sheet.write(320, 90 + row * 62, f"{field} {text}", path, 34)
    return np.minimum(pixels, sheet.pixels)


def front(random, generator):
    """The front of an identity card, with printed fields and a number in OCR-B."""
    pixels = card_ground(random, generator)
    scenes.visual(random, pixels, 20)
    sheet = Sheet(pixels.shape[1], pixels.shape[0], 255)
    number = "".join(random.choices(string.ascii_uppercase + string.digits, k=9))
    sheet.write(random.randint(300, 680), random.randint(30, 560), number, random.choice(OCR), random.randint(30, 46))
    return np.minimum(pixels, sheet.pixels)


def face(random, pixels, box):
    """A portrait of nobody: shoulders, head, hair."""
    x, y, width, height = box
    pixels[y : y + height, x : x + width] = random.uniform(130, 240)
    middle = x + width // 2
    coat, hair, skin = random.uniform(10, 120), random.uniform(10, 110), random.uniform(110, 220)
    cv2.ellipse(pixels, (middle, y + height), (int(width * 0.46), height // 3), 0, 180, 360, coat, -1)
    cv2.ellipse(pixels, (middle, y + int(height * 0.4)), (width // 4 + 8, int(height * 0.29)), 0, 0, 360, hair, -1)
    cv2.ellipse(pixels, (middle, y + int(height * 0.45)), (width // 4, int(height * 0.26)), 0, 0, 360, skin, -1)
    for side in (-1, 1):
        cv2.circle(pixels, (middle + side * width // 10, y + int(height * 0.42)), width // 40 + 1, 40, -1, cv2.LINE_AA)
    mouth = y + int(height * 0.58)
    cv2.line(pixels, (middle - width // 12, mouth), (middle + width // 12, mouth), 70, 3)


def portrait(random, generator):
    """Nobody's face before a wall."""
    width, height = random.randint(500, 900), random.randint(600, 1100)
    pixels = random.uniform(100, 230) + clouds(generator, height, width, 120) * 15
    pixels = np.ascontiguousarray(pixels, np.float32)
    face(random, pixels, (width // 8, height // 8, width * 3 // 4, height * 3 // 4))
    return pixels


def texture(random, generator):
    """Fine printed lines, cloth, stone."""
    height, width = random.randint(500, 1200), random.randint(500, 1200)
    if random.random() < 0.5:
        return 140 + paper.waves(random, generator, height, width, random.uniform(6, 60)) * random.uniform(20, 100)
    stretched = clouds(generator, height, max(2, width // random.randint(4, 60)), random.uniform(1.5, 6))
    return 140 + cv2.resize(stretched, (width, height)) * random.uniform(10, 60)


def photo(random, generator):
    """A piece of a photo of things."""
    return surroundings.from_photo(random, random.randint(500, 1200), random.randint(500, 1200), levels.PHOTOS)


def screen(random, generator):
    """A window on a dark screen, photographed with its grid of pixels."""
    pixels = 255 - random.choice((code, page, table, ocr_page))(random, generator)
    height, width = pixels.shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle, period = random.uniform(0, math.pi), random.uniform(2.2, 9)
    wave = np.sin((x * math.cos(angle) + y * math.sin(angle)) * 2 * math.pi / period)
    return (pixels + 20) * (1 + wave * random.uniform(0.03, 0.2))


def keys(random, generator):
    """A keyboard, a brick wall, blinds: rows of even boxes."""
    base = random.uniform(20, 190)
    pixels = np.full((random.randint(400, 900), random.randint(700, 1400)), int(base), np.uint8)
    side, gap = random.randint(18, 70), random.randint(3, 14)
    for row, y in enumerate(range(gap, pixels.shape[0] - side, side + gap)):
        for x in range(gap + row % 2 * side // 2, pixels.shape[1] - side, side + gap):
            shade = base + random.uniform(15, 60)
            cv2.rectangle(pixels, (x, y), (x + side, y + side), shade, -1)
            cv2.putText(pixels, random.choice(string.ascii_uppercase), (x + side // 4, y + side * 3 // 4),
                        cv2.FONT_HERSHEY_DUPLEX, side / 45, 255 - shade, 1, cv2.LINE_AA)
    return pixels


def blank(random, generator):
    """Nothing at all, or noise alone."""
    pixels = np.full((random.randint(300, 1200), random.randint(300, 1200)), random.uniform(0, 255), np.float32)
    return pixels + generator.standard_normal(pixels.shape, np.float32) * random.choice((0, 2, 20, 90))


KINDS = {
    kind.__name__: kind
    for kind in (
        page, ocr_page, code, random_lines, slip, table, receipt, bars, squares, bank_card, licence, front, portrait,
        texture, photo, screen, keys, blank,
    )
}

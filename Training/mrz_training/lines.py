"""Lines of machine readable zones drawn at random: every format of Doc 9303-4 to -7 and the French card of 1988.

No line belongs to a person: names are put together from letters and from a short list of invented ones.
"""

import string

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<"
INDEX = {character: index for index, character in enumerate(ALPHABET)}

# Doc 9303-3 section 5 (three letters; ISO 3166-1 and the special codes), as far as lines for training need them.
STATES = (
    "AFG ALB DZA AND AGO ARG ARM AUS AUT AZE BHS BHR BGD BRB BLR BEL BLZ BEN BTN BOL BIH BWA BRA BRN BGR BFA BDI KHM "
    "CMR CAN CPV CAF TCD CHL CHN COL COM COG COD CRI CIV HRV CUB CYP CZE DNK DJI DMA DOM ECU EGY SLV GNQ ERI EST ETH "
    "FJI FIN FRA GAB GMB GEO D<< GHA GRC GRD GTM GIN GNB GUY HTI VAT HND HKG HUN ISL IND IDN IRN IRQ IRL ISR ITA JAM "
    "JPN JOR KAZ KEN KIR PRK KOR KWT KGZ LAO LVA LBN LSO LBR LBY LIE LTU LUX MAC MKD MDG MWI MYS MDV MLI MLT MHL MRT "
    "MUS MEX FSM MDA MCO MNG MNE MAR MOZ MMR NAM NRU NPL NLD NZL NIC NER NGA NOR OMN PAK PLW PSE PAN PNG PRY PER PHL "
    "POL PRT QAT ROU RUS RWA KNA LCA VCT WSM SMR STP SAU SEN SRB SYC SLE SGP SVK SVN SLB SOM ZAF SSD ESP LKA SDN SUR "
    "SWZ SWE CHE SYR TWN TJK TZA THA TLS TGO TON TTO TUN TUR TKM TUV UGA UKR ARE GBR USA URY UZB VUT VEN VNM YEM ZMB "
    "ZWE GBD GBN GBO GBP GBS UNO UNA UNK XXA XXB XXC XXX XOM XPO EUE RKS UTO XBA XIM XCC XCO XEC XCE XDC XCT"
).split()

FORMATS = {"TD3": (2, 44), "TD1": (3, 30), "TD2": (2, 36), "MRVA": (2, 44), "MRVB": (2, 36), "FRID": (2, 36)}

# How often each is drawn: the shares of the levels on which readers are compared.
SHARES = {"TD3": 0.38, "TD1": 0.30, "TD2": 0.10, "MRVA": 0.09, "MRVB": 0.08, "FRID": 0.05}

SYLLABLES = (
    "AN BER CHI DOU ER FAN GRE HO IN JA KOW LI MAR NA OS PE QUI RO STE TAN UL VI WAN XIA YU ZE SKI SEN OVA IC EZ MANN "
    "SON DOT TIR LA MO ES BA CAR MEN LUN D W Y H OH II OL DOB KY ILIC HIM MIN"
).split()


def check_digit(text):
    """The check digit of Doc 9303-3 section 4.9 (weights 7, 3, 1)."""
    values = (0 if c == "<" else INDEX[c] for c in text)
    return str(sum(value * (7, 3, 1)[i % 3] for i, value in enumerate(values)) % 10)


def letters(random, count):
    return "".join(random.choices(string.ascii_uppercase, k=count))


def mixed(random, count, letter_share=0.3):
    """Letters and digits, as numbers of documents have them."""
    return "".join(
        random.choice(string.ascii_uppercase) if random.random() < letter_share else random.choice(string.digits)
        for _ in range(count)
    )


def name(random):
    """An invented name of one to three parts; a fifth of them any letters at all, so that every pair is met."""
    parts = []
    for _ in range(random.choice((1, 1, 1, 2, 2, 3))):
        if random.random() < 0.35:
            parts.append(letters(random, random.randint(2, 11)))
        else:
            parts.append("".join(random.choices(SYLLABLES, k=random.randint(1, 4))))
    return "<".join(parts)


def names(random, width):
    text = name(random)
    if random.random() < 0.94:
        text += "<<" + name(random)
    return text[:width].ljust(width, "<")


def date(random):
    if random.random() < 0.02:
        return random.choice(("<<<<<<", f"{random.randint(0, 99):02}<<<<", f"{random.randint(0, 99):02}01<<"))
    return f"{random.randint(0, 99):02}{random.randint(1, 12):02}{random.randint(1, 31):02}"


def optional(random, width):
    """Optional data: empty in half the documents, else of any length."""
    if random.random() < 0.5:
        return "<" * width
    return mixed(random, random.randint(1, width), random.choice((0, 0, 0.2, 0.5))).ljust(width, "<")


def number(random, width=9):
    length = width if random.random() < 0.75 else random.randint(5, width)
    return mixed(random, length, random.choice((0, 0.1, 0.3, 0.6, 1))).ljust(width, "<")


def wrong_sometimes(random, digit):
    """A check digit that is wrong in one document out of fifty, so that a reader learns to see and not to compute."""
    return str(random.randint(0, 9)) if random.random() < 0.02 else digit


def document(random, kind=None):
    """The format's name and its lines."""
    kind = kind or random.choices(list(SHARES), weights=list(SHARES.values()))[0]
    if random.random() < 0.12:
        count, width = FORMATS[kind]
        return kind, [anything(random, width) for _ in range(count)]
    return kind, MAKERS[kind](random)


def anything(random, width):
    """A line of any characters, every one as likely as another; runs of filler too."""
    text = "".join(random.choices(ALPHABET, k=width))
    if random.random() < 0.5:
        cut = random.randint(0, width)
        text = text[:cut] + "<" * random.randint(0, 8) + text[cut:]
    return text[:width]


def digit(random, text):
    return wrong_sometimes(random, check_digit(text))


def state(random):
    return random.choice(STATES) if random.random() < 0.9 else letters(random, 3)


def sex(random):
    return random.choice("MMMFFF<X")


def td3(random):
    first = random.choice(("P<", "P<", "P<", "PP", "PD", "PO", "PM", "P" + letters(random, 1)))
    first += state(random)
    first += names(random, 39)
    bearer, birth, expiry, personal = number(random), date(random), date(random), optional(random, 14)
    personal_digit = "<" if personal == "<" * 14 and random.random() < 0.5 else digit(random, personal)
    second = bearer + digit(random, bearer) + state(random) + birth + digit(random, birth) + sex(random)
    second += expiry + digit(random, expiry) + personal + personal_digit
    return [first, second + digit(random, second[0:10] + second[13:20] + second[21:43])]


def td1(random):
    kind = random.choice(("I<", "ID", "ID", "IR", "AC", "A<", "C<", "I" + letters(random, 1), "C" + letters(random, 1)))
    first = kind + state(random)
    if random.random() < 0.12:
        long = mixed(random, random.randint(10, 20))
        first += (long[:9] + "<" + long[9:] + digit(random, long)).ljust(25, "<")[:25]
    else:
        bearer = number(random)
        first += bearer + digit(random, bearer) + optional(random, 15)
    birth, expiry = date(random), date(random)
    second = birth + digit(random, birth) + sex(random) + expiry + digit(random, expiry) + state(random)
    second += optional(random, 11)
    whole = first[5:30] + second[0:7] + second[8:15] + second[18:29]
    return [first, second + digit(random, whole), names(random, 30)]


def td2(random):
    first = random.choice(("I<", "ID", "A<", "AC", "C<", "P<")) + state(random)
    first += names(random, 31)
    bearer, birth, expiry = number(random), date(random), date(random)
    second = bearer + digit(random, bearer) + state(random) + birth + digit(random, birth) + sex(random)
    second += expiry + digit(random, expiry) + optional(random, 7)
    return [first, second + digit(random, second[0:10] + second[13:20] + second[21:35])]


def visa(random, width):
    first = random.choice(("V<", "V<", "VC", "VI", "VO", "V" + letters(random, 1))) + state(random)
    first += names(random, width - 5)
    bearer, birth, expiry = number(random), date(random), date(random)
    second = bearer + digit(random, bearer) + state(random) + birth + digit(random, birth) + sex(random)
    second += expiry + digit(random, expiry)
    return [first, second + optional(random, width - 28)]


def french_card(random):
    """The French identity card of 1988 to 2021: 36 columns, names in both lines."""
    surname = name(random)[:25].ljust(25, "<")
    first = "IDFRA" + surname + mixed(random, 3, 0) + mixed(random, 3, 0)
    bearer = mixed(random, 12, 0.05)
    given = (name(random) + ("<<" + name(random) if random.random() < 0.7 else ""))[:14].ljust(14, "<")
    birth = date(random)
    second = bearer + digit(random, bearer) + given + birth + digit(random, birth) + random.choice("MF")
    return [first, second + digit(random, first + second)]


MAKERS = {
    "TD3": td3,
    "TD1": td1,
    "TD2": td2,
    "MRVA": lambda random: visa(random, 44),
    "MRVB": lambda random: visa(random, 36),
    "FRID": french_card,
}


def is_sound(kind, lines):
    """Whether number, dates and composite carry the check digits that they should."""
    if kind == "TD1":
        first, second, _ = lines
        fields = [(first[5:14], first[14]), (second[0:6], second[6]), (second[8:14], second[14])]
        fields.append((first[5:30] + second[0:7] + second[8:15] + second[18:29], second[29]))
        if first[14] == "<" and first[15] != "<":
            rest = first[15:].split("<")[0]
            fields[0] = (first[5:14] + rest[:-1], rest[-1])
    else:
        second = lines[1]
        fields = [(second[0:9], second[9]), (second[13:19], second[19]), (second[21:27], second[27])]
        if kind == "TD3":
            fields.append((second[0:10] + second[13:20] + second[21:43], second[43]))
            if second[42] != "<":
                fields.append((second[28:42], second[42]))
        if kind == "TD2":
            fields.append((second[0:10] + second[13:20] + second[21:35], second[35]))
    return all(check_digit(text) == digit for text, digit in fields)

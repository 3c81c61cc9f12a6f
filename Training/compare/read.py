"""Reads a folder's pictures with one reader, in its virtual environment: one line of JSON for each picture.

    read.py READER FOLDER LIMIT
"""

import json
import re
import resource
import subprocess
import sys
from pathlib import Path

LINE = re.compile(r"[A-Z0-9<]{26,48}")


def processor():
    """Processor time of this process and of those that it has waited for, in milliseconds."""
    uses = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return 1000 * sum(use.ru_utime + use.ru_stime for use in uses)


def zone_of(text):
    """The last lines of a text that have the look of a zone."""
    lines = [line.replace(" ", "").upper() for line in text.splitlines()]
    lines = [line for line in lines if LINE.fullmatch(line) and "<" in line]
    return lines[-3:] if len(lines) >= 3 and all(len(line) < 34 for line in lines[-3:]) else lines[-2:]


def passport_eye():
    """PassportEye as its README calls it."""
    from passporteye import read_mrz

    def read(path):
        zone = read_mrz(str(path))
        return zone.aux.get("text", "").split() if zone else []

    return read


def fast_mrz():
    """FastMRZ as its README calls it; it needs Tesseract's model for zones."""
    require_zone_model()
    from fastmrz import FastMRZ

    reader = FastMRZ()

    def read(path):
        details = reader.get_details(str(path), include_checkdigit=False)
        return details.get("mrz_text", "").split() if isinstance(details, dict) else []

    return read


def tesseract(language, options=()):
    """Tesseract on the whole picture."""

    def read(path):
        command = ["tesseract", str(path), "-", "-l", language, *options]
        return zone_of(subprocess.run(command, capture_output=True, text=True, check=False).stdout)

    return read


def tesseract_mrz():
    """Tesseract with its model for zones."""
    require_zone_model()
    return tesseract("mrz")


def require_zone_model():
    """Ends where Tesseract has no model for zones."""
    languages = subprocess.run(["tesseract", "--list-langs"], capture_output=True, text=True, check=False).stdout
    if "mrz" not in languages.split():
        sys.exit("Tesseract has no model mrz.traineddata, which is in no package; --models names a folder with it")


READERS = {
    "PassportEye": passport_eye,
    "FastMRZ": fast_mrz,
    "Tesseract (eng)": lambda: tesseract("eng"),
    "Tesseract (mrz)": tesseract_mrz,
}

if __name__ == "__main__":
    name, folder, limit = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    reader = READERS[name]()
    files = [row.split("\t")[0] for row in (folder / "ground-truth.tsv").read_text("utf-8").splitlines()[1 : limit + 1]]
    for file in dict.fromkeys(files):
        begin = processor()
        try:
            lines = reader(folder / file)
        except Exception as error:  # a reader that fails at a picture has read nothing of it
            print(f"{file}: {error}", file=sys.stderr)
            lines = []
        print(json.dumps({"file": file, "lines": lines, "cpu": processor() - begin}), flush=True)

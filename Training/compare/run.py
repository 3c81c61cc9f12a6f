#!/usr/bin/env python3
"""Reads the same pictures with other open readers and with emrtd, and prints one table: `run.py FOLDER...`.

Each reader gets a virtual environment of its own, from PyPI; Tesseract comes from Debian. What cannot be installed is
left out with a message. Needs Python's own library alone.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from mrz_training.lines import is_sound  # noqa: E402

# Name, packages of PyPI, versions that were measured.
READERS = {
    "PassportEye": ["passporteye==2.2.2"],
    "FastMRZ": ["fastmrz==2.1.2"],
    "Tesseract (eng)": [],
    "Tesseract (mrz)": [],
}
# Fields of the key, as (line, begin, end), from 0.
KEYS = {
    "TD1": ((0, 5, 15), (1, 0, 7), (1, 8, 15)),
    "FRID": ((1, 0, 13), (1, 27, 34)),
}
OTHER_KEY = ((1, 0, 10), (1, 13, 20), (1, 21, 28))


def truth(folder, limit):
    """What the pictures show: (file, lines, format), by the list beside them."""
    rows = (folder / "ground-truth.tsv").read_text("utf-8").splitlines()
    names = rows[0].split("\t")
    for row in rows[1 : limit + 1]:
        columns = dict(zip(names, row.split("\t"), strict=False))
        lines = [columns[name] for name in ("line1", "line2", "line3") if columns.get(name)]
        yield columns["file"], lines, columns["type"]


def has_right_key(kind, printed, read):
    """Whether number, birth and expiry with their digits were read as printed."""
    if [len(line) for line in read] != [len(line) for line in printed]:
        return False
    parts = list(KEYS.get(kind, OTHER_KEY))
    if kind == "TD1" and printed[0][14] == "<":
        parts.append((0, 15, 15 + len(printed[0][15:].split("<")[0])))
    return all(printed[row][begin:end] == read[row][begin:end] for row, begin, end in parts)


def claims_validity(read):
    """Whether lines have the form of a format and all of its check digits hold."""
    sizes = {len(line) for line in read}
    if len(sizes) != 1:
        return False
    is_visa = read[0].startswith("V")
    forms = {(3, 30): "TD1", (2, 36): "MRVB" if is_visa else "TD2", (2, 44): "MRVA" if is_visa else "TD3"}
    kind = forms.get((len(read), sizes.pop()))
    return kind is not None and is_sound(kind, read)


def environment(name, packages, root):
    """The Python of a reader's virtual environment; None where it cannot be made."""
    folder = root / name.split()[0].lower() if packages else None
    if folder is None:
        return sys.executable
    python = folder / "bin/python"
    mark = folder / "installed"
    if mark.exists() and mark.read_text() == " ".join(packages):
        return str(python)
    print(f"compare: installing {' '.join(packages)}", file=sys.stderr)
    try:
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run(pip + packages + ["setuptools<81"], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"compare: {name} is left out, since it cannot be installed: {error}", file=sys.stderr)
        return None
    mark.write_text(" ".join(packages))
    return str(python)


def score(rows, answers):
    """Counts of one reader on one folder."""
    counts = {"zones": 0, "exact": 0, "key": 0, "wrong": 0, "empty": 0, "found": 0}
    times = []
    for file, printed, kind in rows:
        answer = answers.get(file)
        read = answer["lines"] if answer else []
        if answer:
            times.append(answer["cpu"])
        if kind == "NONE":
            counts["empty"] += 1
            counts["found"] += bool(read)
            continue
        counts["zones"] += 1
        counts["exact"] += read == printed
        counts["key"] += has_right_key(kind, printed, read)
        counts["wrong"] += claims_validity(read) and read != printed
    times.sort()
    counts["median"] = statistics.median(times) if times else 0
    counts["p95"] = times[min(len(times) - 1, int(0.95 * len(times)))] if times else 0
    return counts


def others(name, python, folder, limit, models):
    """The answers of another reader by file; None where it does not run."""
    # Tesseract's model for zones is in no package: who has it, hands it in.
    quiet = dict(os.environ, OMP_THREAD_LIMIT="1", OMP_NUM_THREADS="1", PYTHONWARNINGS="ignore")
    if models:
        quiet["TESSDATA_PREFIX"] = str(models)
    command = [python, str(HERE / "read.py"), name, str(folder), str(limit)]
    answers = {}
    with subprocess.Popen(command, env=quiet, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            answer = json.loads(line)
            answers[answer["file"]] = answer
            print(f"\rcompare: {name}, {folder.name}: {len(answers)} ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    if process.returncode:
        print(f"compare: {name} is left out, since it does not run", file=sys.stderr)
        return None
    return answers


def ours(program, folder, limit):
    """Our own counts, of `emrtd bench capture`."""
    command = [program, "bench", "capture", str(folder), "--limit", str(limit), "--json"]
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if result.returncode:
        return None
    result = json.loads(result.stdout)
    tally, zones = result["tally"], result["tally"]["all"]
    # Classes of size cannot be put together again: the one with the most pictures stands for all.
    size = max(result["processor"], key=lambda each: each["pictures"], default=None)
    return {
        "zones": zones["zones"], "exact": zones["exact"], "key": zones["key"], "wrong": zones["validWrong"],
        "empty": tally["empty"], "found": tally["foundInEmpty"],
        "median": size["medianMilliseconds"] if size else 0, "p95": size["p95Milliseconds"] if size else 0,
    }


def row(name, counts):
    """A row of the table."""
    def share(part):
        return f"{counts[part]} of {counts['zones']}" if counts["zones"] else "–"

    found = f"{counts['found']} of {counts['empty']}" if counts["empty"] else "–"
    time = f"{counts['median']:.0f} / {counts['p95']:.0f}"
    return f"| {name} | {share('exact')} | {share('key')} | {counts['wrong']} | {found} | {time} |"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, help="pictures and their ground-truth.tsv")
    parser.add_argument("--limit", type=int, default=1_000_000, help="only the first so many rows of each list")
    parser.add_argument("--environments", type=Path, default=HERE.parent.parent / ".build-compare")
    parser.add_argument("--models", type=Path, help="folder with mrz.traineddata and eng.traineddata for Tesseract")
    parser.add_argument("--emrtd", default="emrtd", help="the program to measure")
    parser.add_argument("--only", action="append", choices=[*READERS, "emrtd"], help="measure these readers alone")
    options = parser.parse_args()
    names = options.only or [*READERS, "emrtd"]
    pythons = {name: environment(name, READERS[name], options.environments) for name in names if name in READERS}
    for folder in options.folders:
        print(f"\n**{folder.name}**\n\n| reader | exact | key | said to be valid but wrong | found where there is none "
              "| processor ms, median / 95 % |\n|---|---|---|---|---|---|", flush=True)
        rows = list(truth(folder, options.limit))
        for name in names:
            if name == "emrtd":
                counts = ours(options.emrtd, folder, options.limit)
            else:
                answers = pythons[name] and others(name, pythons[name], folder, options.limit, options.models)
                counts = score(rows, answers) if answers is not None else None
            if counts:
                print(row(name, counts), flush=True)

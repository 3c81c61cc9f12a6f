#!/usr/bin/env python3
"""Writes the trained networks as ONNX, with the hashes that the reader holds them against.

    export.py DETECTOR/weights.pickle RECOGNISER/weights.pickle SECOND/weights.pickle
"""

import argparse
import hashlib
import pickle
from pathlib import Path

from mrz_training import onnx_file

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "Sources/Capture/Weights"
NAMES = ("detector", "recogniser", "second_reader")
HASHES = ROOT / "Sources/Capture/Networks/NetworkHashes.swift"


def swift_bytes(data):
    digits = [f"0x{byte:02X}" for byte in hashlib.sha256(data).digest()]
    rows = [", ".join(digits[start : start + 16]) for start in (0, 16)]
    return "[\n" + "".join(f"        {row},\n" for row in rows) + "    ]"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for name in NAMES:
        parser.add_argument(name)
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    parts = []
    for name in NAMES:
        with open(getattr(options, name), "rb") as file:
            weights = pickle.load(file)
        data = getattr(onnx_file, name)(weights).SerializeToString()
        file = f"{name.replace('_', '-')}.onnx"
        (FOLDER / file).write_bytes(data)
        print(f"{file}: {len(data)} bytes")
        first, *others = name.split("_")
        swift_name = first + "".join(other.capitalize() for other in others)
        parts.append(f"    static let {swift_name}: [UInt8] = {swift_bytes(data)}\n")
    text = "/// SHA-256 of the networks' files; written by `Training/export.py`.\nenum NetworkHashes {\n"
    HASHES.write_text(text + "".join(parts) + "}\n")

#!/usr/bin/env python3
"""Writes the trained networks as ONNX, with the hashes that the reader holds them against.

    export.py RECOGNISER/weights.pickle DETECTOR/weights.pickle
"""

import argparse
import hashlib
import pickle
from pathlib import Path

from mrz_training import onnx_file

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "Sources/Capture/Weights"
HASHES = ROOT / "Sources/Capture/Networks/NetworkHashes.swift"


def swift_bytes(data):
    digits = [f"0x{byte:02X}" for byte in hashlib.sha256(data).digest()]
    rows = [", ".join(digits[start : start + 16]) for start in (0, 16)]
    return "[\n" + "".join(f"        {row},\n" for row in rows) + "    ]"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("recogniser")
    parser.add_argument("detector")
    options = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    parts = []
    for name in ("detector", "recogniser"):
        with open(getattr(options, name), "rb") as file:
            weights = pickle.load(file)
        data = getattr(onnx_file, name)(weights).SerializeToString()
        (FOLDER / f"{name}.onnx").write_bytes(data)
        print(f"{name}.onnx: {len(data)} bytes")
        parts.append(f"    static let {name}: [UInt8] = {swift_bytes(data)}\n")
    text = "/// SHA-256 of the networks' files; written by `Training/export.py`.\nenum NetworkHashes {\n"
    HASHES.write_text(text + "".join(parts) + "}\n")

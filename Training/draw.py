#!/usr/bin/env python3
"""Draws the training data: `draw.py strips FOLDER [--total N] [--processes N]`."""

import argparse

from mrz_training import data

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=("strips", "scenes"))
    parser.add_argument("folder")
    parser.add_argument("--total", type=int, default=40_000, help="the number of the last zone or scene, plus one")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one; a multiple of --shard")
    parser.add_argument("--shard", type=int, default=500)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    if options.first % options.shard:
        parser.error("--first is a multiple of --shard, since shards are named by their number")
    data.draw(options.kind, options.folder, options.first, options.total, options.shard, options.processes)

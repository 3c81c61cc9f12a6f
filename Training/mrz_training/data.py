"""Training data on disk: drawn from seeds in shards, so that drawing can be broken off and taken up again."""

import multiprocessing
import os
from pathlib import Path

import cv2
import numpy as np


def draw_shard(job):
    """Draws one shard: samples of `count` numbers from `first` on, by the maker that is named."""
    from . import scenes, strips

    maker = {"strips": strips.windows, "scenes": scenes.samples}[job["kind"]]
    path = Path(job["path"])
    if path.exists():
        return str(path)
    cv2.setNumThreads(1)
    parts = [maker(number) for number in range(job["first"], job["first"] + job["count"])]
    arrays = [np.concatenate(column) for column in zip(*parts, strict=True)]
    temporary = path.with_suffix(".part")
    with open(temporary, "wb") as file:
        np.savez(file, *arrays)
    os.replace(temporary, path)
    return str(path)


def draw(kind, folder, begin, total, count, processes):
    """Draws the shards that are missing; answers their paths in order."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    jobs = [
        {"kind": kind, "path": f"{folder}/{kind}-{first // count:04}.npz", "first": first, "count": count}
        for first in range(begin, total, count)
    ]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for index, path in enumerate(pool.imap(draw_shard, jobs)):
            print(f"{index + 1}/{len(jobs)} {path}", flush=True)
    return [job["path"] for job in jobs]


def load(paths):
    """All shards as arrays."""
    columns = None
    for path in paths:
        with np.load(path) as shard:
            arrays = [shard[name] for name in shard.files]
        columns = [[] for _ in arrays] if columns is None else columns
        for column, array in zip(columns, arrays, strict=True):
            column.append(array)
    return [np.concatenate(column) for column in columns]

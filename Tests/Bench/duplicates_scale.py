#!/usr/bin/env python3
"""Time and memory of --duplicates on many files, without their audio: makes a dataset of COUNT invented fingerprints whose
peaks follow each other as those of a real dataset do, and lets the program compare them.

Usage: duplicates_scale.py MELSTROM DATASET [--copies COPIES] [--short] [--keep FOLDER] COUNT...
DATASET: a finished dataset with fingerprints.bin (call --duplicates on it once). A COUNT of its own number of files shows
how alike real and invented fingerprints are: both have about the same share of pairs that are compared. A file has as many
peaks as a real one, and each peak follows the one before as some real peak follows a peak of the same frequency.
--copies: that many of the files, spread over all, are copies of others: a tenth of the peaks is left out, and a tenth of
the others is a frame late. Prints how many of them are found, beside pairs of two copies of one file, and other pairs.
--short: every file has the shape of a short sound too: a real one whose levels differ by up to 3 dB, growing and falling
with the frequency. Pairs of similar shape are looked for, but there is no audio to compare.
--keep: FOLDER/COUNT, with -short and -COPIES-copies behind it, keeps the invented fingerprints, and is used if it is there
and of the version of DATASET's fingerprints. Needs numpy.
"""
import argparse
import json
import os
import pathlib
import resource
import struct
import subprocess
import sys
import tempfile
import time

import numpy

HEADER, BLOCK, RECORD = struct.Struct("<8sII"), struct.Struct("<II"), struct.Struct("<qqQQIIII")
SHAPE_LEVELS, SHAPE_BYTES = 32, 34
FILES_A_BLOCK = 20_000
NUM_ORIGINALS = 1000  # files that are copied: the first ones
SEGMENTS = 1024  # of a block's bytes, whose checksums are computed side by side


def byte_crc(value):
    for _ in range(8):
        value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
    return value


BYTES = numpy.array([byte_crc(value) for value in range(256)], numpy.uint32)


def with_zeros(count):
    """Four tables: what `count` zero bytes make of each byte of a state."""
    states = numpy.array([[value << 8 * place for value in range(256)] for place in range(4)], numpy.uint32)
    for _ in range(count):
        states = BYTES[states & 255] ^ states >> 8
    return states.tolist()


def crc32c(data):
    length = len(data) // SEGMENTS
    state = 0xFFFFFFFF
    if length:
        parts = numpy.frombuffer(data, numpy.uint8, SEGMENTS * length).reshape(SEGMENTS, length).T.copy()
        states = numpy.zeros(SEGMENTS, numpy.uint32)
        for column in parts:
            states = BYTES[(states ^ column) & 255] ^ states >> 8
        tables = with_zeros(length)
        for part in states.tolist():
            state = (tables[0][state & 255] ^ tables[1][state >> 8 & 255] ^ tables[2][state >> 16 & 255]
                     ^ tables[3][state >> 24] ^ part)
    for byte in data[SEGMENTS * length:]:
        state = int(BYTES[(state ^ byte) & 255]) ^ state >> 8
    return state ^ 0xFFFFFFFF


def starts_of(counts):
    return numpy.concatenate([[0], numpy.cumsum(counts)])


def texts_of(peaks, counts):
    """The bytes of each file's peaks, which follow each other in `peaks`."""
    starts = starts_of(counts)
    steps = numpy.diff(peaks, prepend=0)
    firsts = starts[:-1][counts > 0]
    steps[firsts] = peaks[firsts]
    lengths = 1 + sum((steps >> shift > 0).astype(numpy.int64) for shift in (7, 14, 21, 28))
    pieces = numpy.empty((len(steps), 5), numpy.uint8)
    for place in range(5):
        pieces[:, place] = steps >> 7 * place & 127 | numpy.where(lengths > place + 1, 128, 0)
    data = pieces[numpy.arange(5) < lengths[:, None]].tobytes()
    ends = starts_of(lengths)[starts].tolist()
    return [data[first:end] for first, end in zip(ends, ends[1:])]


def peaks_of(text):
    peaks, packed, value, shift = [], 0, 0, 0
    for byte in text:
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            packed += value
            peaks.append(packed)
            value = shift = 0
    return peaks


class Real:
    """The peaks of a dataset: their numbers, their first ones, and the steps from a peak of each frequency to the next."""

    def __init__(self, path):
        data, at = pathlib.Path(path).read_bytes(), HEADER.size
        files, shapes = [], []
        while at < len(data):
            end = at + BLOCK.size + BLOCK.unpack_from(data, at)[0]
            at += BLOCK.size
            while at < end:
                *_, path_bytes, _, peak_bytes, shape_bytes = RECORD.unpack_from(data, at)
                at += RECORD.size + path_bytes
                files.append(numpy.array(peaks_of(data[at:at + peak_bytes]), numpy.int64))
                at += peak_bytes
                if shape_bytes:
                    shapes.append(list(data[at:at + shape_bytes]))
                at += shape_bytes
        self.head = HEADER.unpack_from(data)
        self.shapes = numpy.array(shapes)
        self.counts = numpy.array([len(peaks) for peaks in files])
        self.firsts = numpy.array([peaks[0] for peaks in files if len(peaks)])
        before = numpy.concatenate([peaks[:-1] for peaks in files]) & 255
        steps = numpy.concatenate([numpy.diff(peaks) for peaks in files])
        order = numpy.argsort(before, kind="stable")
        self.steps = steps[order]
        self.begins = numpy.searchsorted(before[order], numpy.arange(257))

    def invented_shapes(self, seed, count):
        chance = numpy.random.default_rng(seed)
        shapes = self.shapes[chance.integers(0, len(self.shapes), count)]
        knots = chance.uniform(-48, 48, (count, 9))
        places = numpy.linspace(0, 8, SHAPE_LEVELS)
        below = numpy.minimum(places.astype(int), 7)
        shapes[:, :SHAPE_LEVELS] += (knots[:, below] + (knots[:, below + 1] - knots[:, below]) * (places - below)).astype(int)
        shapes[:, SHAPE_LEVELS:] += chance.integers(-8, 9, (count, SHAPE_BYTES - SHAPE_LEVELS))
        return [row.tobytes() for row in numpy.clip(shapes, 0, 255).astype(numpy.uint8)]

    def invented(self, seed, count):
        """Peaks of some files, one file after another, and their numbers."""
        chance = numpy.random.default_rng(seed)
        counts = chance.choice(self.counts, count)
        order = numpy.argsort(-counts, kind="stable")  # files with more peaks first: the others end before
        places = starts_of(counts)[:-1][order]
        peaks = numpy.empty(counts.sum(), numpy.int64)
        now = chance.choice(self.firsts, count)
        for place in range(counts.max()):
            now = now[:numpy.count_nonzero(counts > place)]
            if place > 0:
                begins, ends = self.begins[now & 255], self.begins[(now & 255) + 1]
                picked = begins + (chance.random(len(now)) * (ends - begins)).astype(numpy.int64)
                # behind the last peak of some file: go on later
                now = now + numpy.where(ends > begins, self.steps[numpy.minimum(picked, len(self.steps) - 1)], 256 * 8)
            peaks[places[:len(now)] + place] = now
        return peaks, counts


def changed(peaks, seed):
    """A copy of one file's peaks."""
    chance = numpy.random.default_rng(seed)
    kept = peaks[chance.random(len(peaks)) >= 0.1]
    return numpy.unique(kept + 256 * (chance.random(len(kept)) < 0.1))


def block(real, first, end, copies, are_short):
    """One block with the records of some files. copies: the changed peaks of some of them."""
    shapes = real.invented_shapes(first, end - first) if are_short else [b""] * (end - first)
    peaks, counts = real.invented(first, end - first)
    texts, counts = texts_of(peaks, counts), counts.tolist()
    for index, copy in copies.items():
        texts[index - first], counts[index - first] = texts_of(copy, numpy.array([len(copy)]))[0], len(copy)
    records = []
    for index, text, count, shape in zip(range(first, end), texts, counts, shapes):
        path = b"%d.wav" % index
        numbers = 1, 1, index, index * 0x9E3779B97F4A7C15 % 2 ** 64, len(path), count, len(text), len(shape)
        records.append(RECORD.pack(*numbers) + path + text + shape)
    data = b"".join(records)
    return BLOCK.pack(len(data), crc32c(data)) + data


def copies_of(count, num_copies):
    """(copy, original) of files: originals are the first files, copies are spread over the others."""
    step = max(1, (count - NUM_ORIGINALS) // max(1, num_copies))
    copies = range(NUM_ORIGINALS, count, step)[:num_copies]
    return [(copy, index % NUM_ORIGINALS) for index, copy in enumerate(copies)]


def make(real, count, num_copies, are_short, folder):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "dataset.json").write_text("{}")
    with open(folder / "files.csv", "w") as table:
        table.write("path,relative_path,status\n")
        table.writelines(f"{index}.wav,{index}.wav,ok\n" for index in range(count))
    peaks, counts = real.invented(0, min(count, FILES_A_BLOCK))
    starts = starts_of(counts)
    copies = {copy: changed(peaks[starts[original]:starts[original + 1]], copy)
              for copy, original in copies_of(count, num_copies)}
    unfinished = folder / "fingerprints.part"
    with open(unfinished, "wb") as out:
        out.write(HEADER.pack(*real.head))
        for first in range(0, count, FILES_A_BLOCK):
            end = min(first + FILES_A_BLOCK, count)
            out.write(block(real, first, end, {index: copy for index, copy in copies.items() if first <= index < end},
                            are_short))
    unfinished.rename(folder / "fingerprints.bin")


def is_made(real, folder):
    stored = folder / "fingerprints.bin"
    return stored.exists() and HEADER.unpack(stored.open("rb").read(HEADER.size)) == real.head


def kept_folder(keep, count, num_copies, are_short):
    return keep / (str(count) + "-short" * are_short + f"-{num_copies}-copies" * (num_copies > 0))


def run(program, real, count, num_copies, are_short, folder):
    if not is_made(real, folder):
        make(real, count, num_copies, are_short, folder)
    start = time.monotonic()
    subprocess.run([os.path.abspath(program), "--duplicates", "."], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    seconds = time.monotonic() - start
    result = json.loads((folder / "duplicates.json").read_text())
    compared, size = result["candidates"], (folder / "fingerprints.bin").stat().st_size
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2 ** 20
    found = {tuple(int(pair[side]["path"].split(".")[0]) for side in ("first", "second")) for pair in result["pairs"]}
    copies = dict(copies_of(count, num_copies))
    wanted = {(original, copy) for copy, original in copies.items()}
    siblings = {pair for pair in found if copies.get(pair[0], pair[0]) == copies.get(pair[1], -1)} - wanted
    print(f"invented: {count:,} files, {size / 1e6:,.0f} MB of fingerprints, {compared:,} pairs compared, "
          f"{result['not_compared']:,} pairs not compared (no audio), {2 * compared / count ** 2:.1e} of all: {seconds:.1f} s, "
          f"{memory:.1f} GiB; {len(wanted):,} copies, "
          f"{len(found & wanted):,} of them found; {len(siblings):,} pairs of two copies of one file; "
          f"{len(found - wanted - siblings):,} other pairs", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("dataset")
    parser.add_argument("--copies", type=int, default=0)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--make-only", action="store_true", help="with --keep: compares nothing")
    parser.add_argument("counts", nargs="+", type=int)
    asked = parser.parse_args()
    if asked.make_only and not asked.keep:
        parser.error("--make-only needs --keep")
    # its fingerprints become those of this version
    subprocess.run([asked.program, "--duplicates", asked.dataset], check=True, stdout=subprocess.DEVNULL)
    real = Real(pathlib.Path(asked.dataset, "fingerprints.bin"))
    if asked.short and not len(real.shapes):
        sys.exit(f"{asked.dataset} has no short sounds, whose shapes --short takes.")
    folders = {count: kept_folder(asked.keep, count, asked.copies, asked.short) for count in asked.counts if asked.keep}
    if asked.make_only:
        for count, folder in folders.items():
            make(real, count, asked.copies, asked.short, folder)
        return
    of_real, num_real = json.loads(pathlib.Path(asked.dataset, "duplicates.json").read_text())["candidates"], len(real.counts)
    print(f"real: {num_real:,} files of {real.counts.mean():.0f} peaks, {of_real:,} pairs compared, "
          f"{2 * of_real / num_real ** 2:.1e} of all")
    for count in asked.counts:
        with tempfile.TemporaryDirectory() as place:
            run(asked.program, real, count, asked.copies, asked.short, folders.get(count, pathlib.Path(place)))


if __name__ == "__main__":
    main()

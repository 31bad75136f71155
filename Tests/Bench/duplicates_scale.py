#!/usr/bin/env python3
"""Time and memory of --duplicates on many files, without their audio: makes a dataset of COUNT invented fingerprints whose
peaks follow each other as those of a real dataset do, and lets the program compare them.

Usage: duplicates_scale.py MELSTROM DATASET COUNT...
DATASET: a finished dataset with fingerprints.bin (call --duplicates on it once). A COUNT of its own number of files shows
how alike real and invented fingerprints are: both have about the same share of pairs that are compared. A file has as many
peaks as a real one, and each peak follows the one before as some real peak follows a peak of the same frequency.
"""
import collections
import concurrent.futures
import json
import pathlib
import random
import resource
import struct
import subprocess
import sys
import tempfile
import time

HEADER, BLOCK, RECORD = struct.Struct("<8sII"), struct.Struct("<II"), struct.Struct("<qqQQIIII")


def byte_crc(value):
    for _ in range(8):
        value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
    return value


BYTES = [byte_crc(value) for value in range(256)]
PAIRS = []


def crc32c(data):
    """Two bytes a step."""
    if not PAIRS:
        for value in range(65536):
            once = BYTES[value & 255] ^ value >> 8
            PAIRS.append(BYTES[once & 255] ^ once >> 8)
    state = 0xFFFFFFFF
    for (word,) in struct.iter_unpack("<H", data[:len(data) & ~1]):
        state = PAIRS[(state ^ word) & 65535] ^ state >> 16
    if len(data) & 1:
        state = BYTES[(state ^ data[-1]) & 255] ^ state >> 8
    return state ^ 0xFFFFFFFF


def number(value):
    text = bytearray()
    while value >= 128:
        text.append(value & 127 | 128)
        value >>= 7
    text.append(value)
    return bytes(text)


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
    """The peaks of a dataset: their numbers, their first ones, and what follows a peak of each frequency."""

    def __init__(self, path):
        data, at = pathlib.Path(path).read_bytes(), HEADER.size
        self.counts, self.firsts, self.next = [], [], collections.defaultdict(list)
        while at < len(data):
            end = at + BLOCK.size + BLOCK.unpack_from(data, at)[0]
            at += BLOCK.size
            while at < end:
                *_, path_bytes, _, peak_bytes, _ = RECORD.unpack_from(data, at)
                at += RECORD.size + path_bytes
                self.add(peaks_of(data[at:at + peak_bytes]))
                at += peak_bytes
        self.head = HEADER.unpack_from(data)

    def add(self, peaks):
        self.counts.append(len(peaks))
        if peaks:
            self.firsts.append((number(peaks[0]), peaks[0] & 255))
        for before, after in zip(peaks, peaks[1:]):
            self.next[before & 255].append((number(after - before), after & 255))


def block(real, first, end):
    """One block with the records of some files."""
    chance, records = random.Random(first), []
    for index in range(first, end):
        path, pieces, wanted = b"%d.wav" % index, [], chance.choice(real.counts)
        while len(pieces) < wanted:
            piece, frequency = chance.choice(real.firsts)
            if pieces: # the last peak of some file: go on with a later one
                piece = number(256 * 8)
            pieces.append(piece)
            while len(pieces) < wanted and frequency in real.next:
                piece, frequency = chance.choice(real.next[frequency])
                pieces.append(piece)
        text = b"".join(pieces)
        records.append(RECORD.pack(1, 1, index, chance.getrandbits(64), len(path), wanted, len(text), 0) + path + text)
    data = b"".join(records)
    return BLOCK.pack(len(data), crc32c(data)) + data


def make(real, count, folder):
    (folder / "dataset.json").write_text("{}")
    with open(folder / "files.csv", "w") as table:
        table.write("path,relative_path,status\n")
        table.writelines(f"{index}.wav,{index}.wav,ok\n" for index in range(count))
    each = 1000
    with open(folder / "fingerprints.bin", "wb") as out, concurrent.futures.ProcessPoolExecutor() as pool:
        out.write(HEADER.pack(*real.head))
        for first in range(0, count, 64 * each):
            jobs = [pool.submit(block, real, at, min(at + each, count)) for at in range(first, min(first + 64 * each, count), each)]
            for job in jobs:
                out.write(job.result())


def main(program, dataset, *counts):
    real = Real(pathlib.Path(dataset, "fingerprints.bin"))
    subprocess.run([program, "--duplicates", dataset], check=True, stdout=subprocess.DEVNULL)
    of_real, num_real = json.loads(pathlib.Path(dataset, "duplicates.json").read_text())["candidates"], len(real.counts)
    print(f"real: {num_real:,} files of {sum(real.counts) / num_real:.0f} peaks, {of_real:,} pairs compared, "
          f"{2 * of_real / num_real ** 2:.1e} of all")
    for count in map(int, counts):
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            make(real, count, folder)
            start = time.monotonic()
            subprocess.run([program, "--duplicates", folder], check=True, stdout=subprocess.DEVNULL)
            seconds = time.monotonic() - start
            result = json.loads((folder / "duplicates.json").read_text())
            compared, size = result["candidates"], (folder / "fingerprints.bin").stat().st_size
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2 ** 20
        print(f"invented: {count:,} files, {size / 1e6:,.0f} MB of fingerprints, {compared:,} pairs compared, "
              f"{2 * compared / count ** 2:.1e} of all, {len(result['pairs']):,} alike: {seconds:.1f} s, {memory:.1f} GiB", flush=True)


main(*sys.argv[1:])

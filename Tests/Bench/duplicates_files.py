#!/usr/bin/env python3
"""Time, memory and result of --duplicates on many real files that were made here: reading, peaks and comparison.

Usage: duplicates_files.py MELSTROM FOLDER COUNT
Makes COUNT sounds of 0.5 to 4 s at 8 kHz in FOLDER/COUNT/audio (27 kB each on average; those of an earlier call are used), a
dataset of them, and calls --duplicates on it twice: the second call has stored fingerprints. A sound has three to ten notes
a second, of up to four overtones, some knocks of noise, and noise at -54 dB. Every hundredth one is a copy of the one
fifty before: another gain, up to 0.1 s later or earlier, and white noise at 20 dB below its level. Prints, for each call,
wall time, processor time and memory, how many copies were found, and the pairs that were not made. Needs numpy.
"""
import csv
import json
import multiprocessing
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import time

import numpy

RATE = 8000
SHORTEST, LONGEST = RATE // 2, 4 * RATE
FILES_A_FOLDER, COPY_EVERY, COPY_OF = 1000, 100, 50
TURN = 1 << 12  # values of one period of a wave
WAVES = [sum(numpy.sin(2 * numpy.pi * overtone * numpy.arange(TURN) / TURN) / overtone for overtone in range(1, most + 1))
         .astype(numpy.float32) for most in range(1, 5)]
DECAYS = [numpy.exp(-rate * numpy.arange(LONGEST) / RATE).astype(numpy.float32) for rate in (2, 4, 8, 16)]
HIGHEST_NOTE, LOWEST_NOTE = 900, 90  # Hz; the fourth overtone is below half of the rate


def sound_of(index):
    chance = numpy.random.default_rng((1, index))
    length = int(SHORTEST * (LONGEST / SHORTEST) ** chance.random())
    sound = chance.normal(0, 0.002, length).astype(numpy.float32)
    for _ in range(int(3 + chance.random() * 7 * length / RATE)):
        begin = int(chance.random() * 0.8 * length)
        places = numpy.arange(min(length - begin, int(RATE * chance.uniform(0.1, 1))))
        note = LOWEST_NOTE * (HIGHEST_NOTE / LOWEST_NOTE) ** chance.random()
        phases = (chance.random() + places * (note / RATE)) * TURN
        wave = WAVES[chance.integers(len(WAVES))][phases.astype(numpy.int32) & TURN - 1]
        decay = DECAYS[chance.integers(len(DECAYS))][:len(places)]
        sound[begin:begin + len(places)] += chance.uniform(0.2, 1) * wave * decay
    for _ in range(int(1 + 3 * length / RATE)):
        knock = DECAYS[3][:400:4][:length // 4] * chance.normal(0, chance.uniform(0.1, 0.5), min(100, length // 4))
        begin = chance.integers(length - len(knock))
        sound[begin:begin + len(knock)] += knock
    return sound / numpy.abs(sound).max()


def copy_of(sound, index):
    chance = numpy.random.default_rng((2, index))
    noise = chance.normal(0, 0.1 * numpy.sqrt(numpy.mean(numpy.square(sound))), len(sound))
    shift = chance.integers(-RATE // 10, RATE // 10)
    sound = chance.uniform(0.2, 0.8) * (sound + noise)
    return sound[-shift:] if shift < 0 else numpy.concatenate([numpy.zeros(shift, sound.dtype), sound])


def is_copy(index):
    return index % COPY_EVERY == COPY_EVERY - 1


def make_folder(audio, number, count):
    folder = audio / f"{number:04}"
    if folder.exists():
        return
    unfinished = audio / f"{number:04}.part"
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir()
    for index in range(number * FILES_A_FOLDER, min(count, (number + 1) * FILES_A_FOLDER)):
        sound = copy_of(sound_of(index - COPY_OF), index) if is_copy(index) else sound_of(index)
        data = (24000 * sound).astype("<i2").tobytes()
        (unfinished / f"{index:07}.wav").write_bytes(
            struct.pack("<4sI8sIHHIIHH4sI", b"RIFF", 36 + len(data), b"WAVEfmt ", 16, 1, 1, RATE, 2 * RATE, 2, 16, b"data",
                        len(data)) + data)
    unfinished.rename(folder)


def index_of(path):
    return int(pathlib.Path(path).stem)


def call(program, *arguments, cwd):
    """Wall and processor time in s, memory in GiB."""
    begin = time.monotonic()
    process = subprocess.Popen([program, *arguments, "--progress", "none"], cwd=cwd, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"melstrom {' '.join(arguments)}: {os.waitstatus_to_exitcode(status)}")
    return time.monotonic() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 2 ** 20


def describe(title, folder, count, seconds, processor_seconds, memory):
    with open(folder / "dataset/duplicates.csv", newline="") as table:
        found = {tuple(sorted((index_of(line["first_path"]), index_of(line["second_path"])))) for line in csv.DictReader(table)}
    copies = {(index - COPY_OF, index) for index in range(count) if is_copy(index)}
    compared = json.loads((folder / "dataset/duplicates.json").read_text())["candidates"]
    others = found - copies
    print(f"{title}: {seconds:,.1f} s, {processor_seconds:,.1f} s of processor time, {memory:.1f} GiB; {compared:,} pairs "
          f"compared; {len(found & copies):,} of {len(copies):,} copies found, {len(others):,} other pairs", flush=True)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    program, folder, count = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2], sys.argv[3]), int(sys.argv[3])
    audio = folder / "audio"
    audio.mkdir(parents=True, exist_ok=True)
    with multiprocessing.Pool() as pool:
        pool.starmap(make_folder, [(audio, number, count) for number in range(-(-count // FILES_A_FOLDER))], 1)
    shutil.rmtree(folder / "dataset", ignore_errors=True)
    call(program, "--batch", "audio", "--out", "dataset", "--preset", "kaldi-mfcc", "--backend", "cpu", cwd=folder)
    for title in "first call", "second call":
        describe(title, folder, count, *call(program, "--duplicates", "dataset", cwd=folder))


if __name__ == "__main__":
    main()

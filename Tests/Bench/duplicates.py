#!/usr/bin/env python3
"""Precision and recall of --duplicates on sounds of yours: makes the changed copies of each sound, a dataset of all of
them, and compares what the program finds with what was made.

Usage: duplicates.py MELSTROM [--least SECONDS] [--keep CORPUS] SOUND...
       duplicates.py MELSTROM [--by-origin] --corpus CORPUS
--least: leaves out shorter sounds. --keep: the folder for the copies, which stays. --corpus: a folder that --keep made.
Two sounds are one if the samples of their originals correlate by more than 0.9999 at the best shift: one recording at two
gains, for instance. Pairs of their copies are then true. --by-origin: without this, every sound is one of its own.
Needs sox, lame and numpy.
"""
import argparse
import contextlib
import functools
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy

sys.dont_write_bytecode = True
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Python"))
from duplicates_support import CHANGES, Found, call, make_corpus

LEAST_CORRELATION = 0.9999


class Originals:
    """The samples of a corpus, and which of its sounds are one."""

    def __init__(self, corpus):
        self.corpus = pathlib.Path(corpus)
        self.load = functools.lru_cache(256)(self._load)
        self.are_one = functools.cache(lambda first, second: self.correlation(first, second) > LEAST_CORRELATION)

    def _load(self, name):
        command = ["sox", str(self.corpus / name / "original.wav"), "-c", "1", "-r", "16000", "-t", "f32", "-"]
        return numpy.frombuffer(subprocess.run(command, check=True, capture_output=True).stdout, numpy.float32).astype(float)

    def correlation(self, first, second):
        """The largest over all shifts, of both signs, with all of both sounds: what one has and the other has not counts."""
        one, two = self.load(first), self.load(second)
        size = 1 << (len(one) + len(two)).bit_length()
        products = numpy.fft.irfft(numpy.fft.rfft(one, size) * numpy.conj(numpy.fft.rfft(two, size)), size)
        return float(numpy.abs(products).max() / max(1e-30, numpy.sqrt((one * one).sum() * (two * two).sum())))


parser = argparse.ArgumentParser()
parser.add_argument("program")
parser.add_argument("sounds", nargs="*", type=pathlib.Path)
parser.add_argument("--least", type=float, default=0)
parser.add_argument("--keep")
parser.add_argument("--corpus")
parser.add_argument("--by-origin", action="store_true")
asked = parser.parse_intermixed_args()
with contextlib.ExitStack() as stack:
    place = stack.enter_context(tempfile.TemporaryDirectory())
    corpus = asked.corpus or asked.keep or f"{place}/in"
    if not asked.corpus:
        make_corpus([path for path in asked.sounds if float(call("soxi", "-D", path).stdout) >= asked.least], corpus)
    num_sounds = sum(1 for _ in pathlib.Path(corpus).iterdir())
    subprocess.run([asked.program, "--batch", corpus, "--out", f"{place}/out", "--preset", "librosa-db", "--progress", "none",
                    "--quiet"], check=True)
    subprocess.run([asked.program, "--duplicates", f"{place}/out"], check=True, stdout=subprocess.DEVNULL)
    are_one = (lambda first, second: False) if asked.by_origin else Originals(corpus).are_one
    found = Found(json.loads(pathlib.Path(place, "out/duplicates.json").read_text()), are_one)
recalls = found.recall(num_sounds)
print(f"{num_sounds} sounds, precision {found.precision():.4f}, recall {sum(recalls.values()) / len(CHANGES):.3f}: "
      + ", ".join(f"{name} {recalls[name]:.3f}" for name in CHANGES))
print(f"{found.between_equal} pairs of files of different origin are one sound")
print(f"{found.num_sound_pairs()} pairs of sounds are alike in {len(found.false)} pairs of files")
for pair in found.false:
    print("of different sounds:", *pair)

#!/usr/bin/env python3
"""Precision and recall of --duplicates on sounds of yours: makes the changed copies of each sound, a dataset of all of
them, and compares what the program finds with what was made.

Usage: duplicates.py MELSTROM [--least SECONDS] [--keep CORPUS] SOUND...
       duplicates.py MELSTROM --corpus CORPUS
--least: leaves out shorter sounds. --keep: the folder for the copies, which stays. --corpus: a folder that --keep made.
Needs sox and lame.
"""
import argparse
import contextlib
import json
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Python"))
from duplicates_support import CHANGES, Found, call, make_corpus

parser = argparse.ArgumentParser()
parser.add_argument("program")
parser.add_argument("sounds", nargs="*", type=pathlib.Path)
parser.add_argument("--least", type=float, default=0)
parser.add_argument("--keep")
parser.add_argument("--corpus")
asked = parser.parse_args()
with contextlib.ExitStack() as stack:
    place = stack.enter_context(tempfile.TemporaryDirectory())
    corpus = asked.corpus or asked.keep or f"{place}/in"
    if not asked.corpus:
        make_corpus([path for path in asked.sounds if float(call("soxi", "-D", path).stdout) >= asked.least], corpus)
    num_sounds = sum(1 for _ in pathlib.Path(corpus).iterdir())
    subprocess.run([asked.program, "--batch", corpus, "--out", f"{place}/out", "--preset", "librosa-db", "--progress", "none",
                    "--quiet"], check=True)
    subprocess.run([asked.program, "--duplicates", f"{place}/out"], check=True, stdout=subprocess.DEVNULL)
    found = Found(json.loads(pathlib.Path(place, "out/duplicates.json").read_text()))
recalls = found.recall(num_sounds)
print(f"{num_sounds} sounds, precision {found.precision():.4f}, recall {sum(recalls.values()) / len(CHANGES):.3f}: "
      + ", ".join(f"{name} {recalls[name]:.3f}" for name in CHANGES))
print(f"{found.num_sound_pairs()} pairs of sounds are alike in {len(found.false)} pairs of files")
for pair in found.false:
    print("of different sounds:", *pair)

#!/usr/bin/env python3
"""Precision and recall of --duplicates on sounds of yours: makes the changed copies of each sound, a dataset of all of
them, and compares what the program finds with what was made.

Usage: duplicates.py MELSTROM [--least SECONDS] SOUND...
--least: leaves out shorter sounds. Needs sox and lame.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Python"))
from duplicates_support import CHANGES, Found, call, make_corpus

program, *rest = sys.argv[1:]
least = float(rest[1]) if rest[:1] == ["--least"] else 0
sounds = [pathlib.Path(name) for name in (rest[2:] if least else rest)]
sounds = [path for path in sounds if float(call("soxi", "-D", path).stdout) >= least]
with tempfile.TemporaryDirectory() as place:
    make_corpus(sounds, f"{place}/in")
    subprocess.run([program, "--batch", f"{place}/in", "--out", f"{place}/out", "--preset", "librosa-db", "--progress", "none",
                    "--quiet"], check=True)
    subprocess.run([program, "--duplicates", f"{place}/out"], check=True, stdout=subprocess.DEVNULL)
    found = Found(json.loads(pathlib.Path(place, "out/duplicates.json").read_text()))
recalls = found.recall(len(sounds))
print(f"{len(sounds)} sounds, precision {found.precision():.4f}, recall {sum(recalls.values()) / len(CHANGES):.3f}: "
      + ", ".join(f"{name} {recalls[name]:.3f}" for name in CHANGES))
for pair in found.false:
    print("of different sounds:", *pair)

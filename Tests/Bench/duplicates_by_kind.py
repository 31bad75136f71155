#!/usr/bin/env python3
"""Recall of --duplicates by kind of sound: ten sounds of 3 s of each kind, made by sox, with the changed copies of
duplicates.py. Prints the recall of each change, the precision, and how many peaks the sounds and their copies under noise
have.

Usage: duplicates_by_kind.py MELSTROM [KIND...]
Needs sox and lame.
"""
import json
import pathlib
import statistics
import struct
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "Python"))
from duplicates_support import CHANGES, Found, call, make_corpus

NUM_SOUNDS = 10


def effects(kind, number):
    """Of sox; its noise is the same in every call with -R, so each sound is another part of it."""
    hz = 220 + 61 * number
    return {"tone": f"synth 3 sine {hz}", "tremolo": f"synth 3 sine {hz} tremolo {3 + number} 90",
            "glide": f"synth 3 sine {hz}:{1200 + 510 * number}", "pluck": f"synth 3 pluck {hz}",
            "chord": f"synth 3 sawtooth {hz} synth 3 sawtooth mix {hz * 3 // 2}",
            **{noise: f"synth 30 {noise}noise trim {3 * number} 3" for noise in ("white", "pink", "brown")}}[kind].split()


def num_peaks(fingerprints):
    """By the names of the files (docs/duplicates.md)."""
    data, place, found = fingerprints.read_bytes(), 16, {}
    while place < len(data):
        block_end = place + 8 + struct.unpack_from("<I", data, place)[0]
        place += 8
        while place < block_end:
            path_bytes, peaks, peak_bytes = struct.unpack_from("<III", data, place + 32)
            found.setdefault(pathlib.Path(data[place + 48:place + 48 + path_bytes].decode()).stem, []).append(peaks)
            place += 48 + path_bytes + peak_bytes
    return found


def measure(program, kind, folder):
    sounds = [folder / f"{kind}-{number}.wav" for number in range(NUM_SOUNDS)]
    for number, path in enumerate(sounds):
        call("sox", "-R", "-n", "-r", 22050, "-b", 16, path, *effects(kind, number), "vol", 0.4)
    make_corpus(sounds, folder / "in")
    out = folder / "out"
    subprocess.run([program, "--batch", folder / "in", "--out", out, "--preset", "librosa-db", "--progress", "none", "--quiet"],
                   check=True)
    subprocess.run([program, "--duplicates", out], check=True, stdout=subprocess.DEVNULL)
    found = Found(json.loads((out / "duplicates.json").read_text()))
    recalls = found.recall(NUM_SOUNDS)
    peaks = num_peaks(out / "fingerprints.bin")
    print(f"| {kind} | {found.precision():.3f} |", " | ".join(f"{recalls[name]:.1f}" for name in CHANGES),
          f"| {statistics.median(peaks['original']):g} | {statistics.median(peaks['noise']):g} |", flush=True)


print("| kind | precision |", " | ".join(CHANGES), "| peaks | under noise |")
for wanted in sys.argv[2:] or ("tone", "tremolo", "glide", "pluck", "chord", "white", "pink", "brown"):
    with tempfile.TemporaryDirectory() as place:
        measure(sys.argv[1], wanted, pathlib.Path(place))

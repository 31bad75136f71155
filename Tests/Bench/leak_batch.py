#!/usr/bin/env python3
"""Times `melstrom --batch` on many short files: by default 39,563 WAVs of 10 s at 4096 Hz, as in leak detection.

Makes the files if they are not there, brings them into the page cache, then runs each preset several times into a folder
that is removed in between. Prints a line a run, and the median and the worst of each part; --json keeps all of it.

Usage: leak_batch.py --melstrom PROGRAM --folder INPUT --out OUTPUT [--files N] [--preset NAME]... [--backend NAME]
                     [--runs N] [--threads N] [--max-mem SIZE] [--check] [--trace FOLDER] [--json FILE]
Needs numpy. INPUT takes 82 kB a file; OUTPUT, on /dev/shm for instance, 27 kB a file with `leak` and 560 kB with `leak-fine`.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import shutil
import statistics
import struct
import subprocess
import sys
import time

import numpy

RATE_HZ = 4096
SECONDS = 10
FILES_A_TASK = 256
LABELS = ("no_leak", "leak")
PARTS = ("wall_seconds", "seconds", "plan_seconds", "extract_seconds", "seal_seconds")


def arguments ():
    parser = argparse.ArgumentParser (description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument ("--melstrom", required=True, help="the program")
    parser.add_argument ("--folder", required=True, type=pathlib.Path, help="of the input files")
    parser.add_argument ("--out", required=True, type=pathlib.Path, help="where datasets go, and are removed")
    parser.add_argument ("--files", type=int, default=39563)
    parser.add_argument ("--preset", action="append", help="may be repeated; leak and leak-fine if none is named")
    parser.add_argument ("--backend", help="auto, cpu, cuda or cuda:N; the program's own choice if not named")
    parser.add_argument ("--runs", type=int, default=7)
    parser.add_argument ("--threads", type=int)
    parser.add_argument ("--max-mem")
    parser.add_argument ("--check", action="store_true", help="hash the outputs: all runs of a preset have to agree")
    parser.add_argument ("--trace", type=pathlib.Path, help="a folder: one more run of each preset leaves its trace there")
    parser.add_argument ("--json", type=pathlib.Path)
    return parser.parse_args ()


def wav_header (num_samples):
    data_bytes = 2 * num_samples
    return (b"RIFF" + struct.pack ("<I", 36 + data_bytes) + b"WAVEfmt " + struct.pack ("<IHHIIHH", 16, 1, 1, RATE_HZ, 2 * RATE_HZ, 2, 16)
            + b"data" + struct.pack ("<I", data_bytes))


def file_name (folder, index):
    return folder / LABELS[index % len (LABELS)] / f"{index:06d}.wav"


def make_files (folder, first, end):
    """Writes different noise to every file: one block of noise, rotated by the file's number."""
    num_samples = RATE_HZ * SECONDS
    noise = numpy.random.default_rng (first).normal (0, 2000, num_samples).astype ("<i2")
    header = wav_header (num_samples)
    for index in range (first, end):
        file_name (folder, index).write_bytes (header + numpy.roll (noise, 37 * (index - first)).tobytes ())


def make_input (folder, count):
    for label in LABELS:
        (folder / label).mkdir (parents=True, exist_ok=True)
    whole = len (wav_header (0)) + 2 * RATE_HZ * SECONDS
    last = file_name (folder, count - 1)
    there = sum (len (os.listdir (folder / label)) for label in LABELS)
    if there == count and last.exists () and last.stat ().st_size == whole:
        return
    if there > count:
        sys.exit (f"{folder} holds {there} files, not {count}; name another --folder")
    start = time.perf_counter ()
    with concurrent.futures.ProcessPoolExecutor () as pool:
        tasks = [pool.submit (make_files, folder, first, min (count, first + FILES_A_TASK)) for first in range (0, count, FILES_A_TASK)]
        for task in tasks:
            task.result ()
    print (f"{count} files made in {time.perf_counter () - start:.1f} s")


def read_all (folder):
    """Brings the input into the page cache, if there is room for it."""
    for label in LABELS:
        for entry in os.scandir (folder / label):
            with open (entry.path, "rb", buffering=0) as file:
                while file.read (1 << 20):
                    pass


def command (options, preset, trace=None):
    words = [options.melstrom, "--batch", str (options.folder), "--out", str (options.out), "--preset", preset, "--progress", "json"]
    for name, value in (("--backend", options.backend), ("--threads", options.threads), ("--max-mem", options.max_mem), ("--trace", trace)):
        if value is not None:
            words += [name, str (value)]
    return words


def run_once (options, preset, trace=None):
    shutil.rmtree (options.out, ignore_errors=True)
    start = time.perf_counter ()
    done = subprocess.run (command (options, preset, trace), capture_output=True, text=True)
    wall = time.perf_counter () - start
    if done.returncode != 0:
        sys.exit (f"{preset}: exit {done.returncode}\n{done.stderr[-2000:]}{done.stdout[-2000:]}")
    said = json.loads (done.stdout.strip ().splitlines ()[-1])
    most_slabs = max ((json.loads (line).get ("slabs_total", 0) for line in done.stderr.splitlines () if line.startswith ("{")), default=0)
    return {"wall_seconds": wall, "most_slabs": most_slabs, **{part: said[part] for part in PARTS[1:]}}


def output_hash (folder):
    """Hash of all files except dataset.json, which names the device."""
    digest = hashlib.blake2b (digest_size=8)
    for path in sorted (folder.iterdir ()):
        if path.name != "dataset.json":
            digest.update (path.name.encode ())
            with path.open ("rb") as file:
                while block := file.read (1 << 24):
                    digest.update (block)
    return digest.hexdigest ()


def time_preset (options, preset):
    runs = []
    for index in range (options.runs):
        run = run_once (options, preset)
        if options.check:
            run["hash"] = output_hash (options.out)
        runs.append (run)
        print (f"{preset:10} run {index + 1}: " + ", ".join (f"{part.removesuffix ('_seconds')} {run[part]:.3f}" for part in PARTS)
               + (f", {run['hash']}" if options.check else ""), flush=True)
    size = sum (path.stat ().st_size for path in options.out.iterdir ())
    for part in PARTS:
        times = [run[part] for run in runs]
        print (f"{preset:10} {part:16} median {statistics.median (times):.3f} s, best {min (times):.3f} s, worst {max (times):.3f} s")
    print (f"{preset:10} {size / 1e9:.2f} GB written\n", flush=True)
    if options.trace is not None:
        options.trace.mkdir (parents=True, exist_ok=True)
        run_once (options, preset, options.trace / f"{preset}.json")
    shutil.rmtree (options.out, ignore_errors=True)
    if options.check and len ({run["hash"] for run in runs}) > 1:
        sys.exit (f"{preset}: the runs wrote different bytes")
    return runs


def main ():
    options = arguments ()
    make_input (options.folder, options.files)
    read_all (options.folder)
    version = subprocess.run ([options.melstrom, "--version"], capture_output=True, text=True).stdout.strip ()
    machine = {"cores": len (os.sched_getaffinity (0)), "kernel": os.uname ().release, "program": version, "files": options.files}
    print (", ".join (f"{key} {value}" for key, value in machine.items ()) + "\n", flush=True)
    timed = {preset: time_preset (options, preset) for preset in options.preset or ["leak", "leak-fine"]}
    if options.json is not None:
        options.json.write_text (json.dumps ({**machine, "backend": options.backend, "runs": timed}, indent=2) + "\n")


if __name__ == "__main__":
    main ()

#!/usr/bin/env python3
"""Times `melstrom --batch` on one, two and more GPUs, and names what limits each run.

Three kinds of work, from the page cache to a dataset:
  leak      39,563 WAVs of 10 s at 4096 Hz, as leak_batch.py makes them: much to open, little to compute
  mfcc-48k  kaldi-mfcc with a hop of 8 samples, on files of 5 minutes at 48 kHz: transforms of 2048 samples
  mfcc      the same at 16 kHz: transforms of 512 samples, so that more is written in the same time
  mfcc-48k-long  mfcc-48k with four times the files: the start of a run counts less
Each run goes into a folder that is removed afterwards. All outputs of one kind of work must have the same bytes.
A row has the median and the worst time of the whole process and of the extraction, the rate, how much faster than one
GPU the extraction is, and how busy each part was while rows were made (`--profile`: GPU times are those of its events).

Usage: devices_batch.py --melstrom PROGRAM --folder INPUT --out OUTPUT [--devices LIST]... [--runs N] [--files N]
                        [--work NAME]... [--write-by WAY] [--max-mem SIZE] [--markdown] [--json FILE]
Needs numpy. LIST as for --devices; 0, and the first two and four GPUs if there are as many, if none is named.
INPUT takes 3.2 GB of leak, 1.2 GB of mfcc-48k, 3.5 GB of mfcc and 4.6 GB of mfcc-48k-long; OUTPUT, on /dev/shm for instance,
1.0, 1.9, 5.6 and 7.5 GB.
"""
import argparse
import concurrent.futures
import hashlib
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time

import numpy

sys.path.append (str (pathlib.Path (__file__).resolve ().parent))
import leak_batch

MINUTES_A_FILE = 5
MFCC = ("--preset", "kaldi-mfcc", "--set", "hop_samples=8", "--dtype", "f16")
WORKS = {"leak": ("--preset", "leak"), "mfcc-48k": MFCC, "mfcc": MFCC, "mfcc-48k-long": MFCC}
LONG_FILES = {"mfcc-48k": (48000, 40), "mfcc": (16000, 360), "mfcc-48k-long": (48000, 160)}  # rate, number


def arguments ():
    parser = argparse.ArgumentParser (description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument ("--melstrom", required=True, help="the program")
    parser.add_argument ("--folder", required=True, type=pathlib.Path, help="of the input files")
    parser.add_argument ("--out", required=True, type=pathlib.Path, help="where datasets go, and are removed")
    parser.add_argument ("--devices", action="append", help="may be repeated; the first is what the others are compared with")
    parser.add_argument ("--runs", type=int, default=5)
    parser.add_argument ("--files", type=int, default=39563, help="of leak")
    parser.add_argument ("--work", action="append", choices=list (WORKS))
    parser.add_argument ("--write-by", choices=["auto", "pwrite", "mapping"])
    parser.add_argument ("--max-mem")
    parser.add_argument ("--markdown", action="store_true")
    parser.add_argument ("--json", type=pathlib.Path)
    return parser.parse_args ()


def make_long_file (folder, rate_hz, index):
    """Noise, rotated by another number of samples in each file."""
    samples = 60 * MINUTES_A_FILE * rate_hz
    header = leak_batch.wav_header (samples)
    header = header[:24] + rate_hz.to_bytes (4, "little") + (2 * rate_hz).to_bytes (4, "little") + header[32:]
    path = folder / f"{index:04d}.wav"
    if path.exists () and path.stat ().st_size == len (header) + 2 * samples:
        return
    noise = numpy.random.default_rng (index).integers (-9000, 9000, samples // 10, dtype=numpy.int16)
    path.write_bytes (header + b"".join (numpy.roll (noise, 4801 * turn).tobytes () for turn in range (10)))


def make_long_files (folder, rate_hz, count):
    folder.mkdir (parents=True, exist_ok=True)
    with concurrent.futures.ProcessPoolExecutor () as pool:
        for task in [pool.submit (make_long_file, folder, rate_hz, index) for index in range (count)]:
            task.result ()
    for extra in sorted (folder.glob ("*.wav"))[count:]:
        extra.unlink ()


def default_devices (program):
    shown = subprocess.run ([program, "--list", "backends"], capture_output=True, text=True, check=True).stdout
    usable = [line for line in shown.splitlines () if re.match (r"cuda:\d+ ", line) and "not usable" not in line]
    if not usable:
        sys.exit (f"no GPU is usable:\n{shown}")
    return [",".join (map (str, range (count))) for count in (1, 2, 4, 8) if count <= len (usable)]


def digest_of (folder):
    """Of all files but inputs.bin, which holds times."""
    whole = hashlib.sha256 ()
    for path in sorted (folder.iterdir ()):
        if path.name != "inputs.bin":
            whole.update (path.name.encode ())
            with open (path, "rb") as file:
                while piece := file.read (1 << 24):
                    whole.update (piece)
    return whole.hexdigest ()


def one_run (options, work, devices, source, checks):
    out = options.out / f"{work}-{devices.replace (',', '-')}"
    shutil.rmtree (out, ignore_errors=True)
    command = [options.melstrom, "--batch", source, "--out", out, *WORKS[work], "--devices", devices, "--profile", "--progress", "json"]
    for name, value in (("--max-mem", options.max_mem), ("--write-by", options.write_by)):
        if value:
            command += [name, value]
    start = time.perf_counter ()
    done = subprocess.run (command, capture_output=True, text=True)
    wall = time.perf_counter () - start
    if done.returncode != 0:
        sys.exit (f"{command}\n{done.stdout}\n{done.stderr}")
    told = json.loads (done.stdout.splitlines ()[-1])
    told["wall_seconds"] = wall
    if checks:
        told["digest"] = digest_of (out)
    shutil.rmtree (out)
    return told


def row_of (work, devices, runs, base):
    """The run with the median extraction stands for the others."""
    by_extraction = sorted (runs, key=lambda run: run["extract_seconds"])
    middle = by_extraction[len (runs) // 2]
    busy = middle["profile"]["busy"]
    walls = [run["wall_seconds"] for run in runs]
    seconds = middle["extract_seconds"]
    return {"work": work, "devices": devices, "device": middle["device"],
            "wall_median": statistics.median (walls), "wall_worst": max (walls),
            "extract_median": seconds, "extract_worst": by_extraction[-1]["extract_seconds"],
            "rows_per_second": middle["rows"] / seconds, "speedup": base / seconds if base else 1.0,
            "gb_written_per_second": 1e-9 * middle["bytes_written"] / seconds,
            "readers": busy["readers"], "output": busy["output"],
            "compute": [device["compute"] for device in busy["devices"]],
            "bus": [max (device["copy_in"], device["copy_out"]) for device in busy["devices"]], "limit": busy["busiest"]}


HEADING = ["work", "GPUs", "whole process", "extraction", "rows/s", "x one GPU", "written", "readers", "output", "computing", "bus", "busiest"]


def cells_of (row):
    def percent (share):
        return f"{100 * share:.0f} %"

    def each (shares):
        return " ".join (f"{100 * share:.0f}" for share in shares) + " %"

    return [row["work"], row["devices"], f"{row['wall_median']:.3f} s ({row['wall_worst']:.3f})",
            f"{row['extract_median']:.3f} s ({row['extract_worst']:.3f})", f"{row['rows_per_second'] / 1e6:.1f}M",
            f"{row['speedup']:.2f}", f"{row['gb_written_per_second']:.2f} GB/s", percent (row["readers"]), percent (row["output"]),
            each (row["compute"]), each (row["bus"]), row["limit"]]


def show (rows, markdown):
    table = [HEADING] + [cells_of (row) for row in rows]
    if markdown:
        table.insert (1, ["---"] * len (HEADING))
        for cells in table:
            print ("| " + " | ".join (cells) + " |")
        return
    widths = [max (len (cells[i]) for cells in table) for i in range (len (HEADING))]
    for cells in table:
        print ("  ".join (cell.ljust (width) for cell, width in zip (cells, widths)).rstrip ())


def main ():
    options = arguments ()
    options.out.mkdir (parents=True, exist_ok=True)
    lists = options.devices or default_devices (options.melstrom)
    rows, differing = [], []
    for work in options.work or WORKS:
        source = options.folder / work
        if work in LONG_FILES:
            make_long_files (source, *LONG_FILES[work])
        else:
            leak_batch.make_input (source, options.files)
        digests, base = set (), None
        for devices in lists:
            digests.add (one_run (options, work, devices, source, True)["digest"])  # warms up, too
            runs = [one_run (options, work, devices, source, False) for _ in range (options.runs)]
            row = row_of (work, devices, runs, base)
            base = base or row["extract_median"]
            rows.append (row)
            print (*cells_of (row), sep="  ", file=sys.stderr, flush=True)
        if len (digests) > 1:
            differing.append (work)
    show (rows, options.markdown)
    if options.json:
        options.json.write_text (json.dumps (rows, indent=1) + "\n")
    if differing:
        sys.exit (f"the bytes of {', '.join (differing)} depend on the GPUs")
    print ("The bytes are the same on all of these GPUs.")


if __name__ == "__main__":
    main ()

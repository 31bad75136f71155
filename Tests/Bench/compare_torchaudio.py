#!/usr/bin/env python3
"""Times torchaudio on the front ends that `melstrom --bench mel` and `--bench cuda` time, side by side.

Needs torch and torchaudio (Debian: python3-torchaudio). Both sides get noise and keep their output in memory; torchaudio
gets float32 and keeps float32. On a GPU both sides' samples lie on the device already, and the best of several batch
sizes counts for torchaudio; on the CPU both use the same threads. First both compute the same file: bands may differ by
a thousandth of their frame's largest. Prints medians; exits with 1 if anything differs.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import torch
import torchaudio

from torchaudio_subjects import SUBJECTS, greatest_difference

parser = argparse.ArgumentParser (description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument ("melstrom", help="the program")
parser.add_argument ("threads", nargs="?", type=int, default=1, help="of the CPU; 1 unless given")
parser.add_argument ("--device", choices=["cpu", "cuda"], default="cpu")
parser.add_argument ("--runs", type=int, default=7, help="the median of so many")
options = parser.parse_args ()
is_cuda = options.device == "cuda"
torch.set_num_threads (options.threads)
torch.set_grad_enabled (False)
PIECES = [4] if not is_cuda else [16, 64, 256]


def seconds_on_cpu (work):
    start = time.perf_counter ()
    work ()
    return time.perf_counter () - start


def seconds_on_gpu (work):
    start, end = torch.cuda.Event (enable_timing=True), torch.cuda.Event (enable_timing=True)
    start.record ()
    work ()
    end.record ()
    end.synchronize ()
    return start.elapsed_time (end) / 1000


def rows_per_second (subject):
    """The highest speed over several numbers of 30 s pieces. Leaves out numbers that do not fit on
    the device."""
    best = 0.0
    for pieces in PIECES:
        try:
            audio = torch.randn (pieces, 30 * subject.rate, device=options.device) * 0.1
            transform = subject.transform ().to (options.device)
            measure = seconds_on_gpu if is_cuda else seconds_on_cpu
            for _ in range (3 if is_cuda else 1):
                rows = subject.count (subject.features (transform, audio))
            times = [measure (lambda: subject.features (transform, audio)) for _ in range (options.runs)]
            best = max (best, rows / statistics.median (times))
        except torch.cuda.OutOfMemoryError if is_cuda else ():
            torch.cuda.empty_cache ()
    return best


def ours ():
    """The program's own results by subject."""
    with tempfile.TemporaryDirectory () as folder:
        report = pathlib.Path (folder) / "bench.json"
        command = [options.melstrom, "--bench", "cuda" if is_cuda else "mel", "--json", str (report)]
        if not is_cuda:
            command += ["--threads", str (options.threads)]
        subprocess.run (command, check=True, stdout=subprocess.DEVNULL)
        document = json.loads (report.read_text ())
    rows = document["cuda"]["resident"] if is_cuda else document["mel"]
    return {row["preset"]: row["rows_per_second"] for row in rows}


def main ():
    where = torch.cuda.get_device_name () if is_cuda else f"{options.threads} thread(s)"
    print (f"torch {torch.__version__}, torchaudio {torchaudio.__version__}, {where}; rows are frames or segments")
    faults = 0
    for subject in SUBJECTS:
        worst = greatest_difference (options.melstrom, subject, options.device)
        faults += not worst <= 1e-3
        print (f"{subject.name:<20} differs by {worst:.1e} of the largest band{'' if worst <= 1e-3 else ': TOO MUCH'}")
    if faults:
        return 1
    rates = ours ()
    print (f"\n{'':<20}{'torchaudio rows/s':>20}{'melstrom rows/s':>20}{'ratio':>8}")
    for subject in SUBJECTS:
        if subject.name not in rates:
            print (f"{subject.name:<20}   not timed by --bench {'cuda' if is_cuda else 'mel'}")
            continue
        rate = rows_per_second (subject)
        print (f"{subject.name:<20}{rate:>20,.0f}{rates[subject.name]:>20,.0f}{rates[subject.name] / rate:>8.1f}")
    return 0


sys.exit (main ())

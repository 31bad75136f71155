#!/usr/bin/env python3
"""Times `melstrom --batch` with --backend cpu, cuda and auto on eight workloads: few, many, short, long, compressed, resampled,
wide and fine. Each is a whole process from the page cache, by turns; the first run of auto, which fills the cache of measured
values, does not count. Prints medians, and the ratio of auto to the better of the other two.

Usage: auto_choice.py --melstrom PROGRAM --folder INPUT --out OUTPUT [--workload NAME]... [--runs N] [--scale X] [--sndfile FILE]
                      [--json FILE]
Needs numpy; the compressed workload needs libsndfile (found by ctypes, or FILE) to write FLAC, and is skipped with a message
without it.
INPUT takes 12 GB at scale 1; OUTPUT, on /dev/shm for instance, 7 GB. Status 1: a ratio is above --most.
"""
import argparse
import ctypes
import ctypes.util
import dataclasses
import json
import multiprocessing
import os
import pathlib
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import time

import numpy

BACKENDS = ("cpu", "cuda", "auto")


@dataclasses.dataclass
class Workload:
    files: int
    seconds: float
    rate_hz: int
    preset: str
    channels: int = 1
    form: str = "wav"


WORKLOADS = {
    "few": Workload (20, 10, 16000, "whisper-openai-80"),
    "many": Workload (39563, 10, 4096, "leak"),
    "short": Workload (20000, 1, 16000, "whisper-openai-80"),
    "long": Workload (12, 3600, 16000, "whisper-openai-80"),
    "compressed": Workload (600, 150, 16000, "whisper-openai-80", form="flac"),
    "resampled": Workload (600, 30, 44100, "whisper-openai-80", channels=2),
    "wide": Workload (200, 60, 48000, "detailed"),
    "fine": Workload (12000, 10, 4096, "leak-fine"),
}


def arguments ():
    parser = argparse.ArgumentParser (description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument ("--melstrom", required=True, help="the program")
    parser.add_argument ("--folder", required=True, type=pathlib.Path, help="of the inputs; made if they are missing, and kept")
    parser.add_argument ("--out", required=True, type=pathlib.Path, help="where datasets go, and are removed")
    parser.add_argument ("--workload", action="append", choices=tuple (WORKLOADS), help="may be repeated; all if none is named")
    parser.add_argument ("--runs", type=int, default=5)
    parser.add_argument ("--scale", type=float, default=1, help="of the number of files")
    parser.add_argument ("--most", type=float, default=1.1, help="largest ratio of auto to the better device")
    parser.add_argument ("--sndfile", help="libsndfile, if the system has none")
    parser.add_argument ("--json", type=pathlib.Path)
    return parser.parse_args ()


def wav_bytes (samples, work):
    data = samples.tobytes ()
    frame = 2 * work.channels
    return (b"RIFF" + struct.pack ("<I", 36 + len (data)) + b"WAVEfmt "
            + struct.pack ("<IHHIIHH", 16, 1, work.channels, work.rate_hz, work.rate_hz * frame, frame, 16) + b"data"
            + struct.pack ("<I", len (data)) + data)


class FlacWriter:
    """libsndfile's, by ctypes."""

    class Info (ctypes.Structure):
        _fields_ = [("frames", ctypes.c_int64), ("samplerate", ctypes.c_int), ("channels", ctypes.c_int), ("format", ctypes.c_int),
                    ("sections", ctypes.c_int), ("seekable", ctypes.c_int)]

    FLAC_16, WRITE = 0x170002, 0x20

    def __init__ (self, name):
        name = name or ctypes.util.find_library ("sndfile")
        self.library = ctypes.CDLL (name) if name else None
        if self.library is not None:
            self.library.sf_open.restype = ctypes.c_void_p
            self.library.sf_open.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.POINTER (self.Info)]
            self.library.sf_writef_short.restype = ctypes.c_int64
            self.library.sf_writef_short.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64]
            self.library.sf_close.argtypes = [ctypes.c_void_p]

    def write (self, path, samples, work):
        info = self.Info (0, work.rate_hz, work.channels, self.FLAC_16, 0, 0)
        file = self.library.sf_open (os.fsencode (path), self.WRITE, ctypes.byref (info))
        frames = len (samples) // work.channels
        if not file or self.library.sf_writef_short (file, samples.ctypes.data, frames) != frames or self.library.sf_close (file) != 0:
            sys.exit (f"{path}: libsndfile cannot write FLAC")


def make_files (folder, work, noise, flac, numbers):
    values = int (work.seconds * work.rate_hz) * work.channels
    for index in numbers:
        path = folder / f"{index:06d}.{work.form}"
        if not path.exists ():
            samples = noise[4 * index:4 * index + values]
            if work.form == "flac":
                flac.write (path, numpy.ascontiguousarray (samples), work)
            else:
                path.write_bytes (wav_bytes (samples, work))


def make_input (folder, work, count, flac):
    """Noise under a slow envelope, another piece in every file. Brings the files into the page cache."""
    folder.mkdir (parents=True, exist_ok=True)
    if len (os.listdir (folder)) != count:
        values = int (work.seconds * work.rate_hz) * work.channels
        noise = numpy.random.default_rng (1).normal (0, 1500, values + 4 * count + 4)
        noise = (noise * (1.2 + numpy.sin (numpy.arange (len (noise)) / work.rate_hz))).astype ("<i2")
        cores = len (os.sched_getaffinity (0))
        makers = [multiprocessing.get_context ("fork").Process (target=make_files,
                                                                args=(folder, work, noise, flac, range (first, count, cores)))
                  for first in range (cores)]
        for maker in makers:
            maker.start ()
        for maker in makers:
            maker.join ()
    if len (os.listdir (folder)) != count:
        sys.exit (f"{folder} holds other files; remove it, or name another --folder")
    for entry in os.scandir (folder):
        with open (entry.path, "rb", buffering=0) as file:
            while file.read (1 << 20):
                pass


def run_once (options, work, folder, backend, cache):
    shutil.rmtree (options.out, ignore_errors=True)
    words = [options.melstrom, "--batch", folder, "--out", options.out, "--preset", work.preset, "--labels", "none", "--backend", backend,
             "--progress", "json"]
    start = time.perf_counter ()
    done = subprocess.run ([str (word) for word in words], capture_output=True, text=True, env={**os.environ, "XDG_CACHE_HOME": str (cache)})
    wall = time.perf_counter () - start
    if done.returncode != 0:
        sys.exit (f"{backend}: exit {done.returncode}\n{done.stderr[-2000:]}{done.stdout[-2000:]}")
    return wall, json.loads (done.stdout.strip ().splitlines ()[-1])


def time_workload (options, name, work, cache, flac):
    count = max (1, round (work.files * options.scale))
    folder = options.folder / f"{name}-{count}"
    make_input (folder, work, count, flac)
    seconds = {backend: [] for backend in BACKENDS}
    parts = {backend: [] for backend in BACKENDS} # of the same runs, as the program says
    for backend in BACKENDS: # fills the caches of variants and rates, does not count
        first, _ = run_once (options, work, folder, backend, cache)
    for turn in range (options.runs):
        for backend in BACKENDS[turn % 3:] + BACKENDS[:turn % 3]:
            wall, said = run_once (options, work, folder, backend, cache)
            seconds[backend].append (wall)
            parts[backend].append ({part: said[part] for part in ("plan_seconds", "extract_seconds", "seal_seconds")})
            if backend == "auto":
                choice = said["device_choice"]
    medians = {backend: statistics.median (times) for backend, times in seconds.items ()}
    ratio = medians["auto"] / min (medians["cpu"], medians["cuda"])
    print (f"{name:11} {count:6} " + " ".join (f"{medians[backend]:8.3f}" for backend in BACKENDS)
           + f" {ratio:7.3f} {first:8.3f}  {choice}", flush=True)
    shutil.rmtree (options.out, ignore_errors=True)
    return {"files": count, "seconds": seconds, "medians": medians, "ratio": ratio, "first_auto_seconds": first, "choice": choice, "parts": parts}


def main ():
    options = arguments ()
    flac = FlacWriter (options.sndfile)
    version = subprocess.run ([options.melstrom, "--version"], capture_output=True, text=True).stdout.strip ()
    print (f"{version}, {len (os.sched_getaffinity (0))} cores, kernel {os.uname ().release}, seconds: medians of {options.runs}\n")
    print (f"{'workload':11} {'files':>6} " + " ".join (f"{backend:>8}" for backend in BACKENDS) + f" {'ratio':>7} {'first':>8}  choice of auto")
    timed = {}
    with tempfile.TemporaryDirectory () as cache:
        for name in options.workload or WORKLOADS:
            if WORKLOADS[name].form == "flac" and flac.library is None:
                print (f"{name:11} SKIPPED: there is no libsndfile to write FLAC", flush=True)
                continue
            timed[name] = time_workload (options, name, WORKLOADS[name], cache, flac)
    if options.json is not None:
        options.json.write_text (json.dumps ({"program": version, "workloads": timed}, indent=2) + "\n")
    worst = max (timed, key=lambda name: timed[name]["ratio"])
    print (f"\nworst ratio: {timed[worst]['ratio']:.3f} ({worst})")
    sys.exit (timed[worst]["ratio"] > options.most)


if __name__ == "__main__":
    main ()

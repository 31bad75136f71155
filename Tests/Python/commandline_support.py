"""Shared by the tests of the program: runs it, makes WAV files, and reads its results.

A test file runs as `test_NAME.py [PROGRAM] [unittest's arguments]`; without PROGRAM it takes the
environment's MELSTROM. It prints the parts that this machine cannot run: see `skipped`. It repeats
checks that a busy machine may delay: see `late_after_attempts`.
"""

import csv
import json
import os
import pathlib
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

import numpy

PRESET = "whisper-openai-80"  # its maximum over a whole file shows when one file affects another
RATE_HZ = 16000
SLOWNESS = int(os.environ.get("MELSTROM_TEST_SLOWNESS", "1"))  # factor by which sanitizers are slower
FAULT_SECONDS = 1.0
STALL_SECONDS = 20  # a busy machine may stop for seconds
FAULT_BYTES = 64 << 20
CODES = {"bad usage": 2, "some failed": 3, "environment": 4, "other plan": 5, "verification": 6,
         "too many errors": 8, "hung up": 129, "interrupted": 130, "terminated": 143}


def program():
    return os.environ["MELSTROM"]


def main():
    """Runs the tests of the executed file. Exits with 1 if one of them failed."""
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-") and os.path.isfile(sys.argv[1]):
        os.environ["MELSTROM"] = sys.argv.pop(1)
    if "MELSTROM" not in os.environ:
        sys.exit("name the program, as an argument or in MELSTROM")
    os.environ["MELSTROM"] = os.path.abspath(os.environ["MELSTROM"])
    for name in ("MELSTROM_LOG", "SOURCE_DATE_EPOCH", "LC_ALL"):
        os.environ.pop(name, None)
    result = unittest.main(module="__main__", verbosity=2, exit=False).result
    if result.wasSuccessful() and 0 < result.testsRun == len(result.skipped):
        print("SKIPPED: none of it can run here", flush=True)  # ctest looks for this line
    sys.exit(not result.wasSuccessful())


def skipped(what, why):
    """Reports a skipped sub-case or test. The test file has others, so ctest does not count it as
    skipped; scripts/test lists the line."""
    print(f"SKIPPED IN PART: {what}: {why}", flush=True)


def late_after_attempts(what, attempt, attempts=3):
    """Repeats an attempt that the scheduler may have delayed, and prints each repetition; same as
    Support/Timing.h.

    attempt() returns None if it was in time, else a description of the delay. Its assertions count
    at every attempt. Returns the description of the last attempt; None if one attempt was in time.
    """
    for number in range(1, attempts + 1):
        late = attempt()
        if late is None or number == attempts:
            return late
        print(f"RETRIED: {what}, attempt {number} of {attempts}: {late}", flush=True)


def wait_until(condition, what, seconds=30):
    """Polls, with a time limit for a busy machine; fails after the limit."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"{seconds} s have passed before this: {what}")
        time.sleep(0.002)


class Outcome:
    def __init__(self, arguments, code, out, err, seconds, cpu_seconds, peak_bytes):
        self.arguments, self.code, self.out, self.err = arguments, code, out, err
        self.seconds, self.cpu_seconds, self.peak_bytes = seconds, cpu_seconds, peak_bytes

    @property
    def error_text(self):
        return self.err.decode("utf-8", "backslashreplace")

    def __str__(self):
        return f"melstrom {self.arguments} -> {self.code}\nstdout: {self.out[-2000:]}\nstderr: {self.error_text[-2000:]}"


def start(*arguments, cwd, environment=None, **popen):
    """Starts the program and returns the process. stdout and stderr are discarded unless set."""
    everything = {**os.environ, "SOURCE_DATE_EPOCH": "0", **(environment or {})}
    popen = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **popen}
    return subprocess.Popen([program(), *arguments], cwd=cwd,
                            env={name: value for name, value in everything.items() if value is not None}, **popen)


def peak_bytes(process):
    """Peak memory so far; 0 for an ended process. (The value of wait4 includes this process's own
    memory at the fork.)"""
    try:
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    except OSError:
        return 0
    return sum(int(line.split()[1]) << 10 for line in status.splitlines() if line.startswith("VmHWM"))


def run(*arguments, cwd, timeout=60, while_running=None, **more):
    """Runs the program to its end. A variable of `environment` with the value None is removed. while_running(process) is
    called every few milliseconds."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        begin = time.monotonic()
        process = start(*arguments, cwd=cwd, **{"stdout": out, "stderr": err, **more})
        peak, ended = 0, 0
        while not ended:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if not ended:
                peak = max(peak, peak_bytes(process))
                if while_running:
                    while_running(process)
                time.sleep(0.002)
                if time.monotonic() - begin > timeout * SLOWNESS:
                    os.kill(process.pid, signal.SIGKILL)  # process.kill() would wait for it
        seconds = time.monotonic() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        return Outcome(arguments, process.returncode, out.read(), err.read(), seconds, usage.ru_utime + usage.ru_stime, peak)


def batch(source, out, *options, cwd, preset=PRESET, progress="plain", **more):
    sources = [source] if isinstance(source, (str, bytes)) else source
    return run("--batch", *sources, "--out", out, "--preset", preset, "--progress", progress, *options, cwd=cwd, **more)


def noise(samples, seed=0, channels=1):
    shape = samples if channels == 1 else (samples, channels)
    return (numpy.random.default_rng(seed).standard_normal(shape) * 3000).astype("<i2")


def chunk(tag, data, size=None, pad=True):
    return tag + struct.pack("<I", len(data) if size is None else size) + data + b"\0" * (pad and len(data) % 2)


def fmt(tag=1, channels=1, rate=RATE_HZ, bits=16, align=None, byte_rate=None, extra=b"", size=None):
    align = channels * ((bits + 7) // 8) if align is None else align
    byte_rate = rate * align if byte_rate is None else byte_rate
    body = struct.pack("<HHIIHH", tag, channels, rate, byte_rate & 0xFFFFFFFF, align & 0xFFFF, bits) + extra
    return chunk(b"fmt ", body, size)


def extensible(bits, valid_bits, tag=1, **more):
    guid = struct.pack("<H", tag) + bytes.fromhex("000000001000800000aa00389b71")
    return fmt(tag=0xFFFE, bits=bits, extra=struct.pack("<HHI", 22, valid_bits, 4) + guid, **more)


def riff(*chunks, tag=b"RIFF", size=None):
    body = b"WAVE" + b"".join(chunks)
    return tag + struct.pack("<I", len(body) if size is None else size) + body


def wav(samples, rate=RATE_HZ):
    samples = numpy.asarray(samples)
    kinds = {"int16": (1, 16), "int32": (1, 32), "float32": (3, 32), "float64": (3, 64)}
    tag, bits = kinds[samples.dtype.name]
    channels = 1 if samples.ndim == 1 else samples.shape[1]
    return riff(fmt(tag, channels, rate, bits), chunk(b"data", samples.tobytes()))


def read_table(path):
    with open(path, newline="", encoding="utf-8", errors="surrogateescape") as file:
        return list(csv.DictReader(file))


def contents(folder):
    """All files of a folder with their bytes; without inputs.bin, which holds times."""
    return {path.name: path.read_bytes() for path in sorted(pathlib.Path(folder).iterdir()) if path.name != "inputs.bin"}


class Dataset:
    """A finished dataset in NumPy files."""

    def __init__(self, folder):
        folder = pathlib.Path(folder)
        self.json = json.loads((folder / "dataset.json").read_text())
        self.features = numpy.load(folder / "features.npy")
        self.files = {file["path"]: file for file in read_table(folder / "files.csv")}
        self.errors = read_table(folder / "errors.csv")

    def rows(self, path):
        first, count = int(self.files[path]["first_row"]), int(self.files[path]["rows"])
        return self.features[first:first + count]


class ProgramTest(unittest.TestCase):
    """A test with a private folder, self.folder, deleted afterwards."""
    maxDiff = 2000

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="melstrom-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def write(self, name, data):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return path

    def good_files(self, name="in", count=3):
        for index in range(count):
            self.write(f"{name}/good{index}.wav", wav(noise(RATE_HZ + 777 * index, seed=index)))
        return name

    def batch(self, source, out, *options, expect=0, **more):
        outcome = batch(source, out, *options, cwd=self.folder, **more)
        self.assertEqual(outcome.code, expect, str(outcome))
        return outcome

    def dataset(self, name):
        return Dataset(self.folder / name)

    def assert_good_rows(self, dataset, reference):
        """Every file of `reference` has the same bytes in `dataset`."""
        for path in reference.files:
            self.assertEqual(dataset.files[path]["status"], "ok", path)
            self.assertEqual(dataset.rows(path).tobytes(), reference.rows(path).tobytes(), f"rows of {path}")
            self.assertEqual(dataset.files[path]["crc32c"], reference.files[path]["crc32c"], path)

    def assert_quick(self, outcome, reference):
        """A bad file costs at most a second of work and 64 MiB more than the run without it, and
        causes no wait."""
        self.assertLess(outcome.cpu_seconds - reference.cpu_seconds, FAULT_SECONDS, f"CPU time of {outcome}")
        self.assertLess(outcome.seconds, reference.seconds + STALL_SECONDS, f"time of {outcome}")
        self.assertLess(outcome.peak_bytes - reference.peak_bytes, FAULT_BYTES, f"memory of {outcome}")

    def assert_names_and_cures(self, error):
        """A line of errors.csv names the file, the reason and the cure."""
        from audio_fault_cases import CURES
        self.assertIn(os.path.basename(error["path"]), error["message"])
        self.assertRegex(error["message"], rf"\w{{3}}.*[;,].*{CURES[error['code']]}")

    def assert_refused(self, outcome, dataset, path, code, pattern):
        """errors.csv has this file only, and both it and stderr have the reason."""
        self.assertEqual([error["path"] for error in dataset.errors], [path], str(outcome))
        error = dataset.errors[0]
        self.assertEqual(error["code"], code or error["code"], error["message"])
        self.assertRegex(error["message"], pattern)
        self.assert_names_and_cures(error)
        self.assertIn(error["message"], outcome.error_text)
        self.assertEqual(dataset.files[path]["status"], error["code"])
        self.assertFalse(dataset.rows(path).any(), "rows of a failed file are zero")


class FinishedTest(ProgramTest):
    """With a finished dataset of three files in out/. Its bytes are in self.there."""

    def setUp(self):
        super().setUp()
        self.good_files()
        self.batch("in", "out")
        self.there = contents(self.folder / "out")


def fault_shim():
    """The library of Support/Shims/FaultShim.cpp; None if it does not exist, after a printed
    line."""
    shim = os.environ.get("MELSTROM_FAULT_SHIM")
    if not shim:
        skipped("calls that fail", "no shim can be preloaded into a program with sanitizers")
    return shim or None


class Fault:
    """Calls of the C library that fail in one run: see Support/Shims/FaultShim.cpp."""

    def __init__(self, folder, call, nth, what):
        self.file = folder / f"{call}-{nth}-{what}.calls"
        self.file.unlink(missing_ok=True)
        self.environment = {"LD_PRELOAD": os.environ["MELSTROM_FAULT_SHIM"], "MELSTROM_FAULT": f"{call}:{nth}:{what}",
                            "MELSTROM_FAULT_FILE": str(self.file)}

    @property
    def calls(self):
        return int(self.file.read_text().split()[0])

    @property
    def fired(self):
        return self.file.read_text().endswith("fired")


def limit(what, value):
    """For preexec_fn."""
    return lambda: resource.setrlimit(what, (value, value))

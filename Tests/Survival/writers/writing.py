"""Shared by the writers of the survival table: the work, its pace, and the comparison at the end.

    WRITER.py write OUT WORK PACE LOG    writes the features of all files to OUT, or continues a
    killed run
    WRITER.py check OUT WORK             status 0: OUT holds these features; 3: different ones; 4:
    unreadable
    WRITER.py serve                      does either in a separate process for each line of standard
    input

WORK holds features.npy (rows, bands) and row_splits.npy (files + 1). A writer prints "working" when
its modules are loaded, and "written" when all rows are written.
"""

import os
import pathlib
import sys
import time
import traceback

import numpy

SAME, DIFFERENT, UNREADABLE = 0, 3, 4


class Work:
    """Precomputed features, delivered at the pace of a computation."""

    def __init__(self, folder, pace_seconds=0.0, log=None):
        folder = pathlib.Path(folder)
        self.features = numpy.load(folder / "features.npy", mmap_mode="r")
        self.splits = [int(split) for split in numpy.load(folder / "row_splits.npy")]
        self.pace_seconds = pace_seconds
        self.log = log and open(log, "ab", buffering=0)

    def __len__(self):
        return len(self.splits) - 1

    def rows_of(self, file):
        return numpy.array(self.features[self.splits[file]:self.splits[file + 1]])

    def compute(self, file):
        """Rows of one file. The log gets one byte for each file, even if the process is killed
        later."""
        time.sleep(self.pace_seconds)
        self.log.write(b".")
        return self.rows_of(file)


def same(found, work):
    """found: one array a file, in order."""
    found = list(found)
    return len(found) == len(work) and all(
        array.dtype == work.features.dtype and numpy.array_equal(array, work.rows_of(file))
        for file, array in enumerate(found))


def check(read, out, work):
    try:
        return SAME if same(read(out, work), work) else DIFFERENT
    except Exception:
        traceback.print_exc()
        return UNREADABLE


def say(line):
    """Writes the line in one call, because two processes write to the same pipe."""
    os.write(1, line.encode() + b"\n")


def act(write, read, action, out, work, pace_seconds="0", log=None):
    out = pathlib.Path(out)
    if action == "check":
        sys.exit(check(read, out, Work(work)))
    work = Work(work, float(pace_seconds), log)
    out.mkdir(exist_ok=True)
    say("working")
    write(out, work)
    say("written")
    sys.exit(0)


def status_of(write, read, arguments):
    try:
        act(write, read, *arguments)
    except SystemExit as end:
        return end.code
    except BaseException:
        traceback.print_exc()
    return 1


def serve(write, read):
    """Forks a process for each line of standard input, so that modules are loaded once. Prints its pid, and its status."""
    for line in sys.stdin:
        errors, *arguments = line.rstrip("\n").split("\t")
        pid = os.fork()
        if pid == 0:
            os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
            os._exit(status_of(write, read, arguments))  # without the interpreter's normal end, which writes nothing
        say(f"pid {pid}")
        say(f"status {os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])}")


def main(write, read):
    """write(out, work) makes or continues the folder out; read(out, work) yields one array a file."""
    if sys.argv[1] == "serve":
        serve(write, read)
    else:
        act(write, read, *sys.argv[1:])

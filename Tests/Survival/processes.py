"""A writer as a process that can be killed: the program itself; peers in forks of a process that
has loaded their modules."""

import dataclasses
import os
import pathlib
import select
import signal
import subprocess
import sys
import time

LONGEST_SECONDS = 120
WRITERS = pathlib.Path(__file__).resolve().parent / "writers"


@dataclasses.dataclass
class Run:
    code: int
    seconds: float | None       # from "working" to "written", or of the whole process if the program does not print these
    bytes_written: int | None   # by write calls, of the program
    errors: str


def bytes_written(pid):
    """Bytes written by write calls of an ended process that has not been waited for."""
    for line in pathlib.Path(f"/proc/{pid}/io").read_text().splitlines():
        if line.startswith("wchar: "):
            return int(line.split()[1])
    raise OSError("no wchar in /proc/PID/io")


class Program:
    """A command, started anew for each run."""

    def __init__(self, command, errors):
        self.command, self.errors = command, errors

    def run(self, kill_after=None):
        """Runs to the end, or to SIGKILL after that many seconds."""
        self.errors.write_bytes(b"")
        with open(self.errors, "ab") as errors:
            process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors,
                                       env={**os.environ, "SOURCE_DATE_EPOCH": "0"})
        begin = time.monotonic()
        with open(os.pidfd_open(process.pid), "rb", buffering=0) as ended:
            select.select([ended], [], [], LONGEST_SECONDS if kill_after is None else kill_after)
        os.kill(process.pid, signal.SIGKILL)  # no effect on an ended process
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        seconds, written = time.monotonic() - begin, bytes_written(process.pid)
        return Run(process.wait(), seconds, written, self.errors.read_text(errors="replace")[-2000:])

    def close(self):
        pass


class Forks:
    """A writer under writers/, one fork for each run."""

    def __init__(self, writer, errors):
        self.errors = errors
        self.server = subprocess.Popen([sys.executable, "-B", WRITERS / writer, "serve"], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, env={**os.environ, "OMP_NUM_THREADS": "1"})
        self.unread = b""

    def said(self, seconds):
        """The next line as words; None if no line comes in time."""
        end = time.monotonic() + seconds
        while b"\n" not in self.unread:
            if not select.select([self.server.stdout], [], [], max(end - time.monotonic(), 0))[0]:
                return None
            some = os.read(self.server.stdout.fileno(), 4096)
            if not some:
                raise RuntimeError(f"{self.server.args[2]} ended")
            self.unread += some
        line, _, self.unread = self.unread.partition(b"\n")
        return line.decode().split()

    def run(self, *arguments, kill_after=None):
        """Runs to the end, or to SIGKILL after that many seconds of work."""
        self.errors.write_bytes(b"")
        self.server.stdin.write("\t".join(map(str, [self.errors, *arguments])).encode() + b"\n")
        self.server.stdin.flush()
        begin, pid, code, seconds = time.monotonic(), None, None, None
        limit = LONGEST_SECONDS
        while code is None:
            words = self.said(begin + limit - time.monotonic())
            if words is None and pid is None:
                limit += 0.001  # the kill is due before the line with the pid has come
            elif words is None:
                os.kill(pid, signal.SIGKILL)
                limit += LONGEST_SECONDS
            elif words[0] == "pid":
                pid = int(words[1])
            elif words[0] == "working":
                begin, limit = time.monotonic(), LONGEST_SECONDS if kill_after is None else kill_after
            elif words[0] == "written":
                seconds, limit = time.monotonic() - begin, LONGEST_SECONDS  # too late for a kill
            elif words[0] == "status":
                code = int(words[1])
        return Run(code, seconds, None, self.errors.read_text(errors="replace")[-2000:])

    def close(self):
        self.server.stdin.close()
        self.server.stdout.close()
        self.server.wait()

"""One writer, killed once at a random instant and run again until it ends."""

import dataclasses
import pathlib
import shutil
import signal
import statistics

import processes

ATTEMPTS = 3  # of the same command after the kill; a permanent failure shows at the first
NOT_COMPARED = {"inputs.bin"}  # sizes and times of the inputs: not part of a dataset


@dataclasses.dataclass
class Outcome:
    kind: str              # "identical", "same", "wrong", "unreadable", "stuck"; or "missed": the run ended before the kill
    instant: float
    repeated: float = 0.0  # share of an undisturbed run's work
    errors: str = ""


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
            if path.is_file() and path.name not in NOT_COMPARED}


class Subject:
    """A peer on a corpus, with its undisturbed run as the reference. A context manager: it holds a
    process."""

    def __init__(self, peer, corpus, folder, pace_seconds):
        self.peer, self.pace_seconds = peer, pace_seconds
        self.folder = pathlib.Path(folder)
        self.folder.mkdir()
        self.out, self.log = self.folder / "out", self.folder / "log"
        self.forks = processes.Forks(peer.writer, self.folder / "errors of forks")
        self.features = corpus.features(peer.options)
        self.program = peer.form and processes.Program(corpus.command(self.out, peer.form, peer.options), self.folder / "errors")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.forks.close()

    def measure(self):
        """Three undisturbed runs: their duration, their files, and whether the bytes repeat."""
        runs, left = [], []
        for _ in range(3):
            self.clear()
            runs.append(self.run())
            checked = self.check()
            if runs[-1].code != 0 or checked.code != 0:
                raise RuntimeError(f"{self.peer.name} fails undisturbed: {runs[-1]}, {checked}")
            left.append(contents(self.out))
        self.expected = left[-1]
        self.repeats = all(one == self.expected for one in left)
        self.seconds = statistics.median(run.seconds for run in runs)
        self.work = self.done(runs[-1:])

    def clear(self):
        shutil.rmtree(self.out, ignore_errors=True)
        self.log.write_bytes(b"")

    def run(self, kill_after=None):
        if self.program:
            return self.program.run(kill_after)
        return self.forks.run("write", self.out, self.features, self.pace_seconds, self.log, kill_after=kill_after)

    def check(self):
        """The result code is that of the writer's own comparison: see writers/writing.py."""
        return self.forks.run("check", self.out, self.features)

    def done(self, runs):
        """Bytes that the program wrote, or files that a peer computed."""
        return sum(run.bytes_written for run in runs) if self.program else self.log.stat().st_size

    def trial(self, instant):
        self.clear()
        runs = [self.run(kill_after=instant)]
        if runs[0].code != -signal.SIGKILL:
            return Outcome("missed", instant)
        while runs[-1].code != 0 and len(runs) <= ATTEMPTS:
            runs.append(self.run())
        repeated = max(0.0, self.done(runs) / self.work - 1)
        return self.outcome(runs[-1], instant, repeated)

    def outcome(self, last, instant, repeated):
        if last.code != 0:
            return Outcome("stuck", instant, repeated, last.errors)
        left = contents(self.out)
        if left == self.expected:
            return Outcome("identical", instant, repeated)
        checked = self.check()
        differing = sorted(name for name in left.keys() | self.expected.keys() if left.get(name) != self.expected.get(name))
        return Outcome({0: "same", 3: "wrong"}.get(checked.code, "unreadable"), instant, repeated,
                       f"differs in {', '.join(differing)}\n{checked.errors}")

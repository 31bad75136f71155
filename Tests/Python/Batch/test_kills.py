"""kill -9 (case K1) at every system call that changes a file, at random instants, and ten times in
a row (K3). Final names are true after each kill, and the same command gives the bytes of an
undisturbed run. The simulated power failure (PowerLossTests.cpp) relies on the order of system
calls that the storage promises. This file tests the order of the program's real calls.

MELSTROM_KILL_SHIM names the library that counts and kills, MELSTROM_SMALL_COMMITS a program that
writes its journal after every chunk. MELSTROM_RANDOM_KILLS: number of random instants, by default
few (scripts/test-long: 1,000).
"""

import collections
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import PRESET, ProgramTest, contents, main, noise, program, wav

SHIM = os.environ.get("MELSTROM_KILL_SHIM", "")
SMALL_COMMITS = os.environ.get("MELSTROM_SMALL_COMMITS", "")
RANDOM_KILLS = int(os.environ.get("MELSTROM_RANDOM_KILLS", "40"))
SEED = 20261122

Subject = collections.namedtuple("Subject", "name command kinds")  # command: of the output folder, the format and the threads


def melstrom(out, kind, threads):
    return [program(), "--batch", "in", "--out", out, "--preset", PRESET, "--format", kind, "--backend", "cpu",
            "--threads", str(threads), "--progress", "none"]


def small_commits(out, kind, threads):
    return [SMALL_COMMITS, "in", out, kind, str(threads)]


def mapped(out, kind, threads):
    return [*melstrom(out, kind, threads), "--write-by", "mapping"]


def normalised(out, kind, threads):
    return [*melstrom(out, kind, threads), "--set", "normalisation=dataset"]


def normalised_small_commits(out, kind, threads):
    return [*small_commits(out, kind, threads), "normalised"]


KINDS = [(kind, threads) for kind in ("npy", "h5") for threads in (1, 2)]
SUBJECTS = [Subject("melstrom", melstrom, KINDS), Subject("with a commit after each chunk", small_commits, KINDS),
            Subject("by a mapping", mapped, [("npy", 2), ("h5", 1)]),
            Subject("normalised", normalised, [("npy", 1), ("h5", 2)]),
            Subject("normalised, with a commit after each chunk", normalised_small_commits, [("npy", 2), ("h5", 1)])]


def promises_nothing(name):
    return name.endswith((".part", ".tmp", ".lock")) or name == "plan.json" or "journal" in name


class Kills(ProgramTest):
    def setUp(self):
        super().setUp()
        self.assertTrue(os.path.isfile(SHIM) and os.path.isfile(SMALL_COMMITS), "both are built with the tests")
        for index in range(3):  # larger than the smallest slab's input: each file is one chunk
            self.write(f"in/{index}.wav", wav(noise(33000 + 777 * index, seed=index)))
        self.whole = {}

    def start(self, command, **environment):
        everything = {**os.environ, "SOURCE_DATE_EPOCH": "0", "ASAN_OPTIONS": "verify_asan_link_order=0", **environment}
        return subprocess.Popen(command, cwd=self.folder, env=everything, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def end(self, process, timeout=120):
        _, error = process.communicate(timeout=timeout)
        return process.returncode, error.decode("utf-8", "backslashreplace")

    def undisturbed(self, subject, kind, threads):
        """The files of a run without a kill."""
        key = (subject.name, kind)
        if key not in self.whole:
            code, error = self.end(self.start(subject.command("whole", kind, threads)))
            self.assertEqual(code, 0, error)
            self.whole[key] = contents(self.folder / "whole")
            shutil.rmtree(self.folder / "whole")
            self.assertIn("dataset.json", self.whole[key])
        return self.whole[key]

    def killed_at(self, command, call, torn):
        return self.end(self.start(command, LD_PRELOAD=SHIM, MELSTROM_SHIM_KILL_AT=str(call),
                                   **({"MELSTROM_SHIM_TORN": "1"} if torn else {})))

    def check_names(self, whole):
        out = self.folder / "out"
        left = contents(out) if out.exists() else {}
        for name, data in left.items():
            if not promises_nothing(name):
                self.assertEqual(data, whole.get(name), f"{name} has its final name and is not complete")
        if "dataset.json" in left:
            self.assertEqual(set(whole) - set(left), set(), "dataset.json is there, and these are not")

    def check_end(self, command, whole):
        code, error = self.end(self.start(command))
        self.assertEqual(code, 0, error)
        after = contents(self.folder / "out")
        self.assertEqual(sorted(after), sorted(whole))
        for name, data in whole.items():
            self.assertEqual(after[name], data, name)
        shutil.rmtree(self.folder / "out")

    def test_every_call(self):
        for subject in SUBJECTS:
            for kind, threads in subject.kinds:
                whole = self.undisturbed(subject, kind, threads)
                command = subject.command("out", kind, threads)
                torn = threads == 2
                call, ended = 0, False
                while not ended:
                    call += 1
                    with self.subTest(subject.name, kind=kind, threads=threads, call=call, seed=SEED):
                        code, error = self.killed_at(command, call, torn)
                        self.assertIn(code, (0, -signal.SIGKILL), error)
                        ended = code == 0
                        self.check_names(whole)
                        self.check_end(command, whole)
                    self.assertLess(call, 1000, "a small run has no end")
                print(f"{subject.name}, {kind}, {threads} threads: killed at each of {call - 1} calls", flush=True)
                self.assertGreater(call, 20)

    def test_ten_in_a_row(self):
        """K3: the continued run is killed, too."""
        chance = random.Random(SEED)
        for subject in SUBJECTS:
            for kind, threads in subject.kinds:
                with self.subTest(subject.name, kind=kind, threads=threads, seed=SEED):
                    whole = self.undisturbed(subject, kind, threads)
                    command = subject.command("out", kind, threads)
                    for _ in range(10):
                        self.killed_at(command, chance.randint(4, 30), chance.random() < 0.5)
                        self.check_names(whole)
                    self.check_end(command, whole)

    def test_random_instants(self):
        chance = random.Random(SEED)
        kinds = [(subject, kind, threads) for subject in SUBJECTS for kind, threads in subject.kinds]
        killed = collections.Counter()
        attempts = 0  # an instant after the run's end is drawn again
        longest = {}
        while (index := killed.total()) < RANDOM_KILLS:
            subject, kind, threads = kinds[index % len(kinds)]
            whole = self.undisturbed(subject, kind, threads)
            command = subject.command("out", kind, threads)
            if (key := (subject.name, kind, threads)) not in longest:
                begin = time.monotonic()
                self.check_end(command, whole)
                longest[key] = time.monotonic() - begin
            attempts += 1
            self.assertLess(attempts, 20 + 3 * RANDOM_KILLS, "most runs end before they can be killed")
            with self.subTest(subject.name, kind=kind, threads=threads, index=index, seed=SEED):
                process = self.start(command)
                time.sleep(chance.random() * longest[key])
                process.kill()
                code, error = self.end(process)
                self.assertIn(code, (0, -signal.SIGKILL), error)
                killed[key] += code != 0
                if code == 0:
                    del longest[key]  # the machine is less busy than during the measurement
                self.check_names(whole)
                self.check_end(command, whole)
        for (name, kind, threads), count in killed.items():
            print(f"{name}, {kind}, {threads} threads: killed at {count} random instants", flush=True)
        print(f"{killed.total()} random instants, {attempts - killed.total()} more at which the run had ended", flush=True)


class Calls(Kills):
    """The program's real system calls and their order."""

    test_every_call = test_ten_in_a_row = test_random_instants = None

    def logged(self, command):
        log = self.folder / "calls"
        code, error = self.end(self.start(command, LD_PRELOAD=SHIM, MELSTROM_SHIM_LOG=str(log)))
        self.assertEqual(code, 0, error)
        calls = [line.split("\t") for line in log.read_text().splitlines()]
        return [(name, self.real(path), self.real(other)) for name, path, other in calls]

    def real(self, path):
        """The path relative to the test's folder; the path of a descriptor is absolute."""
        if not path:
            return ""
        return os.path.relpath(os.path.join(self.folder.resolve(), path), self.folder.resolve())

    def test_order(self):
        for subject in SUBJECTS:
            for kind, threads in subject.kinds:
                with self.subTest(subject.name, kind=kind, threads=threads):
                    calls = self.logged(subject.command(f"out-{kind}{threads}-{subject.name[0]}", kind, threads))
                    self.check_order(calls)
                    (self.folder / "calls").unlink()

    def check_order(self, calls):
        """A file's last write is synced before its rename to the final name. All names are synced
        before dataset.json, and at the end. The name of a new folder is synced at once."""
        dirty, unsynced, finals = set(), set(), []
        for place, (name, path, other) in enumerate(calls):
            folder = os.path.dirname(path)
            if name == "mkdir" and path.startswith("out"):
                self.assertEqual(calls[place + 1], ("fsync", folder or ".", ""), "after mkdir")
            elif name in ("pwrite", "ftruncate", "fallocate"):
                dirty.add(path)
            elif name in ("fsync", "fdatasync"):
                dirty.discard(path)
                unsynced -= {entry for entry in unsynced if os.path.dirname(entry) == path}
            elif name == "rename":
                self.assertNotIn(path, dirty, f"{path} is renamed and not synced")
                if other.endswith("/dataset.json"):
                    self.assertEqual(unsynced, set(), "not synced before dataset.json")
                unsynced.add(other)
                finals.append(os.path.basename(other))
        self.assertEqual(unsynced, set(), "not synced at the end")
        self.assertEqual(finals[-1], "dataset.json")
        self.assertIn("plan.json", finals)


if __name__ == "__main__":
    main()

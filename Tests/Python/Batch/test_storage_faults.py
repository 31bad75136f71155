"""The disk fails (cases F7, F8, F9): it is full at any write; a write, sync or close fails; it is
read-only; its calls are interrupted or incomplete; or the output folder is removed. Every run ends
with status 4 and names the path. The same command then gives the bytes of an undisturbed run."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import (PRESET, SLOWNESS, Fault, ProgramTest, batch, contents, fault_shim, main, noise, program, run,
                                 skipped, start, wait_until, wav)

LAYOUTS = {"npy": ["--preset", PRESET], "h5": ["--preset", "leak", "--format", "h5", "--waveform", "--split", "1:1:0"]}
# Output through a mapping; rows have the same faults and bytes.
ALL_LAYOUTS = {**LAYOUTS, "mapping": [*LAYOUTS["npy"], "--write-by", "mapping"]}
FINAL_NAMES = ("dataset.json", "files.csv", "errors.csv", "features", "mapping", "waveform")


class StorageTest(ProgramTest):
    def setUp(self):
        super().setUp()
        for index in range(3):
            self.write(f"in/{index}.wav", wav(noise(9000, seed=index)))

    def run_layout(self, layout, out, **more):
        return run("--batch", "in", "--out", out, *ALL_LAYOUTS[layout], "--threads", "2", "--progress", "none", cwd=self.folder, **more)

    def undisturbed(self, layout):
        outcome = self.run_layout(layout, f"usual-{layout}")
        self.assertEqual(outcome.code, 0, str(outcome))
        return contents(self.folder / f"usual-{layout}")

    def assert_ended(self, outcome, *patterns):
        self.assertEqual(outcome.code, 4, str(outcome))
        self.assertRegex(outcome.error_text, r"(?m)\Amelstrom: error: .*\[(disk-full|write-failed)\]\n\Z")
        for pattern in patterns:
            self.assertRegex(outcome.error_text, pattern)

    def assert_whole_files_only(self, folder, expected):
        """Files with final names are complete."""
        for name, data in contents(folder).items():
            if name.startswith(FINAL_NAMES) and not name.endswith((".part", ".tmp")):
                self.assertEqual(data == expected[name], True, f"{name} is whole")

    def assert_same_in_the_end(self, layout, out, expected):
        again = self.run_layout(layout, out)
        self.assertEqual(again.code, 0, str(again))
        self.assertEqual({name: data == expected.get(name) for name, data in contents(self.folder / out).items()},
                         dict.fromkeys(expected, True))


class FullDisk(StorageTest):
    """F7: a disk with one more page of room in each run, so that it is full at every allocation and
    write in turn."""
    PAGE = 4096
    SCRIPT = ('mount -t tmpfs -o size="$1" none "$2" || exit 99; shift 2; "$@" 2>errors; code=$?; '
              'ls disk/out >names 2>/dev/null; mkdir left; cp -r disk/out/. left/ 2>/dev/null; mount -o remount,size=64M disk; '
              'env -u LD_PRELOAD "$@" 2>>later && cp disk/out/* end/; echo $code $? >codes')

    def test_every_size(self):
        for layout in ALL_LAYOUTS:
            expected = self.undisturbed(layout)
            sizes = sum(-(-len(data) // self.PAGE) for data in expected.values())
            for reserves in (True, False):
                with self.subTest(f"{layout}, a file system that {'reserves room' if reserves else 'cannot reserve'}"):
                    if not self.sweep(layout, expected, range(2, sizes + 24, 4 if layout == "mapping" else 1 if reserves else 2), reserves):
                        return

    def sweep(self, layout, expected, sizes, reserves):
        """Returns False if this machine cannot run it."""
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "0"}
        if not reserves:
            if fault_shim() is None:
                return True
            environment.update(Fault(self.folder, "fallocate", "all", "EOPNOTSUPP").environment)
        codes = []
        for pages in sizes:
            codes.append(self.one_size(layout, expected, pages * self.PAGE, environment))
            if codes[-1] is None:
                return False
            if codes[-1] == 0:
                break
        self.assertEqual(codes[-1], 0, "the last disk is large enough")
        self.assertEqual(set(codes[:-1]), {4})
        self.assertGreater(len(codes), 5, "some disks were full")
        return True

    def one_size(self, layout, expected, size, environment):
        room = self.folder / "room"
        shutil.rmtree(room, ignore_errors=True)
        for name in ("disk", "end"):
            os.makedirs(room / name)
        os.symlink(self.folder / "in", room / "in")
        command = [program(), "--batch", "in/", "--out", "disk/out", *ALL_LAYOUTS[layout], "--threads", "2", "--progress", "none"]
        begin = time.monotonic()
        done = subprocess.run(["unshare", "-rm", "sh", "-c", self.SCRIPT, "sh", str(size), "disk", *command], cwd=room,
                              capture_output=True, env=environment)
        if done.returncode == 99 or b"unshare" in done.stderr:
            skipped("F7, a disk that is full at each write", done.stderr.decode().strip())
            return None
        self.assertLess(time.monotonic() - begin, 30)
        code, again = map(int, (room / "codes").read_text().split())
        text = (room / "errors").read_text()
        if code == 4:
            self.assertRegex(text, r"\Amelstrom: error: disk/out.*disk is full.*\d+ bytes are free.*\[disk-full\]\n\Z", f"{size} bytes")
            self.assert_whole_files_only(room / "left", expected)
        self.assertEqual(again, 0, f"{size} bytes: {(room / 'later').read_text()}")
        self.assertEqual({name: data == expected.get(name) for name, data in contents(room / "end").items()},
                         dict.fromkeys(expected, True), f"{size} bytes")
        return code


class FailingCalls(StorageTest):
    """F8: the N-th call of a kind fails, for every N."""
    CALLS = {"pwrite": "EIO", "fdatasync": "EIO", "fsync": "EIO", "close": "EIO", "rename": "EIO", "fallocate": "ENOSPC"}

    def test_each_call(self):
        if fault_shim() is None:
            return
        for layout in LAYOUTS:
            expected = self.undisturbed(layout)
            for call, what in self.CALLS.items():
                for nth in range(1, 200):
                    shutil.rmtree(self.folder / "out", ignore_errors=True)
                    fault = Fault(self.folder, call, nth, what)
                    outcome = self.run_layout(layout, "out", environment=fault.environment)
                    if not fault.fired:
                        break
                    if call == "close" and outcome.code == 0: # the close of the lock, the last call
                        self.assertEqual(contents(self.folder / "out") == expected, True)
                        continue
                    with self.subTest(f"{layout}: {call} {nth}"):
                        reason = "disk is full" if what == "ENOSPC" else "Input/output error"
                        self.assert_ended(outcome, f"out/?.*{reason}")
                        self.assert_whole_files_only(self.folder / "out", expected)
                        self.assert_same_in_the_end(layout, "out", expected)
                self.assertEqual(outcome.code, 0, f"{call} {nth}: {outcome}")
                self.assertGreater(nth, 1 if call != "fdatasync" else 0, f"{call} is called")

    def test_calls_that_do_less(self):
        """F9: interrupted calls are repeated, and short ones are continued."""
        if fault_shim() is None:
            return
        for layout in ALL_LAYOUTS:
            expected = self.undisturbed(layout)
            for call, what in (("pread", "short"), ("pread", "EINTR"), ("pwrite", "short"), ("pwrite", "EINTR"), ("open", "EINTR"),
                               ("fsync", "EINTR"), ("fallocate", "EINTR")):
                with self.subTest(f"{layout}: {call} {what}"):
                    fault = Fault(self.folder, call, "all", what)
                    outcome = self.run_layout(layout, f"out-{layout}-{call}-{what}", environment=fault.environment)
                    self.assertEqual(outcome.code, 0, str(outcome))
                    self.assertTrue(fault.fired)
                    self.assertEqual(contents(self.folder / f"out-{layout}-{call}-{what}"), expected)

    def test_a_disk_that_reads_badly(self):
        """One file's rows are zero, with its error; the other files' rows do not change. When the
        file can be read, the same command adds it."""
        if fault_shim() is None:
            return
        expected = self.undisturbed("npy")
        good = self.dataset("usual-npy")
        for name in good.files:
            with self.subTest(name):
                shutil.rmtree(self.folder / "out", ignore_errors=True)
                fault = Fault(self.folder, "pread", "all", "EIO")
                outcome = self.run_layout("npy", "out", environment={**fault.environment, "MELSTROM_FAULT_PATH": name})
                self.assertEqual(outcome.code, 3, str(outcome))
                dataset = self.dataset("out")
                self.assertEqual([(error["path"], error["code"]) for error in dataset.errors], [(name, "read-failed")])
                self.assertRegex(outcome.error_text, re.escape(name) + r".*Input/output error.*run again")
                for path, file in dataset.files.items():
                    if file["status"] == "ok":
                        self.assertEqual(dataset.rows(path).tobytes(), good.rows(path).tobytes())
                self.assert_same_in_the_end("npy", "out", expected)

    def test_a_read_that_fails_once_is_repeated(self):
        """A network file system that was away for a moment costs no file, whichever read it was."""
        if fault_shim() is None:
            return
        expected = self.undisturbed("npy")
        for what in ("EIO", "ESTALE"):
            for call in ("pread", "open"):
                counted = Fault(self.folder, call, 1_000_000, what)
                inputs = {"MELSTROM_FAULT_PATH": "/in/"} if call == "pread" else {"MELSTROM_FAULT_PATH": ".wav"}
                self.run_layout("npy", "counted", environment={**counted.environment, **inputs})
                self.assertGreater(counted.calls, 0)
                for nth in range(1, counted.calls + 1):
                    with self.subTest(f"{what} at {call} {nth} of {counted.calls}"):
                        shutil.rmtree(self.folder / "out", ignore_errors=True)
                        fault = Fault(self.folder, call, nth, what)
                        outcome = self.run_layout("npy", "out", environment={**fault.environment, **inputs})
                        self.assertTrue(fault.fired)
                        self.assertEqual(outcome.code, 0, str(outcome))
                        self.assertIn("1 read was repeated after an error of the disk or the network", outcome.error_text)
                        self.assertEqual(contents(self.folder / "out"), expected)
                shutil.rmtree(self.folder / "counted", ignore_errors=True)

    def test_a_dead_disk_ends_in_time(self):
        """Every read fails: reads are repeated for the first files only."""
        if fault_shim() is None:
            return
        for index in range(300):
            shutil.copy(self.folder / "in" / sorted(os.listdir(self.folder / "in"))[0], self.folder / "in" / f"more{index}.wav")
        fault = Fault(self.folder, "pread", "all", "EIO")
        begin = time.monotonic()
        outcome = self.run_layout("npy", "out", environment={**fault.environment, "MELSTROM_FAULT_PATH": "/in/"})
        self.assertNotEqual(outcome.code, 0, str(outcome))
        self.assertLess(time.monotonic() - begin, 60 * SLOWNESS)  # 300 files a pass would take 90 s and more on two threads

    def test_read_only(self):
        script = 'mount -t tmpfs -o size=16M none disk || exit 99; mkdir disk/there; mount -o remount,ro disk; "$@"; exit $?'
        os.mkdir(self.folder / "disk")
        for out in ("disk/new", "disk/there"):
            with self.subTest(out):
                command = [program(), "--batch", "in", "--out", out, "--preset", PRESET, "--progress", "none"]
                done = subprocess.run(["unshare", "-rm", "sh", "-c", script, "sh", *command], cwd=self.folder, capture_output=True)
                if done.returncode == 99 or b"unshare" in done.stderr:
                    return skipped("F8, a read-only disk", done.stderr.decode().strip())
                self.assertEqual(done.returncode, 4, done.stderr)
                self.assertRegex(done.stderr.decode(), rf"\Amelstrom: error: {out}.*mounted read-only \[write-failed\]\n\Z")


class OutputTakenAway(StorageTest):
    """The folder is removed, renamed or replaced by a file during the run: status 4, never 2, which
    means that the run did not begin."""

    def test_taken_away(self):
        if fault_shim() is None:
            return
        def away(path): # at once, because the run continues to create files
            path.rename(path.with_name("elsewhere"))
        takes = {"renamed": away, "removed": lambda path: (away(path), shutil.rmtree(path.with_name("elsewhere"), ignore_errors=True)),
                 "replaced": lambda path: (away(path), path.write_bytes(b"a file"))}
        for layout in LAYOUTS:
            expected = self.undisturbed(layout)
            for what, take in takes.items():
                for call in ("pwrite", "rename"):
                    with self.subTest(f"{layout}: {what} at {call}"):
                        self.take_away(layout, take, call)
                        again = self.folder / "out"
                        again.unlink() if again.is_file() else shutil.rmtree(again, ignore_errors=True)
                        self.assert_same_in_the_end(layout, "out", expected)

    def take_away(self, layout, take, call):
        """While the run waits at this call, a minute at most."""
        for name in ("out", "elsewhere"):
            shutil.rmtree(self.folder / name, ignore_errors=True)
        fault = Fault(self.folder, call, "all", "wait")
        process = start("--batch", "in", "--out", "out", *LAYOUTS[layout], "--threads", "1", "--progress", "none", cwd=self.folder,
                        stderr=subprocess.PIPE, environment={**fault.environment, "MELSTROM_FAULT_PATH": ".part",
                                                             "MELSTROM_FAULT_GATE": str(self.folder / "gate")})
        wait_until(lambda: any((self.folder / "out").glob("*.part")) if (self.folder / "out").exists() else False, "parts are there")
        take(self.folder / "out")
        (self.folder / "gate").touch()
        error = process.communicate(timeout=60 * SLOWNESS)[1].decode()
        (self.folder / "gate").unlink()
        self.assertEqual(process.returncode, 4, error)
        self.assertRegex(error, r"\Amelstrom: error: out.*(removed|renamed|folder).*\[write-failed\]\n\Z")


if __name__ == "__main__":
    main()

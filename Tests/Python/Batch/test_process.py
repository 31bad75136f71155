"""The program as a process: signals (case K4), a terminal that closes, kill -9 at any instant.
Threads, memory, locale, environment, terminal, and a full or closed stdout do not change a byte of
a dataset (C3)."""

import fcntl
import os
import pathlib
import pty
import random
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import termios
import time

import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import (CODES, PRESET, SLOWNESS, Fault, ProgramTest, contents, fault_shim,
                                 late_after_attempts, main, noise, run, skipped, start, wait_until, wav)

FINAL_NAMES = {"dataset.json", "inputs.bin", "files.csv", "errors.csv", "statistics.bin", "features.npy", "mapping.npy", "waveform.npy", "features.h5"}


def catches(process, number):
    """Whether the process has a handler for this signal."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    caught = next(line for line in status.splitlines() if line.startswith("SigCgt:"))
    return int(caught.split()[1], 16) >> (number - 1) & 1


def full_device():
    """Opens the device without creating it if it is missing: a test may run as root."""
    file = os.fdopen(os.open("/dev/full", os.O_WRONLY), "wb")
    if not stat.S_ISCHR(os.fstat(file.fileno()).st_mode):
        raise OSError("/dev/full is not the device")
    return file


class SameBytes(ProgramTest):
    """C3."""

    def setUp(self):
        super().setUp()
        for index in range(12):
            self.write(f"in/{'ab'[index % 2]}/{index}.wav", wav(noise(9000 + 5001 * index, index), 16000 if index % 3 else 44100))
        self.write("in/bad.wav", b"no audio")
        self.write("in/b/nan.wav", wav(numpy.full(20000, numpy.nan, "<f4")))
        self.batch("in", "usual", expect=3)
        self.usual = contents(self.folder / "usual")

    def check(self, *options, expect=3, **more):
        outcome = self.batch("in", "out", *options, "--overwrite", expect=expect, **more)
        self.assertEqual(contents(self.folder / "out"), self.usual)
        return outcome

    def test_threads_and_memory(self):
        for options in (["--threads", "1"], ["--threads", "2"], ["--threads", "64"], ["--threads", "256", "--max-mem", "4G"],
                        ["--max-mem", "16M"], ["--max-mem", "1G"], ["--threads", "1", "--max-mem", "17M"]):
            with self.subTest(" ".join(options)):
                self.check(*options)

    def test_segments_in_hdf5(self):
        options = ["--format", "h5", "--waveform", "--split", "2:1:1"]
        self.batch("in", "usual-h5", *options, preset="leak", expect=3)
        for more in (["--threads", "1"], ["--threads", "64", "--max-mem", "4G"], ["--max-mem", "16M", "--threads", "2"]):
            with self.subTest(" ".join(more)):
                self.batch("in", "h5", *options, *more, "--overwrite", preset="leak", expect=3)
                self.assertEqual(contents(self.folder / "h5") == contents(self.folder / "usual-h5"), True)

    def test_too_little_memory(self):
        """Exit 2 means that nothing was written and nothing was lost."""
        before = contents(self.folder / "usual")
        for out, options in (("new", []), ("usual", ["--overwrite"])):
            with self.subTest(out):
                outcome = self.batch("in", out, *options, "--threads", "256", "--max-mem", "16M", expect=2)
                self.assertRegex(outcome.error_text, r"--max-mem 16M is not enough .* the least is \d+M")
        with self.subTest("nothing new"):
            self.assertFalse((self.folder / "new").exists())
        with self.subTest("nothing lost"):
            self.assertEqual(sorted(contents(self.folder / "usual")), sorted(before))

    def test_memory_is_bounded(self):
        self.write("in/long.wav", wav(numpy.tile(noise(1 << 20), 32)))
        outcome = self.batch("in", "out", "--max-mem", "16M", "--threads", "2", expect=3)
        if SLOWNESS > 1:
            return skipped("bytes of a run", "sanitizers keep what was freed")
        self.assertLess(outcome.peak_bytes, 16e6 + 48e6, "buffers of 16M, and the program itself")

    def test_environment(self):
        for environment in ({"LC_ALL": "C"}, {"LC_ALL": "C.UTF-8"}, {"LC_ALL": "no_SUCH"}, {"HOME": None}, {"HOME": "/nowhere"},
                            {"PATH": None}, {"TERM": None}, {"TMPDIR": "/nowhere"}, {"TZ": "Asia/Kathmandu"}, {"MELSTROM_LOG": "debug"}):
            with self.subTest(environment):
                self.check(environment=environment)

    def test_decimal_comma(self):
        locales = subprocess.run(["locale", "-a"], capture_output=True, text=True).stdout.split()
        installed = [name for name in locales if name.startswith(("de_", "fr_", "ru_"))]
        environment = {"LC_ALL": installed[0]} if installed else {"LC_ALL": "de_DE.UTF-8", "LOCPATH": str(self.folder)}
        if not installed and (shutil.which("localedef") is None or subprocess.run(
                ["localedef", "-i", "de_DE", "-f", "UTF-8", self.folder / "de_DE.UTF-8"], capture_output=True).returncode != 0):
            return skipped("C3, a locale with a decimal comma", "none is installed, and none can be made")
        self.check("--set", "lowest_hz=0.0", environment=environment)
        explained = [run("--explain", "librosa-db", "torchaudio", "in/a/0.wav", cwd=self.folder, environment=more).out
                     for more in ({}, environment)]
        self.assertEqual(*explained)

    def test_no_place_for_text(self):
        """A full, closed or missing stdout does not change the dataset."""
        with full_device() as full:
            self.assertRegex(self.check(stdout=full).error_text, "stdout")
            self.check(stdout=full, stderr=full)
            self.check(stdout=full, stderr=full, progress="bar")
        reader, writer = os.pipe()
        os.close(reader)
        for streams in ({"stdout": writer}, {"stdout": writer, "stderr": writer}):
            self.check(**streams)
        os.close(writer)
        for closed in ((1,), (0, 1, 2), (0,), (2,)):
            with self.subTest(closed=closed):
                self.check(preexec_fn=lambda: [os.close(number) for number in closed])

    def test_full_stdout_is_an_error_where_text_is_the_result(self):
        with full_device() as full:
            for command in (("--list", "presets"), ("--help",), ("--explain", "leak", "leak-fine")):
                outcome = run(*command, cwd=self.folder, stdout=full)
                self.assertEqual(outcome.code, 4, str(outcome))
                self.assertIn("stdout", outcome.error_text)

    def test_terminal(self):
        """A bar on a terminal, lines elsewhere, and the same bytes."""
        terminal, inner = pty.openpty()
        process = start("--batch", "in", "--out", "out", "--preset", PRESET, cwd=self.folder, stderr=inner,
                        environment={"TERM": "xterm"})
        os.close(inner)
        shown = b""
        try:
            while part := os.read(terminal, 4096):
                shown += part
        except OSError: # the terminal's other end is closed
            pass
        os.close(terminal)
        self.assertEqual(process.wait(30 * SLOWNESS), 3)
        self.assertIn(b"\x1b[K", shown)
        self.assertEqual(contents(self.folder / "out"), self.usual)
        self.assertNotIn(b"\x1b", self.check().err)


class LongRun(ProgramTest):
    """Inputs that take several seconds on one core, by a transform far longer than its window."""

    slow = ("--set", "fft_samples=6400")

    def setUp(self):
        super().setUp()
        tile = noise(1 << 21)
        for index in range(12):
            self.write(f"in/{index}.wav", wav(numpy.tile(tile, 5)))
        self.command = ["--batch", "in", "--out", "out", "--preset", PRESET, "--threads", "1", "--progress", "none",
                        *self.slow]

    def stop(self, after_seconds, *signals):
        """The exit status after these signals, and the seconds until the end. Time counts from the
        program's setting of its signal handlers."""
        process = start(*self.command, cwd=self.folder, stderr=subprocess.PIPE)
        wait_until(lambda: all(catches(process, number) for number in signals), "the program handles signals")
        time.sleep(after_seconds)
        self.assertIsNone(process.poll(), "the run is long enough to be stopped")
        begin = time.monotonic()
        for number in signals:
            process.send_signal(number)
        error = process.communicate(timeout=60 * SLOWNESS)[1]
        return process.returncode, time.monotonic() - begin, error.decode()

    def assert_stops(self, code, after_seconds, *signals):
        def attempt():
            found, seconds, error = self.stop(after_seconds, *signals)
            self.assertEqual(found, code, error)
            self.assertRegex(error, r"interrupted")
            self.assert_nothing_final()
            return None if seconds < 5 * SLOWNESS else f"{seconds:.2f} s, not {5 * SLOWNESS} s"
        self.assertIsNone(late_after_attempts(f"the end after {[number.name for number in signals]}", attempt))

    def assert_nothing_final(self):
        self.assertFalse((self.folder / "out/.lock").exists(), "no lock is left")
        names = {path.name for path in (self.folder / "out").iterdir()} if (self.folder / "out").exists() else set()
        self.assertEqual(names & FINAL_NAMES, set())

    def test_signals(self):
        """K4: the program ends within 5 s without a final name, and the same command gives the
        bytes of an undisturbed run."""
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            for after_seconds in (0.1, 0.4, 0.8):
                with self.subTest(f"{number.name} after {after_seconds} s"):
                    self.assert_stops(code, after_seconds, number)
        with self.subTest("twice"):
            self.assert_stops(130, 0.5, signal.SIGINT, signal.SIGINT)
        with self.subTest("two runs in one folder"):
            shutil.rmtree(self.folder / "out") # the plan of a stopped run claims no rows
            process = start(*self.command, cwd=self.folder)
            wait_until((self.folder / "out/plan.json").exists, "the folder is claimed")
            second = run(*self.command, cwd=self.folder)
            self.assertEqual(second.code, 7, str(second))
            self.assertRegex(second.error_text, rf"out: another process works in this folder \(process {process.pid} on host "
                             rf"{re.escape(socket.gethostname())} since 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ, \d+ s ago\)")
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(10 * SLOWNESS), 143)
        with self.subTest("the same command"):
            outcome = run(*self.command, cwd=self.folder)
            self.assertEqual(outcome.code, 0, str(outcome))
            self.batch("in", "undisturbed", *self.slow)
            self.assertEqual(contents(self.folder / "out"), contents(self.folder / "undisturbed"))

    def test_hangups_of_other_runs(self):
        for options in (("--threads", "2"), ("--threads", "1", "--format", "h5"), ("--threads", "2", "--format", "h5")):
            with self.subTest(" ".join(options)):
                shutil.rmtree(self.folder / "out", ignore_errors=True)
                shutil.rmtree(self.folder / "undisturbed", ignore_errors=True)
                command = ["--batch", "in", "--preset", PRESET, "--progress", "none", *self.slow, *options, "--out"]
                self.command = [*command, "out"]
                self.assert_stops(129, 0.4, signal.SIGHUP)
                for folder in ("out", "undisturbed"):
                    outcome = run(*command, folder, cwd=self.folder)
                    self.assertEqual(outcome.code, 0, str(outcome))
                self.assertEqual(contents(self.folder / "out") == contents(self.folder / "undisturbed"), True)

    def test_a_folder_that_was_removed_and_begun_anew(self):
        """The first run of the folder ends, and gives no file of the second run a final name."""
        first = start(*self.command, cwd=self.folder, stderr=subprocess.PIPE)
        wait_until((self.folder / "out/features.npy.part").exists, "rows are written")
        first.send_signal(signal.SIGSTOP)
        shutil.rmtree(self.folder / "out")
        second = start(*self.command, cwd=self.folder)
        wait_until((self.folder / "out/features.npy.part").exists, "the second run writes rows")
        second.send_signal(signal.SIGSTOP)
        first.send_signal(signal.SIGCONT)
        error = first.communicate(timeout=60 * SLOWNESS)[1].decode()
        self.assertEqual(first.returncode, CODES["environment"], error)
        self.assertIn("removed during the run", error)
        names = {path.name for path in (self.folder / "out").iterdir()}
        self.assertIn(".lock", names, "the second run's lock is left")
        self.assertEqual(names & FINAL_NAMES, set())
        second.send_signal(signal.SIGCONT)
        self.assertEqual(second.wait(60 * SLOWNESS), 0)
        self.batch("in", "undisturbed", *self.slow)
        self.assertEqual(contents(self.folder / "out"), contents(self.folder / "undisturbed"))

    def test_closed_streams(self):
        """No file of the run gets the number of a stream that was closed: messages would go into that file."""
        process = start(*self.command, cwd=self.folder, preexec_fn=lambda: [os.close(number) for number in range(3)])
        wait_until((self.folder / "out/features.npy.part").exists, "rows are written")
        streams = [os.readlink(f"/proc/{process.pid}/fd/{number}") for number in range(3)]
        process.kill()
        process.wait()
        self.assertEqual(streams, 3 * ["/dev/null"])

    def test_nohup(self):
        """A program that ignores SIGHUP continues when the terminal closes."""
        process = start(*self.command, cwd=self.folder, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        wait_until(lambda: catches(process, signal.SIGTERM), "the program handles signals")
        self.assertFalse(catches(process, signal.SIGHUP))
        process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        self.assertIsNone(process.poll(), "it goes on")
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(10 * SLOWNESS), 143)

    def test_terminal_that_closes(self):
        """The kernel sends SIGHUP, and no output is possible any more."""
        terminal, inner = pty.openpty()
        process = start(*self.command[:-2 - len(self.slow)], *self.slow, cwd=self.folder, stdin=inner, stdout=inner, stderr=inner,
                        start_new_session=True, preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0), environment={"TERM": "xterm"})
        os.close(inner)
        wait_until(lambda: catches(process, signal.SIGHUP), "the program handles signals")
        time.sleep(0.4)
        os.close(terminal)
        self.assertEqual(process.wait(10 * SLOWNESS), 129)
        self.assert_nothing_final()

    def test_second_signal(self):
        """K4: if a disk hangs, the second signal ends the process at once, and the run can be
        repeated."""
        if fault_shim() is None:
            return
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            with self.subTest(number.name):
                shutil.rmtree(self.folder / "out", ignore_errors=True)
                fault = Fault(self.folder, "pwrite", "all", "wait")
                process = start("--batch", "in/0.wav", "--out", "out", "--preset", PRESET, "--threads", "1", cwd=self.folder,
                                environment={**fault.environment, "MELSTROM_FAULT_PATH": "features.npy.part"})
                wait_until((self.folder / "out/features.npy.part").exists, "a part is there")
                process.send_signal(number)
                time.sleep(2.5)
                self.assertIsNone(process.poll(), "the disk hangs")
                begin = time.monotonic()
                process.send_signal(number)
                self.assertEqual(process.wait(10 * SLOWNESS), code)
                self.assertLess(time.monotonic() - begin, 2)
                self.assert_nothing_final_but_lock()
                self.batch("in/0.wav", "out", "--threads", "1")

    def assert_nothing_final_but_lock(self):
        (self.folder / "out/.lock").unlink(missing_ok=True)
        self.assert_nothing_final()


class Kills(ProgramTest):
    """kill -9 at random instants: files with final names are complete, and the next run gives the
    same bytes."""
    TIMES = 20

    def setUp(self):
        super().setUp()
        tile = noise(1 << 20)
        for index in range(8):
            self.write(f"in/{index}.wav", wav(tile + numpy.int16(index)))
        self.random = random.Random(5)

    def kill_and_run(self, command, undisturbed, before, seconds, times):
        finished = 0
        for turn in range(times):
            folder = self.folder / "out"
            shutil.rmtree(folder, ignore_errors=True)
            if before:
                shutil.copytree(before, folder)
            process = start(*command, cwd=self.folder)
            instant = self.random.uniform(0, seconds)
            time.sleep(instant)
            process.kill()
            finished += process.wait() == 0
            with self.subTest(f"kill {turn}, after {instant:.4f} s"):
                left = contents(folder) if folder.exists() else {}
                if not before:
                    for name in FINAL_NAMES & set(left):
                        self.assertEqual(left[name] == undisturbed[name], True, f"{name} is complete")
                elif "dataset.json" in left and left != contents(before):
                    self.assertEqual({name: left[name] == undisturbed[name] for name in FINAL_NAMES & set(left)},
                                     {name: True for name in undisturbed}, "dataset.json means a whole dataset")
                again = run(*command, cwd=self.folder)
                self.assertEqual(again.code, 0, str(again))
                self.assertEqual({name: data == undisturbed.get(name) for name, data in contents(folder).items()},
                                 {name: True for name in undisturbed})
        self.assertLess(finished, times, "some runs were killed")

    def test_kill_after_the_last_rename(self):
        """dataset.json exists and plan.json is not removed yet: the next run removes it."""
        command = ["--batch", "in", "--out", "out", "--preset", PRESET]
        process = start(*command, cwd=self.folder)
        plan = self.folder / "out/plan.json"
        while not plan.exists() and process.poll() is None:
            time.sleep(0.0005)
        process.kill()
        process.wait()
        text = plan.read_bytes()
        undisturbed = self.measure(command)[0]
        plan.write_bytes(text)
        again = run(*command, cwd=self.folder)
        self.assertEqual(again.code, 0, str(again))
        self.assertEqual(sorted(contents(self.folder / "out")), sorted(undisturbed))

    def measure(self, command):
        outcome = run(*command, cwd=self.folder)
        self.assertEqual(outcome.code, 0, str(outcome))
        return contents(self.folder / "out"), 1.05 * outcome.seconds

    def test_kill(self):
        for layout in (["--preset", PRESET, "--threads", "1"],
                       ["--preset", "leak", "--format", "h5", "--set", "hop_samples=16", "--set", "short_hop_samples=64", "--waveform"]):
            with self.subTest(" ".join(layout)):
                shutil.rmtree(self.folder / "out", ignore_errors=True)
                command = ["--batch", "in", "--out", "out", *layout]
                undisturbed, seconds = self.measure(command)
                self.kill_and_run(command, undisturbed, None, seconds, self.TIMES // 2)

    def test_kill_while_overwriting(self):
        """The replaced dataset never mixes with the new one."""
        self.batch("in", "before", "--set", "bands=40")
        self.batch("in", "out", "--set", "bands=40")
        command = ["--batch", "in", "--out", "out", "--preset", PRESET, "--overwrite"]
        undisturbed, seconds = self.measure(command)
        self.kill_and_run(command, undisturbed, self.folder / "before", seconds, self.TIMES // 2)


if __name__ == "__main__":
    main()

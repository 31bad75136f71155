"""Refusals by the system: a thread (status 4, never 1) and memory (case K5). Neither causes a crash
or other bytes."""

import os
import resource
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import (PRESET, Fault, ProgramTest, contents, fault_shim, limit, main, noise, program, read_table, run,
                                 skipped, wav)


class Limits(ProgramTest):
    COMMANDS = {
        "npy": ["--preset", PRESET, "--threads", "3"],
        "segments": ["--preset", "leak", "--set", "rate_hz=16000", "--waveform", "--threads", "2"],
        "h5": ["--preset", "leak", "--set", "rate_hz=16000", "--format", "h5", "--waveform", "--threads", "2"],
    }

    def setUp(self):
        super().setUp()
        for index in range(3):
            self.write(f"in/{index}.wav", wav(noise(60000, seed=index)))

    def run_layout(self, name, out, *options, **more):
        return run("--batch", "in", "--out", out, *self.COMMANDS[name], "--backend", "cpu", "--progress", "none", *options,
                   cwd=self.folder, **more)

    def assert_same_in_the_end(self, name, expected):
        again = self.run_layout(name, "out", "--overwrite")
        self.assertEqual(again.code, 0, str(again))
        self.assertEqual(contents(self.folder / "out") == expected, True)


class NoThread(Limits):
    def test_each_thread(self):
        if fault_shim() is None:
            return
        for name in self.COMMANDS:
            self.assertEqual(self.run_layout(name, f"usual-{name}").code, 0)
            expected = contents(self.folder / f"usual-{name}")
            for nth in range(1, 200):
                shutil.rmtree(self.folder / "out", ignore_errors=True)
                fault = Fault(self.folder, "pthread_create", nth, "EAGAIN")
                outcome = self.run_layout(name, "out", environment=fault.environment)
                if not fault.fired:
                    break
                with self.subTest(f"{name}: thread {nth}"):
                    self.check(outcome, expected)
                    self.assert_same_in_the_end(name, expected)
            self.assertGreater(nth, 5, "threads were made")

    def test_no_thread_at_all(self):
        if fault_shim() is None:
            return
        fault = Fault(self.folder, "pthread_create", "all", "EAGAIN")
        outcome = self.run_layout("npy", "out", environment=fault.environment)
        self.assertEqual(outcome.code, 4, str(outcome))
        self.assertRegex(outcome.error_text, r"the system refused a new thread; lower --threads.*ulimit -u")
        self.assertFalse((self.folder / "out/dataset.json").exists())

    def test_render(self):
        if fault_shim() is None:
            return
        from render_support import one_note
        self.write("song.mid", one_note())
        fault = Fault(self.folder, "pthread_create", "all", "EAGAIN")
        outcome = run("--render", "song.mid", "--out", "song.wav", "--backend", "cpu", cwd=self.folder, environment=fault.environment)
        self.assertIn(outcome.code, (0, 4), str(outcome))

    def check(self, outcome, expected):
        """Without an optional thread the run goes on; without any other thread the run ends."""
        if outcome.code == 0:
            self.assertEqual(contents(self.folder / "out") == expected, True)
            return
        self.assertEqual(outcome.code, 4, str(outcome))
        self.assertRegex(outcome.error_text, r"\Amelstrom: error: the system refused a new thread; lower --threads")
        self.assertFalse((self.folder / "out/dataset.json").exists())

    def test_limit_of_the_system(self):
        """The same without a shim: as a user with a limit of threads."""
        if os.geteuid() != 0:
            return skipped("a limit of threads", "needs root, to run as a user without threads")
        self.folder.chmod(0o777)
        copy = self.folder / "melstrom"
        shutil.copy(program(), copy)
        copy.chmod(0o755)
        popen = {"user": 65533, "group": 65533, "extra_groups": [], "executable": copy}
        if subprocess.run([copy, "--version"], capture_output=True, **{key: popen[key] for key in ("user", "group")}).returncode != 0:
            return skipped("a limit of threads", "the program does not run as another user")
        codes = set()
        for most in range(1, 24, 2):
            shutil.rmtree(self.folder / "out", ignore_errors=True)
            outcome = self.run_layout("npy", "out", preexec_fn=limit(resource.RLIMIT_NPROC, most),
                                      environment={"ASAN_OPTIONS": "detect_leaks=0"}, **popen)  # the leak check needs a thread
            codes.add(outcome.code)
            if outcome.code != 0:
                self.assertEqual(outcome.code, 4, str(outcome))
                self.assertRegex(outcome.error_text, "ulimit -u")
        self.assertIn(4, codes)


class NoMemory(Limits):
    """K5: each allocation of a page or more fails in turn. The run ends with 4; or with 3 if a
    decoder's allocation failed, and records its file; or with 0 and the usual bytes if nothing
    depended on the allocation. Without HDF5 and resampling: libhdf5 and libsoxr end the process if
    an allocation fails, and so does nlohmann-json if a small one fails."""

    def test_one_allocation(self):
        if fault_shim() is None:
            return
        for name in ("npy", "segments"):
            counting = Fault(self.folder, "malloc", 1_000_000_000, "ENOMEM")
            outcome = self.run_layout(name, f"usual-{name}", environment=counting.environment)
            self.assertEqual(outcome.code, 0, str(outcome))
            expected = contents(self.folder / f"usual-{name}")
            self.assertGreater(counting.calls, 20)
            ended = 0
            for nth in range(1, counting.calls + 1):
                shutil.rmtree(self.folder / "out", ignore_errors=True)
                fault = Fault(self.folder, "malloc", nth, "ENOMEM")
                outcome = self.run_layout(name, "out", environment=fault.environment)
                with self.subTest(f"{name}: allocation {nth} of {counting.calls}"):
                    ended += outcome.code == 4
                    self.check(outcome, expected)
                    self.assert_same_in_the_end(name, expected)
            self.assertGreater(ended, counting.calls // 2)

    def check(self, outcome, expected):
        self.assertIn(outcome.code, (0, 3, 4), str(outcome))
        if outcome.code == 0:
            self.assertEqual(contents(self.folder / "out") == expected, True)
        elif outcome.code == 3:
            self.assertEqual({error["code"] for error in read_table(self.folder / "out/errors.csv")}, {"out-of-memory"})
        else:
            self.assertRegex(outcome.error_text, "memory|Cannot allocate|thread")
            self.assertFalse((self.folder / "out/dataset.json").exists())


if __name__ == "__main__":
    main()

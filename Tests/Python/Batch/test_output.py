"""Output by each way of writing: the same bytes; a mapped part that another program truncates ends
the run with status 4, and the same command completes the dataset; --bench files leaves nothing
behind."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import ProgramTest, contents, main, noise, run, skipped, start, wait_until, wav

LAYOUTS = {"npy": ["--preset", "leak-fine"], "h5": ["--preset", "leak-fine", "--format", "h5", "--waveform", "--split", "1:1:0"]}


SAMPLES = 120000  # of each file: HDF5 wants files of one length


def maps(process, name):
    """Whether the process has mapped a file whose name ends so, shared and writable."""
    try:
        lines = pathlib.Path(f"/proc/{process.pid}/maps").read_text().splitlines()
    except OSError:
        return False
    return any("rw-s" in line and line.split(" (deleted)")[0].endswith(name) for line in lines)


class Output(ProgramTest):
    def setUp(self):
        super().setUp()
        kind = subprocess.run(["stat", "-f", "-c", "%T", self.folder], capture_output=True, text=True).stdout.strip()
        self.is_mappable = kind in ("tmpfs", "ext2/ext3", "xfs")
        for index in range(4):
            self.write(f"in/{index}.wav", wav(noise(SAMPLES, seed=index), 4096))

    def arguments(self, out, layout, way, *more):
        return ["--batch", "in", "--out", out, *LAYOUTS[layout], "--backend", "cpu", "--progress", "none", "--write-by", way, *more]

    def run_way(self, out, layout, way, *more, expect=0, **popen):
        outcome = run(*self.arguments(out, layout, way, *more), cwd=self.folder, **popen)
        self.assertEqual(outcome.code, expect, str(outcome))
        return outcome


class SameBytes(Output):
    def test_each_way(self):
        places = [self.folder]
        if os.path.isdir("/dev/shm"):
            places.append(pathlib.Path(tempfile.mkdtemp(dir="/dev/shm", prefix="melstrom-test-")))
            self.addCleanup(shutil.rmtree, places[-1], ignore_errors=True)
        for layout in LAYOUTS:
            self.run_way(f"usual-{layout}", layout, "pwrite")
            usual = contents(self.folder / f"usual-{layout}")
            for place in places:
                for way in ("auto", "mapping"):
                    for threads in ("1", "2"):
                        with self.subTest(f"{layout}, {place}, {way}, {threads} threads"):
                            out = place / f"{layout}-{way}-{threads}"
                            self.run_way(str(out), layout, way, "--threads", threads)
                            self.assertEqual({name: data == usual.get(name) for name, data in contents(out).items()},
                                             dict.fromkeys(usual, True))

    def test_debug_says_each_way_and_why(self):
        for way, expected in (("auto", r"pwrite, [\d,]+ bytes are less than \d"), ("pwrite", "pwrite, as asked for"),
                              ("mapping", "mapping, as asked for" if self.is_mappable else "pwrite, the file system has no")):
            said = self.run_way(f"said-{way}", "npy", way, "--log-level", "debug").error_text
            self.assertRegex(said, rf"debug: output said-{way}/.*\.npy\.part: {expected}")
        self.assertNotIn("output ", self.run_way("silent", "npy", "pwrite").error_text)

    def test_unknown_way(self):
        outcome = self.run_way("out", "npy", "magic", expect=2)
        self.assertIn("auto, pwrite or mapping", outcome.error_text)


class Truncated(Output):
    """Another program truncates the part while the run writes it through a mapping."""

    def test_truncated_part(self):
        if not self.is_mappable:
            skipped("a truncated part", "the folder of the tests is no tmpfs, ext4 or xfs")
            return
        for index in range(400):
            self.write(f"in/more{index}.wav", wav(noise(SAMPLES, seed=index % 7), 4096))
        for layout in LAYOUTS:
            with self.subTest(layout):
                self.run_way("usual", layout, "pwrite")
                usual = contents(self.folder / "usual")
                names = [name for name in usual if name.endswith(".h5")] if layout == "h5" else ["features.npy"]
                part = names[0] + ".part"
                arguments = self.arguments("out", layout, "mapping", "--threads", "1")
                errors = open(self.folder / "errors", "w+b")
                process = start(*arguments, cwd=self.folder, stderr=errors)
                try:
                    # an HDF5 part is laid out and closed first
                    wait_until(lambda: maps(process, part) and (time.sleep(0.05) or maps(process, part)) or process.poll() is not None,
                               "the part is mapped")
                    os.truncate(self.folder / "out" / part, 0)
                    self.assertEqual(process.wait(60), 4)
                finally:
                    if process.poll() is None:
                        process.kill()
                        process.wait()
                errors.seek(0)
                self.assertRegex(errors.read().decode(), part.replace(".", r"\.") + r".*made the file shorter.*\[write-failed\]")
                errors.close()
                self.assertFalse((self.folder / "out" / "dataset.json").exists())
                self.run_way("out", layout, "mapping")
                self.assertEqual(contents(self.folder / "out") == usual, True)
                for name in ("out", "usual"):
                    shutil.rmtree(self.folder / name)


class Bench(Output):
    def bench(self, *more, **popen):
        return run("--bench", "files", "disk", "--size", "16M", "--json", "bench.json", *more, cwd=self.folder, **popen)

    def test_table(self):
        os.mkdir(self.folder / "disk")
        outcome = self.bench()
        self.assertEqual(outcome.code, 0, str(outcome))
        result = json.loads((self.folder / "bench.json").read_text())["files"]
        self.assertEqual([row["what"] for row in result["small"]][:3], ["create, write, close; once", "list", "open, read, close"])
        for row in result["writes"]:
            with self.subTest(row["way"]):
                if row["gb_per_s"] is None:
                    self.assertRegex(row["way"], "mapping|O_DIRECT")
                else:
                    self.assertGreater(row["gb_per_s"], 0)
                    self.assertEqual(row["bytes"] % (4 << 20), 0)
                    self.assertIn(row["way"], outcome.out.decode() if isinstance(outcome.out, bytes) else outcome.out)
        self.assertEqual(os.listdir(self.folder / "disk"), [])

    def test_interrupted(self):
        os.mkdir(self.folder / "disk")
        process = start("--bench", "files", "disk", "--size", "1G", cwd=self.folder)
        wait_until(lambda: os.listdir(self.folder / "disk"), "the bench makes files")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(60), 130)
        self.assertEqual(os.listdir(self.folder / "disk"), [])

    def test_no_folder(self):
        outcome = run("--bench", "files", "nowhere", cwd=self.folder)
        self.assertEqual(outcome.code, 2, str(outcome))
        self.assertIn("nowhere", outcome.error_text)


if __name__ == "__main__":
    main()

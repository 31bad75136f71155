"""Inputs that are not in the page cache: the same bytes, read ahead of the readers; a file that changes meanwhile is its own
fault; the number of readers is measured once."""

import json
import os
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import ProgramTest, contents, main, noise, run, skipped, wav

FILES = 400
RATE_HZ = 4096


def make_cold(folder):
    """Takes the folder's files out of the page cache. False: this file system keeps them, or does not tell what it keeps."""
    kind = subprocess.run(["stat", "-f", "-c", "%T", folder], capture_output=True, text=True).stdout.strip()
    for path in pathlib.Path(folder).iterdir():
        descriptor = os.open(path, os.O_RDONLY)
        os.fsync(descriptor)
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
        os.close(descriptor)
    return kind in ("ext2/ext3", "xfs", "btrfs")


class Cold(ProgramTest):
    def setUp(self):
        super().setUp()
        for index in range(FILES):
            self.write(f"in/{index:03}.wav", wav(noise(100000, seed=index), RATE_HZ))

    def all_cold(self):
        return make_cold(self.folder / "in")

    def batch(self, out, *more, expect=0, **popen):
        outcome = run("--batch", "in", "--out", out, "--preset", "leak", "--labels", "none", "--backend", "cpu", "--progress", "none",
                      "--log-level", "debug", *more, cwd=self.folder, **popen)
        self.assertEqual(outcome.code, expect, str(outcome))
        return outcome

    def test_same_bytes(self):
        warm = self.batch("warm")
        self.assertNotIn("read ahead", warm.error_text)
        if not self.all_cold():
            return skipped("cold inputs", "the folder for temporary files is in memory, or does not tell")
        cold = self.batch("cold")
        self.assertRegex(cold.error_text, r"[0-9]+ bytes of cold files read ahead by (io_uring|preadv2)")
        self.assertEqual(contents(self.folder / "warm"), contents(self.folder / "cold"))
        self.all_cold()
        little = self.batch("little", "--max-mem", "16M")  # there may be no room to read ahead
        self.assertEqual(contents(self.folder / "warm"), contents(self.folder / "little"), little.error_text)

    def test_changed_files_are_their_own_fault(self):
        """What the read-ahead meets first is still the reader's to report."""
        self.batch("before")
        (self.folder / "in/390.wav").write_bytes(b"RIFF")
        os.truncate(self.folder / "in/391.wav", 5000)
        self.all_cold()
        outcome = self.batch("after", expect=3)
        errors = (self.folder / "after/errors.csv").read_text()
        for name in ("390.wav", "391.wav"):
            self.assertIn(name, errors)
        self.assertEqual(len(errors.splitlines()), 3, outcome.error_text)


class Readers(ProgramTest):
    def test_measured_once(self):
        for index in range(2100):
            self.write(f"in/{index:04}.wav", wav(noise(600, seed=index), RATE_HZ))
        cache = self.folder / "cache"
        environment = {"XDG_CACHE_HOME": str(cache)}
        arguments = ["--batch", "in", "--preset", "leak", "--labels", "none", "--backend", "cpu", "--progress", "none", "--log-level", "debug"]

        def batch(out, *more):
            outcome = run(*arguments, "--out", out, *more, cwd=self.folder, environment=environment)
            self.assertEqual(outcome.code, 0, str(outcome))
            return outcome

        batch("a", "--no-cache")
        self.assertFalse((cache / "melstrom/measured.json").exists())
        batch("b")
        measured = cache / "melstrom/measured.json"
        values = [value for value in json.loads(measured.read_text())["values"] if value["what"].startswith("readers")]
        self.assertEqual(len(values), 1)
        numbers = values[0]["numbers"]
        self.assertTrue(all(numbers[f"files_per_s_{times}x"] > 0 for times in (1, 2, 4)), numbers)
        text = measured.read_text()
        batch("c")
        self.assertEqual(measured.read_text(), text)

        # the cache decides
        threads = int(numbers["threads_1x"])
        for times, rates in ((1, (3, 3, 3)), (2, (1, 3, 3)), (4, (1, 2, 3))):
            for name, rate in zip(("1x", "2x", "4x"), rates):
                numbers[f"files_per_s_{name}"] = rate
            measured.write_text(json.dumps({"format": "melstrom-measured", "version": 1, "values": values}))
            said = batch(f"d{times}").error_text
            self.assertIn(f"; {threads * times} readers,", said)
            self.assertIn(f"readers measured: {rates[0]} files/s with {threads} thread", said)
            self.assertIn(f", {rates[2]} files/s with {4 * threads} threads", said)
        self.assertIn("; 7 readers,", batch("e", "--readers", "7").error_text)
        for name in ("b", "c", "d4", "e"):
            self.assertEqual(contents(self.folder / "a"), contents(self.folder / name))


if __name__ == "__main__":
    main()

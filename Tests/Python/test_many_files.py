"""Many tiny files in one folder: what a file costs in memory, in a first run and where nothing has changed; 32 descriptors."""

import json
import os
import resource
import sys
import time

sys.dont_write_bytecode = True
from commandline_support import ProgramTest, limit, main, noise, read_table, run, wav

FEW, MANY = 20_000, 60_000
BYTES_A_FILE = 200  # beside its path
SAMPLES = 2000  # so many that slabs have their full size in both
SOURCES = 50  # each with some links: a file system has a limit of links a file
DESCRIPTORS = 32
# What waits for a commit is small, too.
COMMAND = ["--preset", "kaldi-fbank", "--labels", "none", "--progress", "none", "--backend", "cpu", "--threads", "1",
           "--max-mem", "16M", "--commit", "8M"]


class ManyFiles(ProgramTest):
    def make(self, folder, count):
        """Links to few files: each name is a file of its own."""
        for source in range(SOURCES):
            self.write(f"sources/{source}.wav", wav(noise(SAMPLES, seed=source)))
        (self.folder / folder).mkdir()
        for index in range(count):
            os.link(self.folder / f"sources/{index % SOURCES}.wav", self.folder / folder / f"{index:07}.wav")

    def batch_of(self, folder, **more):
        outcome = run("--batch", folder, "--out", f"out-{folder}", *COMMAND, cwd=self.folder, timeout=400, **more)
        self.assertEqual(outcome.code, 0, str(outcome))
        return outcome

    def assert_slope(self, what, few, many):
        path_bytes = len("many/0000000.wav")
        slope = (many - few) / (MANY - FEW)
        print(f"{what}: {slope:.0f} bytes a file, {path_bytes} of them for its path", flush=True)
        self.assertLess(slope, BYTES_A_FILE + path_bytes, what)

    def test_memory_grows_by_less_than_200_bytes_a_file(self):
        self.make("few", FEW)
        self.make("many", MANY)
        for what in "a first run", "an unchanged dataset":
            begin = time.monotonic()
            few, many = (self.batch_of(folder).peak_bytes for folder in ("few", "many"))
            self.assert_slope(what, few, many)
            print(f"{what}: {time.monotonic() - begin:.1f} s for both", flush=True)
        dataset = json.loads((self.folder / "out-many/dataset.json").read_text())
        self.assertEqual(dataset["totals"]["files"], MANY)
        self.assertEqual(dataset["totals"]["failed"], 0)
        lines = read_table(self.folder / "out-many/files.csv")
        self.assertEqual([line["path"] for line in lines], [f"many/{index:07}.wav" for index in range(MANY)])
        for index in range(SOURCES, MANY):  # the same samples, the same row
            self.assertEqual(lines[index]["crc32c"], lines[index % SOURCES]["crc32c"], lines[index]["path"])

    def test_a_run_of_20000_files_with_32_descriptors(self):
        self.make("few", FEW)
        self.batch_of("few", preexec_fn=limit(resource.RLIMIT_NOFILE, DESCRIPTORS))
        self.assertEqual(json.loads((self.folder / "out-few/dataset.json").read_text())["totals"]["failed"], 0)


if __name__ == "__main__":
    main()

"""Many tiny files in one folder: what a file costs in memory, in a first run and where nothing has changed; 32 descriptors."""

import json
import os
import resource
import sys
import time

sys.dont_write_bytecode = True
from commandline_support import ProgramTest, limit, main, noise, read_table, run, skipped, wav

FEW, MANY = 100, 400_000
BYTES_A_FILE = 200  # beside its path
SAMPLES = 2000
MAX_MEM_BYTES = 16 << 20  # the least that --max-mem takes
SOURCES = 50  # each with some links: a file system has a limit of links a file
DESCRIPTORS = 32
COMMAND = ["--preset", "kaldi-fbank", "--labels", "none", "--progress", "none", "--backend", "cpu", "--threads", "1",
           "--max-mem", str(MAX_MEM_BYTES)]


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

    def assert_growth(self, what, few, many, beside):
        """Beside what a run of few files takes, and beside slabs."""
        path_bytes = len("many/0000000.wav")
        bytes_a_file = (many - few - beside) / (MANY - FEW)
        print(f"{what}: {few} bytes with {FEW} files, {many} with {MANY}", flush=True)
        self.assertLess(bytes_a_file, BYTES_A_FILE + path_bytes, what)

    def test_memory_grows_by_less_than_200_bytes_a_file(self):
        if not os.environ.get("MELSTROM_FAULT_SHIM"):
            skipped("bytes a file", "sanitizers, which no shim can be preloaded beside, keep what was freed")
            return
        self.make("few", FEW)
        self.make("many", MANY)
        for what, slab_bytes in ("a first run", MAX_MEM_BYTES), ("an unchanged dataset", 0):
            begin = time.monotonic()
            few, many = (self.batch_of(folder).peak_bytes for folder in ("few", "many"))
            self.assert_growth(what, few, many, slab_bytes)
            print(f"{what}: {time.monotonic() - begin:.1f} s for both", flush=True)
        dataset = json.loads((self.folder / "out-many/dataset.json").read_text())
        self.assertEqual(dataset["totals"]["files"], MANY)
        self.assertEqual(dataset["totals"]["failed"], 0)
        lines = read_table(self.folder / "out-many/files.csv")
        self.assertEqual([line["path"] for line in lines], [f"many/{index:07}.wav" for index in range(MANY)])
        for index in range(SOURCES, MANY):  # the same samples, the same row
            self.assertEqual(lines[index]["crc32c"], lines[index % SOURCES]["crc32c"], lines[index]["path"])

    def test_a_run_with_32_descriptors(self):
        self.make("few", 20_000)
        self.batch_of("few", preexec_fn=limit(resource.RLIMIT_NOFILE, DESCRIPTORS))
        self.assertEqual(json.loads((self.folder / "out-few/dataset.json").read_text())["totals"]["failed"], 0)


if __name__ == "__main__":
    main()

"""Many tiny files in one folder: memory for each file in a first run, in a run without changes, in
a verification and in a merge of shards; 32 descriptors."""

import contextlib
import json
import os
import pathlib
import resource
import sys
import time

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import ProgramTest, limit, main, noise, read_table, run, skipped, wav

FEW, MANY = 100, 400_000
MANY_OF_SHARDS, BYTES_A_FILE_OF_SHARDS = 100_000, 350  # a merge holds the plan and the lines of files.csv at the same time
MANY_WITH_WAVEFORMS = 20_000
SEGMENTS = ["--preset", "leak", "--set", "rate_hz=16000", "--set", "long_hop_samples=2048", "--set", "short_hop_samples=1024"]
READ_BYTES = 8 << 20  # in one read, in a merge
BYTES_A_FILE = 240  # without its path; 33 of them are its statistics
SAMPLES = 2000
MAX_MEM_BYTES = 16 << 20  # the least value of --max-mem
WRITING_BYTES = 16 << 20  # blocks of a mapped output while they are written, and of the measurement of the output
SOURCES = 50  # each with some links, because a file system limits the links of a file
DESCRIPTORS = 32
COMMAND = ["--preset", "kaldi-fbank", "--labels", "none", "--progress", "none", "--backend", "cpu", "--threads", "1",
           "--max-mem", str(MAX_MEM_BYTES)]


class ManyFiles(ProgramTest):
    def make(self, folder, count):
        """Links to few files: each name counts as a separate file."""
        for source in range(SOURCES):
            self.write(f"sources/{source}.wav", wav(noise(SAMPLES, seed=source)))
        (self.folder / folder).mkdir()
        for index in range(count):
            os.link(self.folder / f"sources/{index % SOURCES}.wav", self.folder / folder / f"{index:07}.wav")

    def batch_of(self, folder, **more):
        outcome = run("--batch", folder, "--out", f"out-{folder}", *COMMAND, cwd=self.folder, timeout=400, **more)
        self.assertEqual(outcome.code, 0, str(outcome))
        return outcome

    def command(self, *arguments):
        outcome = run(*arguments, "--progress", "none", "--threads", "1", cwd=self.folder, timeout=400)
        self.assertEqual(outcome.code, 0, str(outcome))
        return outcome

    def assert_growth(self, what, few, many, beside, files=MANY, allowed=BYTES_A_FILE):
        """Memory beyond a run of few files and beyond slabs."""
        path_bytes = len("many/0000000.wav")
        bytes_a_file = (many - few - beside) / (files - FEW)
        print(f"{what}: {few} bytes with {FEW} files, {many} with {files}: {bytes_a_file:.0f} a file", flush=True)
        self.assertLess(bytes_a_file, allowed + path_bytes, what)

    def cannot_measure(self):
        if os.environ.get("MELSTROM_FAULT_SHIM"):
            return False
        skipped("bytes a file", "sanitizers, which no shim can be preloaded beside, keep what was freed")
        return True

    def test_memory_grows_by_less_than_240_bytes_a_file(self):
        if self.cannot_measure():
            return
        self.make("few", FEW)
        self.make("many", MANY)
        seconds = {}
        for what, beside in ("a first run", MAX_MEM_BYTES + WRITING_BYTES), ("an unchanged dataset", 0):
            few = self.batch_of("few").peak_bytes
            begin = time.monotonic()
            many = self.batch_of("many").peak_bytes
            seconds[what] = time.monotonic() - begin
            self.assert_growth(what, few, many, beside)
            print(f"{what}: {seconds[what]:.1f} s for {MANY} files", flush=True)
        # A list and a stat a file, and the checksums of the dataset itself.
        self.assertLess(seconds["an unchanged dataset"], seconds["a first run"] / 4)
        dataset = json.loads((self.folder / "out-many/dataset.json").read_text())
        self.assertEqual(dataset["totals"]["files"], MANY)
        self.assertEqual(dataset["totals"]["failed"], 0)
        lines = read_table(self.folder / "out-many/files.csv")
        self.assertEqual([line["path"] for line in lines], [f"many/{index:07}.wav" for index in range(MANY)])
        for index in range(SOURCES, MANY):  # the same samples, the same row
            self.assertEqual(lines[index]["crc32c"], lines[index % SOURCES]["crc32c"], lines[index]["path"])

        few, many = (self.command("--verify", "--out", f"out-{folder}", "--backend", "cpu").peak_bytes for folder in ("few", "many"))
        self.assert_growth("a verification", few, many, 0)

    def mapped_batch_of(self, folder):
        """Memory of a run whose features and waveforms are written through a mapping; and whether they were."""
        seen = []

        def look(process):
            with contextlib.suppress(OSError):  # it has just ended
                maps = pathlib.Path(f"/proc/{process.pid}/maps").read_text()
                seen.extend(part for part in ("features.npy.part", "waveform.npy.part") if part in maps)

        outcome = run("--batch", folder, "--out", f"mapped-{folder}", *COMMAND[2:], *SEGMENTS, "--waveform", "--write-by",
                      "mapping", cwd=self.folder, timeout=400, while_running=look)
        self.assertEqual(outcome.code, 0, str(outcome))
        return outcome.peak_bytes, set(seen)

    def test_a_mapped_output_is_no_memory(self):
        if self.cannot_measure():
            return
        self.make("few", FEW)
        self.make("many", MANY_WITH_WAVEFORMS)
        few, _ = self.mapped_batch_of("few")
        many, parts = self.mapped_batch_of("many")
        if not parts:
            skipped("memory of a mapped output", "the folder for temporary files is no tmpfs, ext4 or xfs")
            return
        self.assertEqual(parts, {"features.npy.part", "waveform.npy.part"})
        written = sum((self.folder / "mapped-many" / name).stat().st_size for name in ("features.npy", "waveform.npy"))
        self.assertGreater(written, 16 * (MAX_MEM_BYTES + WRITING_BYTES))
        self.assert_growth("a mapped output", few, many, MAX_MEM_BYTES + WRITING_BYTES, MANY_WITH_WAVEFORMS)

    def test_shards_are_joined_in_little_memory(self):
        if self.cannot_measure():
            return
        peaks = {}
        for folder, files in ("few", FEW), ("many", MANY_OF_SHARDS):
            self.make(folder, files)
            for shard in range(2):
                self.command("--batch", folder, "--out", f"{folder}{shard}", "--shard", f"{shard}/2", "--preset", "kaldi-fbank",
                             "--labels", "none", "--backend", "cpu")
            peaks[folder] = self.command("--merge", f"out-{folder}", f"{folder}0", f"{folder}1").peak_bytes
        self.assert_growth("shards joined", peaks["few"], peaks["many"], READ_BYTES, MANY_OF_SHARDS,
                           BYTES_A_FILE_OF_SHARDS)

    def test_a_run_with_32_descriptors(self):
        self.make("few", 20_000)
        self.batch_of("few", preexec_fn=limit(resource.RLIMIT_NOFILE, DESCRIPTORS))
        self.assertEqual(json.loads((self.folder / "out-few/dataset.json").read_text())["totals"]["failed"], 0)


if __name__ == "__main__":
    main()

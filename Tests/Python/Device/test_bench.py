"""--bench: its JSON, and the comparison with an earlier run."""

import json
import os
import pathlib
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import ProgramTest, main, run, skipped

SOURCES = pathlib.Path(__file__).resolve().parents[3] / "Standalone" / "Bench"
MACHINE_KEYS = {"melstrom", "date", "processor", "threads", "memory_bytes", "system", "compiler", "mel_threads"}
TEXT_KEYS = {"preset", "spec_hash", "variant", "absent", "device", "compute_capability", "driver", "kernel", "order", "renderer",
             "motion", "patch", "backend", "sheds", "resampler", "way", "what", "folder", "type", "system", "cold_left_out",
             "run_ceiling"}
PARENTS = {"profile", "copies_bytes_per_second", "callback_seconds", "round_trip_seconds", "load", "mel", "cuda", "resident",
           "pinned", "hash", "synth", "sinusoids_in_real_time", "offline", "live", "trials", "chords", "soak", "resample", "batch",
           "files", "small", "writes"}


def listed_paths():
    """The paths of the table in BenchMeasures.cpp."""
    source = (SOURCES / "BenchMeasures.cpp").read_text()
    table = source[source.index("kMeasures[]"):source.index("MeasureKind kindOf")]
    return re.findall(r'"([^"]+)"', table)


def written_keys():
    """The keys that the sources of --bench write, and the file of each."""
    for path in sorted(SOURCES.glob("*.cpp")):
        if path.name in ("BenchAgainst.cpp", "BenchMeasures.cpp"):
            continue  # they only read
        source = path.read_text()
        for key in re.findall(r'\{"([a-z][a-z0-9_.]*)",(?!\s*")', source) + re.findall(r'\["([a-z0-9_]+)"\]', source):
            yield key, path.name


class Bench(ProgramTest):
    def bench(self, *options):
        return run("--bench", *options, "--backend", "cpu", cwd=self.folder, timeout=300)

    def files(self, *options):
        os.makedirs(self.folder / "disk", exist_ok=True)
        return self.bench("files", "disk", "--size", "16M", *options)


class Measures(Bench):
    def test_every_key_is_listed_once(self):
        paths = listed_paths()
        self.assertEqual(len(paths), len(set(paths)))
        last = {path.split("/")[-1] for path in paths}
        seen = set()
        for key, name in written_keys():
            seen.add(key)
            self.assertIn(key, last | TEXT_KEYS | PARENTS | MACHINE_KEYS, name)
        written = {path for path in paths if path.split("/")[-1] in seen}
        # {what, key, value} in BenchCuda.cpp; "block_" and a number in BenchSynth.cpp
        others = set(paths) - written
        self.assertEqual({path for path in others if not re.match(r"copies_bytes_per_second/|block_\d+$", path)}, set())

    def test_every_number_of_a_run_is_listed(self):
        outcome = self.files("soak", "--seconds", "1")
        self.assertEqual(outcome.code, 0, str(outcome))
        self.assertNotIn("is not compared", outcome.error_text)


class Against(Bench):
    def test_files(self):
        self.assertEqual(self.files("--json", "now.json").code, 0)
        outcome = self.files("--against", "now.json")
        self.assertIn(outcome.code, (0, 9), str(outcome))
        compared = outcome.out.decode().split("Against the earlier run")[1]
        self.assertRegex(compared, r"files, list, threads 1 +files_per_s ")
        self.assertRegex(compared, r"files, one file, pwrite, threads 1 +gb_per_s ")
        self.assertNotIn("slowest", compared)
        now = json.loads((self.folder / "now.json").read_text())
        for row in now["files"]["small"] + now["files"]["writes"]:
            for key in ("files_per_s", "gb_per_s"):
                if row.get(key):
                    row[key] *= 1000
        self.write("faster.json", json.dumps(now).encode())
        self.assertEqual(self.files("--against", "faster.json").code, 9)

    def test_measures_of_the_earlier_run_alone_are_named(self):
        self.assertEqual(self.files("--json", "before.json").code, 0)
        before = json.loads((self.folder / "before.json").read_text())
        for row in before["files"]["small"] + before["files"]["writes"]:
            for key in ("files_per_s", "gb_per_s"):
                if row.get(key):
                    row[key] /= 1000
        before["files"]["disk_read_gb_per_s"] = 1e-6
        before["files"]["small"].append({"what": "gone", "threads": 7, "files": 3, "files_per_s": 5, "slowest_files_per_s": 4})
        before["soak"] = [{"blocks": 7, "seconds_median": 1}]  # a subject that this run has not
        self.write("before.json", json.dumps(before).encode())
        outcome = self.files("--against", "before.json")
        self.assertEqual(outcome.code, 0, str(outcome))
        alone = [line for line in outcome.out.decode().splitlines() if line.startswith("Only in the earlier run: ")]
        self.assertEqual(len(alone), 1, str(outcome))
        self.assertRegex(alone[0], r"files, gone, .*threads 7.*: files_per_s\.$")
        self.assertNotIn("soak", alone[0])

    def test_another_subject_ends_before_the_measurement(self):
        self.write("files.json", json.dumps({"melstrom": "0", "files": {"small": []}}).encode())
        outcome = self.bench("soak", "--seconds", "1", "--against", "files.json")
        self.assertEqual(outcome.code, 2, str(outcome))
        self.assertIn("give the same subjects", outcome.error_text)
        self.assertNotIn(b"Soak", outcome.out)

    def test_a_subject_that_the_earlier_run_lacks_is_named(self):
        self.assertEqual(self.bench("soak", "--seconds", "1", "--json", "soak.json").code, 0)
        outcome = self.files("soak", "--seconds", "1", "--against", "soak.json")
        self.assertIn(outcome.code, (0, 9), str(outcome))
        self.assertRegex(outcome.out.decode(), r"Not compared: files, \d+ measures")


class Resample(Bench):
    def test_every_resampler_and_the_16_bits_of_ffmpeg(self):
        """The resamplers that a spec knows, and the arithmetic of the loader ffmpeg-s16."""
        outcome = self.bench("resample", "--json", "now.json")
        self.assertEqual(outcome.code, 0, str(outcome))
        rows = json.loads((self.folder / "now.json").read_text())["resample"]
        names = ["soxr-vhq", "soxr-hq", "sinc-hann", "kaiser-best", "ffmpeg", "kaldi", "ffmpeg-s16"]
        self.assertEqual([(row["from_hz"], row["resampler"]) for row in rows],
                         [(rate, name) for rate in (44100, 48000) for name in names])
        for row in rows:
            self.assertGreater(min(row["samples_per_second"]), 0, row)


class Cold(Bench):
    def cold(self, folder):
        outcome = self.bench("files", folder, "--size", "16M", "--json", "cold.json")
        self.assertEqual(outcome.code, 0, str(outcome))
        files = json.loads((self.folder / "cold.json").read_text())["files"]
        return [row for row in files["small"] if row["what"].endswith("cold")], files.get("cold_left_out"), outcome.out.decode()

    def test_all_rows_on_a_disk(self):
        os.mkdir(self.folder / "disk")
        rows, reason, out = self.cold("disk")
        self.assertEqual(len(rows), 3 if reason is None else 0, reason)
        self.assertEqual(reason is not None, "Cold rows are left out: " in out)
        if re.search(r"^Files in disk: ext4,", out, re.MULTILINE):
            self.assertIsNone(reason)

    def test_the_reason_in_memory(self):
        if not os.access("/dev/shm", os.W_OK):
            return skipped("cold rows", "/dev/shm cannot be written")
        with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
            rows, reason, out = self.cold(folder)
        self.assertEqual(rows, [])
        self.assertRegex(reason, r"^100 of 100 files stay in memory")
        self.assertIn(f"Cold rows are left out: {reason}.", out)


class JsonFile(Bench):
    def soak(self, path):
        return self.bench("soak", "--seconds", "1", "--json", path)

    def test_a_file_that_cannot_be_written_ends_before_the_measurement(self):
        os.mkdir(self.folder / "folder")
        for path, reason in (("nowhere/x.json", "there is no folder nowhere"), ("folder", "Is a directory"),
                             ("/dev/null", "is not a regular file")):
            outcome = self.soak(path)
            self.assertEqual(outcome.code, 2, str(outcome))
            self.assertIn(reason, outcome.error_text)
            self.assertEqual(outcome.out, b"")

    def test_an_earlier_file_stays_until_there_are_results(self):
        self.write("old.json", b"old")
        for name in ("old.json", "new.json"):
            outcome = self.bench("files", "no-such-folder", "--json", name)
            self.assertEqual(outcome.code, 2, str(outcome))
        self.assertEqual((self.folder / "old.json").read_bytes(), b"old")
        self.assertFalse((self.folder / "new.json").exists())
        self.assertEqual(self.soak("old.json").code, 0)
        self.assertIn("soak", json.loads((self.folder / "old.json").read_text()))


if __name__ == "__main__":
    main()

"""normalisation = "dataset": mean and deviation of the training rows, compared with numpy; shards and
other sets with the same numbers; inputs that change; a full disk."""

import json
import shutil
import sys

import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import CODES, RATE_HZ, ProgramTest, contents, main, noise, read_table, run, wav

SPLITS = ("TRAINING", "VALIDATION")
NORMALISED = ("--set", "normalisation=dataset")


class NormalisationTest(ProgramTest):
    def setUp(self):
        super().setUp()
        for index in range(8):
            split = "val" if index % 4 == 3 else "train"
            # files of validation are louder: their rows must not count
            sound = noise(9000 + 1501 * index, seed=index) // (1 if split == "val" else 1 + index)
            self.write(f"in/{split}/{index}.wav", wav(sound))
        broken = numpy.append(noise(9000, 50).astype("<f4")[:-1] / 32768, numpy.float32("nan"))
        self.write("in/train/nan.wav", wav(broken))  # its rows are zeros, and must not count

    def make(self, out, *options, preset="torchaudio", source="in", expect=3, splits="folders", **more):
        split = ("--split", splits) if splits else ()
        return self.batch(source, out, "--backend", "cpu", *split, *options, preset=preset, expect=expect, **more)

    def description(self, out):
        return json.loads((self.folder / out / "dataset.json").read_text())

    def features(self, out, split=None):
        """(rows, features, frames), from the place that dataset.json states."""
        array = next(array for array in self.description(out)["arrays"]
                     if array["name"] in ("features", "segments_mel") and array.get("split") == split)
        shape = array["shape"]
        numbers = numpy.fromfile(self.folder / out / array["file"], array["dtype"], count=int(numpy.prod(shape)),
                                 offset=array["offset"])
        is_segments = self.description(out)["layout"] == "segments"
        return numbers.reshape((-1, *shape[-2:]) if is_segments else (*shape, 1))

    def good_rows(self, out, split):
        """True for the rows of files that did not fail."""
        good = []
        for file in read_table(self.folder / out / "files.csv"):
            if file.get("split", split) == split:
                good += [file["status"] == "ok"] * int(file["rows"])
        return numpy.array(good)

    def check_rows(self, raw, out, dtype, splits=SPLITS):
        """Rows are the formula with the numbers in dataset.json, rounded once."""
        numbers = self.description(out)["normalisation"]
        mean, deviation = (numpy.array(numbers[key])[:, None] for key in ("mean", "deviation"))
        divisor = numpy.where(deviation == 0, 1, deviation)
        for split in splits:
            expected = ((self.features(raw, split).astype("f8") - mean) / divisor).astype(dtype)
            expected[~self.good_rows(out, split or "TRAINING")] = 0
            found = self.features(out, split)
            self.assertEqual(found.dtype, numpy.dtype(dtype))
            numpy.testing.assert_array_equal(found, expected)

    def check_numbers(self, frames, numbers):
        """frames: those that count, (frames, features) in float64."""
        self.assertEqual(numbers["frames"], len(frames))
        self.assertEqual(numbers["bands"], frames.shape[1])
        scale = numpy.maximum(numpy.abs(frames).max(axis=0), 1e-30)
        mean, deviation = frames.mean(axis=0, dtype="f8"), frames.std(axis=0, dtype="f8")
        self.assertLess((numpy.abs(numpy.array(numbers["mean"]) - mean) / scale).max(), 1e-13)
        self.assertLess((numpy.abs(numpy.array(numbers["deviation"]) - deviation) / scale).max(), 1e-13)

    def counted(self, raw, split="TRAINING"):
        rows = self.features(raw, split)[self.good_rows(raw, split or "TRAINING")]
        return rows.transpose(0, 2, 1).reshape(-1, rows.shape[1]).astype("f8")


class Numbers(NormalisationTest):
    def test_layouts_formats_and_types(self):
        for preset, settings in (("torchaudio", ()), ("leak", ("--set", "clip_ms=500"))):
            raw = f"raw-{preset}"
            self.make(raw, *settings, "--dtype", "f32", preset=preset)
            self.assertNotIn("normalisation", self.description(raw))
            for kind in ("npy", "h5"):
                for dtype in ("f16", "f32"):
                    with self.subTest(preset, kind=kind, dtype=dtype):
                        out = f"{preset}-{kind}-{dtype}"
                        extra = ("--waveform",) if preset == "leak" else ()
                        self.make(out, *settings, *NORMALISED, "--dtype", dtype, "--format", kind, *extra, "--verify", preset=preset)
                        self.assertEqual(self.description(out)["normalisation"]["from"], "TRAINING")
                        self.check_numbers(self.counted(raw), self.description(out)["normalisation"])
                        self.check_rows(raw, out, {"f16": "<f2", "f32": "<f4"}[dtype])
                        left = [path.name for path in (self.folder / out).iterdir()]
                        self.assertFalse([name for name in left if "raw" in name or "journal" in name], left)

    def test_constant_band_and_no_splits(self):
        """Of 200 bands over 201 bins some have no bin, so they are the floor in each frame."""
        settings = ("--set", "bands=200", "--set", "log=log10", "--set", "log_floor=1e-10")
        self.make("raw", *settings, splits=None)
        outcome = self.make("out", *settings, *NORMALISED, splits=None)
        numbers = self.description("out")["normalisation"]
        self.assertEqual(numbers["from"], "all files")
        self.assertIn("all files (no splits)", outcome.error_text + outcome.out.decode())
        constant = [band for band, deviation in enumerate(numbers["deviation"]) if deviation == 0]
        rows = self.features("raw")[self.good_rows("raw", "TRAINING")]
        self.assertEqual(constant, [band for band in range(200) if len(numpy.unique(rows[:, band])) == 1])
        self.assertGreater(len(constant), 3)
        self.assertIn("not scaled: " + str(constant[0]), outcome.error_text + outcome.out.decode())
        self.check_numbers(self.counted("raw", None), numbers)
        self.check_rows("raw", "out", "<f4", splits=(None,))
        self.assertFalse(self.features("out")[:, constant].any(), "centred")

    def test_padding_does_not_count(self):
        settings = ("--set", "clip_ms=1000")  # most files are shorter
        self.make("raw", *settings)
        self.make("out", *settings, *NORMALISED)
        spec = self.description("raw")["spec"]
        window = 400
        self.assertEqual((spec["framing"], spec["window_samples"]), ("centred", window))
        hop = spec.get("hop_samples", 200)
        frames = []
        rows = self.features("raw", "TRAINING")
        for file in read_table(self.folder / "raw" / "files.csv"):
            if file["split"] == "TRAINING" and file["status"] == "ok":
                starts = numpy.arange(int(file["rows"])) * hop - window // 2
                first = int(file["first_row"])
                frames.append(rows[first:first + int(file["rows"])][starts < min(int(file["samples"]), RATE_HZ), :, 0])
        frames = numpy.concatenate(frames).astype("f8")
        self.assertLess(len(frames), 0.95 * self.good_rows("raw", "TRAINING").sum())
        self.check_numbers(frames, self.description("out")["normalisation"])
        self.check_rows("raw", "out", "<f4")

    def test_ways_of_output_and_threads(self):
        self.make("usual", *NORMALISED)
        self.make("mapped", *NORMALISED, "--write-by", "mapping", "--threads", "3")
        self.make("alone", *NORMALISED, "--threads", "1", "--max-mem", "16M")
        for other in ("mapped", "alone"):
            self.assertEqual(contents(self.folder / other), contents(self.folder / "usual"))

    def test_verify_computes_rows_again(self):
        self.make("out", *NORMALISED)
        outcome = run("--batch", "--out", "out", "--verify", cwd=self.folder)
        self.assertEqual(outcome.code, 0, str(outcome))
        self.assertIn("8 files again", outcome.out.decode() + outcome.error_text)

    def test_dry_run_names_the_room(self):
        outcome = self.make("dry", *NORMALISED, "--dtype", "f16", "--dry-run", expect=0, progress="json")
        summary = json.loads(outcome.out.decode().splitlines()[-1])
        self.assertEqual(summary["temporary_bytes"], 2 * summary["output_bytes"])
        self.assertIn("before normalisation", self.make("dry", *NORMALISED, "--dry-run", expect=0).out.decode())


class GivenNumbers(NormalisationTest):
    def test_shards(self):
        self.make("whole", *NORMALISED)
        refused = self.make("s/0", *NORMALISED, "--shard", "0/2", expect=CODES["bad usage"])
        self.assertIn("--statistics", refused.error_text)
        self.assertFalse((self.folder / "s").exists())
        given = (*NORMALISED, "--statistics", "whole", "--dtype", "f16")
        for kind in ("npy", "h5"):
            self.make(f"single-{kind}", *given, "--format", kind)
            for index in range(3):
                self.batch("in", f"s-{kind}/{index}", "--backend", "cpu", "--split", "folders", *given, "--format", kind,
                           "--shard", f"{index}/3", preset="torchaudio", expect=3 if index == self.shard_of_the_fault() else 0)
            shards = [f"s-{kind}/{index}" for index in range(3)]
            merged = run("--merge", f"merged-{kind}", *shards, *(["--merge-copy"] if kind == "h5" else []), cwd=self.folder)
            self.assertEqual(merged.code, 3, str(merged))
            self.assertEqual(contents(self.folder / f"merged-{kind}"), contents(self.folder / f"single-{kind}"))
            self.assertEqual(run("--batch", "--out", f"merged-{kind}", "--verify", cwd=self.folder).code, 0)
        for key in ("mean", "deviation"):
            self.assertEqual(self.description("merged-npy")["normalisation"][key], self.description("whole")["normalisation"][key])
        self.make("raw")
        self.check_rows("raw", "single-npy", "<f2")

    def shard_of_the_fault(self):
        """The share that holds train/nan.wav."""
        for index in range(3):
            outcome = run("--batch", "in", "--out", "probe", "--preset", "torchaudio", "--split", "folders", "--shard", f"{index}/3",
                          "--overwrite", cwd=self.folder)
            if outcome.code == 3:
                return index
        raise AssertionError("no shard has the file")

    def test_shards_with_other_numbers(self):
        self.make("whole", *NORMALISED)
        numbers = self.description("whole")["normalisation"]
        numbers["mean"][0] += 1e-9
        self.write("other.json", json.dumps(numbers).encode())
        for index, file in enumerate(("whole", "other.json")):
            run("--batch", "in", "--out", f"s/{index}", "--preset", "torchaudio", "--backend", "cpu", *NORMALISED, "--statistics",
                file, "--shard", f"{index}/2", cwd=self.folder)
        outcome = run("--merge", "merged", "s/0", "s/1", cwd=self.folder)
        self.assertEqual(outcome.code, CODES["other plan"], str(outcome))
        self.assertIn("statistics", outcome.error_text)

    def test_one_set_by_the_numbers_of_another(self):
        self.make("train", *NORMALISED, source="in/train", splits=None)
        self.make("test", *NORMALISED, "--statistics", "train/dataset.json", source="in/val", splits=None, expect=0)
        self.make("raw", source="in/val", splits=None, expect=0)
        numbers = self.description("test")["normalisation"]
        self.assertEqual(numbers["from"], "given")
        self.assertEqual(numbers["mean"], self.description("train")["normalisation"]["mean"])
        self.check_rows("raw", "test", "<f4", splits=(None,))
        # another file of numbers is another dataset
        numbers["mean"][0] += 1
        self.write("other.json", json.dumps(numbers).encode())
        refused = self.make("test", *NORMALISED, "--statistics", "other.json", source="in/val", splits=None, expect=CODES["other plan"])
        self.assertIn("statistics", refused.error_text)

    def test_refusals(self):
        self.make("small", *NORMALISED, "--set", "bands=40")
        self.write("short.json", json.dumps({"mean": [0, 1], "deviation": [1, 1]}).encode())
        self.write("bad.json", b"{}")
        for file, words in (("small", ("bands", "40")), ("short.json", ("2 bands",)), ("bad.json", ("mean",)), ("missing", ("missing",))):
            with self.subTest(file):
                outcome = self.make("out", *NORMALISED, "--statistics", file, expect=CODES["bad usage"])
                for word in words:
                    self.assertIn(word, outcome.error_text)
                self.assertFalse((self.folder / "out").exists())
        outcome = self.make("out", "--statistics", "short.json", expect=CODES["bad usage"])
        self.assertIn("normalisation=dataset", outcome.error_text)


class Changes(NormalisationTest):
    def test_a_changed_input_makes_every_row_anew(self):
        (self.folder / "in/train/nan.wav").unlink()
        self.make("out", *NORMALISED, expect=0)
        before = contents(self.folder / "out")
        self.make("out", *NORMALISED, expect=0)
        self.assertEqual(contents(self.folder / "out"), before)
        self.write("in/train/0.wav", wav(noise(9000, seed=99)))  # as long as before
        self.make("out", *NORMALISED, expect=0)
        after = contents(self.folder / "out")
        self.make("fresh", *NORMALISED, expect=0)
        self.assertEqual(after, contents(self.folder / "fresh"))
        self.assertNotEqual(after["features_VALIDATION.npy"], before["features_VALIDATION.npy"])

    def test_rests_of_a_killed_end_are_removed(self):
        (self.folder / "in/train/nan.wav").unlink()
        self.make("out", *NORMALISED, expect=0)
        before = contents(self.folder / "out")
        for name in ("features_TRAINING.raw.part", "normalised-journal.bin"):
            self.write(f"out/{name}", b"rest")
        self.make("out", *NORMALISED, expect=0)
        self.assertEqual(contents(self.folder / "out"), before)

    def test_overwrite_leaves_nothing_else(self):
        self.make("plain")
        shutil.copytree(self.folder / "plain", self.folder / "out")
        self.make("out", *NORMALISED, expect=CODES["other plan"])
        self.make("out", *NORMALISED, "--overwrite")
        self.make("out", "--overwrite")
        self.assertEqual(sorted(contents(self.folder / "out")), sorted(contents(self.folder / "plain")))


if __name__ == "__main__":
    main()

"""Clips and padded files from the command line: the same rows as from files that sox cut, padded or
repeated."""

import json
import shutil
import subprocess
import sys

import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import ProgramTest, main, noise, run, skipped, wav

RATE_HZ = 16000
CLIP = RATE_HZ # samples: clip_ms = 1000
LENGTHS = {"long": 40001, "exact": CLIP, "short": 5003}


def cut(samples, where):
    left = max(0, len(samples) - CLIP)
    first = {"start": 0, "centre": left // 2, "end": left}[where]
    return samples[first:first + CLIP]


def filled(samples, how):
    missing = CLIP - len(samples)
    if how == "none" or missing <= 0:
        return samples
    return numpy.resize(samples, CLIP) if how == "repeat" else numpy.pad(samples, (0, missing))


class Clips(ProgramTest):
    PRESET = "librosa-db" # the maximum of the whole signal shows in every row

    def setUp(self):
        super().setUp()
        self.sounds = {name: noise(length, seed=length) for name, length in LENGTHS.items()}
        for name, samples in self.sounds.items():
            self.write(f"in/{name}.wav", wav(samples, RATE_HZ))

    def clip(self, source, out, *settings, **more):
        options = [word for setting in settings for word in ("--set", setting)]
        return self.batch(source, out, *options, *more.pop("options", ()), preset=more.pop("preset", self.PRESET), **more)

    def assert_same_features(self, first, second):
        self.assertEqual(self.dataset(first).features.tobytes(), self.dataset(second).features.tobytes())

    def test_as_if_cut_before(self):
        for where in ("start", "centre", "end"):
            for how in ("zero", "repeat", "none"):
                with self.subTest(f"{where}, {how}"):
                    for name, samples in self.sounds.items():
                        self.write(f"made/{name}.wav", wav(filled(cut(samples, where), how), RATE_HZ))
                    self.clip("in", "out", "clip_ms=1000", f"clip_from={where}", f"clip_pad={how}", options=("--overwrite", "--verify"))
                    self.clip("made", "expected", options=["--overwrite"])
                    self.assert_same_features("out", "expected")
                    if how != "none":
                        rows = {int(file["rows"]) for file in self.dataset("out").files.values()}
                        self.assertEqual(len(rows), 1, "every file has the same shape")

    def test_decoded_files(self):
        """FLAC is read in order, for any clip."""
        if shutil.which("flac") is None:
            return skipped("clips of FLAC", "flac is not installed")
        for name in self.sounds:
            (self.folder / "flac").mkdir(exist_ok=True)
            subprocess.run(["flac", "--totally-silent", self.folder / f"in/{name}.wav", "-o", self.folder / f"flac/{name}.flac"], check=True)
        for where, how in (("end", "repeat"), ("centre", "zero"), ("start", "repeat")):
            for setting in ("rate_hz=16000", "rate_hz=11025"):
                settings = ("clip_ms=1000", f"clip_from={where}", f"clip_pad={how}", setting)
                self.clip("in", "out", *settings, options=["--overwrite"])
                self.clip("flac", "decoded", *settings, options=("--overwrite", "--verify"))
                self.assert_same_features("out", "decoded")

    def test_as_sox_trims(self):
        if shutil.which("sox") is None:
            return skipped("clips as sox cuts them", "sox is not installed")
        (self.folder / "made").mkdir()
        effects = {"long": ["trim", "24001s"], "exact": [], "short": ["pad", "0", f"{CLIP - LENGTHS['short']}s"]}
        for name, effect in effects.items():
            subprocess.run(["sox", "-D", self.folder / f"in/{name}.wav", self.folder / f"made/{name}.wav", *effect], check=True)
        self.clip("in", "out", "clip_ms=1000", "clip_from=end")
        self.clip("made", "expected")
        self.assert_same_features("out", "expected")

    def test_hdf5_of_one_shape(self):
        """segments_mel takes files of one length only: clips give every file a place."""
        self.clip("in", "odd", "pad_to_samples=none", preset="leak", options=("--format", "h5"), expect=3)
        outcome = self.clip("in", "out", "clip_ms=3000", preset="leak", options=("--format", "h5", "--verify", "--waveform"), progress="json")
        summary = json.loads(outcome.out.splitlines()[0])
        self.assertEqual((summary["files"], summary["failed"]), (3, 0))
        self.assertEqual(summary["lengths"], {"cut": 0, "filled": 3, "shorter": 0, "longer": 0})
        import h5py
        with h5py.File(self.folder / "out/features.h5") as h5:
            self.assertEqual(h5["segments_mel"].shape[0], 3)
            samples = h5["segments_waveform"][()]
        self.assertTrue(samples[0].any() and not samples[0, -1].any(), "zeros stand at the end")

    def test_counts(self):
        outcome = self.clip("in", "out", "clip_ms=1000")
        self.assertRegex(outcome.out.decode(), r"Lengths +1 cut to 1000 ms, 1 padded with zeros")
        again = self.clip("in", "out", "clip_ms=1000")
        self.assertIn(b"already exists", again.out)
        self.assertRegex(again.out.decode(), r"Lengths +1 cut to 1000 ms, 1 padded with zeros")
        self.assertEqual(json.loads((self.folder / "out/dataset.json").read_text())["lengths"],
                         {"cut": 1, "filled": 1, "shorter": 0, "longer": 0})
        outcome = self.clip("in", "dry", "clip_ms=1000", "clip_pad=none", options=["--dry-run"])
        self.assertRegex(outcome.out.decode(), r"Lengths +1 cut to 1000 ms, 1 shorter and not padded")
        self.write("in/eleven-seconds.wav", wav(noise(11 * RATE_HZ), RATE_HZ))
        outcome = self.clip("in", "leak", preset="leak")
        self.assertRegex(outcome.out.decode(), r"Lengths +3 padded with zeros to 40,960 samples, 1 longer and kept whole")
        outcome = self.clip("in", "plain")
        self.assertNotIn(b"Lengths", outcome.out)

    def test_empty_files_stay_failed(self):
        """Padding appends zeros to sound; it never makes rows for an empty file."""
        self.write("in/none.wav", wav(noise(0), RATE_HZ))
        for settings, preset in ((["clip_ms=1000"], self.PRESET), ([], "leak")):
            self.clip("in", "out", *settings, preset=preset, options=["--overwrite"], expect=3)
            self.assertEqual([error["path"] for error in self.dataset("out").errors], ["in/none.wav"])

    def test_refused(self):
        for setting in ("clip_ms=0", "clip_ms=-1", "clip_ms=1e9", "clip_ms=x", "clip_from=middle", "clip_pad=loop",
                        "pad_to_samples=0", "pad_to_samples=1.5"):
            with self.subTest(setting):
                outcome = self.clip("in", "none", setting, expect=2)
                self.assertIn(setting.split("=")[0], outcome.error_text)
                self.assertFalse((self.folder / "none").exists())
        outcome = self.clip("in", "none", "clip_ms=0.05", "rate_hz=16000", expect=2)
        self.assertIn("0 samples at 16000 Hz", outcome.error_text)

    def test_explain(self):
        self.write("clip.toml", b'name = "clip"\nclip_ms = 500\nclip_from = "end"\n')
        outcome = run("--explain", "librosa", "clip.toml", "in/long.wav", cwd=self.folder)
        self.assertEqual(outcome.code, 0, str(outcome))
        for word in (b"clip_ms", b"clip_from", b"a different part of the file"):
            self.assertIn(word, outcome.out)
        for preset, picture in (("librosa", "whole.png"), ("clip.toml", "clip.png")):
            outcome = run("--picture", "in/long.wav", "--out", picture, "--preset", preset, cwd=self.folder)
            self.assertEqual(outcome.code, 0, str(outcome))
        pictures = [(self.folder / name).read_bytes() for name in ("whole.png", "clip.png")]
        self.assertNotEqual(*pictures, "a picture of a clip is another one")


if __name__ == "__main__":
    main()

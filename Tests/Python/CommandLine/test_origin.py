"""--explain --from: which settings made an array of features."""

import pathlib
import shlex
import shutil
import sys

import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import ProgramTest, main, run

GOLDEN = pathlib.Path(__file__).resolve().parents[2] / "Golden"


class Origin(ProgramTest):
    def setUp(self):
        super().setUp()
        for name in ("speech16k", "mix44k"):
            shutil.copy(GOLDEN / "inputs" / f"{name}.wav", self.folder / f"{name}.wav")

    def golden(self, name, sound="speech16k"):
        return numpy.load(GOLDEN / "expected" / sound / f"{name}_{sound}.npy")

    def explain(self, array, sound="speech16k.wav", expect=0):
        if isinstance(array, numpy.ndarray):
            numpy.save(self.folder / "features.npy", array)
        outcome = run("--explain", "--from", "features.npy", sound, cwd=self.folder, timeout=300)
        self.assertEqual(outcome.code, expect, str(outcome))
        return outcome.out.decode() if expect == 0 else outcome.error_text

    def remade(self, text):
        """The features that the printed command makes, (frames, features)."""
        command = text.split("    melstrom ", 1)[1].split("\n\n", 1)[0]
        words = shlex.split(command.replace("\\\n", " "))
        words[words.index("DIR")] = "made"
        shutil.rmtree(self.folder / "made", ignore_errors=True)
        outcome = run(*words, cwd=self.folder)
        self.assertEqual(outcome.code, 0, str(outcome))
        return numpy.load(self.folder / "made" / "features.npy").astype("f8")

    def test_shapes_and_types(self):
        """The golden is transformers' features, whatever type and order of axes it is saved in."""
        features = self.golden("whisper80")
        for array in (features, features.T, features[None], features[:, :, None], features.astype("f2"),
                      features.astype("f8"), numpy.asfortranarray(features), features.astype(">f4")):
            text = self.explain(array)
            self.assertIn("Equal: ", text)
            self.assertIn("--preset whisper-openai-80\n", text)
            first = array.shape[0] == features.shape[0] or array.shape[0] == 1
            self.assertEqual("The array is (features, frames)" in text, first, text)

    def test_changed_settings(self):
        """librosa's features at another rate, with other bands and a cut range: numpy's arithmetic."""
        made = run("--batch", "mix44k.wav", "--out", "truth", "--preset", "librosa-db", "--set", "rate_hz=22050",
                   "--set", "bands=80", "--set", "window_samples=1024", "--set", "hop_samples=220", "--set", "top_db=none",
                   cwd=self.folder)
        self.assertEqual(made.code, 0, str(made))
        features = numpy.load(self.folder / "truth" / "features.npy").astype("f8")
        text = self.explain(features.T, "mix44k.wav")
        self.assertIn("Equal: ", text)
        numpy.testing.assert_allclose(self.remade(text), features, atol=0.05)

    def test_one_changed_setting(self):
        """A window of another length, in a transform that is longer than it; saved as float16 and transposed."""
        made = run("--batch", "speech16k.wav", "--out", "truth", "--preset", "speechbrain-fbank", "--set", "window_ms=20",
                   cwd=self.folder)
        self.assertEqual(made.code, 0, str(made))
        features = numpy.load(self.folder / "truth" / "features.npy")
        for array in (features, features.T.astype("f2")):
            text = self.explain(array)
            self.assertIn("Equal: ", text)
            self.assertRegex(text, r"--preset speechbrain-fbank \\\n        --set window_samples=320( \\\n        --set stored=f16)?\n\n")

    def test_one_setting_tried(self):
        """No preset but musicnn makes 96 bands."""
        made = run("--batch", "speech16k.wav", "--out", "truth", "--preset", "musicnn", cwd=self.folder)
        self.assertEqual(made.code, 0, str(made))
        text = self.explain(numpy.load(self.folder / "truth" / "features.npy"))
        self.assertIn("Tried: 1 setting of 68 presets and their fields, in ", text)

    def test_another_resampler_and_loader(self):
        """Named although no preset has them together with these frames."""
        whisper, librosa = "whisper-openai-80", "librosa-db"
        for preset, settings in ((whisper, ["resampler=kaiser-best", "loader=plain"]),
                                 (librosa, ["rate_hz=16000", "resampler=ffmpeg", "loader=ffmpeg-s16"])):
            made = run("--batch", "mix44k.wav", "--out", "truth", "--overwrite", "--preset", preset,
                       *(word for setting in settings for word in ("--set", setting)), cwd=self.folder)
            self.assertEqual(made.code, 0, str(made))
            text = self.explain(numpy.load(self.folder / "truth" / "features.npy"), "mix44k.wav")
            self.assertIn("Equal: ", text)
            for setting in settings:
                if setting != "loader=plain":  # the default: a preset with it may be nearer
                    self.assertIn(f"--set {setting}", text)

    def test_mean_subtraction(self):
        features = self.golden("wespeaker")
        axis = 0 if features.shape[1] == 80 else 1
        text = self.explain(features - features.mean(axis=axis, keepdims=True))
        self.assertIn("Equal after one more step", text)
        self.assertIn("the mean of each feature over the frames, subtracted", text)
        self.assertIn("--preset wespeaker", text)

    def test_nothing(self):
        features = self.golden("whisper80")
        order = numpy.random.default_rng(1).permutation(features.shape[1])
        for array in (features[:, order], numpy.random.default_rng(2).normal(size=features.shape).astype("f4")):
            text = self.explain(array)
            self.assertIn("Not found", text)
            self.assertNotIn("--preset", text)

    def test_damage(self):
        features = self.golden("whisper80")
        numpy.save(self.folder / "features.npy", features)
        whole = (self.folder / "features.npy").read_bytes()
        for data, words in ((whole[:-5], "is damaged"), (b"no array", "is not an NPY file"), (b"", "is not an NPY file"),
                            (whole[:60], "damaged header")):
            (self.folder / "features.npy").write_bytes(data)
            self.assertIn(words, self.explain(None, expect=2))
        self.assertIn("<i8", self.explain(numpy.ones((80, 50), "i8"), expect=2))
        self.assertIn("not finite", self.explain(numpy.full((80, 50), numpy.nan), expect=2))
        self.assertIn("no features", self.explain(numpy.ones(80), expect=2))
        self.explain(features, sound="nowhere.wav", expect=2)
        (self.folder / "bad.wav").write_bytes(b"no audio")
        self.explain(features, sound="bad.wav", expect=3)
        for words, text in ((["--from", "features.npy"], "AUDIO"), (["--from", "nowhere.npy", "speech16k.wav"], "nowhere.npy"),
                            (["--from", "features.npy", "librosa", "torchaudio"], "one too many")):
            outcome = run("--explain", *words, cwd=self.folder)
            self.assertEqual(outcome.code, 2, str(outcome))
            self.assertIn(text, outcome.error_text)


if __name__ == "__main__":
    main()

"""Rows of several frames: FunASR's own features with its own statistics, counts, boxes, formats, and a
signal without its first sample."""

import json
import pathlib
import shutil
import sys

import h5py
import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import ProgramTest, main, noise, run, wav

RATE = 16000
LONG = 32000 * 100 + 77  # samples that no slab of little memory holds
GOLDEN = pathlib.Path(__file__).resolve().parents[2] / "Golden"


def lfr(frames, m=7, n=6):
    """The rows of FunASR's apply_lfr: the first frame (m - 1)/2 times more, the last one as often as needed."""
    left = (m - 1) // 2
    places = numpy.arange(-(-len(frames) // n))[:, None] * n + numpy.arange(m) - left
    return frames[places.clip(0, len(frames) - 1)].reshape(len(places), -1)


class Stacking(ProgramTest):
    def made(self, name, *options):
        outcome = run("--batch", *options, "--out", name, cwd=self.folder)
        self.assertEqual(outcome.code, 0, str(outcome))
        return outcome

    def features(self, name):
        return numpy.load(self.folder / name / "features.npy")

    def test_statistics_of_funasr(self):
        """FunASR's WavFrontend made the golden, with the numbers of the same am.mvn."""
        shutil.copy(GOLDEN / "inputs" / "speech16k.wav", self.folder)
        shutil.copy(GOLDEN / "statistics" / "am.mvn", self.folder)
        expected = numpy.load(GOLDEN / "statistics" / "paraformer_cmvn_speech16k.npy")
        setting = ("--preset", "paraformer", "--set", "normalisation=dataset", "--statistics", "am.mvn")
        self.made("out", "speech16k.wav", *setting, "--verify")
        rows = self.features("out")
        self.assertEqual(rows.shape, expected.shape)
        # 0.2 is the largest scale of the file: differences of logarithms below 5e-2 in the quietest bands
        numpy.testing.assert_allclose(rows, expected, rtol=0, atol=1e-2)
        self.assertLess(numpy.abs(rows - expected).mean(), 1e-4)
        description = json.loads((self.folder / "out" / "dataset.json").read_text())
        self.assertEqual(description["normalisation"]["from"], "given")
        self.assertEqual(description["normalisation"]["bands"], 560)

        other = run("--batch", "speech16k.wav", "--out", "other", "--preset", "wespeaker",
                    "--set", "normalisation=dataset", "--statistics", "am.mvn", cwd=self.folder)
        self.assertEqual(other.code, 2, str(other))
        self.assertIn("560", other.error_text)
        damaged = (self.folder / "am.mvn").read_text().replace("<Rescale> 560 560", "<Rescale> 561 561")
        (self.folder / "am.mvn").write_text(damaged)
        refused = run("--batch", "speech16k.wav", "--out", "refused", *setting, cwd=self.folder)
        self.assertEqual(refused.code, 2, str(refused))
        self.assertIn("line 7: the vector of <Rescale> has 560 numbers, not 561", refused.error_text)

    def test_lengths_formats_and_boxes(self):
        """The rows of files of all lengths are those that their frames make, in every format and for boxes."""
        lengths = [400, 401, 1200, 1360, 1361, 5000, 16000, 16159, 16161, 40001]
        for index, length in enumerate(lengths):
            self.write(f"in/{index:02}.wav", wav(noise(length, seed=index), RATE))
        self.made("frames", "in", "--preset", "wespeaker")
        frames = self.features("frames")
        starts = numpy.cumsum([0] + [1 + (length - 400) // 160 for length in lengths])
        expected = numpy.concatenate([lfr(frames[a:b]) for a, b in zip(starts, starts[1:])])
        self.made("npy", "in", "--preset", "paraformer", "--verify")
        self.assertTrue(numpy.array_equal(self.features("npy"), expected))
        self.made("h5", "in", "--preset", "paraformer", "--format", "h5", "--verify")
        with h5py.File(next((self.folder / "h5").glob("*.h5"))) as file:
            self.assertTrue(numpy.array_equal(file["features"][:], expected))
        self.made("little", "in", "--preset", "paraformer", "--max-mem", "24M", "--threads", "1")
        self.assertTrue(numpy.array_equal(self.features("little"), expected))
        self.made("half", "in", "--preset", "paraformer", "--set", "stored=f16", "--verify")
        self.assertTrue(numpy.array_equal(self.features("half"), expected.astype("f2")))

        self.write("table.csv", b"audio_file,begin,end\n09.wav,0.5,1.25\n09.wav,1,2.5\n")
        self.made("boxes", "in", "--preset", "paraformer", "--boxes", "table.csv", "--verify")
        sound = noise(lengths[9], seed=9)
        for name, (first, end) in (("a", (8000, 20000)), ("b", (16000, 40000))):
            self.write(f"cut/{name}.wav", wav(sound[first:end], RATE))
        self.made("cuts", "cut", "--preset", "paraformer")
        self.assertTrue(numpy.array_equal(self.features("boxes"), self.features("cuts")))

    def test_statistics_over_the_signal(self):
        """A long file is read twice: its rows are those of one that fits."""
        self.write("long.wav", wav(noise(RATE * 300, seed=4), RATE))
        setting = ("--preset", "seamless-m4t")
        self.made("whole", "long.wav", *setting)
        self.made("cut", "long.wav", *setting, "--max-mem", "16M", "--threads", "1")
        rows = self.features("whole").astype("f8")
        self.assertEqual(rows.shape, ((1 + (16000 * 300 - 400) // 160 + 1) // 2, 160))
        self.assertTrue(numpy.array_equal(rows, self.features("cut")))
        frames = rows.reshape(-1, 80)[:1 + (16000 * 300 - 400) // 160]
        numpy.testing.assert_allclose(frames.mean(0), 0, atol=1e-4)
        numpy.testing.assert_allclose(frames.std(0, ddof=1), 1, atol=1e-4)

    def test_found_by_its_rows(self):
        shutil.copy(GOLDEN / "inputs" / "speech16k.wav", self.folder)
        for name, preset in (("paraformer", "paraformer"), ("seamless", "seamless-m4t")):
            numpy.save(self.folder / "features.npy", numpy.load(GOLDEN / f"expected/speech16k/{name}_speech16k.npy"))
            outcome = run("--explain", "--from", "features.npy", "speech16k.wav", cwd=self.folder, timeout=300)
            self.assertEqual(outcome.code, 0, str(outcome))
            self.assertIn("Equal: ", outcome.out.decode())
            self.assertIn(f"--preset {preset}\n", outcome.out.decode())

    def test_explained_and_drawn_as_frames(self):
        outcome = run("--explain", "wespeaker", "paraformer", cwd=self.folder)
        self.assertEqual(outcome.code, 0, str(outcome))
        text = outcome.out.decode()
        self.assertIn("The energies of their bands are the same.", text)
        self.assertIn("7 frames a row, 6 from row to row", " ".join(text.split()))
        self.write("a.wav", wav(noise(RATE), RATE))
        drawn = run("--picture", "a.wav", "--out", "a.png", "--preset", "paraformer", cwd=self.folder)
        self.assertEqual(drawn.code, 0, str(drawn))
        self.assertIn("98 frames of 80 bands", (drawn.out + drawn.err).decode())

    def test_difference(self):
        """Features of x[i + 1] - 0.97 x[i]: of a file of these samples, without the step."""
        x = noise(LONG, seed=3).astype("f4") / numpy.float32(32768)
        filtered = x[1:] - numpy.float32(0.97) * x[:-1]
        self.write("a.wav", wav(noise(LONG, seed=3), 32000))
        self.write("b.wav", wav(filtered, 32000))
        for options in ((), ("--set", "clip_ms=1000")):
            self.made("a", "a.wav", "--preset", "passt", "--overwrite", *options)
            rows = self.features("a")
            samples = LONG - 1 if not options else 31999
            self.assertEqual(len(rows), 1 + samples // 320)
            if not options:
                self.made("b", "b.wav", "--preset", "passt", "--set", "difference=0")
                self.assertTrue(numpy.array_equal(rows, self.features("b")))
            self.made("cut", "a.wav", "--preset", "passt", "--overwrite", "--max-mem", "16M", "--threads", "1",
                      *options)
            self.assertTrue(numpy.array_equal(rows, self.features("cut")))


if __name__ == "__main__":
    main()

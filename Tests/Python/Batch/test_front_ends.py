"""Front ends by the whole program: the features of audiocraft, openSMILE and openl3 for the golden sounds, and
ffmpeg's levels of mixing."""

import pathlib
import shutil
import sys

import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import ProgramTest, main, noise, wav

GOLDEN = pathlib.Path(__file__).resolve().parents[2] / "Golden"


class FrontEnds(ProgramTest):
    def features(self, preset, *options, source="in", out="out"):
        self.batch(source, out, "--backend", "cpu", *options, preset=preset)
        return numpy.load(self.folder / out / "features.npy")

    def golden(self, sound, name):
        (self.folder / "in").mkdir(exist_ok=True)
        shutil.copy(GOLDEN / "inputs" / f"{sound}.wav", self.folder / "in")
        return numpy.load(GOLDEN / "expected" / sound / f"{name}_{sound}.npy")

    def test_audiocraft_completes_the_last_frame(self):
        expected = self.golden("mix24k", "encodec").T
        rows = self.features("encodec-24k")
        self.assertEqual(rows.shape, (47, 64)) # 12000 samples are 46.9 hops
        numpy.testing.assert_allclose(rows, expected, rtol=0, atol=1e-4)
        without = self.features("encodec-24k", "--set", "fill_last_frame=false", out="without")
        self.assertEqual(without.tobytes(), rows[:46].tobytes())

    def test_opensmile(self):
        expected = self.golden("speech16k", "opensmile_mfcc").T
        rows = self.features("opensmile-mfcc")
        self.assertEqual(rows.shape, (327, 39))
        numpy.testing.assert_allclose(rows[:-2], expected, rtol=0, atol=1e-3)

    def test_openl3(self):
        expected = self.golden("chord48k", "openl3")
        rows = self.features("openl3")
        self.assertEqual(rows.shape, expected.shape)
        self.assertEqual(rows.max(axis=(1, 2)).tolist(), [0, 0, 0])
        loud = expected > -50 # half decibels: within 100 dB of the maximum
        numpy.testing.assert_allclose(rows[loud], expected[loud], rtol=0, atol=5e-2)

    def test_ffmpeg_mixes_two_channels_to_their_sum_over_the_root_of_2(self):
        sound = noise(16000, 3)
        self.write("one/a.wav", wav(sound, 44100))
        self.write("two/a.wav", wav(numpy.stack([sound, sound], 1), 44100))
        setting = ("--set", "rate_hz=16000", "--set", "resampler=ffmpeg")
        plain = self.features("torchaudio", *setting, source="two", out="plain")
        mixed = self.features("torchaudio", *setting, "--set", "loader=ffmpeg-f32", source="two", out="mixed")
        numpy.testing.assert_allclose(mixed, 2 * plain, rtol=1e-5, atol=0)
        single = self.features("torchaudio", *setting, "--set", "loader=ffmpeg-f32", source="one", out="single")
        self.assertEqual(single.tobytes(), self.features("torchaudio", *setting, source="one", out="whole").tobytes())
        same_rate = ("--set", "resampler=ffmpeg", "--set", "loader=ffmpeg-f32")
        mixed = self.features("torchaudio", *same_rate, source="two", out="mixed44")
        plain = self.features("torchaudio", source="one", out="one44")
        numpy.testing.assert_allclose(mixed, 2 * plain, rtol=1e-4, atol=0)

    def test_ffmpeg_mixes_eight_channels_at_most(self):
        self.write("in/nine.wav", wav(noise(16000, 3, 9), 16000))
        outcome = self.batch("in", "out", "--set", "resampler=ffmpeg", "--set", "loader=ffmpeg-f32",
                             preset="torchaudio", expect=3)
        self.assertRegex(outcome.error_text, r'nine\.wav has 9 channels; with loader = "ffmpeg-f32" at most 8')


if __name__ == "__main__":
    main()

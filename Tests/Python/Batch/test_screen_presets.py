"""The plugin's own front ends in a batch, against the formulae of docs/presets.md in numpy."""

import sys

import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import ProgramTest, main, run, wav

def next_power(length):
    return 1 << (length - 1).bit_length()


RATE_HZ = 48000
# milliseconds of window and hop, bands, and a function from window to transform size in samples
PRESETS = {"musical": (200, 10, 640, int), "detailed": (340, 20, 1024, next_power), "fast": (20, 2.5, 64, next_power)}
LOWEST_HZ, FLOOR = 20, 1e-12
SAME_DB, DEEP_DB = 2e-3, 60 # DEEP_DB: only bands within this depth below the frame's loudest band


def mel(hz):
    return 2595 * numpy.log10(1 + hz / 700)


def bank(fft, bands):
    corners = 700 * (10 ** (numpy.linspace(mel(LOWEST_HZ), mel(RATE_HZ / 2), bands + 2) / 2595) - 1)
    low, middle, high = corners[:-2, None], corners[1:-1, None], corners[2:, None]
    bins = numpy.arange(fft // 2 + 1) * RATE_HZ / fft
    return numpy.maximum(0, numpy.minimum((bins - low) / (middle - low), (high - bins) / (high - middle)))


def by_definition(signal, window_ms, hop_ms, bands, transform):
    """Centred frames, a periodic Hann window in the middle of the transform, power, bands, decibels."""
    length, hop = int(window_ms * RATE_HZ / 1000), int(hop_ms * RATE_HZ / 1000)
    fft = transform(length)
    window = numpy.zeros(fft)
    left = (fft - length) // 2
    window[left:left + length] = 0.5 - 0.5 * numpy.cos(2 * numpy.pi * numpy.arange(length) / length)
    padded = numpy.pad(signal, fft // 2)
    weights = bank(fft, bands)
    frames = [padded[first:first + fft] for first in range(0, len(signal) + 1, hop)]
    powers = [numpy.abs(numpy.fft.rfft(frame * window)) ** 2 for frame in frames]
    return 10 * numpy.log10(numpy.maximum(numpy.array(powers) @ weights.T, FLOOR))


class ScreenPresets(ProgramTest):
    def setUp(self):
        super().setUp()
        random = numpy.random.default_rng(3)
        time = numpy.arange(RATE_HZ) / RATE_HZ
        chord = sum(numpy.sin(2 * numpy.pi * hz * time) for hz in (65.4, 261.63, 277.18, 4186.0))
        self.samples = (4000 * chord + 300 * random.standard_normal(len(time))).astype("<i2")
        self.write("in/chord.wav", wav(self.samples, RATE_HZ))

    def test_a_batch_has_the_published_formulae(self):
        for name, settings in PRESETS.items():
            with self.subTest(name):
                self.batch("in", name, "--verify", preset=name)
                rows = self.dataset(name).features
                expected = by_definition(self.samples / 32768, *settings)
                self.assertEqual(rows.shape, expected.shape)
                loud = expected > expected.max(axis=1, keepdims=True) - DEEP_DB
                self.assertGreater(loud.mean(), 0.5)
                self.assertLess(numpy.abs(rows - expected)[loud].max(), SAME_DB)
                self.assertEqual(self.dataset(name).json["preset"]["equals"], "")

    def test_they_are_listed_apart_from_those_that_equal_a_tool(self):
        text = run("--list", "presets", cwd=self.folder).out.decode()
        tools, ours = text.split("equal to no published tool")
        for name in PRESETS:
            self.assertRegex(tools, rf"(?m)^{name} ") # the table of sizes
            self.assertRegex(ours, rf"(?m)^{name} ")
        self.assertIn("[librosa", tools)
        self.assertNotIn("librosa", ours)
        unknown = self.batch("in", "out", preset="musicall", expect=2)
        self.assertIn('the nearest preset is "musical"', unknown.error_text)


if __name__ == "__main__":
    main()

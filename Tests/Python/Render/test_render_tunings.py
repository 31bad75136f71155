"""--render with Scala's scales and keyboard maps: frequencies in the WAV, computed from the scales
by Scala's conventions."""

import sys

import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import main
from render_support import RenderTest, Sound, one_note

MIDDLE_C = 261.6256  # Hz; Scala's manual: key 60 without a mapping
SINE = ("--patch", "Lead", "--set", "clip.on=false", "--set", "output.gain=0", "--set", "amp.attack=0.01", "--rate", 48000)
JUST = "just\n12\n16/15\n9/8\n6/5\n5/4\n4/3\n45/32\n3/2\n8/5\n5/3\n9/5\n15/8\n2/1\n"
EQUAL_19 = "19 of an octave\n19\n" + "".join(f"{1200 * step / 19:.9f}\n" for step in range(1, 19)) + "2/1\n"
BOHLEN_PIERCE = "13 of a twelfth, just\n13\n27/25\n25/21\n9/7\n7/5\n75/49\n5/3\n9/5\n49/25\n15/7\n7/3\n63/25\n25/9\n3/1\n"
# for each scale: key: ratio to key 60
RATIOS = {"just": {48: 1 / 2, 59: 15 / 16, 60: 1, 64: 5 / 4, 67: 3 / 2, 69: 5 / 3, 72: 2, 76: 5 / 2},
          "equal-19": {41: 1 / 2, 60: 1, 66: 2 ** (6 / 19), 69: 2 ** (9 / 19), 71: 2 ** (11 / 19), 79: 2},
          "bohlen-pierce": {47: 1 / 3, 60: 1, 63: 9 / 7, 66: 5 / 3, 70: 7 / 3, 73: 3}}


def keyboard_map(middle, reference, hz, first=0, last=127):
    return f"0\n{first}\n{last}\n{middle}\n{reference}\n{hz}\n0\n".encode()


class Tunings(RenderTest):
    def setUp(self):
        super().setUp()
        for name, text in (("just", JUST), ("equal-19", EQUAL_19), ("bohlen-pierce", BOHLEN_PIERCE)):
            self.write(name + ".scl", text.encode())

    def hz_of(self, key, *options):
        """Frequency of the loudest sinusoid: 0.7 s under a Hann window, zero-padded to bins of 0.02
        Hz, then a parabola through three bins."""
        self.write("key.mid", one_note(key=key, seconds=1))
        self.render("key.mid", "key.wav", *SINE, *options)
        tone = Sound(self.folder / "key.wav").samples[9600:9600 + 33600, 0]
        size = 1 << 21
        power = numpy.log(numpy.abs(numpy.fft.rfft(tone * numpy.hanning(len(tone)), size)) + 1e-30)
        top = int(numpy.argmax(power))
        below, middle, above = power[top - 1:top + 2]
        return (top + 0.5 * (below - above) / (below - 2 * middle + above)) * 48000 / size

    def assert_hz(self, key, expected, *options):
        """Within a tenth of a cent."""
        found = self.hz_of(key, *options)
        self.assertLess(abs(1200 * numpy.log2(found / expected)), 0.1, f"key {key} is {found} Hz, not {expected}")

    def test_without_a_map_key_60_is_middle_c_and_degree_0(self):
        for name, ratios in RATIOS.items():
            for key, ratio in ratios.items():
                with self.subTest(f"{name}, key {key}"):
                    self.assert_hz(key, MIDDLE_C * ratio, "--tuning", name + ".scl")

    def test_the_tuning_of_the_patch_scales_what_has_no_map(self):
        self.assert_hz(69, 432, "--set", "patch.tuning=432")
        self.assert_hz(67, MIDDLE_C * 432 / 440 * 3 / 2, "--set", "patch.tuning=432", "--tuning", "just.scl")

    def test_a_map_is_absolute_whatever_the_tuning_of_the_patch(self):
        self.write("a415.kbm", keyboard_map(60, 69, 415.3))
        self.write("c256.kbm", keyboard_map(60, 60, 256.0))
        self.write("some.kbm", keyboard_map(60, 60, 256.0, 48, 72))
        for tuning in (440, 432, 466):
            options = ("--set", f"patch.tuning={tuning}")
            for key, expected, scale, keymap in (
                    (69, 415.3, "just", "a415"), (60, 415.3 * 3 / 5, "just", "a415"), (67, 415.3 * 9 / 10, "just", "a415"),
                    (60, 256, "equal-19", "c256"), (79, 512, "equal-19", "c256"), (73, 768, "bohlen-pierce", "c256"),
                    (69, 415.3, None, "a415"), (81, 830.6, None, "a415"), (67, 384, "just", "some"), (81, 880, "just", "some")):
                with self.subTest(f"{scale}, {keymap}, key {key}, tuning {tuning}"):
                    scales = ("--tuning", scale + ".scl") if scale else ()
                    self.assert_hz(key, expected, *options, *scales, "--keymap", keymap + ".kbm")


if __name__ == "__main__":
    main()

"""--render of chord text: the notes in the WAV, equality with a MIDI file of the same notes, and
refusals."""

import sys

import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import main, run
from render_support import RenderTest, Sound, song, track

SINE = ("--patch", "Lead", "--set", "clip.on=false", "--set", "amp.attack=0.01", "--set", "amp.release=0.05",
        "--set", "output.gain=0")
RATE = 48000
BAR_SECONDS = 2
# (second, keys): close chords, each the nearest inversion to the one before, computed by hand
AM7_F_C_G = ((0, (57, 60, 64, 67)), (2, (57, 60, 65)), (4, (55, 60, 64)), (6, (55, 59, 62)))


def frequency_of(key):
    return 440 * 2 ** ((key - 69) / 12)


def struck(begin, keys, strum=0.0):
    return [(begin + index * strum, bytes((0x90, key, 100))) for index, key in enumerate(keys)]


def ended(end, keys):
    return [(end, bytes((0x80, key, 64))) for key in keys]


def midi_of(chords, seconds=BAR_SECONDS, strum=0.0):
    """chords: (second, keys from low to high). Velocity 100, channel 1, each until the bar's end."""
    events = []
    for begin, keys in chords:
        events += [*struck(begin, keys, strum), *ended(begin + seconds, keys)]
    return song(track(events, chords[-1][0] + seconds))


class Chords(RenderTest):
    def peaks(self, path, begin, seconds=1.5):
        """Frequencies of local maxima within 20 dB of the loudest, from a Hann window of 1.5 s: 1.4 Hz wide."""
        samples = Sound(path).samples[round(begin * RATE):round((begin + seconds) * RATE), 0]
        size = 1 << 19
        power = numpy.abs(numpy.fft.rfft(samples * numpy.hanning(len(samples)), size))
        inner = power[1:-1]
        found = numpy.flatnonzero((inner > power[:-2]) & (inner >= power[2:]) & (inner > 0.1 * power.max())) + 1
        return found * RATE / size

    def assert_sounds(self, path, begin, keys):
        found = self.peaks(path, begin)
        self.assertEqual(len(found), len(keys), f"{found} Hz at {begin} s")
        for hz, key in zip(found, keys):
            self.assertAlmostEqual(hz, frequency_of(key), delta=0.2)

    def test_the_fundamentals_of_each_chord_sound(self):
        """With a sine, so that each peak of the spectrum is one note."""
        outcome = self.render("Am7 | F | C | G", "out.wav", *SINE)
        self.assertRegex(outcome.out.decode(), r"13 notes by Lead")
        for second, keys in AM7_F_C_G:
            with self.subTest(second):
                self.assert_sounds(self.folder / "out.wav", second + 0.2, keys)

    def test_every_quality_in_a_wav(self):
        """Over C, in root position: semitones above middle C from music theory."""
        qualities = {"maj": (0, 4, 7), "m": (0, 3, 7), "5": (0, 7), "6": (0, 4, 7, 9), "m6": (0, 3, 7, 9), "7": (0, 4, 7, 10),
                     "maj7": (0, 4, 7, 11), "m7": (0, 3, 7, 10), "mMaj7": (0, 3, 7, 11), "dim": (0, 3, 6), "dim7": (0, 3, 6, 9),
                     "m7b5": (0, 3, 6, 10), "aug": (0, 4, 8), "sus2": (0, 2, 7), "sus4": (0, 5, 7), "9": (0, 4, 7, 10, 14),
                     "maj9": (0, 4, 7, 11, 14), "m9": (0, 3, 7, 10, 14), "add9": (0, 4, 7, 14), "7#9": (0, 4, 7, 10, 15)}
        self.assertEqual(len(qualities), 20)
        listed = run("--list", "chords", cwd=self.folder)
        self.assertEqual((listed.code, listed.err), (0, b""))
        for name, semitones in qualities.items():
            with self.subTest(name):
                self.render("C" + name, "out.wav", *SINE)
                self.assert_sounds(self.folder / "out.wav", 0.2, [60 + above for above in semitones])
                self.assertRegex(listed.out.decode(), rf"(?m)^{name}  ")

    def test_equals_a_midi_file_of_the_same_notes(self):
        c, g = (60, 64, 67), (59, 62, 67)
        halves = song(track([*struck(0, c), *ended(1, c), *struck(1, g), *ended(2, g), *struck(2, g), *ended(4, g)], 4))
        for text, options, midi in (
                ("Am7 | F | C | G", (), midi_of(AM7_F_C_G)),
                ("Am7 | F | C | G", ("--strum", 25), midi_of(AM7_F_C_G, strum=0.025)),
                ("C | F", ("--beats", 3), midi_of(((0, (60, 64, 67)), (1.5, (60, 65, 69))), 1.5)),
                ("C G | %", (), halves),
                ("C/G", ("--voicing", "open"), midi_of(((0, (55, 60, 67, 76)),))),
                ("C/G", ("--voicing", "root-octave"), midi_of(((0, (43, 55, 60, 64, 67)),))),
                ("C", ("--tempo", 240, "--beats", 8), midi_of(((0, (60, 64, 67)),)))):
            with self.subTest(f"{text} {options}"):
                self.write("same.mid", midi)
                for patch in ("Pad", "Aurora"):
                    self.assertEqual(self.bytes_of(text, "--patch", patch, *options) == self.bytes_of("same.mid", "--patch", patch), True)

    def test_blocks_do_not_change_a_byte(self):
        usual = self.bytes_of("Cmaj7 F | G7#9", "--strum", 13)
        for block in (1, 33, 65536):
            self.assertEqual(self.bytes_of("Cmaj7 F | G7#9", "--strum", 13, "--block", block) == usual, True)

    def test_a_file_comes_before_chords(self):
        self.write("C", midi_of(((0, (69,)),)))
        self.render("C", "out.wav", *SINE)
        self.assert_sounds(self.folder / "out.wav", 0.2, (69,))

    def test_refusals(self):
        """Exit 2 before any file is written. The message names the chord, its column and the
        accepted syntax."""
        for arguments, patterns in {
                ("Am7 | Hm",): ("column 7", "'Hm'", "A to G", "mMaj7"),
                ("C13",): ("column 1", "'13'", "7#9"),
                ("C || G",): ("column 4", "a bar is empty"),
                ("%",): ("column 1", "'%'"),
                ("C.mid",): ("C.mid", "No such file"),
                ("C.MIDI",): ("C.MIDI", "No such file"),
                ("song.mdi",): ("song.mdi", "no file"),
                ("note.mid", "--tempo", "90"): ("--tempo", "note.mid"),
                ("C", "--tempo", "0"): ("--tempo", "10 to 999"),
                ("C", "--voicing", "drop2"): ("--voicing", "close, open or root-octave")}.items():
            with self.subTest(arguments):
                outcome = run("--render", arguments[0], "--out", "out.wav", *arguments[1:], cwd=self.folder)
                self.assertEqual(outcome.code, 2, str(outcome))
                for pattern in patterns:
                    self.assertRegex(outcome.error_text, pattern)
                self.assertEqual(list(self.folder.glob("*.wav*")), [])


if __name__ == "__main__":
    main()

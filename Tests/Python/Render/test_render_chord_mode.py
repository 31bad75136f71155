"""Chord mode by --render: a MIDI file of single keys equals a MIDI file of their chords, byte for byte."""

import sys

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import main, run
from render_support import RenderTest, Sound, song, track

# Degrees of the major scale over the root: Levine, The Jazz Theory Book.
FORMULAE = {"maj": "1 3 5", "m": "1 b3 5", "5": "1 5", "6": "1 3 5 6", "m6": "1 b3 5 6", "7": "1 3 5 b7", "maj7": "1 3 5 7",
            "m7": "1 b3 5 b7", "mMaj7": "1 b3 5 7", "dim": "1 b3 b5", "dim7": "1 b3 b5 6", "m7b5": "1 b3 b5 b7", "aug": "1 3 #5",
            "sus2": "1 2 5", "sus4": "1 4 5", "9": "1 3 5 b7 9", "maj9": "1 3 5 7 9", "m9": "1 b3 5 b7 9", "add9": "1 3 5 9",
            "7#9": "1 3 5 b7 #9"}
MAJOR_SCALE = (0, 2, 4, 5, 7, 9, 11, 12, 14)
SHORT = ("--set", "amp.release=0.02", "--set", "reverb.mix=0", "--set", "delay.mix=0", "--set", "chorus.mix=0")


def semitones_of(formula):
    return [MAJOR_SCALE[int(degree[-1]) - 1] + {"b": -1, "#": 1}.get(degree[0], 0) for degree in formula.split()]


def voiced(semitones, voicing):
    """By docs/synth.md."""
    if voicing == "open":
        moved = (2,) if semitones[-1] > 12 else (1, 3)
        semitones = [above + 12 * (index in moved) for index, above in enumerate(semitones)]
    if voicing == "root-octave":
        semitones = [-12, *semitones]
    return sorted(semitones)


def struck(second, keys, strum=0.0):
    return [(second + index * strum, bytes((0x90, key, 100))) for index, key in enumerate(keys)]


def ended(second, keys):
    return [(second, bytes((0x80, key, 64))) for key in keys]


def midi_of(*parts, seconds=0.5):
    events = sorted((event for part in parts for event in part), key=lambda event: event[0])
    return song(track(events, seconds))


class ChordMode(RenderTest):
    def mode(self, song_file, *settings, patch="Lead", options=()):
        arguments = [word for setting in settings for word in ("--set", "chord." + setting)]
        return self.bytes_of(song_file, "--patch", patch, *SHORT, *arguments, *options)

    def assert_equals_keys(self, one_key, keys, *settings, patch="Lead"):
        self.write("key.mid", one_key)
        self.write("keys.mid", keys)
        chord = self.mode("key.mid", *settings, patch=patch)
        self.assertEqual(chord == self.mode("keys.mid", patch=patch), True)
        self.assertEqual(chord == self.mode("key.mid", patch=patch), False)

    def test_every_quality_and_voicing(self):
        self.assertEqual(len(FORMULAE), 20)
        one_key = midi_of(struck(0, (60,)), ended(0.25, (60,)), seconds=0.3)
        for name, formula in FORMULAE.items():
            for voicing in ("close", "open", "root-octave"):
                with self.subTest(f"{name}, {voicing}"):
                    keys = [60 + above for above in voiced(semitones_of(formula), voicing)]
                    self.assert_equals_keys(one_key, midi_of(struck(0, keys), ended(0.25, keys), seconds=0.3),
                                            "type=" + name, "voicing=" + voicing)

    def test_two_keys_a_strum_and_a_key_that_comes_up_during_it(self):
        """The second key comes up when two of its four notes have begun."""
        first, second = (48, 52, 55, 58), (60, 64)
        one_key = midi_of(struck(0, (48,)), struck(0.1, (60,)), ended(0.145, (60,)), ended(0.4, (48,)))
        keys = midi_of(struck(0, first, 0.025), struck(0.1, second, 0.025), ended(0.145, second), ended(0.4, first))
        for patch in ("Lead", "Pad"):
            self.assert_equals_keys(one_key, keys, "type=7", "strum=25", patch=patch)

    def test_a_pedal_holds_the_whole_strum(self):
        keys = (60, 63, 67, 70, 74)
        down, up = [(0, b"\xb0\x40\x7f")], [(0.4, b"\xb0\x40\x00")]
        one_key = midi_of(down, struck(0.05, (60,)), ended(0.06, (60,)), up)
        self.assert_equals_keys(one_key, midi_of(down, struck(0.05, keys, 0.05), ended(0.3, keys), up), "type=m9", "strum=50")

    def test_a_patch_file_and_a_strum_after_the_song(self):
        """The song ends with its only key. The notes that wait for the strum still sound under the
        pedal."""
        self.write("mine.toml", b'name = "Mine"\n[chord]\ntype = "7#9"\nvoicing = "open"\nstrum = 200\n[amp]\nrelease = 0.05\n[output]\ngain = -18\n')
        self.write("key.mid", midi_of(struck(0, (60,)), [(0.01, b"\xb0\x40\x7f")], ended(0.02, (60,)), [(1.5, b"\xb0\x40\x00")],
                                      seconds=1.5))
        self.render("key.mid", "out.wav", "--patch", "mine.toml")
        loud = [abs(Sound(self.folder / "out.wav").samples[round(second * 48000):][:2000]).mean() for second in (0.1, 0.9)]
        self.assertGreater(loud[1], 1.5 * loud[0])

    def test_mono_and_legato_play_the_key_alone(self):
        self.write("key.mid", midi_of(struck(0, (60,)), struck(0.1, (64,)), ended(0.2, (64,)), ended(0.4, (60,))))
        for mode in ("mono", "legato"):
            alone = self.mode("key.mid", options=("--set", "patch.voice_mode=" + mode))
            self.assertEqual(self.mode("key.mid", "type=m7", "strum=10", options=("--set", "patch.voice_mode=" + mode)) == alone, True)

    def test_blocks_do_not_change_a_byte(self):
        self.write("key.mid", midi_of(struck(0, (48,)), struck(0.1, (60,)), ended(0.145, (60,)), ended(0.4, (48,))))
        usual = self.mode("key.mid", "type=maj9", "strum=13.7", "voicing=root-octave", patch="Aurora")
        for block in (1, 33, 65536):
            cut = self.mode("key.mid", "type=maj9", "strum=13.7", "voicing=root-octave", patch="Aurora", options=("--block", block))
            self.assertEqual(cut == usual, True)

    def test_refusals(self):
        for setting, pattern in (("type=13", "7#9"), ("type=major", "maj"), ("voicing=drop2", "root-octave"), ("strum=201", "0 to 200")):
            with self.subTest(setting):
                outcome = run("--render", "note.mid", "--out", "out.wav", "--set", "chord." + setting, cwd=self.folder)
                self.assertEqual(outcome.code, 2, str(outcome))
                self.assertRegex(outcome.error_text, pattern)


if __name__ == "__main__":
    main()

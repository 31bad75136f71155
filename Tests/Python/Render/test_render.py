"""--render for musicians: the WAV's contents, options that must not change its bytes and options
that must, the factory patches."""

import concurrent.futures
import json
import math
import re
import signal
import subprocess
import sys
import time
import tomllib

import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import SLOWNESS, main, run, start, wait_until
from render_support import DEMO_SONG, ROOT, RenderTest, Sound, one_note, song, track

RELEASE_SECONDS = 0.2
FULL = ("--patch", "Lead", "--set", "output.gain=0", "--set", "patch.velocity_sensitivity=0")  # a sine at full scale
PLAIN = (*FULL, "--set", f"amp.release={RELEASE_SECONDS}", "--set", "amp.attack=0.01")
TAIL_STEP = 4096  # samples: longest silence after the last voice


class Wav(RenderTest):
    def test_demo_song(self):
        """44 seconds by demo_song.py, then the decay."""
        for rate, bits in ((8000, 16), (44100, 24), (96000, 32)):
            with self.subTest(f"{rate} Hz, {bits} bits"):
                outcome = self.render(DEMO_SONG, "demo.wav", "--rate", rate, "--bits", bits)
                sound = Sound(self.folder / "demo.wav")
                self.assertEqual((sound.rate, sound.bits, sound.channels), (rate, bits, 2))
                self.assertGreater(sound.seconds, 43)
                self.assertLess(sound.seconds, 43.6 + 3 + TAIL_STEP / rate + 1, "the song, Pad's release, and no more")
                self.assertGreater(numpy.sqrt(numpy.mean(sound.samples**2)), 0.03)
                self.assertLessEqual(numpy.max(numpy.abs(sound.samples)), 1)
                self.assertRegex(outcome.out.decode(), rf"^demo\.wav: 0:4\d, 105 notes by Pad, .* Hz, {bits} bits, .*\n$")

    def test_demo_song_is_what_its_script_writes(self):
        script = ROOT / "scripts/demo_song.py"
        self.assertEqual(subprocess.run([sys.executable, script, "--check", DEMO_SONG]).returncode, 0)
        other = self.write("other.mid", DEMO_SONG.read_bytes()[:-1])
        self.assertEqual(subprocess.run([sys.executable, script, "--check", other], stderr=subprocess.DEVNULL).returncode, 1)

    def test_formats(self):
        for rate in (8000, 11025, 44100, 48000, 96000, 384000):
            exact = None
            for bits in (32, 24, 16):
                with self.subTest(f"{rate} Hz, {bits} bits"):
                    self.render("note.mid", "out.wav", *PLAIN, "--rate", rate, "--bits", bits)
                    sound = Sound(self.folder / "out.wav")
                    self.assertEqual((sound.rate, sound.bits, sound.channels), (rate, bits, 2))
                    ends = (0.25 + RELEASE_SECONDS * math.log(1000) / 5 + 0.01) * rate  # to -60 dB: docs/synth.md, "Envelopes"
                    self.assertGreaterEqual(len(sound.samples), 0.25 * rate)
                    self.assertLessEqual(len(sound.samples), ends + TAIL_STEP + 64)
                    self.assertGreater(numpy.max(numpy.abs(sound.samples)), 0.1)
                    exact = sound.samples if bits == 32 else exact
                    self.assertEqual(sound.samples.shape, exact.shape, "bits do not change the length")
                    step = 2.0**(1 - bits)
                    off = numpy.max(numpy.abs(sound.samples - exact)) / step
                    self.assertLess(off, 1.51 if bits < 32 else 1e-9, "half a step of rounding and one of dither")

    def test_output_gain_lies_behind_the_clip_and_volume_before_it(self):
        def samples(*options):
            self.render("note.mid", "gain.wav", *PLAIN, "--set", "clip.drive=10", "--limiter", "off", "--bits", "32", *options)
            return Sound(self.folder / "gain.wav").samples

        full = samples()
        for decibels in (-24, -6, 12):
            gained = samples("--set", f"output.gain={decibels}")
            worst = numpy.max(numpy.abs(gained - full * 10 ** (decibels / 20)))
            self.assertLess(worst, 1e-6, f"{decibels} dB")
        louder = samples("--set", "patch.volume=6")
        self.assertLess(numpy.max(numpy.abs(louder)), 1.1 * numpy.max(numpy.abs(full)), "the clip holds it")

    def test_delay_follows_the_beat(self):
        """A song without a tempo has 120 beats a minute: half a beat is a quarter of a second."""
        def begin(*options):
            self.render("note.mid", "echo.wav", *PLAIN, "--bits", "32", "--rate", "48000", *options)
            return numpy.flatnonzero(Sound(self.folder / "echo.wav").samples[:, 0])[0]

        wet = ("--set", "delay.mix=1", "--set", "delay.sync=tempo", "--set", "delay.beats=0.5")
        self.assertEqual(begin(*wet) - begin(), 12000)

    def test_plays_the_note_that_is_written_when_it_is_written(self):
        """A 440 Hz sine from 0.5 s on, in the middle of the stereo field; 432 Hz with a keyboard
        map that sets it."""
        self.write("late.mid", one_note(begin=0.5, seconds=1))
        self.write("a432.kbm", b"0\n0\n127\n60\n69\n432.0\n0\n")
        for options, expected_hz in (([], 440), (["--keymap", "a432.kbm"], 432), (["--set", "osc1.octave=1"], 880)):
            with self.subTest(options):
                self.render("late.mid", "late.wav", *PLAIN, "--set", "clip.on=false", "--bits", "32", *options)
                samples = Sound(self.folder / "late.wav").samples
                self.assertEqual(numpy.max(numpy.abs(samples[:24000])), 0)
                self.assertGreater(numpy.max(numpy.abs(samples[24000:24100])), 0)
                numpy.testing.assert_array_equal(samples[:, 0], samples[:, 1])
                tone = samples[28000:28000 + 32768, 0]
                power = numpy.abs(numpy.fft.rfft(tone * numpy.hanning(len(tone)), 1 << 19))
                self.assertAlmostEqual(numpy.argmax(power) * 48000 / (1 << 19), expected_hz, delta=0.2)

    def test_replaces_a_wav_that_is_there(self):
        fresh = self.bytes_of("note.mid")
        self.write("old.wav", b"x" * (2 * len(fresh)))
        self.render("note.mid", "old.wav")
        self.assertEqual((self.folder / "old.wav").read_bytes(), fresh)


class SameBytes(RenderTest):
    def test_whatever_the_block_and_the_threads(self):
        for patch in ("Pad", "Aurora", "Rain Room"):
            usual = self.bytes_of("busy.mid", "--patch", patch)
            for options in ([], ["--block", 1], ["--block", 7], ["--block", 64], ["--block", 1024], ["--block", 65536],
                            ["--threads", 1], ["--threads", 2], ["--block", 333, "--threads", 2], ["--progress", "json"]):
                with self.subTest(f"{patch} {options}"):
                    self.assertEqual(self.bytes_of("busy.mid", "--patch", patch, *options) == usual, True)

    def test_whatever_the_environment(self):
        usual = self.bytes_of("busy.mid", "--set", "osc1.detune=12.5")
        for environment in ({"LC_ALL": "C"}, {"LC_ALL": "no_SUCH"}, {"TZ": "Asia/Kathmandu"}, {"HOME": None}, {"SOURCE_DATE_EPOCH": None}):
            with self.subTest(environment):
                self.assertEqual(self.bytes_of("busy.mid", "--set", "osc1.detune=12.5", environment=environment) == usual, True)

    def test_a_setting_is_heard(self):
        self.write("mine.toml", b'name = "Mine"\n[osc1]\nspectrum = "saw"\nunison = 3\n')
        usual = self.bytes_of("busy.mid", "--patch", "mine.toml")
        for options in (["--set", "osc1.detune=12"], ["--set", "osc1.detune=12", "--set", "osc1.spread=0"], ["--set", "patch.volume=-9"],
                        ["--rate", "44100"], ["--bits", "16"], ["--patch", "Lead"]):
            with self.subTest(options):
                patch = [] if "--patch" in options else ["--patch", "mine.toml"]
                self.assertNotEqual(self.bytes_of("busy.mid", *patch, *options) == usual, True)
        self.assertEqual(self.bytes_of("busy.mid", "--patch", "mine.toml", "--set", "osc1.detune=10") == usual, True,
                         "10 cents are the default")


class Patches(RenderTest):
    def factory(self):
        return {path: tomllib.loads(path.read_text()) for path in sorted((ROOT / "Presets/Patches").glob("*.toml"))}

    def test_list(self):
        listed = run("--list", "patches", cwd=self.folder)
        self.assertEqual((listed.code, listed.err), (0, b""))
        names = re.findall(r"^(\S.*?)  +[A-Z][A-Za-z ]+?  +\S", listed.out.decode(), re.M)
        self.assertEqual(sorted(names), sorted(patch["name"] for patch in self.factory().values()))

    def test_each_plays_a_short_note(self):
        """At velocity 100, by its name and by its file: audible, and not too loud."""
        for path, patch in self.factory().items():
            with self.subTest(patch["name"]):
                outcome = self.render("note.mid", "name.wav", "--patch", patch["name"], "--progress", "none", "--limiter", "off")
                self.assertEqual(outcome.err, b"")
                self.assertIn(f"1 note by {patch['name']},", outcome.out.decode())
                self.assertGreater(numpy.max(numpy.abs(Sound(self.folder / "name.wav").samples)), 0.003)
        self.render("note.mid", "file.wav", "--patch", path, "--progress", "none", "--limiter", "off")
        self.assertEqual((self.folder / "file.wav").read_bytes() == (self.folder / "name.wav").read_bytes(), True)

    def test_a_name_in_any_case(self):
        self.assertEqual(self.bytes_of("note.mid", "--patch", "mUSIC bOX") == self.bytes_of("note.mid", "--patch", "Music Box"), True)

    def test_too_loud_is_said_with_its_cure(self):
        loud = [*FULL, "--set", "clip.on=false", "--set", "amp.attack=0.001", "--limiter", "off"]
        text = self.render("note.mid", "loud.wav", *loud, "--set", "patch.volume=6").error_text
        found = re.search(r"warning: [\d,]+ samples were louder than full scale and were cut; turn patch\.volume down by (\d+\.\d) dB", text)
        self.assertIsNotNone(found, text)
        cured = self.render("note.mid", "cured.wav", *loud, "--set", f"patch.volume={6 - float(found[1]):.1f}")
        self.assertEqual(cured.err, b"")
        self.assertEqual(self.render("note.mid", "float.wav", *loud, "--set", "patch.volume=6", "--bits", "32").err, b"")
        self.assertGreater(numpy.max(numpy.abs(Sound(self.folder / "float.wav").samples)), 1, "floats keep what is louder")


class Limiter(RenderTest):
    LOUD = (*FULL, "--set", "clip.on=false", "--set", "amp.attack=0.001", "--set", "patch.volume=6")
    DANGEROUS = (*LOUD, "--set", "osc1.spectrum=saw", "--set", "output.gain=12")
    KNEE = 10 ** (-1 / 20)

    def test_full_scale_is_the_most(self):
        for loud in (self.LOUD, self.DANGEROUS):
            with self.subTest(loud):
                text = self.render("busy.mid", "on.wav", *loud, "--bits", "32").out.decode()
                on = Sound(self.folder / "on.wav").samples
                self.render("busy.mid", "off.wav", *loud, "--bits", "32", "--limiter", "off")
                off = Sound(self.folder / "off.wav").samples
                self.assertGreater(numpy.max(numpy.abs(off)), 1)
                self.assertLessEqual(numpy.max(numpy.abs(on)), 1 - 2.0**-15)
                # The reported reduction is the real one: the ratio of the two sounds, where either
                # is loud enough.
                heard = numpy.max(numpy.abs(off), axis=1) > 1e-3
                ratio = numpy.max(numpy.abs(on), axis=1)[heard] / numpy.max(numpy.abs(off), axis=1)[heard]
                self.assertLessEqual(numpy.max(ratio), 1)
                told = re.search(r", limited by (\d+\.\d) dB at most in ([\d,]+) frames?, ", text)
                self.assertIsNotNone(told, text)
                self.assertAlmostEqual(float(told[1]), -20 * numpy.log10(numpy.min(ratio)), delta=0.051)
                self.assertGreaterEqual(int(told[2].replace(",", "")), numpy.count_nonzero(ratio < 1))

    def test_what_is_quiet_keeps_its_bytes(self):
        for bits in ("16", "24", "32"):
            quiet = (*FULL, "--set", "patch.volume=-24", "--bits", bits)
            on = self.bytes_of("note.mid", *quiet)
            self.assertLess(numpy.max(numpy.abs(Sound(self.folder / "again.wav").samples)), self.KNEE)
            self.assertEqual(self.bytes_of("note.mid", *quiet, "--limiter", "on") == on, True, "on by default")
            self.assertEqual(self.bytes_of("note.mid", *quiet, "--limiter", "off") == on, True)

    def test_nothing_is_cut_where_it_is_on(self):
        for bits in ("16", "24"):
            outcome = self.render("busy.mid", "out.wav", *self.DANGEROUS, "--bits", bits, "--progress", "json")
            summary = json.loads(outcome.out)
            self.assertEqual((summary["clipped_samples"], summary["limiter"], summary["invalid_samples"]), (0, True, 0))
            self.assertGreater(summary["limited_db"], 12)
            self.assertGreater(summary["limited_frames"], 1000)
            self.assertNotIn("louder than full scale", outcome.error_text)
        off = json.loads(self.render("note.mid", "out.wav", "--limiter", "off", "--progress", "json").out)
        self.assertEqual((off["limiter"], off["limited_db"], off["limited_frames"]), (False, 0, 0))

    def test_what_is_no_choice_is_refused(self):
        outcome = self.run_render("note.mid", "out.wav", "--limiter", "loud")
        self.assertEqual(outcome.code, 2)
        self.assertIn("--limiter = loud", outcome.error_text)


class Progress(RenderTest):
    def setUp(self):
        super().setUp()
        notes = [(0, bytes((0x90, key, 80))) for key in range(40, 80)]
        self.write("long.mid", song(track(notes, 400)))

    def test_json_summary(self):
        summary = json.loads(self.render("note.mid", "out.wav", "--progress", "json").out)
        self.assertEqual((summary["patch"], summary["notes"], summary["rate_hz"], summary["bits"]), ("Pad", 1, 48000, 24))

    def test_a_name_with_control_characters(self):
        self.write("odd.toml", b'name = "a\\nb\\u001b[31m"\n')
        out = self.render("note.mid", "out.wav", "--patch", "odd.toml").out
        self.assertEqual((out.count(b"\n"), out.count(b"\x1b")), (1, 0))

    def stopped(self, pattern, *options, out="long.wav"):
        """The output of a long render that is stopped when its output matches a pattern, or after
        6.5 s."""
        said = self.folder / f"{out}.said"
        with said.open("wb") as errors:
            process = start("--render", "long.mid", "--out", out, "--backend", "cpu", "--rate", "96000", *options,
                            cwd=self.folder, stdout=subprocess.PIPE, stderr=errors)
            if pattern is None:
                time.sleep(6.5)
            else:
                wait_until(lambda: re.search(pattern, said.read_bytes()), f"it says {pattern}")
            process.send_signal(signal.SIGINT)
            self.assertEqual((process.communicate(timeout=30 * SLOWNESS)[0], process.returncode), (b"", 130), said.read_bytes())
        return said.read_bytes().decode()

    def test_json(self):
        lines = self.stopped(rb"(?s)}\n.*}\n", "--progress", "json").splitlines()
        told = [json.loads(line) for line in lines if line.startswith("{")]
        self.assertGreaterEqual(len(told), 2)
        done = [line["done_seconds"] for line in told]
        self.assertEqual(done, sorted(set(done)))
        for line in told:
            self.assertEqual((line["phase"], line["total_seconds"]), ("render", 400))
            self.assertGreater(line["times_real_time"], 0)

    def test_plain_bar_and_none(self):
        with concurrent.futures.ThreadPoolExecutor() as pool:
            plain, usual, bar, none = pool.map(
                lambda case: self.stopped(*case, out="-".join(["out", *case[2:]]) + ".wav"),
                ([rb"left\n", "--progress", "plain"], [rb"left\n"], [rb"\x1b\[K", "--progress", "bar"], [None, "--progress", "none"]))
        self.assertRegex(plain, r"(?m)^rendering \d+ % \d+:\d\d of 6:40, [\d.]+ times real time, .* left$")
        self.assertRegex(usual, r"(?m)^rendering \d+ % ", "plain, where there is no terminal")
        self.assertNotIn("\x1b", plain + usual)
        self.assertRegex(bar, r"\rrendering \d+ % .*\x1b\[K")
        self.assertRegex(none, r"\Amelstrom: error: stopped by a signal; nothing was written \[interrupted\]\n\Z")
        self.assertEqual([path.name for path in self.folder.glob("*.wav*") if path.suffix != ".said"], [])

    def test_quiet(self):
        self.assertEqual(self.render("note.mid", "out.wav", "--log-level", "error", "--progress", "none").out, b"")


if __name__ == "__main__":
    main()

"""Damaged audio (cases A1 to A16): each file becomes a line of errors.csv or is read by a
documented rule.
No bit of the other files' rows changes.

Each case runs alone beside three valid sound files; then all cases run together.
"""

import sys

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from audio_fault_cases import REFUSED, TAKEN, UNSETTLED
from audio_fault_support import AudioFaultTest
from commandline_support import PRESET, chunk, fmt, main, noise, read_table, riff, wav

PLAIN = ["--set", "loader=plain"]  # ffmpeg mixes 8 channels at most, and makes one


class AudioFaults(AudioFaultTest):
    def test_refused(self):
        for name, (file_name, data, code, pattern) in REFUSED.items():
            with self.subTest(name):
                outcome, dataset = self.one(file_name, data)
                self.assert_refused(outcome, dataset, f"in/{file_name}", code, pattern)

    def test_taken(self):
        for name, (data, samples, warning) in TAKEN.items():
            with self.subTest(name):
                options = PLAIN if "64 channels" in name else []
                outcome, dataset = self.one("odd.wav", data, *options, expect=0)
                self.assertEqual(dataset.errors, [])
                self.assert_same_as(dataset, "in/odd.wav", samples, *options)
                if warning:
                    self.assertRegex(outcome.error_text, f"odd.wav.*{warning}")

    def test_decoded_or_refused(self):
        """Never silence: the features equal the sound's up to the codec's rounding, or errors.csv
        lists the file."""
        for name, (data, samples, tolerance) in UNSETTLED.items():
            with self.subTest(name):
                outcome = self.beside("odd.wav", data)
                dataset = self.dataset("out")
                self.assert_good_rows(dataset, self.good)
                self.assertEqual(outcome.code, 3 if dataset.errors else 0, str(outcome))
                self.assertEqual(dataset.files["in/odd.wav"]["status"] != "ok", len(dataset.errors) == 1)
                if dataset.errors:
                    self.assertIn("odd.wav", dataset.errors[0]["message"])
                    continue
                expected, found = self.rows_of_clean(samples), dataset.rows("in/odd.wav")
                self.assertEqual(found.shape, expected.shape)
                self.assertLess(abs(found - expected).max(), tolerance)

    def test_all_together(self):
        """All refused files at once, also in a second layout: the sound files' rows do not
        change."""
        for index, (file_name, data, _, _) in enumerate(REFUSED.values()):
            self.write(f"in/{index:03}-{file_name}", data)
        outcome = self.batch("in", "out", expect=3)
        dataset = self.dataset("out")
        self.assert_good_rows(dataset, self.good)
        codes = {error["path"]: error["code"] for error in dataset.errors}
        for index, (name, (file_name, _, code, _)) in enumerate(REFUSED.items()):
            with self.subTest(name):
                found = codes.pop(f"in/{index:03}-{file_name}", None)
                self.assertEqual(found, code or found or "an error")
        self.assertEqual(codes, {})
        self.assertRegex(outcome.error_text, r"and \d+ more; errors.csv has all")
        options = ("--waveform", "--threads", "2", "--set", "log_floor=1e-9")
        self.batch([f"in/good{index}.wav" for index in range(3)], "segments", *options, preset="leak")
        self.batch("in", "segments-all", *options, preset="leak", expect=3)
        self.assert_good_rows(self.dataset("segments-all"), self.dataset("segments"))

    def test_too_many_channels_quickly(self):
        """A5: refused by the header, within 10 ms."""
        def least_cpu_seconds(expect):
            return min(self.batch("in", "out", "--overwrite", expect=expect).cpu_seconds for _ in range(5))
        without = least_cpu_seconds(0)
        self.write("in/many.wav", riff(fmt(channels=0x8000), chunk(b"data", bytes(1 << 20))))
        self.assertLess(least_cpu_seconds(3) - without, 0.01)

    def test_sound_files_that_do_not_fit_the_options(self):
        """Each file is recorded with its cure. With the cure, the run accepts the file."""
        one = noise(16000, 9)
        cases = {
            "no-such-channel": (wav(one), ["--set", "channels=1", *PLAIN], ["--set", "channels=mean"], PRESET, r"has 1 channel;"),
            "rate-mismatch": (wav(one, 44100), ["--no-resample"], [], PRESET, "44100 Hz, but the preset is at 16000 Hz"),
            "shape-mismatch": (wav(noise(90000)), ["--format", "h5", "--set", "rate_hz=16000"], ["--set", "rate_hz=16000"], "leak",
                               "segments, but most files"),
            # a window and, as the preset drops the last frame, a hop of 160
            "too-short": (wav(one[:1500]), ["--set", "framing=valid", "--set", "window_samples=2048", "--set", "fft_samples=2048"], None,
                          PRESET, "has 1,500 samples at 16000 Hz; the spec needs at least 2,208 for one row"),
        }
        for code, (data, options, cured, preset, pattern) in cases.items():
            with self.subTest(code):
                self.write("two/a.wav", wav(noise(16000, 3, 2) if code == "no-such-channel" else one))
                self.write("two/b.wav", wav(noise(16000, 4, 2) if code == "no-such-channel" else one))
                self.write("two/odd.wav", data)
                outcome = self.batch("two", "out", *options, "--overwrite", preset=preset, expect=3)
                errors = read_table(self.folder / "out/errors.csv")
                self.assertEqual([(error["path"], error["code"]) for error in errors], [("two/odd.wav", code)])
                self.assert_names_and_cures(errors[0])
                self.assertRegex(errors[0]["message"], pattern)
                self.assertIn(errors[0]["message"], outcome.error_text)
                if cured is not None:
                    self.batch("two", "out", *cured, "--overwrite", preset=preset)

    def test_every_preset_survives_any_rate(self):
        """A15: a rate that a preset cannot use fails the file, never the run."""
        for preset in ("whisper-openai-80", "librosa-db", "torchaudio", "kaldi-fbank", "leak"):
            self.batch("in", f"{preset}-good", preset=preset)
            for rate in (1, 7, 50, 767_999):
                with self.subTest(f"{preset}, {rate} Hz"):
                    outcome = self.beside("rate.wav", wav(noise(8000), rate), preset=preset)
                    self.assertIn(outcome.code, (0, 3), str(outcome))
                    self.assert_good_rows(self.dataset("out"), self.dataset(f"{preset}-good"))
                    self.assert_quick(outcome, self.good_outcome)

    def test_short_files(self):
        """A15: shorter than a window: accepted if the padding allows it, else refused with both
        numbers."""
        for samples in (1, 2, 159, 160, 200, 201):
            with self.subTest(samples=samples):
                outcome = self.beside("short.wav", wav(noise(samples)))
                dataset = self.dataset("out")
                self.assert_good_rows(dataset, self.good)
                if outcome.code == 0:
                    self.assertEqual(len(dataset.rows("in/short.wav")), samples // 160)
                else:
                    self.assert_refused(outcome, dataset, "in/short.wav", "too-short",
                                        rf"has {samples} samples? at .*at least \d+")


if __name__ == "__main__":
    main()

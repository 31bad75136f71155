"""Warnings: always on stderr, with any kind of progress; in dataset.json equal for any machine,
threads and memory; and the output of --quiet."""

import json
import os
import sys

import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import ProgramTest, batch, chunk, contents, fmt, main, noise, riff, run, wav

RUBBISH = riff(fmt(), chunk(b"data", noise(16000).tobytes())) + b"\xff" * 99


class Warnings(ProgramTest):
    def setUp(self):
        super().setUp()
        self.good_files()
        self.write("in/rubbish.wav", RUBBISH)

    def batch(self, source, out, *options, **more):
        """Folders without labels have their own warning."""
        labels = () if "--labels" in options else ("--labels", "none")
        return super().batch(source, out, *labels, *options, **more)

    def warnings(self, out="out"):
        return json.loads((self.folder / out / "dataset.json").read_text())["warnings"]

    def test_whatever_the_progress(self):
        for progress in ("auto", "bar", "plain", "json", "none"):
            with self.subTest(progress):
                outcome = self.batch("in", f"out-{progress}", progress=progress)
                self.assertRegex(outcome.error_text, r"(?m)^melstrom: warning: in/rubbish\.wav .*99 bytes after its chunks")
                self.assertEqual(len(self.warnings(f"out-{progress}")), 1)
                again = self.batch("in", f"out-{progress}", progress=progress)
                self.assertRegex(again.error_text, r"(?m)^melstrom: warning: in/rubbish\.wav .*99 bytes", "nothing was to be done")
        outcome = self.batch("in", "dry", "--dry-run", progress="none")
        self.assertIn("in/rubbish.wav", outcome.error_text)

    def test_quiet(self):
        self.write("in/bad.wav", b"no audio")
        outcome = self.batch("in", "out", "--quiet", progress="none", expect=3)
        self.assertNotIn("warning", outcome.error_text)
        self.assertRegex(outcome.error_text, r"\Ain/bad\.wav: [^\n]* \[not-audio\]\n\Z")
        outcome = run("--batch", "in", "--labels", "none", "--out", "out2", "--preset", "librosa-db", "--quiet", cwd=self.folder)
        self.assertEqual((outcome.code, outcome.out), (3, b""))
        self.assertEqual(len(outcome.err.splitlines()), 1, "no progress either")
        self.assertEqual(len(self.warnings("out")), 1, "what is kept does not depend on what is shown")
        explained = run("--quiet", "--explain", "librosa-db", "torchaudio", cwd=self.folder)
        self.assertEqual((explained.code, explained.err), (0, b""))
        self.assertIn(b"window_samples", explained.out)
        both = batch("in", "out3", "--quiet", "--log-level", "debug", cwd=self.folder)
        self.assertEqual(both.code, 2, str(both))
        self.assertRegex(both.error_text, "--quiet.*--log-level")
        loud = run("--batch", "in", "--labels", "none", "--out", "out4", "--preset", "librosa-db", "--quiet", cwd=self.folder, environment={"MELSTROM_LOG": "debug"})
        self.assertEqual(len(loud.err.splitlines()), 1, "--quiet counts, not MELSTROM_LOG")

    def test_what_dataset_json_lists(self):
        """Inputs and spec, in order, escaped; nothing about the machine."""
        samples = noise(40000, 3).astype("<f4") / 32768
        samples[[5, 20000, 39999]] = numpy.nan
        self.write("in/nan.wav", wav(samples))
        self.write("in/\x1b[31m\n.wav", RUBBISH)
        self.write("in/other-rate.wav", wav(noise(30000), 44100))
        os.symlink("/", self.folder / "in/root")
        self.write("labels.csv", b"in/good0.wav,a\n")
        options = ["--labels", "labels.csv", "--nonfinite", "zero", "--set", "window_samples=512", "--set", "fft_samples=512"]
        self.batch("in", "out", *options, preset="librosa-db")
        warnings = self.warnings()
        for number, pattern in enumerate((r"Links to folders are not followed: 1 .*in/root", r"6 files have no line in labels\.csv",
                                          r"in/\\x1B\[31m\\n\.wav .*99 bytes", r"in/rubbish\.wav .*99 bytes", r"2 sample rates",
                                          r"there is only one label, a",
                                          r"of 128 mel bands are empty at 44100 Hz",
                                          r"in/nan\.wav has samples that were NaN")):
            self.assertRegex(warnings[number], pattern)
        self.assertEqual(len(warnings), 8)
        before = contents(self.folder / "out")
        for more in (["--threads", "1"], ["--threads", "64", "--max-mem", "4G"], ["--max-mem", "16M", "--threads", "2"],
                     ["--backend", "cpu", "--quiet"], ["--progress", "none"]):
            with self.subTest(" ".join(more)):
                progress = [] if "--progress" in more else ["--progress", "json"]
                outcome = run("--batch", "in", "--out", "again", "--preset", "librosa-db", *options, *more, *progress, "--overwrite",
                              cwd=self.folder)
                self.assertEqual(outcome.code, 0, str(outcome))
                self.assertEqual(contents(self.folder / "again"), before)

    def test_very_many(self):
        for index in range(1010):
            self.write(f"many/{index:04}.wav", riff(fmt(), chunk(b"data", noise(600).tobytes())) + b"\xff" * 9)
        outcome = self.batch("many", "out", preset="librosa-db", progress="none")
        self.assertEqual(outcome.error_text.count("\n"), 101)
        self.assertRegex(outcome.error_text, "warning: and 910 more; dataset.json lists them\n")
        warnings = self.warnings()
        self.assertEqual((len(warnings), warnings[-1]), (1001, "and 10 more"))

    def test_none(self):
        (self.folder / "in/rubbish.wav").unlink()
        outcome = self.batch("in", "out", progress="none")
        self.assertEqual((outcome.out, outcome.err, self.warnings()), (b"", b"", []))


if __name__ == "__main__":
    main()

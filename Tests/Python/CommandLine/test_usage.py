"""User errors: bad command lines (case C1), a different plan in the same folder (C2), no input
found (C4), --overwrite and --max-errors."""

import sys

import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import (PRESET, SLOWNESS, FinishedTest, ProgramTest, batch, contents, main, noise, run, start,
                                 wait_until, wav)

# options appended to a valid --batch command: patterns that the message must contain
BAD_OPTIONS = {
    ("--threads", "0"): ("--threads", "0", "from 1 to 256"),
    ("--threads", "-1"): ("--threads", "-1", "from 1 to 256"),
    ("--threads", "2147483648"): ("--threads", "from 1 to 256"),
    ("--threads", "99999999999999999999"): ("--threads", "from 1 to 256"),
    ("--threads", "two"): ("--threads", "two", "from 1 to 256"),
    ("--threads", "1.5"): ("--threads", "from 1 to 256"),
    ("--threads", ""): ("--threads", "empty|from 1 to 256"),
    ("--threads",): ("--threads", "needs a value"),
    ("--threads", "1", "--threads", "2"): ("--threads", "2 times"),
    ("--max-mem", "0"): ("--max-mem", "16M"),
    ("--max-mem", "-1G"): ("--max-mem", "16M"),
    ("--max-mem", "15M"): ("--max-mem", "16M"),
    ("--max-mem", "2147483648T"): ("--max-mem", "16M to 64T"),
    ("--max-mem", "1X"): ("--max-mem", "1X", "16M"),
    ("--max-errors", "-1"): ("--max-errors", "from 0 on"),
    ("--max-errors", "101%"): ("--max-errors", "0% to 100%"),
    ("--max-errors", "nan%"): ("--max-errors", "0% to 100%"),
    ("--max-errors", "%"): ("--max-errors", "0% to 100%"),
    ("--format", "hdf"): ("--format", "hdf", "npy", "h5"),
    ("--dtype", "f8"): ("--dtype", "f8", "f16", "f32"),
    ("--split", "1:1"): ("--split", "1:1", "8:1:1"),
    ("--split", "-1:1:1"): ("--split", "8:1:1"),
    ("--split", "0:0:0"): ("--split", "8:1:1"),
    ("--split", "1:1:1:1"): ("--split", "8:1:1"),
    ("--split", "1:nan:1"): ("--split", "8:1:1"),
    ("--split", "1:1e999:1"): ("--split", "8:1:1"),
    ("--labels", "nowhere.csv"): ("--labels", "nowhere.csv"),
    ("--labels", "in"): ("--labels",),
    ("--backend", "gpu"): ("--backend", "gpu", "auto", "cpu"),
    ("--backend", "cuda:-1"): ("--backend",),
    ("--backend", "cuda:99"): ("(?i)cuda|driver|GPU", "device-unavailable"),
    ("--backend", "cuda:256"): ("--backend", "cuda:256", "0 to 255"),
    ("--backend", "cpu", "--variant", "fused"): ("--variant", "GPU", "--backend cpu"),
    ("--variant", "fast"): ("--variant", "fast", "fused", "cufft"),
    ("--device-mem", "1M"): ("--device-mem", "1M", "64M to 1T"),
    ("--truncated", "maybe"): ("--truncated", "maybe", "keep", "refuse"),
    ("--nonfinite", "nan"): ("--nonfinite", "nan", "zero", "refuse"),
    ("--progress", "fancy"): ("--progress", "fancy", "json"),
    ("--log-level", "loud"): ("--log-level", "loud", "debug"),
    ("--quiet", "--log-level", "info"): ("--quiet", "--log-level", "one of the two"),
    ("--quiet=yes",): ("--quiet", "takes no value"),
    ("--set", "bands=0"): ("bands", "= 0", "from 1"),
    ("--set", "bands=-1"): ("bands", "-1", "from 1"),
    ("--set", "bands=2147483648"): ("bands", "2147483648", "to "),
    ("--set", "bands=99999999999999999999"): ("bands",),
    ("--set", "bands=many"): ("bands", "many"),
    ("--set", "bands"): ("--set", "KEY=VALUE|bands"),
    ("--set", "bnads=80"): ("bnads", "bands"),
    ("--set", "=1"): ("--set",),
    ("--set", "lowest_hz=9000"): ("lowest_hz", "9000", "8000"),
    ("--set", "highest_hz=1e9"): ("highest_hz",),
    ("--set", "lowest_hz=nan"): ("lowest_hz", "nan"),
    ("--set", "hop_samples=0"): ("hop_samples", "from 1"),
    ("--set", "window_samples=2147483648"): ("window_samples", "2147483648"),
    ("--set", "rate_hz=768001"): ("rate_hz", "768000"),
    ("--set", "stored=f8"): ("stored", "f8", "f16"),
    ("--set", "window=han"): ("window", "han", "hann"),
    ("--waveform",): ("--waveform", "segments"),
    ("--dry-run=1",): ("--dry-run", "takes no value"),
    ("--colours", "magma"): ("--colours", "--picture"),
    ("--picture",): ("--batch", "--picture", "two modes"),
    ("--thread", "2"): ("--thread\\b", "--threads"),
    ("--resume",): ("--resume",),
    ("-x",): ("-x",),
    ("",): ("empty",),
    ("nowhere",): ("nowhere",),
    ("--trace", "nowhere/trace.json"): ("nowhere/trace.json", "no folder nowhere"),
    ("--trace", "in/good0.wav"): ("--trace in/good0.wav", "not a trace", "another name"),
    ("--trace", "in"): ("--trace in", "INPUT in"),
}
BAD_COMMANDS = {
    (): ("--batch", "--help"),
    ("--bacth", "in", "--out", "out"): ("--bacth", "--batch"),
    ("--batch", "--out", "out", "--preset", PRESET): ("--batch", "INPUT"),
    ("--batch", "in", "--preset", PRESET): ("--out",),
    ("--batch", "in", "--out", "out"): ("--preset", PRESET),
    ("--batch", "in", "--out", "out", "--preset", "whisper"): ("--preset", "whisper", PRESET, "--list presets"),
    ("--batch", "in", "--out", "out", "--preset", "in"): ("--preset", '"in"'),
    ("--verify",): ("--out",),
    ("--verify", "--out", "nowhere"): ("nowhere",),
    ("--verify", "--out", "in"): ("in", "dataset"),
    ("--batch", "in", "--out", "out", "--preset", "nowhere.toml"): ('"nowhere.toml": there is no file of this name',),
    ("--batch", "in", "--out", "out", "--preset", "in/good0.wav/x.TOML"): (r"good0.wav/x.TOML.: cannot be read: Not a directory",),
    ("--picture", "in/good0.wav", "--out", "out.jpg"): ("--out out.jpg: the picture is a PNG", r"\.png"),
    ("--picture", "in/good0.wav", "--out", "OUT.WAV"): ("--out OUT.WAV: the picture is a PNG", r"\.png"),
    ("--render", "Am7 | F", "--out", "out.mp3"): ("--out out.mp3: the sound is a WAV", r"\.wav"),
    ("--merge", "out", "in"): ("in",),
    ("--list",): ("--list", "presets"),
    ("--list", "sounds"): ("sounds", "presets"),
    ("--report",): ("--report", "DIR"),
    ("--report", "nowhere"): ("nowhere",),
    ("--report", "in"): ("in", "dataset"),
    ("--report", "in", "in", "--json", "nowhere/x.json"): ("in", "dataset"),
    ("--explain", "librosa-db"): ("--explain", "PRESET PRESET"),
    ("--explain", "librosa-db", "librosa-bd"): ("librosa-bd", "librosa-db", "--list presets shows all"),
    ("--picture", "in/good0.wav"): ("--out",),
    ("--picture", "nowhere.wav", "--out", "out"): ("nowhere.wav", "correct the path"),
    ("--picture", "in/good0.wav", "--out", "in/good0.wav"): ("--out in/good0.wav", "audio itself"),
    ("--batch", "in", "--out", "in", "--preset", PRESET): ("--out in", "INPUT in itself", "inside it"),
    ("--picture", "in/good0.wav", "--out", "out", "--width", "479"): ("--width", "480 to 16,384"),
    ("--picture", "in/good0.wav", "--out", "out", "--height", "2147483648"): ("--height", "320 to 16,384"),
    ("--picture", "in/good0.wav", "--out", "out", "--colours", "mgma"): ("--colours", "mgma", "magma"),
    ("--doctor", "now"): ("--doctor", "now"),
    ("--bench", "everything"): ("everything", "mel", "cuda"),
    ("--bench", "cuda", "--backend", "cpu"): ("--bench cuda", "--backend cpu"),
    ("--picture", "in/good0.wav", "--out", "out", "--backend", "cuda:99"): ("device-unavailable",),
    ("--explain", "librosa-db", "torchaudio", "--backend", "cuda:99"): ("device-unavailable",),
    ("--doctor", "--backend", "cuda:99"): ("device-unavailable",),
}
# a preset's text: patterns of its fault's place
BAD_PRESETS = {
    "not TOML": (b"rate_hz = 16000\nbands == 80\n", "line 2.*column 8|2:8"),
    "unknown key": (b"rate_hz = 16000\nbnads = 80\n", "bnads.*line 2|line 2.*bnads|:2.*bnads"),
    "wrong type": (b"rate_hz = 16000\nbands = \"many\"\n", "bands"),
    "out of range": (b"rate_hz = 16000\nbands = 0\n", "bands"),
    "key twice": (b"bands = 80\nbands = 80\n", "line 2|2:"),
    "not UTF-8": (b"name = \"\xff\"\n", "line 1|1:"),
    "endless nesting": (b"bands = " + b"[" * 100_000, "line 1|1:"),
    "empty": (b"", "."),
    "audio": (wav(noise(4000)), "."),
}


class BadCommandLines(ProgramTest):
    """C1: exit 2 before anything is written, naming the option and what is allowed."""

    def setUp(self):
        super().setUp()
        self.good_files()
        self.before = sorted(self.folder.rglob("*"))

    def assert_refused(self, outcome, patterns):
        self.assertEqual(outcome.code, 2, str(outcome))
        for pattern in patterns:
            self.assertRegex(outcome.error_text, pattern)
        self.assertRegex(outcome.error_text, r"(?m)^melstrom: error: .*\[(bad-usage|bad-spec|file-missing|not-a-file|nothing-found|device-unavailable)\]\n$")
        self.assertEqual(outcome.out, b"")
        self.assertEqual(outcome.error_text.count("\n"), 1, "the error is all that is said")
        self.assertLess(len(outcome.error_text), 600)
        self.assertEqual(sorted(self.folder.rglob("*")), self.before, "nothing is written")

    def test_options(self):
        for options, patterns in BAD_OPTIONS.items():
            with self.subTest(" ".join(options)):
                self.assert_refused(run("--batch", "in", "--out", "out", "--preset", PRESET, *options, cwd=self.folder), patterns)

    def test_commands(self):
        for command, patterns in BAD_COMMANDS.items():
            with self.subTest(" ".join(command)):
                self.assert_refused(run(*command, cwd=self.folder), patterns)

    def test_preset_files(self):
        for name, (text, pattern) in BAD_PRESETS.items():
            with self.subTest(name):
                path = self.write("bad.toml", text)
                self.before = sorted(self.folder.rglob("*"))
                outcome = batch("in", "out", cwd=self.folder, preset="bad.toml")
                if name == "empty": # a preset of defaults
                    self.assertIn(outcome.code, (0, 2))
                    continue
                self.assert_refused(outcome, ("bad.toml", pattern))
                path.unlink()

    def test_environment(self):
        outcome = batch("in", "out", cwd=self.folder, environment={"MELSTROM_LOG": "loud"})
        self.assert_refused(outcome, ("MELSTROM_LOG", "loud", "debug"))

    def test_nothing_found(self):
        """C4."""
        self.write("empty/readme.md", b"no audio")
        self.write("empty.txt", b"\n")
        self.before = sorted(self.folder.rglob("*"))
        for source in ("empty", "empty.txt", ["empty", "empty.txt"]):
            outcome = batch(source, "out", cwd=self.folder, progress="none")
            self.assert_refused(outcome, ("empty", "nothing-found"))


class Folders(FinishedTest):
    """C2, --overwrite and --max-errors."""

    def test_other_plans(self):
        self.write("more/x.wav", wav(noise(5000)))
        for name, (source, options) in {"spec": ("in", ["--set", "bands=40"]), "format": ("in", ["--format", "h5"]),
                                        "type": ("in", ["--dtype", "f16"]), "inputs": (["in", "more"], []),
                                        "policy": ("in", ["--nonfinite", "zero"])}.items():
            with self.subTest(name):
                outcome = self.batch(source, "out", *options, expect=5)
                self.assertRegex(outcome.error_text, r"out: .*Nothing was changed.*--overwrite.*\[other-plan\]")
                self.assertEqual(contents(self.folder / "out"), self.there)

    def test_an_unfinished_run_of_another_plan(self):
        """No file changes, and the message names the difference."""
        self.write("long/x.wav", wav(numpy.tile(noise(1 << 20), 40)))
        command = ("--batch", "long", "--out", "begun", "--preset", PRESET, "--threads", "1", "--progress", "none")
        process = start(*command, cwd=self.folder)
        wait_until(lambda: any((self.folder / "begun").glob("features.npy.part")), "a part is there")
        process.terminate()
        self.assertEqual(process.wait(30 * SLOWNESS), 143)
        begun = contents(self.folder / "begun")
        for options, what in ((["--set", "bands=40"], "spec/bands"), (["--nonfinite", "zero"], "nonfinite"), (["--format", "h5"], "format")):
            with self.subTest(" ".join(options)):
                outcome = run(*command, *options, cwd=self.folder)
                self.assertEqual(outcome.code, 5, str(outcome))
                self.assertRegex(outcome.error_text, rf"begun: the folder holds an unfinished run of another plan.*{what}.*Nothing was changed.*--overwrite")
                self.assertEqual(contents(self.folder / "begun") == begun, True)

    def has_rows(self, out):
        try:
            with open(self.folder / out / "features.npy.part", "rb") as part:
                part.seek(4096)  # behind the header
                return any(part.read(1 << 16))
        except FileNotFoundError:
            return False

    def test_a_journal_of_another_run(self):
        """K3: the journal is refused, and no file changes."""
        self.write("long/x.wav", wav(numpy.tile(noise(1 << 20), 40)))
        for out, options in ("begun", []), ("other", ["--set", "bands=40"]):
            process = start("--batch", "long", "--out", out, "--preset", PRESET, "--threads", "1", *options, cwd=self.folder)
            wait_until(lambda: self.has_rows(out), "rows are written")
            process.terminate()
            self.assertEqual(process.wait(30 * SLOWNESS), 143)
        (self.folder / "begun/journal.bin").write_bytes((self.folder / "other/journal.bin").read_bytes())
        begun = contents(self.folder / "begun")
        outcome = self.batch("long", "begun", "--threads", "1", expect=5)
        self.assertRegex(outcome.error_text, r"begun: its journal belongs to another run\. Nothing was changed.*--overwrite")
        self.assertEqual(contents(self.folder / "begun") == begun, True)
        self.batch("long", "begun", "--threads", "1", "--overwrite")

    def test_the_same_again(self):
        outcome = self.batch("in", "out")
        self.assertIn(b"already exists", outcome.out)
        self.assertRegex(outcome.error_text, r"\Adone: nothing to do, in \d\.\d\d s\n")
        self.assertEqual(contents(self.folder / "out"), self.there)

    def test_overwrite(self):
        self.write("out/notes.txt", b"of the user")
        self.batch("in", "out", "--set", "bands=40", "--format", "h5", "--split", "2:1:0", "--overwrite")
        names = set(contents(self.folder / "out"))
        self.assertEqual(names, {"dataset.json", "errors.csv", "files.csv", "statistics.bin", "features_TRAINING.h5", "features_VALIDATION.h5",
                                 "notes.txt"})
        self.batch("in", "out", "--overwrite")
        (self.folder / "out/notes.txt").unlink()
        self.assertEqual(contents(self.folder / "out"), self.there)

    def test_max_errors(self):
        for index in range(2):
            self.write(f"in/bad{index}.wav", b"no audio")
        for limit, code in {"0": 8, "1": 8, "2": 0, "39%": 8, "40%": 0, "50%": 0, "0%": 8}.items():
            with self.subTest(limit):
                out = f"out-{limit}"
                outcome = self.batch("in", out, "--max-errors", limit, expect=code)
                self.assertEqual((self.folder / out / "dataset.json").exists(), code == 0)
                if code == 8:
                    self.assertRegex(outcome.error_text, "2 of 5 files failed")
                    self.batch("in", out, expect=3)
        self.batch("in", "once", expect=3)
        for out in ("out-0", "out-50%"):
            self.assertEqual(contents(self.folder / out), contents(self.folder / "once"))


if __name__ == "__main__":
    main()

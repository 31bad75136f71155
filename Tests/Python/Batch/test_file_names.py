"""Names, lists and places (cases F5 and F6): all bytes that a file system allows are accepted in
names and printed harmlessly. An input never decides the place of the output."""

import os
import stat
import sys

import h5py

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import PRESET, Dataset, ProgramTest, batch, contents, main, noise, read_table, run, wav


class Names(ProgramTest):
    """F5."""
    NAMES = [b"new\nline.wav", b"\xff\xfe not utf-8 \x80.wav", b"n" * 251 + b".wav", b"-dash.wav", b"--out.wav",
             b"\x1b[31mred\x1b[0m.wav", b"tab\tand\rreturn.wav", b"quote\"comma,semi;'x'.wav", b" spaces .wav",
             b"back\\slash.wav", "\u202egnp.wav".encode(), "\u00e4\u00f6\u00fc \u4e2d.wav".encode(), b"%s%n$(x)`y`.wav",
             b"\x9b31m.wav", b"a.WAV", b"\x01\x7f.wav"]

    def make(self, data):
        folder = os.fsencode(self.folder / "in")
        os.makedirs(folder, exist_ok=True)
        for name in self.NAMES:
            with open(os.path.join(folder, name), "wb") as file:
                file.write(data)

    def assert_harmless(self, data):
        """No byte moves a terminal's cursor, and all bytes are UTF-8."""
        text = data.decode("utf-8")
        odd = [character for character in text if (character < " " and character != "\n") or "\x7f" <= character <= "\x9f" or
               character in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"]
        self.assertEqual(odd, [], data)

    def test_processed(self):
        self.make(wav(noise(4000)))
        outcome = self.batch("in", "out", "--log-level", "debug")
        files = [os.fsencode(file["path"]) for file in read_table(self.folder / "out/files.csv")]
        self.assertEqual(files, sorted(b"in/" + name for name in self.NAMES))
        self.assert_harmless(outcome.err + outcome.out)
        again = self.batch("in", "out", "--verify")
        self.assert_harmless(again.err + again.out)
        for layout in ("npy", "h5"):
            self.batch("in", f"leak-{layout}", "--format", layout, "--verify", preset="leak")
        with h5py.File(self.folder / "leak-h5/features.h5") as h5: # by the line in docs/formats.md
            paths = h5["paths"].asstr(errors="surrogateescape")[:]
        self.assertEqual([os.fsencode(path) for path in paths], sorted(b"in/" + name for name in self.NAMES))

    def test_printed_escaped(self):
        self.make(b"no audio")
        outcome = self.batch("in", "out", progress="none", expect=3)
        self.assert_harmless(outcome.err)
        for part in (b"new\\nline.wav", b"\\xFF\\xFE not utf-8 \\x80.wav", b"in/-dash.wav", b"\\x1B[31mred\\x1B[0m.wav",
                     b"tab\\tand\\rreturn.wav", b"n" * 251 + b".wav", b"\\xE2\\x80\\xAEgnp.wav", "\u00e4\u00f6\u00fc \u4e2d".encode()):
            self.assertIn(part, outcome.err)
        errors = read_table(self.folder / "out/errors.csv")
        self.assertEqual(sorted(os.fsencode(error["path"]) for error in errors), sorted(b"in/" + name for name in self.NAMES))

    def test_as_inputs(self):
        self.make(wav(noise(4000)))
        paths = [b"in/" + name for name in self.NAMES]
        self.batch("in", "walked")
        self.batch(paths, "named")
        self.assertEqual(contents(self.folder / "walked")["features.npy"], contents(self.folder / "named")["features.npy"])
        outcome = run("--batch", "--out", "../dash", "--preset", PRESET, "--", "-dash.wav", "--out.wav", cwd=self.folder / "in")
        self.assertEqual(outcome.code, 0, str(outcome))
        self.assertEqual(sorted(self.dataset("dash").files), ["--out.wav", "-dash.wav"])

    def test_labels_and_out(self):
        """Odd folder names are labels, and odd names of the output are accepted."""
        for index, name in enumerate(self.NAMES):
            path = os.path.join(os.fsencode(self.folder / "tree"), name)
            os.makedirs(path)
            with open(os.path.join(path, b"x.wav"), "wb") as file:
                file.write(wav(noise(4000, seed=index)))
        out = b"out \xff\n\x1b[31m"
        outcome = self.batch("tree", out, "--verify")
        self.assert_harmless(outcome.err + outcome.out)
        labels = {os.fsencode(file["label"]) for file in read_table(os.path.join(os.fsencode(self.folder), out, b"files.csv"))}
        self.assertEqual(labels, set(self.NAMES))


class ListsAndPlaces(ProgramTest):
    def setUp(self):
        super().setUp()
        self.good_files()
        self.batch("in", "good")
        self.good = self.dataset("good")

    def test_lists(self):
        """F6: a list can name any input, and names no output."""
        self.write("outside.wav", wav(noise(5000)))
        before = {path for path in self.folder.rglob("*")}
        self.write("lists/a.csv", f"path,label\n../outside.wav,a\n../in/good0.wav,b\n{self.folder}/in/good1.wav,\"../../c\"\n"
                                  "../../../../../../etc/hostname-that-is-not,d\n".encode())
        outcome = batch("lists/a.csv", "out", cwd=self.folder)
        self.assertEqual(outcome.code, 3, str(outcome))
        dataset = self.dataset("out")
        self.assertEqual([error["code"] for error in dataset.errors], ["file-missing"])
        self.assertEqual(sorted(file["label"] for file in dataset.files.values()), ["../../c", "a", "b", "d"])
        made = {path for path in self.folder.rglob("*")} - before
        inside = {path for path in made if self.folder / "out" in [path, *path.parents]}
        self.assertEqual(made - inside, {self.folder / "lists", self.folder / "lists/a.csv"})

    def test_list_of_windows(self):
        """Its byte order mark and line ends are not part of the names."""
        self.write("list.txt", b"\xef\xbb\xbfin/good0.wav\r\nin/good1.wav\r\n\r\nin/good2.wav")
        self.batch("list.txt", "out")
        self.assert_good_rows(self.dataset("out"), self.good)

    def test_damaged_lists(self):
        for name, text in {"quote": b'path,label\n"in/good0.wav,a\n', "NUL": b"in/good0.wav\0x\n", "audio": wav(noise(4000))}.items():
            with self.subTest(name):
                self.write("list.csv", text)
                outcome = batch("list.csv", "out", "--overwrite", cwd=self.folder)
                self.assertIn(outcome.code, (2, 3), str(outcome))
                self.assertIn("list.csv", outcome.error_text)

    def test_output_inside_input(self):
        """F6: the output is never its own input, and a second run is the same run."""
        for times in range(2):
            self.batch("in", "in/out")
            self.assert_good_rows(Dataset(self.folder / "in/out"), self.good)
        self.write("in/out/stray.wav", wav(noise(4000)))
        self.batch("in", "in/out", "--overwrite")
        self.assertEqual(set(Dataset(self.folder / "in/out").files), set(self.good.files))

    def test_inputs_that_overlap(self):
        """A file named twice is included once."""
        self.batch(["in", "in/good1.wav", "./in/../in/good2.wav", "in/"], "out")
        self.assertEqual(len(self.dataset("out").files), 3)

    def test_output_is_a_file(self):
        self.write("file", b"precious")
        os.mkfifo(self.folder / "pipe")
        os.symlink("nowhere", self.folder / "link")
        for out in ("file", "file/below", "pipe", "pipe/below", "link", "/proc/melstrom"):
            with self.subTest(out):
                outcome = batch("in", out, cwd=self.folder, timeout=5)
                self.assertIn(outcome.code, (2, 4), str(outcome))
                self.assertIn(out.removesuffix("/below"), outcome.error_text)
        self.assertEqual((self.folder / "file").read_bytes(), b"precious")
        self.assertTrue(stat.S_ISFIFO((self.folder / "pipe").stat().st_mode))


if __name__ == "__main__":
    main()

"""Outputs never replace inputs (case I3). A trace, a picture, a song or a dataset is refused if it
would replace a file that the command reads, also through links, ".." or hard links. --overwrite
lists the files it will remove first."""

import json
import os
import re
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import CODES, FinishedTest, PRESET, ProgramTest, batch, contents, main, noise, run, wav
from render_support import one_note


class Places(ProgramTest):
    def setUp(self):
        super().setUp()
        self.good_files()
        self.write("list.csv", b"in/good0.wav\nin/good1.wav\n")
        self.write("labels.csv", b"in/good0.wav,a\n")
        self.write("preset.toml", b"rate_hz = 16000\nbands = 40\n")
        self.write("song.mid", one_note())
        self.write("patch.toml", b"[osc1]\nlevel = 0.5\n")

    def other_ways_to(self, path):
        """Other names of the same file or folder: "..", a link, and for a file a hard link."""
        there = self.folder / path
        names = [path, f"./{path}", f"in/../{path}", str(there), f"{os.path.dirname(path) or '.'}//{os.path.basename(path)}"]
        os.symlink(there, self.folder / "link")
        os.symlink("link", self.folder / "link-to-link")
        names += ["link", "link-to-link"]
        if there.is_file():
            os.link(there, self.folder / "hard-link")
            names.append("hard-link")
        else:
            names.append(path + "/")
        return names

    def files(self):
        return {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}

    def refuse(self, arguments, *patterns):
        before = self.files()
        outcome = run(*arguments, cwd=self.folder)
        self.assertEqual(outcome.code, 2, str(outcome))
        for pattern in patterns:
            self.assertRegex(outcome.error_text, pattern)
        self.assertRegex(outcome.error_text, r"\Amelstrom: error: .*\[bad-usage\]\n\Z")
        self.assertEqual(self.files(), before, "nothing is written, and nothing is lost")

    def refuse_all_ways(self, path, arguments, *patterns):
        """arguments: with OUT for the output's name."""
        for name in self.other_ways_to(path):
            with self.subTest(f"{' '.join(arguments)}: {name}"):
                self.refuse([name if word == "OUT" else word for word in arguments], *patterns)
        for name in ("link", "link-to-link", "hard-link"):
            (self.folder / name).unlink(missing_ok=True)

    def test_trace(self):
        command = ["--batch", "in", "list.csv", "--labels", "labels.csv", "--out", "out", "--preset", "preset.toml", "--trace", "OUT"]
        for path, what in {"in/good0.wav": "not a trace", "list.csv": "INPUT list.csv", "labels.csv": "--labels",
                           "preset.toml": "--preset"}.items():
            self.refuse_all_ways(path, command, "--trace", what)
        self.assertFalse((self.folder / "out").exists())

    def test_trace_beside_the_dataset(self):
        self.batch("in", "out")
        before = self.files()
        for name in ("dataset.json", "files.csv", "features.npy.part", "plan.json", ".lock", "features_TESTING.h5"):
            with self.subTest(name):
                self.refuse(["--batch", "in", "--out", "out", "--preset", PRESET, "--trace", f"in/../out/{name}"], "--trace", "this name")
        for name in ("trace.json", "out/trace.json"):
            for times in range(2): # a trace replaces a trace
                self.batch("in", "out", "--trace", name)
                json.loads((self.folder / name).read_text())
        self.write("empty.json", b"")
        self.batch("in", "out", "--trace", "empty.json")
        self.assertEqual({path: data for path, data in self.files().items() if path in before}, before)

    def test_picture(self):
        command = ["--picture", "in/good0.wav", "--preset", "preset.toml", "--out", "OUT"]
        self.refuse_all_ways("in/good0.wav", command, "--out", "the audio")
        self.refuse_all_ways("preset.toml", command, "--out", "--preset")

    def test_picture_beside_files_of_the_user(self):
        """No temporary name replaces an existing file."""
        for name in ("picture.png.part", "picture.png.tmp"):
            self.write(name, (self.folder / "in/good0.wav").read_bytes())
        outcome = run("--picture", "picture.png.part", "--out", "picture.png", "--preset", PRESET, cwd=self.folder)
        self.assertEqual(outcome.code, 0, str(outcome))
        for name in ("picture.png.part", "picture.png.tmp"):
            self.assertEqual((self.folder / name).read_bytes(), (self.folder / "in/good0.wav").read_bytes())
        self.assertEqual(sorted(path.name for path in self.folder.glob("picture*")), ["picture.png", "picture.png.part", "picture.png.tmp"])

    def test_render(self):
        command = ["--render", "song.mid", "--patch", "patch.toml", "--backend", "cpu", "--out", "OUT"]
        self.refuse_all_ways("song.mid", command, "--out", "the song")
        self.refuse_all_ways("patch.toml", command, "--out", "--patch")

    def test_dataset_in_place_of_an_input(self):
        self.write("other/x.wav", wav(noise(4000)))
        for options in ([], ["--overwrite"], ["--dry-run"]):
            self.refuse_all_ways("in", ["--batch", "other", "in", "--preset", PRESET, "--out", "OUT", *options], "--out", "INPUT in")
        self.refuse_all_ways("list.csv", ["--batch", "list.csv", "--preset", PRESET, "--out", "OUT"], "--out", "INPUT list.csv")

    def test_dataset_over_a_list(self):
        """A list in the dataset's folder with a name that a dataset uses."""
        self.write("out/files.csv", b"../in/good0.wav\n../in/good1.wav\n")
        for options in ([], ["--overwrite"]):
            self.refuse(["--batch", "out/files.csv", "--preset", PRESET, "--out", "out", *options], "--out", r"files\.csv is the INPUT")
            self.refuse(["--batch", "in", "--labels", "in/../out/files.csv", "--preset", PRESET, "--out", "out", *options],
                        "--out", r"files\.csv is the file of --labels")
        os.rename(self.folder / "out/files.csv", self.folder / "out/list.csv")
        self.batch("out/list.csv", "out")

    def test_dataset_inside_an_input(self):
        """Allowed, and the output is not walked."""
        os.mkdir(self.folder / "in/out")
        self.write("in/out/stray.wav", wav(noise(4000)))
        self.batch("in", "in/out")
        self.assertEqual(len(self.dataset("in/out").files), 3)
        self.assertTrue((self.folder / "in/out/stray.wav").exists())

    def test_a_folder_above_the_inputs(self):
        before = self.files()
        self.batch("in", ".")
        self.assertEqual({path: data for path, data in self.files().items() if path in before}, before)

    def test_overwrite_says_what_it_removes(self):
        self.batch("in", "out")
        self.write("out/notes.txt", b"of the user")
        there = contents(self.folder / "out")
        outcome = self.batch("in", "out", "--overwrite", "--dry-run", "--set", "bands=40")
        self.assertRegex(outcome.out.decode(), r"remove from out:\n  dataset\.json\n  errors\.csv\n  features\.npy\n  files\.csv\n")
        self.assertNotIn(b"notes.txt", outcome.out)
        told = json.loads(self.batch("in", "out", "--overwrite", "--dry-run", progress="json").out)["overwrite_removes"]
        self.assertEqual(contents(self.folder / "out"), there)
        self.batch("in", "out", "--overwrite", "--format", "h5")
        left = {path.name for path in (self.folder / "out").iterdir()}
        self.assertEqual(set(there) - left, {"features.npy"})
        self.assertEqual(set(told), set(there) - {"notes.txt"} | {"inputs.bin"})
        for options in ([], ["--overwrite"]):
            new = batch("in", "new", "--dry-run", *options, cwd=self.folder)
            self.assertNotIn(b"remove", new.out)


class Descriptions(FinishedTest):
    """A dataset.json or plan.json that is damaged, or from a different program."""

    def test_a_description_that_lists_nothing(self):
        """dataset.json or plan.json of a different program, or unreadable: no list says which files
        belong to melstrom, so --overwrite removes none. The message names them, and after their
        removal the command works."""
        cut = self.there["dataset.json"][:300]
        cases = {"cut": ("dataset.json", cut), "empty": ("dataset.json", b""), "foreign": ("dataset.json", b'{"name": "mine"}\n'),
                 "list": ("dataset.json", b"[1, 2]"), "binary": ("dataset.json", b"\xff\x00\xfe"),
                 "foreign plan": ("plan.json", b'{"outputs": ["features.npy", "notes.txt"], "settings": {"name": "x"}}'),
                 "words": ("plan.json", b"1. Record. 2. Train.\n"), "cut plan": ("plan.json", b'{"outputs": ["features.npy"')}
        for name, (file, text) in cases.items():
            for options in ([], ["--overwrite"]):
                with self.subTest(name, options=options):
                    shutil.rmtree(self.folder / "other", ignore_errors=True)
                    shutil.copytree(self.folder / "out", self.folder / "other")
                    (self.folder / "other/dataset.json").unlink()
                    self.write(f"other/{file}", text)
                    before = contents(self.folder / "other")
                    outcome = self.batch("in", "other", *options, expect=CODES["other plan"])
                    self.assertEqual(contents(self.folder / "other"), before)
                    found = re.search(r"other: (.*) exist, but no readable dataset.json or plan.json of Melstrom "
                                      r"lists them.*remove these files by hand", outcome.error_text)
                    self.assertIsNotNone(found, outcome.error_text)
                    named = found[1].split(", ")
                    self.assertEqual(sorted(named), sorted([*before, "inputs.bin"]))
                    for each in named:
                        (self.folder / "other" / each).unlink()
                    self.batch("in", "other", *options)
                    self.assertEqual(contents(self.folder / "other"), self.there)

    def test_a_dry_run_is_refused_as_the_run_would_be(self):
        """--overwrite over files that no list contains, and over a plan.json that a run of this
        plan began to write."""
        cases = {"one": ({"features.npy": b"rows"}, 5), "several": ({"files.csv": b"", "features.npy.part": b"x"}, 5),
                 "another plan": ({"plan.json.tmp": b" " * 100_000}, 5), "a plan that was begun": ({"plan.json.tmp": b"{"}, 0),
                 "other names": ({"features.h5": b"", "notes.txt": b""}, 0)}
        for shard in ([], ["--shard", "0/2"]):
            for name, (files, code) in cases.items():
                with self.subTest(name, shard=shard):
                    shutil.rmtree(self.folder / "other", ignore_errors=True)
                    for file, data in files.items():
                        self.write(f"other/{file}", data)
                    command = ("in", "other", "--overwrite", *shard)
                    dry = self.batch(*command, "--dry-run", progress="none", expect=code)
                    self.assertEqual(contents(self.folder / "other"), files)
                    real = self.batch(*command, progress="none", expect=code)
                    self.assertEqual(dry.err, real.err)
                    self.assertEqual(contents(self.folder / "other") == files, code == 5)

    def test_a_damaged_description_that_lists(self):
        """The message offers --overwrite if it helps."""
        for name, text in {"changed": self.there["dataset.json"].replace(b'"rows"', b'"ROWS"'),
                           "without its checksum": self.there["dataset.json"].replace(b'"crc32c"', b'"x"')}.items():
            with self.subTest(name):
                self.assertNotEqual(text, self.there["dataset.json"])
                self.write("out/dataset.json", text)
                outcome = self.batch("in", "out", expect=CODES["other plan"])
                self.assertRegex(outcome.error_text, "its dataset.json is damaged.*Nothing was changed.*--overwrite")
                self.batch("in", "out", "--overwrite")
                self.assertEqual(contents(self.folder / "out"), self.there)


if __name__ == "__main__":
    main()

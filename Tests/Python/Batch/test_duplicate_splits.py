"""--split-by duplicates: copies stay on one side of a ratio, however the run names the files, and a result of other files
is not used in silence."""

import ctypes
import json
import os
import re
import shutil
import sys
import tarfile

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import CODES, ProgramTest, main, noise, read_table, run, wav

COUNT = 20


class DuplicateSplits(ProgramTest):
    """Two folders with the same sounds, under names that would be divided without the result."""

    def setUp(self):
        super().setUp()
        for seed in range(COUNT):
            self.write(f"in/a/{seed:02}.wav", wav(noise(8000, seed)))
            self.write(f"in/b/copy-{seed:02}.wav", wav(noise(8000, seed)))

    def find(self, *inputs):
        done = run("--batch", *inputs, "--out", "out", "--preset", "librosa-db", "--labels", "none", "--overwrite", "--progress", "none",
                   cwd=self.folder)
        self.assertEqual(done.code, 0, done.err.decode())
        self.assertEqual(run("--duplicates", "out", cwd=self.folder).code, 0)

    def split(self, *inputs, by="duplicates=out/duplicates.json", out="split", expect=0, cwd=None):
        if out == "split":
            shutil.rmtree(self.folder / out, ignore_errors=True)
        done = run("--batch", *inputs, "--out", self.folder / out, "--preset", "librosa-db", "--labels", "none", "--split", "1:1:1",
                   "--overwrite", "--progress", "none", *(("--split-by", by) if by else ()), cwd=cwd or self.folder)
        self.assertEqual(done.code, expect, done.err.decode())
        return done.err.decode()

    def divided(self, out="split"):
        """The number of pairs in two splits, and the files of the smallest split."""
        sides = {os.path.basename(row["path"]): row["split"] for row in read_table(self.folder / out / "files.csv")}
        sizes = [list(sides.values()).count(name) for name in ("TRAINING", "VALIDATION", "TESTING")]
        return sum(sides[f"{seed:02}.wav"] != sides[f"copy-{seed:02}.wav"] for seed in range(COUNT)), min(sizes)

    def assert_together(self, out="split"):
        divided, smallest = self.divided(out)
        self.assertEqual(divided, 0)
        self.assertGreater(smallest, COUNT // 2)

    def test_copies_stay_together(self):
        self.split("in", by=None)
        self.assertGreater(self.divided()[0], COUNT // 4)
        self.find("in")
        self.assertNotIn("warning", self.split("in"))
        self.assert_together()
        together = read_table(self.folder / "split/files.csv")
        # the result in the output folder itself
        self.split("in", by="duplicates", out="out")
        self.assertEqual([row["split"] for row in read_table(self.folder / "out/files.csv")], [row["split"] for row in together])

    def test_no_result(self):
        for path in ("nowhere.json", "in/a/00.wav"):
            self.assertIn(path, self.split("in", by="duplicates=" + path, expect=CODES["bad usage"]))

    def test_files_under_other_paths(self):
        """A path to the same folder finds its files: absolute, through a link, from another folder."""
        self.find("in")
        os.symlink("in", self.folder / "link")
        for inputs in ([self.folder / "in/a", self.folder / "in/b"], ["./link/b/", "in/b/../a"]):
            self.assertNotIn("warning", self.split(*inputs))
            self.assert_together()
        self.find(self.folder / "in")
        self.assertNotIn("warning", self.split("a", "b", by=f"duplicates={self.folder}/out/duplicates.json", cwd=self.folder / "in"))
        self.assert_together()

    def test_moved_files(self):
        """Files in another place are found by their relative paths."""
        self.find("in")
        (self.folder / "in").rename(self.folder / "moved")
        self.assertNotIn("warning", self.split("moved"))
        self.assert_together()

    def test_names_of_any_bytes(self):
        """Names that are not UTF-8, and differ in such bytes alone: each copy stays with its original, and with nothing else."""
        def original(seed):
            return b"caf\xe9" + bytes([0xc0 + seed]) + b".wav"

        for seed in range(COUNT):
            for old, new in ((b"in/a/%02d.wav" % seed, b"in/a/" + original(seed)), (b"in/b/copy-%02d.wav" % seed, b"in/b/c\xff-%02d.wav" % seed)):
                os.rename(os.path.join(os.fsencode(self.folder), old), os.path.join(os.fsencode(self.folder), new))
        self.find("in")
        listed = json.loads((self.folder / "out/duplicates.json").read_text("utf-8"))["pairs"]
        self.assertEqual({(bytes.fromhex(pair["first"]["path_hex"]), bytes.fromhex(pair["second"]["relative_path_hex"])) for pair in listed},
                         {(b"in/a/" + original(seed), b"b/c\xff-%02d.wav" % seed) for seed in range(COUNT)})
        self.assertEqual({pair["first"]["relative_path"] for pair in listed}, {"a/caf\ufffd\ufffd.wav"})
        for inputs in (["in"], [self.folder / "in"]):
            self.assertNotIn("warning", self.split(*inputs))
            groups = {os.fsencode(row["relative_path"]): row["group"] for row in read_table(self.folder / "split/files.csv")}
            self.assertEqual(groups, {name: "a/" + os.fsdecode(original(seed)) for seed in range(COUNT)
                                      for name in (b"a/" + original(seed), b"b/c\xff-%02d.wav" % seed)})
        # a result without the bytes, as older versions wrote it
        result = self.folder / "out/duplicates.json"
        result.write_text(re.sub(r',\s*"(relative_)?path_hex": "[0-9a-f]+"', "", result.read_text("utf-8")), "utf-8")
        self.assertIn("none of the", self.split("in", expect=CODES["bad usage"]))

    def test_some_files(self):
        """The result may have more files than the run. A warning counts them."""
        self.find("in")
        for seed in range(3):
            (self.folder / f"in/b/copy-{seed:02}.wav").rename(self.folder / f"in/b/other-{seed:02}.wav")
        self.assertIn(f"3 of the {2 * COUNT} files in the pairs of out/duplicates.json are not among the files of this run; "
                      "the first is in/b/copy-00.wav.", self.split("in"))
        self.assertIn("not among the files of this run", (self.folder / "split/dataset.json").read_text())
        self.assertIn(f"{COUNT} of the {2 * COUNT} files", self.split("in/a"))

    def test_tars_of_other_datasets_stay_closed(self):
        """A result that names members of a tar that the run does not read: inotify tells of each opening of a file."""
        with tarfile.open(self.folder / "other.tar", "w") as tar:
            tar.add(self.folder / "in/a", "x/a")
        (self.folder / "mine").mkdir()
        with tarfile.open(self.folder / "mine/own.tar", "w") as tar:
            tar.add(self.folder / "in/b", "y/b")
        self.find("mine/own.tar", "other.tar")
        libc = ctypes.CDLL(None, use_errno=True)
        opened = {}
        for name in ("other.tar", "mine/own.tar"):
            opened[name] = libc.inotify_init1(os.O_NONBLOCK)
            self.assertGreaterEqual(opened[name], 0)
            self.addCleanup(os.close, opened[name])
            self.assertGreaterEqual(libc.inotify_add_watch(opened[name], os.fsencode(self.folder / name), 0x20), 0)  # IN_OPEN
        self.assertIn(f"{COUNT} of the {2 * COUNT} files", self.split("mine/own.tar"))
        self.assertTrue(os.read(opened["mine/own.tar"], 4096))
        with self.assertRaises(BlockingIOError):
            os.read(opened["other.tar"], 4096)

    def test_no_file(self):
        """A result of other files is refused: here neither paths nor relative paths are the same."""
        self.find("in")
        (self.folder / "in").rename(self.folder / "moved")
        error = self.split("moved/a", "moved/b", expect=CODES["bad usage"])
        for part in (f"none of the {2 * COUNT} files in the pairs of out/duplicates.json", "in/a/00.wav", "moved/a/00.wav"):
            self.assertIn(part, error)
        self.assertFalse((self.folder / "split/dataset.json").exists())
        # without pairs nothing has to be found
        self.find("moved/a")
        (self.folder / "moved").rename(self.folder / "again")
        self.assertNotIn("warning", self.split("again"))


if __name__ == "__main__":
    main()

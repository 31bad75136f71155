"""Faults of the file system (cases F1 to F4, F7, F9): entries that are not files, missing
permissions, link loops, files that change while they are read, and a full disk."""

import os
import resource
import shutil
import socket
import subprocess
import sys
import time

import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import (PRESET, SLOWNESS, ProgramTest, batch, contents, late_after_attempts, limit, main, noise,
                                 program, skipped, start, wav)


class OddEntries(ProgramTest):
    def setUp(self):
        super().setUp()
        self.good_files()
        self.good_outcome = self.batch("in", "good")
        self.good = self.dataset("good")

    def check(self, outcome, expected):
        """`expected`: the code of each file that fails."""
        dataset = self.dataset("out")
        self.assert_good_rows(dataset, self.good)
        self.assertEqual({error["path"]: error["code"] for error in dataset.errors}, expected, str(outcome))
        for error in dataset.errors:
            self.assert_names_and_cures(error)
            self.assertIn(error["message"], outcome.error_text)
        self.assert_quick(outcome, self.good_outcome)
        return dataset

    def test_fifo_and_socket(self):
        """F2: neither entry waits for a writer."""
        os.mkfifo(self.folder / "in/fifo.wav")
        with socket.socket(socket.AF_UNIX) as server:
            place = os.getcwd()
            os.chdir(self.folder) # a socket's address has 108 bytes
            server.bind("in/socket.wav")
            os.chdir(place)
        self.assertIsNone(late_after_attempts("a FIFO and a socket", self.attempt_fifo_and_socket))

    def attempt_fifo_and_socket(self):
        outcome = self.batch("in", "out", "--overwrite", expect=3, timeout=10)
        dataset = self.check(outcome, {"in/fifo.wav": "not-a-file", "in/socket.wav": "not-a-file"})
        self.assertRegex(dataset.errors[0]["message"], "FIFO")
        more = outcome.seconds - self.good_outcome.seconds
        return None if more < 0.5 else f"{more:.2f} s more than without them, not 0.5 s"

    def test_folder_named_like_audio(self):
        """F2: walked like any folder; an error if a list calls it a file."""
        self.write("in/folder.wav/inner.wav", wav(noise(5000)))
        dataset = self.check(self.batch("in", "out"), {})
        self.assertEqual(dataset.files["in/folder.wav/inner.wav"]["status"], "ok")
        self.write("list.txt", b"in/good0.wav\nin/good1.wav\nin/good2.wav\nin/folder.wav\n/dev/zero\n/dev/null\n/dev/tty\n")
        outcome = self.batch("list.txt", "out", "--overwrite", expect=3, timeout=10)
        errors = {error["path"]: error["code"] for error in self.dataset("out").errors}
        self.assertEqual(set(errors), {"in/folder.wav", "/dev/zero", "/dev/null", "/dev/tty"}, str(outcome))
        self.assertEqual({path: code for path, code in errors.items() if path != "/dev/tty"},
                         {"in/folder.wav": "not-a-file", "/dev/zero": "not-a-file", "/dev/null": "not-a-file"})

    def test_links(self):
        """F4: loops end, folder links are not followed, dangling links are errors, links to files
        are files."""
        os.symlink(".", self.folder / "in/loop")
        os.symlink("../in", self.folder / "in/up")
        os.symlink("self.wav", self.folder / "in/self.wav")
        os.symlink("nowhere.wav", self.folder / "in/dangling.wav")
        self.write("elsewhere/x.wav", wav(noise(4000)))
        os.symlink("../elsewhere/x.wav", self.folder / "in/link.wav")
        outcome = self.batch("in", "out", expect=3)
        errors = {error["path"]: error["code"] for error in self.dataset("out").errors}
        self.assertEqual(set(errors), {"in/dangling.wav", "in/self.wav"})
        self.assertEqual(errors["in/dangling.wav"], "file-missing")
        dataset = self.check(outcome, errors)
        self.assertEqual(dataset.files["in/link.wav"]["status"], "ok")
        self.assertRegex(outcome.error_text, "Links to folders are not followed: 2 left out")

    def test_link_loop_as_input(self):
        os.symlink("a", self.folder / "b")
        os.symlink("b", self.folder / "a")
        outcome = batch("a", "out", cwd=self.folder)
        self.assertIn(outcome.code, (2, 4), str(outcome))
        self.assertFalse((self.folder / "out").exists())

    def test_no_permission(self):
        """F3, as a user who is not root."""
        self.write("in/secret.wav", wav(noise(4000))).chmod(0)
        self.write("in/closed/x.wav", wav(noise(4000)))
        (self.folder / "in/closed").chmod(0)
        self.addCleanup((self.folder / "in/closed").chmod, 0o755)
        popen = {}
        if os.geteuid() == 0:
            self.folder.chmod(0o777)
            copy = self.folder / "melstrom"
            shutil.copy(program(), copy)
            copy.chmod(0o755)
            popen = {"user": 65534, "group": 65534, "extra_groups": []}
            if subprocess.run([copy, "--version"], capture_output=True, **popen).returncode != 0:
                return skipped("F3", "root, and the program does not run as another user")
            popen["executable"] = copy # that user may lack access to the program's folder
        outcome = self.batch("in", "out", expect=3, **popen)
        self.check(outcome, {"in/secret.wav": "permission-denied", "in/closed": "permission-denied"})
        self.folder.chmod(0o755) # another user's folder cannot be made here
        if popen:
            outcome = batch("in", "new", cwd=self.folder, **popen)
            self.assertEqual(outcome.code, 4, str(outcome))
            self.assertIn("new", outcome.error_text)


class Limits(ProgramTest):
    def test_few_descriptors(self):
        """F9: 32 descriptors, many files, many threads."""
        for index in range(400):
            self.write(f"in/{index % 7}/{index:03}.wav", wav(noise(3000, seed=index)))
        self.batch("in", "many")
        for threads in ("2", "64"):
            self.batch("in", f"few-{threads}", "--threads", threads, preexec_fn=limit(resource.RLIMIT_NOFILE, 32))
            self.assertEqual(contents(self.folder / "many"), contents(self.folder / f"few-{threads}"))

    def test_disk_full(self):
        """F7: exit 4 within 2 s, with the needed bytes, the free bytes and the path. With room, the
        same command gives the usual bytes."""
        (self.folder / "disk").mkdir()
        (self.folder / "disk.copy").mkdir()
        self.write("in/long.wav", wav(noise(16000 * 60)))
        self.assertIsNone(late_after_attempts("a full disk and then one with room", self.attempt_disk_full))

    def attempt_disk_full(self):
        disk = self.folder / "disk"
        script = ('mount -t tmpfs -o size=1M none "$1" || exit 99; shift; "$@"; code=$?; ls "$0"; '
                  '[ $code = 4 ] || exit 98; mount -o remount,size=64M "$0" && "$@" && cp "$0"/out/* "$0".copy/')
        command = [program(), "--batch", "in", "--out", "disk/out", "--preset", PRESET]
        begin = time.monotonic()
        done = subprocess.run(["unshare", "-rm", "sh", "-c", script, disk, disk, *command], cwd=self.folder, capture_output=True,
                              env={**os.environ, "SOURCE_DATE_EPOCH": "0"})
        text = done.stderr.decode()
        seconds = time.monotonic() - begin
        if done.returncode == 99 or "unshare" in text:
            return skipped("F7", text.strip())
        self.assertEqual(done.returncode, 0, text)
        self.assertRegex(text, r"disk/out.*disk is full, \d+ bytes are needed, \d+ bytes are free")
        self.assertNotIn("--resume", text, "an option that there is not")
        self.batch("in", "undisturbed", "--overwrite")
        self.assertEqual(contents(self.folder / "disk.copy"), contents(self.folder / "undisturbed"))
        return None if seconds < 5 else f"{seconds:.2f} s, not 5 s"


class ChangedInputs(ProgramTest):
    """F1: a file that changes while it is read."""

    CHANGES = {
        "cut": (lambda path: os.truncate(path, 1000), {"file-changed", "truncated"}),
        "grown": (lambda path: os.truncate(path, path.stat().st_size + (1 << 20)), {"file-changed"}),
        "a longer one": (lambda path: path.write_bytes(wav(numpy.tile(noise(1 << 20), 20))), {"file-changed", "truncated"}),
        "deleted": (os.unlink, {"file-missing"}),
        "replaced": (lambda path: os.replace(path.with_name("other"), path), {"file-changed"}),
        "overwritten": (lambda path: path.write_bytes(b"no audio"), {"file-changed", "empty-file", "not-audio"}),
    }

    def test_changes(self):
        self.good_files()
        self.batch("in", "good")
        long = wav(numpy.tile(noise(1 << 20), 16))
        self.write("in/long.wav", long)
        self.batch("in", "undisturbed")
        for what, (change, codes) in self.CHANGES.items():
            with self.subTest(what):
                path = self.write("in/long.wav", long)
                self.write("in/other", wav(noise(1 << 20, 3, 2), 44100))
                process = start("--batch", "in", "--out", what, "--preset", PRESET, "--threads", "1", cwd=self.folder)
                deadline = time.monotonic() + 10
                while not (self.folder / what / "features.npy.part").exists() and time.monotonic() < deadline:
                    time.sleep(0.001)
                change(path)
                code = process.wait(60 * SLOWNESS)
                dataset = self.dataset(what)
                self.assert_good_rows(dataset, self.dataset("good"))
                if code == 0: # the file was read or opened before
                    self.assert_good_rows(dataset, self.dataset("undisturbed"))
                    continue
                self.assertEqual(code, 3)
                self.assertEqual([error["path"] for error in dataset.errors], ["in/long.wav"])
                self.assertIn(dataset.errors[0]["code"], codes)
                self.assertFalse(dataset.rows("in/long.wav").any())


if __name__ == "__main__":
    main()

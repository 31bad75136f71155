"""--verify --subset i/n: the parts together check every byte, and each part reads about its
share."""

import json
import re
import sys

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import CODES, RATE_HZ, ProgramTest, main, noise, run, wav

COUNT = 3


class Subsets(ProgramTest):
    def setUp(self):
        super().setUp()
        for index in range(11):  # long enough that statistics.bin, which one part reads, is a small share
            self.write(f"in/{index:02}.wav", wav(noise(6 * RATE_HZ * (1 + index % 4), seed=index)))

    def verify(self, *options, expect=0):
        outcome = run("--batch", "--verify", "--out", "out", "--progress", "json", *options, cwd=self.folder)
        self.assertEqual(outcome.code, expect, str(outcome))
        return json.loads(outcome.out.decode().splitlines()[-1])

    def parts(self, **more):
        return [self.verify("--subset", f"{index}/{COUNT}", **more) for index in range(COUNT)]

    def test_parts_are_shares_of_the_whole(self):
        self.batch("in", "out")
        whole, parts = self.verify(), self.parts()
        self.assertEqual(sum(part["files"] for part in parts), whole["files"])
        self.assertEqual(sum(part["rows"] for part in parts), whole["rows"])
        self.assertEqual([part["subset"] for part in parts], ["0/3", "1/3", "2/3"])
        self.assertIsNone(whole["subset"])
        for part in parts:
            self.assertLess(part["rows"], whole["rows"] / 2)
            self.assertLess(part["bytes"], whole["bytes"] / 2)
            self.assertGreater(part["files_recomputed"], 0)

    def assert_found_once(self, at, path):
        """One changed byte is a fault of exactly one part."""
        data = bytearray(path.read_bytes())
        data[at] ^= 1
        path.write_bytes(data)
        codes = [run("--batch", "--verify", "--out", "out", "--subset", f"{index}/{COUNT}", cwd=self.folder).code
                 for index in range(COUNT)]
        self.assertEqual(sorted(codes), [0] * (COUNT - 1) + [CODES["verification"]], f"{path.name} at {at}")
        data[at] ^= 1
        path.write_bytes(data)

    def test_every_file_is_in_one_part(self):
        self.batch("in", "out")
        dataset = self.dataset("out")
        path = self.folder / "out/features.npy"
        offset = path.stat().st_size - dataset.features.nbytes
        row_bytes = dataset.features.nbytes // len(dataset.features)
        for file in dataset.files.values():
            last = int(file["first_row"]) + int(file["rows"]) - 1
            self.assert_found_once(offset + last * row_bytes, path)

    def test_other_arrays_are_each_in_one_part(self):
        self.batch("in", "out", "--waveform", preset="leak")
        for name in ("mapping.npy", "waveform.npy"):
            path = self.folder / "out" / name
            self.assert_found_once(path.stat().st_size - 1, path)

    def test_what_every_part_checks(self):
        self.batch("in", "out")
        (self.folder / "out/files.csv").write_bytes((self.folder / "out/files.csv").read_bytes() + b"\n")
        for part in self.parts(expect=CODES["verification"]):
            self.assertFalse(part["sound"])

    def test_more_parts_than_files(self):
        self.batch("in", "out")
        rows = [self.verify("--subset", f"{index}/40")["rows"] for index in range(40)]
        self.assertEqual(sum(rows), self.verify()["rows"])

    def test_after_building_and_as_text(self):
        outcome = self.batch("in", "out", "--verify", "--subset", "1/2")
        self.assertRegex(outcome.out.decode(), r"Subset +1/2")

    def test_bad_values(self):
        self.batch("in", "out")
        for value in ("3/3", "-1/3", "1", "1/0", "a/b", "auto", "1/2/3", ""):
            outcome = run("--batch", "--verify", "--out", "out", "--subset", value, cwd=self.folder)
            self.assertEqual(outcome.code, CODES["bad usage"], value)
            self.assertIn("--subset", outcome.error_text)
        alone = run("--batch", "in", "--out", "other", "--preset", "leak", "--subset", "0/2", cwd=self.folder)
        self.assertEqual(alone.code, CODES["bad usage"], str(alone))
        self.assertTrue(re.search("--verify", alone.error_text))
        self.assertFalse((self.folder / "other").exists())


if __name__ == "__main__":
    main()

"""Tars as inputs, made by GNU tar, Python's tarfile and bsdtar, with sounds by sox. The dataset of
a tar equals the dataset of its unpacked members."""

import io
import os
import shutil
import subprocess
import sys
import tarfile

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import PRESET, ProgramTest, contents, main, noise, read_table, run, skipped, wav

LONG = "d" * 90 + "/" + "n" * 90 + ".wav" # longer than the oldest header's limit
LONGER = "e" * 150 + ".wav" # longer than the limit of POSIX
# Sorted by bytes, so that a tar in this order has the rows of the folder.
SOUNDS = {"cat/one.wav": ["-r", "16000", "-b", "16"], "cat/two.flac": ["-r", "44100", "-c", "2"],
          LONG: ["-r", "16000", "-e", "floating-point", "-b", "32"], "dog/caf\u00e9.wav": ["-r", "8000", "-b", "24"],
          LONGER: ["-r", "11025"], "zebra.ogg": ["-r", "22050"]}


def tools():
    """Functions that pack a folder's files in this order, by name: tool and format."""
    kinds = {"tar": ("v7", "oldgnu", "gnu", "ustar", "pax"), "bsdtar": ("v7", "gnutar", "ustar", "pax")}
    return {(tool, kind): [tool, f"--format={kind}", "-cf"] for tool in kinds for kind in kinds[tool]}


class Tars(ProgramTest):
    def setUp(self):
        super().setUp()
        if shutil.which("sox") is None:
            skipped("tars", "sox is not installed")
            self.skipTest("sox is not installed")
        for number, (name, options) in enumerate(SOUNDS.items()):
            path = self.folder / "in" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["sox", "-R", "-n", *options, path, "synth", str(0.5 + 0.3 * number), "sine", str(200 + 100 * number)],
                           check=True)
        self.batch("in", "unpacked")
        self.batch("in", "unpacked-h5", "--format", "h5")
        self.unpacked = self.dataset("unpacked")
        self.names = [os.fsencode(name) for name in SOUNDS]

    def pack(self, command, tar, names=None):
        subprocess.run([*command, self.folder / tar, *(names or self.names)], cwd=self.folder / "in", check=True,
                       capture_output=True)

    def assert_same_rows(self, dataset, names=SOUNDS, prefix="a.tar/"):
        self.assertEqual(list(dataset.files), [prefix + name for name in names])
        for name in names:
            mine, theirs = dataset.files[prefix + name], self.unpacked.files["in/" + name]
            for column in ("label", "rate_hz", "channels", "samples", "rows", "crc32c", "status"):
                self.assertEqual(mine[column], theirs[column], f"{column} of {name}")
            self.assertEqual(dataset.rows(prefix + name).tobytes(), self.unpacked.rows("in/" + name).tobytes(), name)

    def check_packed(self, kind, pack):
        """pack(names) makes a.tar of those names that the format can hold."""
        names = [name for name in SOUNDS if name not in {"v7": (LONG, LONGER), "ustar": (LONGER,)}.get(kind, ())]
        pack(names)
        self.batch("a.tar", "out", "--verify", "--overwrite")
        dataset = self.dataset("out")
        self.assert_same_rows(dataset, names)
        if len(names) == len(SOUNDS):
            self.assertEqual(dataset.features.tobytes(), self.unpacked.features.tobytes())
            self.assertEqual(dataset.json["labels"], self.unpacked.json["labels"])

    def test_every_tool_and_format(self):
        for name, command in tools().items():
            with self.subTest(name):
                if shutil.which(command[0]) is None:
                    skipped(name, f"{command[0]} is not installed")
                    continue
                self.check_packed(name[1], lambda names: self.pack(command, "a.tar", map(os.fsencode, names)))

    def test_tarfile(self):
        for kind, number in (("ustar", tarfile.USTAR_FORMAT), ("gnu", tarfile.GNU_FORMAT), ("pax", tarfile.PAX_FORMAT)):
            def pack(names):
                with tarfile.open(self.folder / "a.tar", "w", format=number) as tar:
                    for name in names:
                        tar.add(self.folder / "in" / name, name)
            with self.subTest(kind):
                self.check_packed(kind, pack)

    def test_hdf5(self):
        self.pack(["tar", "-cf"], "a.tar")
        self.batch("a.tar", "out", "--format", "h5", "--verify")
        files = [read_table(self.folder / name / "files.csv") for name in ("out", "unpacked-h5")]
        self.assertEqual([line["crc32c"] for line in files[0]], [line["crc32c"] for line in files[1]])
        import h5py
        with h5py.File(self.folder / "out/features.h5") as mine, h5py.File(self.folder / "unpacked-h5/features.h5") as theirs:
            for array in ("features", "row_splits", "labels"):
                self.assertEqual(mine[array][()].tobytes(), theirs[array][()].tobytes(), array)
            self.assertEqual(list(mine["paths"].asstr()), ["a.tar/" + name for name in SOUNDS])

    def test_a_sparse_giant_member(self):
        """An offset beyond 8 GiB and a size in base 256: a sparse tar of which only headers are
        read."""
        header = tarfile.TarInfo("big.bin")
        header.size = 9 << 30
        sound = tarfile.TarInfo("cat/one.wav")
        data = (self.folder / "in/cat/one.wav").read_bytes()
        sound.size = len(data)
        for kind in (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
            with open(self.folder / "a.tar", "wb") as tar:
                tar.write(header.tobuf(kind))
                tar.seek(header.size, os.SEEK_CUR)
                tar.write(sound.tobuf(kind) + data + bytes(-len(data) % 512) + bytes(1024))
            outcome = self.batch("a.tar", "out", "--overwrite", "--verify")
            self.assert_same_rows(self.dataset("out"), ["cat/one.wav"])
            self.assertLess(outcome.cpu_seconds, 5)

    def test_webdataset(self):
        """Labels beside the sound, the order of the tar, several tars by a range."""
        for shard, keys in enumerate((("b", "a"), ("d", "c"))):
            with tarfile.open(self.folder / f"shard-{shard:04}.tar", "w") as tar:
                for key in keys:
                    members = {f"{key}.wav": (self.folder / "in/cat/one.wav").read_bytes(),
                               f"{key}.txt": b"what is said", f"{key}.json": b'{"label": "from-json"}'}
                    if shard == 0:
                        members[f"{key}.cls"] = b"7"
                    for name, data in members.items():
                        info = tarfile.TarInfo(name)
                        info.size = len(data)
                        tar.addfile(info, io.BytesIO(data))
        self.batch("shard-{0000..0001}.tar", "out", "--verify")
        dataset = self.dataset("out")
        self.assertEqual([(path, file["label"]) for path, file in dataset.files.items()],
                         [("shard-0000.tar/b.wav", "7"), ("shard-0000.tar/a.wav", "7"),
                          ("shard-0001.tar/d.wav", "from-json"), ("shard-0001.tar/c.wav", "from-json")])
        self.assertEqual(dataset.json["labels"], ["7", "from-json"])
        missing = self.batch("shard-{0000..0002}.tar", "none", expect=2)
        self.assertIn("shard-0002.tar", missing.error_text)

    def test_cut_and_damaged(self):
        self.pack(["tar", "-cf"], "a.tar")
        whole = (self.folder / "a.tar").read_bytes()
        with tarfile.open(self.folder / "a.tar") as tar:
            ends = [member.offset_data + member.size for member in tar.getmembers()]
        for length in (ends[1] + 100, ends[2] + 700, ends[0] - 1):
            with self.subTest(length):
                (self.folder / "a.tar").write_bytes(whole[:length])
                outcome = self.batch("a.tar", "out", "--overwrite", "--verify", expect=3)
                dataset = self.dataset("out")
                kept = [name for name, end in zip(SOUNDS, ends) if end <= length]
                self.assertEqual([path for path, file in dataset.files.items() if file["status"] == "ok"],
                                 ["a.tar/" + name for name in kept])
                self.assert_refused(outcome, dataset, "a.tar", "truncated", rf"byte {length}|byte \d+ without the end mark")
                for name in kept:
                    self.assertEqual(dataset.rows("a.tar/" + name).tobytes(), self.unpacked.rows("in/" + name).tobytes())
        damaged = bytearray(whole)
        at = whole.index(b"dog/caf")
        damaged[at] ^= 1
        (self.folder / "a.tar").write_bytes(damaged)
        outcome = self.batch("a.tar", "out", "--overwrite", expect=3)
        self.assert_refused(outcome, self.dataset("out"), "a.tar", "bad-header", rf"byte {at}")

    def test_links_and_odd_members(self):
        with tarfile.open(self.folder / "a.tar", "w") as tar:
            tar.add(self.folder / "in/cat/one.wav", "one.wav")
            for name, kind in (("hard.wav", tarfile.LNKTYPE), ("soft.wav", tarfile.SYMTYPE), ("fifo.wav", tarfile.FIFOTYPE)):
                info = tarfile.TarInfo(name)
                info.type, info.linkname = kind, "one.wav"
                tar.addfile(info)
        self.batch("a.tar", "out", "--verify", expect=3)
        dataset = self.dataset("out")
        self.assertEqual({path: file["status"] for path, file in dataset.files.items()},
                         {"a.tar/one.wav": "ok", "a.tar/hard.wav": "ok", "a.tar/soft.wav": "not-a-file", "a.tar/fifo.wav": "not-a-file"})
        self.assertEqual(dataset.rows("a.tar/hard.wav").tobytes(), dataset.rows("a.tar/one.wav").tobytes())
        with open(self.folder / "holes.wav", "wb") as file:
            file.truncate(1 << 20)
        subprocess.run(["tar", "--sparse", "-cf", "b.tar", "holes.wav"], cwd=self.folder, check=True)
        self.batch(["a.tar", "b.tar"], "both", expect=3)
        self.assertEqual(self.dataset("both").files["b.tar/holes.wav"]["status"], "unsupported-format")

    def test_packed(self):
        self.pack(["tar", "-cf"], "a.tar")
        for tool, ending in (("gzip", "gz"), ("bzip2", "bz2"), ("xz", "xz"), ("zstd", "zst"), ("lz4", "lz4")):
            if shutil.which(tool) is None:
                skipped(f"a tar packed by {tool}", "it is not installed")
                continue
            with self.subTest(tool):
                packed = subprocess.run([tool, "-c"], stdin=open(self.folder / "a.tar", "rb"), capture_output=True, check=True).stdout
                for name, unpacked in {"packed.tar": "packed-unpacked.tar", f"it's.tar.{ending}": "it's.tar",
                                       f'"$x" \\t\n%d.tar.{ending}': '"$x" \\t\n%d.tar'}.items():
                    self.write(name, packed)
                    refused = self.batch(["in", name], "none", expect=2)
                    self.assertFalse((self.folder / "none").exists())
                    command = refused.error_text.split("Unpack it first: ")[1].split(" [bad-usage]")[0]
                    self.assertTrue(command.isprintable(), command)
                    subprocess.run(["sh", "-c", command], cwd=self.folder, check=True)
                    self.assertEqual((self.folder / unpacked).read_bytes(), (self.folder / "a.tar").read_bytes())

    def test_a_member_that_changes(self):
        """Each member has its tar's time and its own checksum. Rows of members with unchanged bytes
        are kept."""
        members = {f"{index}.wav": wav(noise(160_000, index)) for index in range(6)}
        for when, changed in (1, None), (2, None), (3, "5.wav"):
            if changed is not None:
                members[changed] = wav(noise(160_000, 77))
            with tarfile.open(self.folder / "b.tar", "w") as tar:
                for name, data in members.items():
                    member = tarfile.TarInfo(name)
                    member.size = len(data)
                    tar.addfile(member, io.BytesIO(data))
            os.utime(self.folder / "b.tar", (when, when))
            outcome = self.batch("b.tar", "out")
            self.assertEqual(b"already exists" in outcome.out, when == 2, str(outcome))
        self.assertIn("1 input changed, 0 were added and 0 were removed: rows of 5 of 6 files stay", outcome.error_text)
        self.batch("b.tar", "fresh")
        self.assertEqual(contents(self.folder / "out"), contents(self.folder / "fresh"))

    def test_other_modes(self):
        self.pack(["tar", "-cf"], "a.tar")
        for path, picture in (("in/cat/one.wav", "plain.png"), ("a.tar/cat/one.wav", "tar.png")):
            outcome = run("--picture", path, "--out", picture, "--preset", PRESET, cwd=self.folder)
            self.assertEqual(outcome.code, 0, str(outcome))
        self.assertEqual((self.folder / "plain.png").stat().st_size, (self.folder / "tar.png").stat().st_size)
        outcome = run("--explain", PRESET, "librosa-db", "a.tar/cat/one.wav", cwd=self.folder)
        self.assertEqual(outcome.code, 0, str(outcome))
        self.batch("a.tar", "dry", "--dry-run")
        self.write("list.csv", f"a.tar/zebra.ogg,z\na.tar/cat/one.wav,c\n".encode())
        self.batch("list.csv", "listed")
        self.assertEqual([(path, file["label"]) for path, file in self.dataset("listed").files.items()],
                         [("a.tar/cat/one.wav", "c"), ("a.tar/zebra.ogg", "z")])


if __name__ == "__main__":
    main()

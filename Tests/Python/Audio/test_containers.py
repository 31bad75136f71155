"""Edge cases of containers that ffmpeg decodes: members of a tar, cut files, wrong Matroska
checksums, and videos without sound. A run takes no rows from such a video, and the next run must
recognise the video."""

import os
import shlex
import struct
import subprocess
import sys
import tarfile

import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import PRESET as RESAMPLING_PRESET, contents, main, run, skipped
from decoding_support import DecodingTest, FFMPEG, has_encoder

PRESET = "librosa-db"  # computes each file at its own rate: different sounds have different rows
LOGGED = 'echo "$*" >>$HERE/calls\nexec $REAL "$@"'
CODINGS = {
    "aac.m4a": ["-c:a", "aac"],  # the sample descriptions stand behind the samples
    "front.m4a": ["-c:a", "aac", "-movflags", "+faststart"],
    "raw.aac": ["-c:a", "aac", "-f", "adts"],
    "opus.webm": ["-c:a", "libopus", "-ar", "48000"],
    "flac.mka": ["-c:a", "flac"],
    "pcm.mkv": ["-c:a", "pcm_s16le", "-cluster_time_limit", "200"],
    "opus.mkv": ["-c:a", "libopus", "-ar", "48000", "-cluster_time_limit", "200"],
    "aac.mkv": ["-c:a", "aac"],
    "v2.wma": ["-c:a", "wmav2"],
}


class Containers(DecodingTest):
    def coded(self, folder="in", names=CODINGS):
        """These encodings of one sound, made by ffmpeg."""
        made = []
        for name in names:
            if "libopus" in CODINGS[name] and not has_encoder("libopus"):
                skipped(name, "this ffmpeg has no libopus")
                continue
            self.make(f"{folder}/{name}", "-i", self.sound(), *CODINGS[name])
            made.append(name)
        return made

    def silent(self, name):
        return self.make(name, "-f", "lavfi", "-i", "testsrc=d=1:s=64x48", "-c:v", "mpeg4")

    def calls(self):
        """Calls of ffmpeg since the last call of this function."""
        path = self.folder / "calls"
        lines = path.read_text().splitlines() if path.exists() else []
        path.unlink(missing_ok=True)
        return lines


class InTars(Containers):
    def pack(self, tar, names, folder="in"):
        with tarfile.open(self.folder / tar, "w") as file:
            for name in names:
                file.add(self.folder / folder / name, arcname=name)

    def test_members_have_the_rows_of_files(self):
        """For any name of the tar, for hard links, for videos with and without sound, and for any
        number of threads."""
        names = self.coded()
        self.make("in/heard.mp4", "-f", "lavfi", "-i", "testsrc=d=2:s=64x48", "-i", self.sound(), "-c:v", "mpeg4", "-c:a", "aac")
        names += ["heard.mp4"]
        self.batch("in", "out", preset=PRESET)
        files = self.dataset("out")
        self.silent("in/silent.mp4")
        for number, tar in enumerate(("a.tar", "two words,end,7,,:b:.tar", "-i %03d 'c\".tar")):
            self.pack(tar, ["silent.mp4", *names])
            with tarfile.open(self.folder / tar, "a") as file:
                link = tarfile.TarInfo("link.m4a")
                link.type, link.linkname = tarfile.LNKTYPE, "aac.m4a"
                file.addfile(link)
            with self.subTest(tar):
                self.batch(f"./{tar}", f"out{number}", "--threads", str(1 + number), preset=PRESET)
                members = self.dataset(f"out{number}")
                self.assertEqual(members.json["skipped"], {"mp4": 1})
                self.assertEqual(list(members.files), [f"{tar}/{name}" for name in [*names, "link.m4a"]])
                for name in [*names, "link.m4a"]:
                    mine = members.files[f"{tar}/{name}"]
                    theirs = files.files["in/" + name.replace("link", "aac")]
                    for column in ("rate_hz", "channels", "samples", "rows", "crc32c", "status"):
                        self.assertEqual(mine[column], theirs[column], f"{column} of {name}")
                self.assertEqual(run("--batch", "--verify", "--out", f"out{number}", cwd=self.folder).code, 0)

    def test_a_damaged_member(self):
        """ffmpeg reads no byte of the neighbouring members."""
        whole = (self.make("in/front.m4a", "-i", self.sound(), *CODINGS["front.m4a"])).read_bytes()
        self.write("in/a-cut.m4a", whole[:len(whole) // 2])
        self.write("in/b-rest.m4a", whole[len(whole) // 2:])
        self.write("in/c-bad.m4a", whole[:300] + bytes(len(whole) - 300))
        names = ["a-cut.m4a", "b-rest.m4a", "c-bad.m4a", "front.m4a"]
        self.pack("a.tar", names)
        self.batch("a.tar", "out", preset=PRESET, expect=3)
        self.batch("in", "files", preset=PRESET, expect=3)
        dataset = self.dataset("out")
        found = {error["path"]: error["code"] for error in dataset.errors}
        expected = {error["path"].replace("in/", "a.tar/"): error["code"] for error in self.dataset("files").errors}
        self.assertEqual(found, expected)
        self.assertEqual(sorted(found), [f"a.tar/{name}" for name in names[:3]])
        self.assertEqual(dataset.files["a.tar/front.m4a"]["crc32c"], self.dataset("files").files["in/front.m4a"]["crc32c"])

    def test_what_ffmpeg_may_open(self):
        """Of a file: only that file. Of a member: only the member's bytes."""
        self.coded(names=["aac.m4a"])
        self.pack("a.tar", ["aac.m4a"])
        with tarfile.open(self.folder / "a.tar") as tar:
            member = tar.getmember("aac.m4a")
            place = f"subfile,,start,{member.offset_data},end,{member.offset_data + member.size},,:file:a.tar"
        environment = self.instead_of_ffmpeg(LOGGED)
        for source, allowed, opened in (("in", "file,pipe", "file:in/aac.m4a"), ("a.tar", "file,pipe,subfile", place)):
            self.batch(source, "out", "--overwrite", preset=PRESET, environment=environment)
            decodings = [call.split() for call in self.calls() if call != "-version"]
            self.assertEqual(len(decodings), 2)  # to count, and to read
            for words in decodings:
                self.assertIn("-nostdin", words)
                self.assertEqual(words[words.index("-protocol_whitelist") + 1], allowed)
                self.assertEqual(words[words.index("-i") + 1], opened)

    def test_without_ffmpeg(self):
        """The error's command makes a WAV with the same rows."""
        self.coded(names=["aac.m4a"])
        self.pack("in/a b.tar", ["aac.m4a"])
        self.batch("in/a b.tar", "out", preset=PRESET, expect=3, environment={"PATH": "/nowhere"})
        command = self.dataset("out").errors[0]["message"].split("on a machine that has it: ")[1]
        subprocess.run(f"{command} -loglevel error -nostdin -y", shell=True, check=True, cwd=self.folder)
        self.assertEqual(shlex.split(command)[-1], "file:in/aac.wav")
        self.batch("in/aac.wav", "wav", preset=PRESET)
        self.batch("in/a b.tar", "with", preset=PRESET)
        self.assertEqual(self.dataset("wav").features.tobytes(), self.dataset("with").features.tobytes())


class Cut(Containers):
    def samples_of(self, path):
        """Samples by ffmpeg: (samples, channels) float32."""
        data = subprocess.run([FFMPEG, "-nostdin", "-loglevel", "error", "-i", self.folder / path, "-map", "0:a:0", "-f", "f32le",
                               "-c:a", "pcm_f32le", "pipe:1"], capture_output=True, check=True).stdout
        return numpy.frombuffer(data, "<f4").reshape(-1, 2)

    def cut(self, names):
        for name in names:
            data = (self.folder / "in" / name).read_bytes()
            self.write(f"cut/{name}", data[:len(data) * 6 // 10])

    def test_refused_with_the_cure(self):
        names = self.coded()
        self.cut(names)
        self.batch("cut", "out", preset=PRESET, expect=3)
        for error in self.dataset("out").errors:
            self.assertEqual(error["code"], "truncated", error)
            self.assertIn("--truncated keep", error["message"])
        self.assertEqual(len(self.dataset("out").errors), len(names))

    def test_kept_are_the_samples_up_to_the_cut(self):
        """The kept samples equal the start of the whole file bit for bit. A warning counts them."""
        names = [name for name in self.coded() if name != "aac.m4a"]
        self.cut(names)
        outcome = self.batch("cut", "out", "--truncated", "keep", preset=PRESET)
        dataset = self.dataset("out")
        for name in names:
            with self.subTest(name):
                whole = self.samples_of(f"in/{name}")
                count = int(dataset.files[f"cut/{name}"]["samples"])
                self.assertGreater(count, 0.5 * len(whole))
                self.assertLess(count, 0.62 * len(whole))
                said = [warning for warning in dataset.json["warnings"] if warning.startswith(f"cut/{name} ")]
                self.assertEqual(len(said), 1, dataset.json["warnings"])
                end = (self.folder / "cut" / name).stat().st_size
                self.assertRegex(said[0], rf"byte \d+, but the file ends at byte {end}; the {count} samples decoded "
                                          "before that are used")
                self.assertIn(said[0], outcome.error_text)
                rate = int(dataset.files[f"cut/{name}"]["rate_hz"])
                first = whole[:count].tobytes()
                self.write(f"wav/{name}.wav", b"RIFF" + struct.pack("<I", 36 + len(first)) + b"WAVEfmt " +
                           struct.pack("<IHHIIHH", 16, 3, 2, rate, rate * 8, 8, 32) + b"data" + struct.pack("<I", len(first)) + first)
        self.batch("wav", "expected", preset=PRESET)
        for name in names:
            self.assertEqual(dataset.rows(f"cut/{name}").tobytes(), self.dataset("expected").rows(f"wav/{name}.wav").tobytes(), name)
        self.assertEqual(run("--batch", "--verify", "--out", "out", cwd=self.folder).code, 0)
        self.batch("cut", "one", "--truncated", "keep", "--threads", "1", preset=PRESET)
        self.assertEqual(self.dataset("one").features.tobytes(), dataset.features.tobytes())

    def test_nothing_to_keep(self):
        """The sample descriptions are lost, or the file is damaged and not cut."""
        self.coded(names=["aac.m4a", "pcm.mkv"])
        self.cut(["aac.m4a"])
        data = bytearray((self.folder / "in/pcm.mkv").read_bytes())
        data[len(data) // 3] ^= 1
        self.write("cut/damaged.mkv", data)
        self.write("cut/damaged-and-cut.mkv", data[:len(data) // 2])
        self.batch("cut", "out", "--truncated", "keep", preset=PRESET, expect=3)
        self.assertEqual({error["path"]: error["code"] for error in self.dataset("out").errors},
                         {f"cut/{name}": "decode-failed" for name in ("aac.m4a", "damaged.mkv", "damaged-and-cut.mkv")})


class Checksums(Containers):
    def test_no_flipped_bit_changes_a_sample(self):
        """Matroska as ffmpeg writes it, with a checksum for every cluster: refused, or the same
        samples."""
        names = self.coded(names=["flac.mka", "pcm.mkv", "opus.mkv", "aac.mkv"])
        random = numpy.random.default_rng(21)
        for name in names:
            data = (self.folder / "in" / name).read_bytes()
            for number in range(24):
                place = int(random.integers(0, len(data)))
                flipped = bytearray(data)
                flipped[place] ^= 1 << int(random.integers(0, 8))
                self.write(f"bad/{place}-{name}", flipped)
        self.batch("in", "out", preset=PRESET)
        self.batch("bad", "bad-out", preset=PRESET, expect=3)
        whole, found = self.dataset("out"), self.dataset("bad-out")
        failed = {error["path"]: error for error in found.errors}
        same = 0
        for path, file in found.files.items():
            if path in failed:
                self.assertIn(failed[path]["code"], ("decode-failed", "truncated", "not-audio", "unsupported-format"), failed[path])
                continue
            expected = whole.files["in/" + path.split("-", 1)[1]]
            same += 1
            for column in ("samples", "rate_hz", "channels", "rows", "crc32c"):
                self.assertEqual(file[column], expected[column], f"{column} of {path}")
        self.assertGreater(len(failed), 80, f"{same} gave the same samples")
        checked = [error for error in failed.values() if "checksum" in error["message"]]
        self.assertGreater(len(checked), 60)
        for error in checked:
            self.assertGreater(int(error["path"].split("/")[1].split("-")[0]), int(error["byte_offset"]))

    def test_files_without_checksums_are_taken(self):
        names = self.coded(names=["opus.webm"])
        self.make("in/bare.mka", "-i", self.sound(), "-c:a", "flac", "-write_crc32", "0")
        for name in [*names, "bare.mka"]:
            self.assertNotIn(b"\xbf\x84", (self.folder / "in" / name).read_bytes()[:600])
        self.batch("in", "out", preset=PRESET)


class SilentVideos(Containers):
    def setUp(self):
        super().setUp()
        self.coded(names=["aac.m4a"])
        self.good_files()
        self.silent("in/a.mp4")
        self.silent("in/z.mp4")
        self.environment = self.instead_of_ffmpeg(LOGGED)

    def again(self, out="out", source="in", *options, asks):
        """The same command: recognises its results, with or without a call of ffmpeg."""
        self.calls()
        outcome = self.batch(source, out, *options, preset=RESAMPLING_PRESET, environment=self.environment)
        self.assertEqual(bool(self.calls()), asks)
        return outcome

    def assert_like_fresh(self):
        self.batch("in", "fresh", "--overwrite", preset=RESAMPLING_PRESET, environment=self.environment)
        self.assertEqual(contents(self.folder / "out"), contents(self.folder / "fresh"))

    def test_an_unchanged_run_decodes_nothing(self):
        self.again(asks=True)
        self.assertEqual(self.dataset("out").json["skipped"], {"mp4": 2})
        self.assertIn(b"already exists", self.again(asks=False).out)

    def test_an_input_was_touched(self):
        self.again(asks=True)
        for name, asks in (("a.mp4", True), ("good0.wav", False), ("z.mp4", True)):
            os.utime(self.folder / "in" / name)
            with self.subTest(name):
                self.assertIn(b"already exists", self.again(asks=asks).out)  # ffmpeg must check a video
                self.assertIn(b"already exists", self.again(asks=False).out)

    def test_videos_come_and_go(self):
        self.again(asks=True)
        self.silent("in/m.mp4")
        self.again(asks=True)
        self.assertEqual(self.dataset("out").json["skipped"], {"mp4": 3})
        self.assertIn(b"already exists", self.again(asks=False).out)
        self.assert_like_fresh()
        (self.folder / "in/a.mp4").unlink()
        self.again(asks=True)
        self.assertIn(b"already exists", self.again(asks=False).out)
        self.assert_like_fresh()

    def test_a_video_is_renamed(self):
        """The dataset's warning has the video's new path."""
        self.again(asks=True)
        for name in ("b.mp4", "c.mp4"):
            os.rename(self.folder / "in" / ("a.mp4" if name == "b.mp4" else "b.mp4"), self.folder / "in" / name)
            outcome = self.again(asks=True)
            self.assertIn("rows of 4 of 4 files stay", outcome.error_text)
            self.assertIn(f"the first is in/{name}", outcome.error_text)
            self.assertIn(f"the first is in/{name}", self.dataset("out").json["warnings"][0])
            outcome = self.again(asks=False)
            self.assertIn(b"already exists", outcome.out)
            self.assertIn(f"the first is in/{name}", outcome.error_text)
            self.assert_like_fresh()

    def test_a_video_gets_sound(self):
        self.again(asks=True)
        self.make("in/z.mp4", "-f", "lavfi", "-i", "testsrc=d=2:s=64x48", "-i", self.sound(), "-c:v", "mpeg4", "-c:a", "aac")
        self.again(asks=True)
        self.assertEqual(self.dataset("out").files["in/z.mp4"]["status"], "ok")
        self.assertIn(b"already exists", self.again(asks=False).out)
        self.assert_like_fresh()

    def test_shards(self):
        """Also the dataset that the shards are merged to, which has the bytes of a single run."""
        for shard in ("0/2", "1/2"):
            out = f"part{shard[0]}"
            self.again(out, "in", "--shard", shard, asks=True)
            self.assertIn(b"already exists", self.again(out, "in", "--shard", shard, asks=False).out)
        merged = run("--merge", "out", "part0", "part1", cwd=self.folder)
        self.assertEqual(merged.code, 0, str(merged))
        self.assertIn(b"already exists", self.again(asks=False).out)
        self.again("one", asks=True)
        self.assertEqual((self.folder / "out/inputs.bin").read_bytes(), (self.folder / "one/inputs.bin").read_bytes())
        self.assertEqual(contents(self.folder / "out"), contents(self.folder / "one"))


if __name__ == "__main__":
    main()

"""Containers that ffmpeg decodes, at their edges: inside a tar, cut, with checksums of Matroska that do not fit, and
videos without sound, of which a run takes nothing and which it still has to know again."""

import os
import shlex
import struct
import subprocess
import sys
import tarfile

import numpy

sys.dont_write_bytecode = True
from commandline_support import PRESET as RESAMPLING_PRESET, contents, main, run, skipped
from decoding_support import DecodingTest, FFMPEG, has_encoder

PRESET = "librosa-db"  # takes each file at its own rate: the rows tell any two sounds apart
LOGGED = 'echo "$*" >>$HERE/calls\nexec $REAL "$@"'
CODINGS = {
    "aac.m4a": ["-c:a", "aac"],  # what describes the samples stands behind them
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
        """These codings of one sound, as ffmpeg makes them."""
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
        """What ffmpeg was asked since the last time."""
        path = self.folder / "calls"
        lines = path.read_text().splitlines() if path.exists() else []
        path.unlink(missing_ok=True)
        return lines


class SilentVideos(Containers):
    def setUp(self):
        super().setUp()
        self.coded(names=["aac.m4a"])
        self.good_files()
        self.silent("in/a.mp4")
        self.silent("in/z.mp4")
        self.environment = self.instead_of_ffmpeg(LOGGED)

    def again(self, out="out", source="in", *options, asks):
        """The same command: finds what is there, with or without asking ffmpeg."""
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
        self.assertIn(b"was there already", self.again(asks=False).out)

    def test_an_input_was_touched(self):
        self.again(asks=True)
        for name, asks in (("a.mp4", True), ("good0.wav", False), ("z.mp4", True)):
            os.utime(self.folder / "in" / name)
            with self.subTest(name):
                self.assertIn(b"was there already", self.again(asks=asks).out)  # a video has to be looked at
                self.assertIn(b"was there already", self.again(asks=False).out)

    def test_videos_come_and_go(self):
        self.again(asks=True)
        self.silent("in/m.mp4")
        self.again(asks=True)
        self.assertEqual(self.dataset("out").json["skipped"], {"mp4": 3})
        self.assertIn(b"was there already", self.again(asks=False).out)
        self.assert_like_fresh()
        (self.folder / "in/a.mp4").unlink()
        self.again(asks=True)
        self.assertIn(b"was there already", self.again(asks=False).out)
        self.assert_like_fresh()

    def test_a_video_gets_sound(self):
        self.again(asks=True)
        self.make("in/z.mp4", "-f", "lavfi", "-i", "testsrc=d=2:s=64x48", "-i", self.sound(), "-c:v", "mpeg4", "-c:a", "aac")
        self.again(asks=True)
        self.assertEqual(self.dataset("out").files["in/z.mp4"]["status"], "ok")
        self.assertIn(b"was there already", self.again(asks=False).out)
        self.assert_like_fresh()

    def test_shards(self):
        """And the dataset that they are joined to, which has the bytes of one run."""
        for shard in ("0/2", "1/2"):
            out = f"part{shard[0]}"
            self.again(out, "in", "--shard", shard, asks=True)
            self.assertIn(b"was there already", self.again(out, "in", "--shard", shard, asks=False).out)
        merged = run("--merge", "out", "part0", "part1", cwd=self.folder)
        self.assertEqual(merged.code, 0, str(merged))
        self.assertIn(b"was there already", self.again(asks=False).out)
        self.again("one", asks=True)
        self.assertEqual((self.folder / "out/inputs.bin").read_bytes(), (self.folder / "one/inputs.bin").read_bytes())
        self.assertEqual(contents(self.folder / "out"), contents(self.folder / "one"))


if __name__ == "__main__":
    main()

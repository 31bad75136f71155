"""Sounds that ffmpeg decodes: the same samples as in ffmpeg's own WAV, or a line of errors.csv; and
skipped files."""

import json
import os
import re
import shlex
import struct
import subprocess
import sys

import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import RATE_HZ, batch, main, noise, read_table, run, skipped, wav
from decoding_support import DecodingTest, FFMPEG, ffmpeg, has_encoder

PRESET = "librosa-db"  # computes each file at its own rate: different sounds have different rows
CODINGS = {
    "aac.m4a": ["-c:a", "aac"],
    "front.m4a": ["-c:a", "aac", "-movflags", "+faststart", "-metadata", "title=a title with \u00e4"],
    "alac.m4a": ["-c:a", "alac"],
    "aac.mp4": ["-c:a", "aac"],
    "raw.aac": ["-c:a", "aac", "-f", "adts"],
    "opus.webm": ["-c:a", "libopus", "-ar", "48000"],
    "flac.mka": ["-c:a", "flac"],
    "pcm.mka": ["-c:a", "pcm_s24le"],
    "vorbis.mkv": ["-c:a", "libvorbis"],
    "v2.wma": ["-c:a", "wmav2"],
    "v1.wma": ["-c:a", "wmav1"],
}
ENCODERS = {"opus.webm": "libopus", "vorbis.mkv": "libvorbis"}


def amr(seconds=2):
    """AMR-NB at 12.2 kbit/s, built here because ffmpeg has no encoder of its own: frames of 20 ms,
    type 7."""
    payload = numpy.random.default_rng(5)
    return b"#!AMR\n" + b"".join(b"\x3c" + payload.bytes(31) for _ in range(50 * seconds))


class Decoding(DecodingTest):
    def files(self):
        """One file of each kind, under in/."""
        source = self.sound()
        for name, arguments in CODINGS.items():
            if name in ENCODERS and not has_encoder(ENCODERS[name]):
                skipped(name, f"this ffmpeg has no {ENCODERS[name]}")
                continue
            self.make(f"in/{name}", "-i", source, *arguments)
        self.write("in/narrow.amr", amr())
        return sorted(path.name for path in (self.folder / "in").iterdir())

    def test_samples_are_those_of_ffmpegs_own_wav(self):
        names = self.files()
        for name in names:
            self.make(f"clean/{name}.wav", "-i", f"in/{name}", "-map", "0:a:0", "-c:a", "pcm_f32le")
        self.batch("in", "out", preset=PRESET)
        self.batch("clean", "clean-out", preset=PRESET)
        found, expected = self.dataset("out"), self.dataset("clean-out")
        for name in names:
            with self.subTest(name):
                file, clean = found.files[f"in/{name}"], expected.files[f"clean/{name}.wav"]
                for key in ("rate_hz", "channels", "samples", "rows", "crc32c"):
                    self.assertEqual(file[key], clean[key], key)
                self.assertGreater(int(file["rows"]), 20)
        version = subprocess.run([FFMPEG, "-version"], capture_output=True, text=True, check=True).stdout.split()[2]
        self.assertEqual(found.json["ffmpeg"], version)
        self.assertNotIn("ffmpeg", expected.json)

    def test_cut_between_two_frames(self):
        """ADTS and AMR declare no length. A file that ends with a whole frame is a shorter file:
        its samples are counted by decoding it."""
        aac = self.make("whole/raw.aac", "-i", self.sound(), *CODINGS["raw.aac"]).read_bytes()
        self.write("whole/narrow.amr", amr())
        places = [0]
        while places[-1] < len(aac):  # the 13 bits of a frame's length: ISO 13818-7, 6.2.1
            header = aac[places[-1]:places[-1] + 7]
            places.append(places[-1] + ((header[3] & 3) << 11 | header[4] << 3 | header[5] >> 5))
        self.assertEqual(places[-1], len(aac))
        self.write("in/raw.aac", aac[:places[len(places) // 2]])
        self.write("in/narrow.amr", amr()[:6 + 32 * 50])  # of 100 frames
        for name in ("raw.aac", "narrow.amr"):
            self.make(f"clean/{name}.wav", "-i", f"in/{name}", "-c:a", "pcm_f32le")
        for folder in ("whole", "in", "clean"):
            self.batch(folder, f"{folder}-out", preset=PRESET)
        whole, found, expected = (self.dataset(f"{folder}-out").files for folder in ("whole", "in", "clean"))
        for name in ("raw.aac", "narrow.amr"):
            with self.subTest(name):
                file, clean = found[f"in/{name}"], expected[f"clean/{name}.wav"]
                for key in ("samples", "rows", "crc32c"):
                    self.assertEqual(file[key], clean[key], key)
                self.assertLess(int(file["samples"]), int(whole[f"whole/{name}"]["samples"]))

    def test_lossless_codings_have_the_samples_that_went_in(self):
        source = self.sound()
        for name in ("alac.m4a", "flac.mka", "pcm.mka"):
            self.make(f"in/{name}", "-i", source, *CODINGS[name])
        self.batch("in", "out", preset=PRESET)
        self.batch(source, "plain", preset=PRESET)
        expected = self.dataset("plain").rows(source)
        for name in ("alac.m4a", "flac.mka", "pcm.mka"):
            self.assertEqual(self.dataset("out").rows(f"in/{name}").tobytes(), expected.tobytes(), name)

    def test_verify_segments_and_threads(self):
        self.files()
        self.batch("in", "one", "--threads", "1", preset=PRESET)
        self.batch("in", "two", "--threads", "2", "--max-mem", "64M", preset=PRESET)
        self.assertEqual((self.folder / "one/features.npy").read_bytes(), (self.folder / "two/features.npy").read_bytes())
        self.assertEqual(run("--batch", "--verify", "--out", "one", cwd=self.folder).code, 0)
        again = self.batch("in", "one", "--threads", "1", preset=PRESET)
        self.assertIn(b"already exists", again.out)

    def test_other_writers(self):
        """Files by pipes, live streams and taggers are valid: unknown sizes, fragments, tags,
        pictures, six channels."""
        source = self.sound(rate=48000)
        vorbis = "libvorbis" if has_encoder("libvorbis") else "flac"
        written = {
            "piped.webm": ["-c:a", "libopus", "-f", "webm"], "piped.mkv": ["-c:a", vorbis, "-f", "matroska"],
            "fragments.m4a": ["-c:a", "aac", "-movflags", "frag_keyframe+empty_moov", "-f", "mp4"],
            "piped.wma": ["-c:a", "wmav2", "-f", "asf"],
        }
        os.mkdir(self.folder / "in")
        for name, arguments in written.items():
            if "libopus" in arguments and not has_encoder("libopus"):
                continue
            with open(self.folder / "in" / name, "wb") as file:
                subprocess.run([FFMPEG, "-nostdin", "-loglevel", "error", "-i", source, *arguments, "pipe:1"], check=True,
                               stdout=file, cwd=self.folder)
        self.make("in/tag.aac", "-i", source, "-c:a", "aac", "-write_id3v2", "1", "-metadata", "title=x", "-f", "adts")
        data = self.make("in/mp3.m4a", "-i", source, "-c:a", "libmp3lame", "-f", "mp4").read_bytes()
        self.write("in/tagged.m4a", data + b"TAG" + bytes(125))
        self.make("in/cover.m4a", "-i", source, "-f", "lavfi", "-i", "color=red:s=64x64:d=1", "-map", "0", "-map", "1",
                  "-c:a", "aac", "-c:v", "mjpeg", "-frames:v", "1", "-disposition:v", "attached_pic")
        self.make("in/six.mka", "-i", source, "-af", "pan=5.1|c0=c0|c1=c1|c2=0.5*c0|c3=c1|c4=0.2*c0|c5=c1", "-c:a", "flac")
        self.make("in/video.mp4", "-f", "lavfi", "-i", "testsrc=d=3:s=64x48", "-i", source, "-c:v", "mpeg4", "-c:a", "aac")
        for path in sorted((self.folder / "in").iterdir()):
            self.make(f"clean/{path.name}.wav", "-i", f"in/{path.name}", "-map", "0:a:0", "-c:a", "pcm_f32le")
        self.batch("in", "out", "--set", "channels=each", "--set", "loader=plain", preset=PRESET)
        self.batch("clean", "clean-out", "--set", "channels=each", "--set", "loader=plain", preset=PRESET)
        expected = self.dataset("clean-out").files
        for path, file in self.dataset("out").files.items():
            clean = expected[path.replace("in/", "clean/") + ".wav"]
            self.assertEqual([file[key] for key in ("channels", "samples", "crc32c")],
                             [clean[key] for key in ("channels", "samples", "crc32c")], path)

    def test_odd_names(self):
        whole = self.make("whole.m4a", "-i", self.sound(), "-c:a", "aac").read_bytes()
        names = [b"-i.m4a", b"a:b.m4a", b"http:..m4a", b"%03d.m4a", b"two words.m4a", b"a'b\"c.m4a", b"new\nline.m4a",
                 b"\xff\xfe.m4a", b"$(x).M4A", b"file:x.m4a"]
        os.mkdir(self.folder / "in")
        for name in names:
            with open(os.path.join(os.fsencode(self.folder), b"in", name), "wb") as file:
                file.write(whole)
        self.batch("in", "out", preset=PRESET)
        self.assertEqual(len({file["crc32c"] for file in self.dataset("out").files.values()}), 1)

    def test_the_first_audio_stream_of_a_video(self):
        self.make("in/two.mkv", "-f", "lavfi", "-i", "testsrc=d=2:s=64x48", "-i", self.sound(), "-f", "lavfi", "-i",
                  "sine=1000:d=2", "-map", "0", "-map", "1", "-map", "2", "-c:v", "mpeg4", "-c:a", "flac")
        self.batch("in", "out", preset=PRESET)
        self.batch("sound.wav", "plain", preset=PRESET)
        self.assertEqual(self.dataset("out").rows("in/two.mkv").tobytes(),
                         self.dataset("plain").rows("sound.wav").tobytes())

    def test_damaged(self):
        """Cut, overwritten or with missing bytes: refused, however much remains, with the same
        words each time."""
        names = self.files()
        self.batch("in", "whole", preset=PRESET)
        for name in names:
            data = (self.folder / "in" / name).read_bytes()
            self.write(f"bad/cut-{name}", data[:len(data) * 6 // 10])
            middle = len(data) // 2
            self.write(f"bad/lost-{name}", data[:middle] + data[middle + 211:])
        data = (self.folder / "in/aac.m4a").read_bytes()
        self.write("bad/more.m4a", data + numpy.random.default_rng(8).bytes(500))
        self.write("bad/html.m4a", b"<!DOCTYPE html>\n<html><body>404 Not Found</body></html>\n")
        self.write("bad/playlist.m4a", b"#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n")
        outcome = self.batch("bad", "out", preset=PRESET, expect=3)
        errors = {error["path"]: error for error in read_table(self.folder / "out/errors.csv")}
        missed = [path for path in self.dataset("out").files if path not in errors]
        self.assertEqual(missed, [])
        codes = {path: error["code"] for path, error in errors.items()}
        self.assertEqual((codes.pop("bad/html.m4a"), codes.pop("bad/playlist.m4a")), ("not-audio", "not-audio"))
        self.assertLessEqual(set(codes.values()), {"decode-failed", "truncated"})
        self.assertNotRegex(outcome.error_text, " @ 0x")
        self.batch("bad", "again", preset=PRESET, expect=3)
        self.assertEqual((self.folder / "out/errors.csv").read_bytes(), (self.folder / "again/errors.csv").read_bytes())

    def test_without_ffmpeg(self):
        """Each such file is an error that names container and command. The command makes a WAV with
        the same rows."""
        names = self.files()
        self.write("in/plain.wav", wav(noise(RATE_HZ)))
        containers = {"m4a": "MP4", "mp4": "MP4", "aac": "AAC", "webm": "Matroska", "mka": "Matroska", "mkv": "Matroska",
                      "wma": "ASF", "amr": "AMR"}
        relative = self.write("ffmpeg", b"#!/bin/sh\nexit 0\n")  # in the current folder, which the PATH below names
        relative.chmod(0o755)
        outcome = self.batch("in", "out", preset=PRESET, expect=3, environment={"PATH": ":.:/nowhere:" })
        dataset = self.dataset("out")
        self.assertEqual(sorted(error["path"] for error in dataset.errors), [f"in/{name}" for name in names])
        self.batch("in", "with", preset=PRESET)
        for error in dataset.errors:
            self.assertEqual(error["code"], "unsupported-format")
            self.assertRegex(error["message"], rf"is {containers[error['path'].rsplit('.')[-1]]}, .*no ffmpeg on the PATH")
            command = error["message"].split("on a machine that has it: ")[1]
            subprocess.run(f"{command} -loglevel error -nostdin -y", shell=True, check=True, cwd=self.folder)
            made = shlex.split(command)[-1].removeprefix("file:")
            self.batch(made, "made", "--overwrite", preset=PRESET)
            self.assertEqual(self.dataset("made").rows(made).tobytes(), self.dataset("with").rows(error["path"]).tobytes())
        self.assertIn("in/plain.wav", dataset.files)

    def test_a_list_and_a_picture(self):
        self.make("in/a.data", "-i", self.sound(), "-c:a", "aac", "-f", "mp4")
        self.write("list.txt", b"in/a.data\n")
        self.batch("list.txt", "out", preset=PRESET)
        self.assertEqual(self.dataset("out").files["in/a.data"]["status"], "ok")
        outcome = run("--picture", "in/a.data", "--out", "a.png", "--preset", PRESET, cwd=self.folder)
        self.assertEqual(outcome.code, 0, str(outcome))


class Skipped(DecodingTest):
    def test_counted_by_extension(self):
        """In the summary, in --dry-run and in dataset.json."""
        self.good_files()
        for name in ("a.txt", "b.TXT", "deep/c.txt", "a.json", "README", ".hidden", "x.tar.gz", "long.averylongextension"):
            self.write(f"in/{name}", b"words")
        os.symlink("a.txt", self.folder / "in/link.txt")
        self.make("in/silent.mp4", "-f", "lavfi", "-i", "testsrc=d=1:s=64x48", "-c:v", "mpeg4")
        self.make("in/silent.webm", "-f", "lavfi", "-i", "testsrc=d=1:s=64x48", "-c:v", "libvpx")
        self.make("in/heard.mp4", "-f", "lavfi", "-i", "testsrc=d=2:s=64x48", "-i", self.sound(), "-c:v", "mpeg4", "-c:a",
                  "aac", "-shortest")
        expected = {"": 3, "gz": 1, "json": 1, "mp4": 1, "txt": 4, "webm": 1}
        dry = self.batch("in", "out", "--dry-run")
        self.assertRegex(dry.out.decode(), r"Skipped +11: 4 txt, 3 without an extension, 1 gz, 1 json, 1 mp4, 1 webm\n")
        self.assertRegex(dry.error_text, r"2 videos have no sound .* first is in/silent\.mp4")
        dry = self.batch("in", "out", "--dry-run", progress="json")
        self.assertEqual(json.loads(dry.out.splitlines()[-1])["skipped"], expected)
        outcome = self.batch("in", "out")
        self.assertRegex(outcome.out.decode(), r"Files +all 4 are in\nSkipped +11: 4 txt, ")
        skipped_files = self.dataset("out").json["skipped"]
        self.assertEqual(list(skipped_files.items()), sorted(expected.items()))
        self.assertNotIn("in/silent.mp4", self.dataset("out").files)
        outcome = self.batch("in", "other", progress="json")
        self.assertEqual(json.loads(outcome.out.splitlines()[-1])["skipped"], expected)

    def test_what_is_named_is_not_skipped(self):
        self.write("in/a.dat", wav(noise(RATE_HZ)))
        self.write("in/b.dat", b"no sound")
        self.batch(["in", "in/a.dat"], "out")
        self.assertEqual(self.dataset("out").json["skipped"], {"dat": 1})

    def test_nothing_but_others(self):
        self.write("in/a.txt", b"words")
        outcome = self.batch("in", "out", expect=2)
        self.assertIn("1 file was skipped", outcome.error_text)
        self.make("videos/silent.mp4", "-f", "lavfi", "-i", "testsrc=d=1:s=64x48", "-c:v", "mpeg4")
        outcome = self.batch("videos", "out", expect=2)
        self.assertIn("1 video has no sound", outcome.error_text)


if __name__ == "__main__":
    main()

"""The modes that inspect or print: --dry-run, --verify, --trace, --progress, --list, --explain,
--doctor, --picture."""

import json
import os
import pathlib
import re
import stat
import struct
import sys
import zlib

import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import PRESET, RATE_HZ, ProgramTest, contents, main, noise, run, wav


PRESETS = pathlib.Path(__file__).resolve().parents[3] / "Presets" / "Mel"


class Looking(ProgramTest):
    def setUp(self):
        super().setUp()
        self.good_files()

    def test_dry_run(self):
        self.write("in/bad.wav", b"no audio")
        before = sorted(self.folder.rglob("*"))
        for options in ([], ["--format", "h5"], ["--overwrite"]):
            outcome = self.batch("in", "out", "--dry-run", *options, expect=3)
            self.assertEqual(sorted(self.folder.rglob("*")), before)
            self.assertIn(b"nothing was written", outcome.out)
            self.assertIn("bad.wav", outcome.error_text)
        told = json.loads(self.batch("in", "out", "--dry-run", progress="json", expect=3).out)
        self.batch("in", "out", expect=3)
        there = contents(self.folder / "out")
        self.assertEqual((told["files"], told["failed"]), (4, 1))
        self.assertEqual(told["arrays"][0]["shape"], list(self.dataset("out").features.shape))
        self.assertEqual(told["output_bytes"], len(there["features.npy"]) - 4096)
        self.batch("in", "out", "--dry-run", "--overwrite", "--set", "bands=40", expect=3)
        self.assertEqual(contents(self.folder / "out"), there)

    def test_progress_json(self):
        self.write("in/long.wav", wav(numpy.tile(noise(1 << 20), 40)))
        outcome = self.batch("in", "out", "--threads", "1", "--verify", "--labels", "none", progress="json")
        lines = [line for line in map(json.loads, outcome.err.splitlines()) if "message" not in line]
        self.assertGreater(len(lines), 0)
        final = [line for line in lines if line["final"]]
        self.assertEqual(final[0], next(line for line in lines if line["phase"] == "done"))
        self.assertEqual((final[0]["files_done"], final[0]["files_total"], final[0]["files_failed"]), (4, 4, 0))
        self.assertEqual(final[0]["rows_done"], final[0]["rows_total"])
        summaries = [json.loads(line) for line in outcome.out.splitlines()]
        self.assertEqual([summary["summary"] for summary in summaries], ["batch", "verify"])
        self.assertEqual(summaries[0]["rows"], len(self.dataset("out").features))
        self.assertTrue(summaries[1]["sound"])

    def test_progress_none_is_silent(self):
        outcome = self.batch("in", "out", "--labels", "none", progress="none")
        self.assertEqual((outcome.out, outcome.err), (b"", b""))

    def test_trace(self):
        self.batch("in", "plain")
        self.batch("in", "out", "--trace", "trace.json")
        self.assertEqual(contents(self.folder / "out"), contents(self.folder / "plain"))
        trace = json.loads((self.folder / "trace.json").read_text())
        events = trace["traceEvents"]
        names = {event["tid"]: event["args"]["name"] for event in events if event["name"] == "thread_name"}
        for part in ("reader", "submitter", "writer", "compute"):
            self.assertTrue(any(name.startswith(part) for name in names.values()), f"{part} in {names}")
        spans = [event for event in events if event["ph"] == "X"]
        self.assertGreater(len(spans), 5)
        for span in spans:
            self.assertIn(span["tid"], names)
            self.assertGreaterEqual(span["ts"], 0)
            self.assertGreaterEqual(span["dur"], 0)
        self.assertEqual([name for name in names.values() if name.startswith("thread ")], [], "every thread has a name")


class Verify(ProgramTest):
    def setUp(self):
        super().setUp()
        self.good_files()
        self.write("in/bad.wav", wav(numpy.full(20000, numpy.inf, "<f4")))

    def verify(self, out="out"):
        return run("--verify", "--out", out, cwd=self.folder)

    def test_every_flipped_byte(self):
        for options, preset in (([], PRESET), (["--waveform"], "leak"), (["--format", "h5", "--waveform", "--split", "1:1:1"], "leak")):
            out = f"out{len(options)}"
            self.batch("in", out, *options, preset=preset, expect=3)
            self.assertEqual(self.verify(out).code, 0, str(self.verify(out)))
            random = numpy.random.default_rng(2)
            for name, data in contents(self.folder / out).items():
                if not name.startswith(("features", "mapping")):
                    continue
                places = {0, len(data) - 1, *random.integers(4096, len(data), 3).tolist()}
                for place in sorted(places):
                    if name.endswith(".h5") and 0 < place < len(data) - 1: # a byte outside of the arrays need not matter
                        place = self.inside_array(out, name, random)
                    with self.subTest(f"{name}, {' '.join(options)}, byte {place}"):
                        self.flip(out, name, data, place)

    def inside_array(self, out, name, random):
        arrays = json.loads((self.folder / out / "dataset.json").read_text())["arrays"]
        array = next(array for array in arrays if array["file"] == name and array["name"] == "segments_mel")
        return array["offset"] + int(random.integers(0, 2 * numpy.prod(array["shape"])))

    def flip(self, out, name, data, place):
        path = self.folder / out / name
        path.write_bytes(data[:place] + bytes([data[place] ^ 16]) + data[place + 1:])
        outcome = self.verify(out)
        path.write_bytes(data)
        self.assertEqual(outcome.code, 6, str(outcome))
        self.assertIn(name, outcome.error_text + outcome.out.decode())
        self.assertIn(b"DAMAGED", outcome.out)

    def test_lost_and_cut(self):
        self.batch("in", "out", expect=3)
        for name, data in contents(self.folder / "out").items():
            path = self.folder / "out" / name
            for what, change in {"lost": path.unlink, "empty": lambda: path.write_bytes(b""),
                                 "a byte short": lambda: path.write_bytes(data[:-1] if name == "features.npy" else data[:-3]),
                                 "a line more": lambda: path.write_bytes(data + b"x,y,z\n")}.items():
                with self.subTest(f"{name} {what}"):
                    change()
                    outcome = self.verify()
                    path.write_bytes(data)
                    self.assertIn(outcome.code, (2, 6) if name == "dataset.json" else (6,), str(outcome))
                    self.assertIn(name, outcome.error_text)
        self.assertEqual(self.verify().code, 0)

    def test_every_byte_of_the_description(self):
        """dataset.json has its own checksum: a changed, added or removed key is always found."""
        self.write("in/cat/meow.wav", wav(noise(16000, 4)))
        self.batch("in", "out", expect=3)
        path = self.folder / "out/dataset.json"
        data = path.read_bytes()
        description = json.loads(data)
        self.assertEqual(list(description)[-1], "crc32c")
        changes = {"a label": data.replace(b'"cat"', b'"dog"'),
                   "the preset's name": data.replace(b'"name": "whisper', b'"name": "whisker'),
                   "a total": data.replace(b'"failed": 1', b'"failed": 0'),
                   "a warning": data.replace(b'"warnings": [', b'"warnings": [\n    "x",', 1),
                   "another layout": json.dumps(description, indent=1).encode() + b"\n",
                   "a key more": data[:-3] + b',\n  "more": 1\n}\n',
                   "without its checksum": data[:data.rindex(b",\n")] + b"\n}\n",
                   "a line end": data[:-1], "a blank": data + b" ", "half of it": data[:len(data) // 2], "no JSON": b"{"}
        random = numpy.random.default_rng(6)
        for place in (0, len(data) - 1, len(data) - 8, *random.integers(0, len(data), 40).tolist()):
            changes[f"byte {place}"] = data[:place] + bytes([data[place] ^ 1 << int(random.integers(8))]) + data[place + 1:]
        for what, changed in changes.items():
            with self.subTest(what):
                self.assertNotEqual(changed, data)
                path.write_bytes(changed)
                outcome = self.verify()
                self.assertEqual(outcome.code, 6, str(outcome))
                self.assertRegex(outcome.error_text, "dataset.json changed after it was written: its checksum differs")
                self.assertIn(b"DAMAGED", outcome.out)
        path.write_bytes(data)
        self.assertEqual(self.verify().code, 0)

    def test_a_dataset_of_the_cpu_needs_no_gpu(self):
        """Without --backend: nobody is told that a GPU or its driver is missing."""
        for form in ("npy", "h5"):
            self.batch("in", form, "--format", form, "--backend", "cpu", expect=3)
            outcome = run("--verify", "--out", form, cwd=self.folder)
            self.assertEqual(outcome.code, 0, str(outcome))
            self.assertNotRegex(outcome.error_text, "(?i)instead of|driver|cuda")
            self.assertRegex(outcome.out.decode(), r"\nComputed +the rows of 3 files again")

    def test_changed_input(self):
        """Rows are computed again from the audio, if it still exists."""
        self.batch("in", "out", "--verify", expect=3)
        path = self.folder / "in/good1.wav"
        data = path.read_bytes()
        path.write_bytes(wav(noise((len(data) - 44) // 2, seed=77)))
        outcome = self.verify()
        self.assertEqual(outcome.code, 6, str(outcome))
        self.assertIn("good1.wav", outcome.error_text)
        path.unlink()
        outcome = self.verify()
        self.assertEqual(outcome.code, 0, str(outcome))
        self.assertRegex(outcome.out, rb"Missing +1 ")


class Telling(ProgramTest):
    def test_lists(self):
        for what, word in {"presets": PRESET, "backends": "cpu", "colours": "magma"}.items():
            outcome = run("--list", what, cwd=self.folder)
            self.assertEqual(outcome.code, 0, str(outcome))
            self.assertIn(word, outcome.out.decode())
            self.assertEqual(outcome.err, b"")

    def test_help_and_version(self):
        for option, word in {"--help": b"Exit status", "-h": b"Usage", "--version": b"melstrom "}.items():
            outcome = run(option, cwd=self.folder)
            self.assertEqual((outcome.code, outcome.err), (0, b""))
            self.assertIn(word, outcome.out)
        longest = max(len(line) for line in run("--help", cwd=self.folder).out.decode().splitlines())
        self.assertLessEqual(longest, 80)

    def test_explain(self):
        self.good_files()
        outcome = run("--explain", "librosa-db", "torchaudio", cwd=self.folder)
        self.assertEqual(outcome.code, 0, str(outcome))
        for word in ("window_samples", "2048", "400", "mel_scale"):
            self.assertIn(word, outcome.out.decode())
        heard = run("--explain", "librosa-db", "torchaudio", "in/good0.wav", cwd=self.folder)
        self.assertEqual(heard.code, 0, str(heard))
        self.assertRegex(heard.out, rb"\d dB")
        self.write("bad.wav", b"no audio")
        bad = run("--explain", "librosa-db", "torchaudio", "bad.wav", cwd=self.folder)
        self.assertEqual(bad.code, 3, str(bad))
        self.assertIn("bad.wav", bad.error_text)

    def causes(self, *arguments):
        """Subjects and effects below "Causes in the bands:"."""
        outcome = run("--explain", *arguments, cwd=self.folder)
        self.assertEqual(outcome.code, 0, str(outcome))
        text = outcome.out.decode().partition("Causes in the bands:\n")[2].partition("\n\n")[0]
        return dict(re.findall(r"(?m)^  (\S[\w, ]*?)  +(.*(?:\n   .*)*)", text))

    def test_explain_names_resampler_and_loader(self):
        """Where they act: on a file at another rate, and on what the loader changes of it."""
        self.write("44.wav", wav(noise(44100), rate=44100))
        self.write("16.wav", wav(noise(16000), rate=16000))
        self.write("stereo.wav", wav(numpy.stack([noise(16000)] * 2, axis=1), rate=16000))
        spec = (PRESETS / "whisper-openai-80.toml").read_text()
        spec = re.sub('(?m)^loader = .*\n', "", spec).replace('resampler = "ffmpeg"', 'resampler = "kaiser-best"')
        self.write("kaiser.toml", spec.encode())
        pair = ("whisper-openai-80", "kaiser.toml")
        causes = self.causes(*pair, "44.wav")
        self.assertEqual(set(causes), {"resampler", "loader"})
        self.assertRegex(causes["resampler"], r"^ffmpeg, and kaiser-best, bring 44,100 Hz to 16,000 Hz")
        self.assertRegex(causes["loader"], r"(?s)^ffmpeg-s16 .* 16 bits.*plain ")
        self.assertEqual(self.causes(*pair, "16.wav"), {})
        self.assertEqual(set(self.causes(*pair, "stereo.wav")), {"loader"})
        self.assertEqual(self.causes(*pair), {})
        self.assertNotIn("resampler", self.causes("kaiser.toml", "kaiser.toml", "44.wav"))

    def test_one_of_a_kind_is_singular(self):
        """All that the modes say about a dataset of one file with one row, and its page."""
        self.write("in/a/only.wav", wav(noise(RATE_HZ // 64)))
        self.write("in/a/short.wav", wav(noise(1)))
        more = ["--threads", "1", "--readers", "1", "--log-level", "debug"]
        said = [self.batch("in/a/only.wav", "one", *more, "--max-mem", "16M", "--split", "1:0:0"),
                self.batch("in/a/only.wav", "dry", *more, "--dry-run"),
                self.batch("in", "two", "--label-pattern", "o{label}", *more, expect=3),
                self.batch("in", "two", "--max-errors", "0", "--overwrite", *more, expect=8),
                *(run(*command, cwd=self.folder) for command in (
                    ["--verify", "--out", "one", *more], ["--report", "one"], ["--report", "one", "two"], ["--duplicates", "one"],
                    ["--export", "kaldi", "one", "--out", "kaldi"], ["--picture", "in", "--out", "pictures"],
                    ["--explain", PRESET, "librosa-db", "in/a/only.wav"], ["--list", "backends"]))]
        said = [text for outcome in said for text in (outcome.out.decode(), outcome.error_text)]
        self.assertRegex("".join(said), r"(?m)^Files +1 is in$")
        self.assertIn("1/1 file ", "".join(said))
        said.append((self.folder / "one/report.html").read_text())
        plural = r"(?<![\d.,/:-])1 (?!is |was |has |does |ms\b|this\b)[a-z]+s\b"
        self.assertEqual([found[0] for text in said for found in re.finditer(f".*{plural}.*", text)], [])

    def test_doctor(self):
        outcome = run("--doctor", cwd=self.folder)
        self.assertEqual(outcome.code, 0, str(outcome))
        self.assertRegex(outcome.out, rb"All \d+ presets agree on cpu")
        alone = run("--doctor", "--backend", "cpu", cwd=self.folder)
        self.assertEqual(alone.code, 0, str(alone))
        self.assertRegex(alone.out, rb"All \d+ presets agree on cpu\.\n$")

    def test_picture(self):
        self.good_files()
        self.write("in/tiny.wav", wav(noise(5)))
        for options, size in (([], (1600, 900)), (["--width", "480", "--height", "320", "--colours", "viridis"], (480, 320))):
            outcome = run("--picture", "in/good0.wav", "--out", "picture.png", "--preset", "librosa-db", *options, cwd=self.folder)
            self.assertEqual(outcome.code, 0, str(outcome))
            self.assert_png((self.folder / "picture.png").read_bytes(), size)
        before = (self.folder / "picture.png").read_bytes()
        for source, code in (("in/tiny.wav", 3), ("nowhere.wav", 2)):
            outcome = run("--picture", source, "--out", "picture.png", "--preset", PRESET, cwd=self.folder)
            self.assertEqual(outcome.code, code, str(outcome))
            self.assertEqual((self.folder / "picture.png").read_bytes(), before, "a picture that is there stays")
        os.mkfifo(self.folder / "pipe")
        outcome = run("--picture", "in/good0.wav", "--out", "pipe", "--preset", PRESET, cwd=self.folder)
        self.assertIn(outcome.code, (2, 4), str(outcome))
        self.assertTrue(stat.S_ISFIFO((self.folder / "pipe").stat().st_mode), "what is no file is never replaced")

    def test_pictures_of_a_folder(self):
        self.write("in/dog/loud.wav", wav((4 * noise(16000)).astype("<i2")))
        self.write("in/cat/quiet.wav", wav((noise(16000, seed=1) // 100).astype("<i2")))
        self.write("in/notes.txt", b"no sound")
        small = ["--preset", "librosa-db", "--width", "480", "--height", "320", "--backend", "cpu"]
        drawn = {}
        for threads in ("1", "2"):
            outcome = run("--picture", "in", "--out", f"out{threads}", "--threads", threads, *small, cwd=self.folder)
            self.assertEqual(outcome.code, 0, str(outcome))
            folder = self.folder / f"out{threads}"
            drawn[threads] = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        self.assertEqual(sorted(drawn["1"]), ["cat/quiet.wav.png", "contact-sheet.png", "dog/loud.wav.png"])
        self.assertEqual(drawn["1"], drawn["2"], "threads change no byte")
        for name in ("cat/quiet.wav.png", "dog/loud.wav.png"):
            self.assert_png(drawn["1"][name], (480, 320))
        # the name of a folder may end as that of a sound or picture
        outcome = run("--picture", "in", "--out", "cards.jpg", *small, cwd=self.folder)
        self.assertEqual(outcome.code, 0, str(outcome))
        self.assertTrue((self.folder / "cards.jpg/contact-sheet.png").is_file())
        # alone, the quiet sound has the same colours as the loud one; with one scale it is darker
        alone = run("--picture", "in/cat/quiet.wav", "--out", "alone.png", *small, cwd=self.folder)
        self.assertEqual(alone.code, 0, str(alone))
        self.assertLess(self.brightness(drawn["1"]["cat/quiet.wav.png"]),
                        self.brightness((self.folder / "alone.png").read_bytes()) - 10)

    def test_pictures_with_bad_files(self):
        self.write("in/good.wav", wav(noise(16000)))
        self.write("in/bad.wav", b"no audio")
        outcome = run("--picture", "in", "--out", "out", "--preset", "librosa-db", cwd=self.folder)
        self.assertEqual(outcome.code, 3, str(outcome))
        self.assertIn("bad.wav", outcome.error_text)
        self.assertEqual(sorted(path.name for path in (self.folder / "out").iterdir()), ["contact-sheet.png", "good.wav.png"])
        before = (self.folder / "out/good.wav.png").read_bytes()
        self.write("in/good.wav", b"damaged")
        outcome = run("--picture", "in", "--out", "out", "--preset", "librosa-db", cwd=self.folder)
        self.assertEqual(outcome.code, 3, str(outcome))
        self.assertEqual((self.folder / "out/good.wav.png").read_bytes(), before, "a picture that is there stays")
        (self.folder / "empty").mkdir()
        outcome = run("--picture", "empty", "--out", "out", "--preset", "librosa-db", cwd=self.folder)
        self.assertEqual(outcome.code, 2, str(outcome))
        self.assertIn("empty", outcome.error_text)

    def test_pictures_with_a_rate_that_does_not_suit(self):
        """One file of 8 kHz, where no band reaches 8 kHz: the others have pictures."""
        self.write("in/a/good.wav", wav(noise(16000)))
        self.write("in/low.wav", wav(noise(8000), rate=8000))
        options = ["--preset", "torchaudio", "--set", "highest_hz=8000"]
        outcome = run("--picture", "in", "--out", "out", *options, cwd=self.folder)
        self.assertEqual(outcome.code, 3, str(outcome))
        self.assertRegex(outcome.error_text, "low.wav.*highest_hz")
        self.assertEqual(sorted(path.name for path in (self.folder / "out").rglob("*.png")), ["contact-sheet.png", "good.wav.png"])
        for index, more in enumerate((["--set", "highest_hz=30000"], ["--set", "highest_hz=8000", "--set", "rate_hz=8000"])):
            outcome = run("--picture", "in", "--out", f"none{index}", "--preset", "torchaudio", *more, cwd=self.folder)
            self.assertEqual(outcome.code, 2, str(outcome))
            self.assertIn("highest_hz", outcome.error_text)
            self.assertFalse((self.folder / f"none{index}").exists())
        missing = run("--picture", "in", *options, cwd=self.folder)
        self.assertEqual(missing.code, 2, str(missing))
        self.assertIn("name the folder", missing.error_text)

    def brightness(self, data):
        """Mean of the middle of a PNG of 480 x 320 without an interlace."""
        place, packed = 8, b""
        while place < len(data):
            length, kind = struct.unpack(">I4s", data[place:place + 8])
            packed += data[place + 8:place + 8 + length] if kind == b"IDAT" else b""
            place += 12 + length
        raw = numpy.frombuffer(zlib.decompress(packed), "u1").reshape(320, 1 + 480 * 3)
        rows, above = [], numpy.zeros(480 * 3, int)
        for filtered in raw.astype(int):
            above = self.unfiltered(filtered[0], filtered[1:], above)
            rows.append(above)
        return numpy.array(rows).reshape(320, 480, 3)[120:200, 160:320].mean()

    def unfiltered(self, kind, line, above):
        """One line of PNG: RFC 2083, section 6."""
        made = numpy.zeros_like(line)
        for at in range(len(line)):
            left, corner = (made[at - 3], above[at - 3]) if at >= 3 else (0, 0)
            guess = left + above[at] - corner
            near = min((abs(guess - value), order, value) for order, value in enumerate((left, above[at], corner)))[2]
            made[at] = (line[at] + (0, left, above[at], (left + above[at]) // 2, near)[kind]) & 255
        return made

    def assert_png(self, data, size):
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        place, kinds, pixels = 8, [], b""
        while place < len(data):
            length, kind = struct.unpack(">I4s", data[place:place + 8])
            body = data[place + 8:place + 8 + length]
            self.assertEqual(struct.unpack(">I", data[place + 8 + length:place + 12 + length])[0], zlib.crc32(kind + body))
            pixels += body if kind == b"IDAT" else b""
            kinds.append(kind)
            place += 12 + length
        self.assertEqual((kinds[0], kinds[-1]), (b"IHDR", b"IEND"))
        self.assertEqual(struct.unpack(">II", data[16:24]), size)
        self.assertGreater(len(set(zlib.decompress(pixels))), 50, "it shows something")


if __name__ == "__main__":
    main()

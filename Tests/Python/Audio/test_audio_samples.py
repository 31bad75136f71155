"""Faults among the samples: NaN and infinity (A14), files cut at every byte (A2), and damage in the
middle of encoded sound (A16)."""

import shutil
import subprocess
import sys

import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from audio_fault_cases import adpcm, aiff, rf64
from audio_fault_support import AudioFaultTest
from commandline_support import ProgramTest, chunk, main, noise, read_table, skipped, wav


class NonFinite(AudioFaultTest):
    VALUES = {"NaN": numpy.nan, "infinity": numpy.inf, "minus infinity": -numpy.inf, "1e38": 1e38}

    def sound(self, index, value, kind="<f4", channels=1):
        samples = (noise(20000, 5, channels) / 32768).astype(kind)
        samples.reshape(-1)[index] = value
        return samples

    def test_refused_with_the_first_index(self):
        for name, value in self.VALUES.items():
            for kind, channels, index in (("<f4", 1, 0), ("<f4", 1, 19999), ("<f8", 1, 12345), ("<f4", 2, 777)):
                with self.subTest(f"{name}, {kind}, value {index} of {channels} channels"):
                    outcome, dataset = self.one("nan.wav", wav(self.sound(index, value, kind, channels)))
                    self.assert_refused(outcome, dataset, "in/nan.wav", "non-finite",
                                        rf"sample {index // channels} of channel {index % channels}\b")
                    self.assertEqual(int(dataset.errors[0]["byte_offset"]), 44 + index * numpy.dtype(kind).itemsize)

    def test_zero_takes_them_as_0_and_counts_them(self):
        for name, value in self.VALUES.items():
            with self.subTest(name):
                samples = self.sound(4321, value)
                samples[7000:7010] = value
                outcome, dataset = self.one("nan.wav", wav(samples), "--nonfinite", "zero", expect=0)
                samples[4321] = samples[7000:7010] = 0
                self.assert_same_as(dataset, "in/nan.wav", samples)
                self.assertRegex(outcome.error_text, r"nan\.wav.*\b11\b")


def tool_bytes(self, tool, arguments, name):
    """A tool's file of a second of noise. None if the tool is not installed, after a printed
    line."""
    if shutil.which(tool) is None:
        skipped(name, f"{tool} is not installed")
        return None
    source, target = self.write("source.wav", wav(noise(16000, seed=8))), self.folder / name
    subprocess.run([tool, *[{"IN": source, "OUT": target}.get(word, word) for word in arguments]], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return target.read_bytes()


class CutFiles(ProgramTest):
    """A2: a file of about 1 kB, cut at every byte. The rows never contain invented zeros."""
    SOUND = noise(480, seed=4)

    def check(self, whole, ending, data_at):
        """data_at: first byte of its 480 samples of 2 bytes; None for a codec without fixed sample
        positions."""
        for size in range(len(whole)):
            self.write(f"cut/{size:04}.{ending}", whole[:size])
        self.batch("cut", "refused", preset="librosa-db", expect=3)
        codes = {file["path"]: file["status"] for file in read_table(self.folder / "refused/files.csv")}
        self.assertEqual(len(codes), len(whole))
        if data_at is not None: # a pad byte or the bytes behind the samples may be missing
            whole_from = data_at + 2 * len(self.SOUND)
            codes = {path: code for path, code in codes.items() if int(path[4:8]) < whole_from}
        allowed = {"empty-file", "not-audio", "bad-header", "truncated", "no-samples", "decode-failed"}
        self.assertEqual({path: code for path, code in codes.items() if code not in allowed}, {})
        if data_at is None:
            return
        for error in read_table(self.folder / "refused/errors.csv"):
            size = int(error["path"][4:8])
            if data_at <= size:
                self.assertRegex(error["message"], rf"declares 480 samples but holds {(size - data_at) // 2};")

    def check_keep(self, data_at):
        """`--truncated keep` gives the rows of a sound file with the remaining samples."""
        for size in range(1, 481):
            self.write(f"clean/{size:04}.wav", wav(self.SOUND[:size]))
        self.batch("clean", "clean-out", preset="librosa-db", expect=0)
        self.batch("cut", "kept", "--truncated", "keep", preset="librosa-db", expect=3)
        clean, kept = self.dataset("clean-out"), self.dataset("kept")
        for path, file in kept.files.items():
            held = max((int(path[4:8]) - data_at) // 2, 0)
            if held == 0:
                self.assertNotEqual(file["status"], "ok", path)
                continue
            self.assertEqual((file["status"], int(file["samples"])), ("ok", held), path)
            self.assertEqual(kept.rows(path).tobytes(), clean.rows(f"clean/{held:04}.wav").tobytes(), path)

    def test_wav(self):
        self.check(wav(self.SOUND), "wav", 44)
        self.check_keep(44)

    def test_rf64(self):
        whole = rf64(960, 480, sound=self.SOUND)
        self.check(whole, "wav", len(whole) - 960)
        self.check_keep(len(whole) - 960)

    def test_aiff(self):
        whole = aiff(self.SOUND)
        self.check(whole, "aiff", len(whole) - 960)
        self.check_keep(len(whole) - 960)

    def test_flac(self):
        whole = tool_bytes(self, "flac", ["--totally-silent", "--no-padding", "IN", "-o", "OUT"], "whole.flac")
        if whole:
            self.check(whole[:1500], "flac", None)


class CodedSound(AudioFaultTest):
    """A16."""
    TOOLS = {
        "flac": ("flac", ["--totally-silent", "IN", "-o", "OUT"]),
        "ogg": ("sox", ["IN", "OUT"]),
        "mp3": ("lame", ["--quiet", "-V2", "IN", "OUT"]),
    }

    def test_damage_in_the_middle(self):
        for ending, (tool, arguments) in self.TOOLS.items():
            whole = tool_bytes(self, tool, arguments, f"whole.{ending}")
            if whole is None:
                continue
            middle = len(whole) // 2
            damages = {"200 bytes overwritten": whole[:middle] + b"\x55" * 200 + whole[middle + 200:],
                       "200 bytes lost": whole[:middle] + whole[middle + 200:],
                       "half of it lost": whole[:middle]}
            for name, data in damages.items():
                with self.subTest(f"{ending}, {name}"):
                    outcome, dataset = self.one(f"bad.{ending}", data)
                    self.assert_refused(outcome, dataset, f"in/bad.{ending}", None, ".")
                    self.assertIn(dataset.errors[0]["code"], ("decode-failed", "truncated", "bad-header"))
            with self.subTest(f"{ending}, sound"):
                dataset = self.one(f"good.{ending}", whole, expect=0)[1]
                if ending == "flac":
                    self.assert_same_as(dataset, "in/good.flac", noise(16000, seed=8))

    def test_damaged_flac_names_the_sample(self):
        whole = tool_bytes(self, *self.TOOLS["flac"], "whole.flac")
        if whole:
            middle = len(whole) // 2
            outcome, dataset = self.one("bad.flac", whole[:middle] + bytes(100) + whole[middle + 100:])
            self.assert_refused(outcome, dataset, "in/bad.flac", "decode-failed", r"sample \d+ of 16000")

    def test_cut_mp3_that_does_not_say_its_length(self):
        """Cut inside a frame: the message has the true counts, and the remaining samples can be
        kept."""
        whole = tool_bytes(self, "lame", ["--quiet", "-t", "--cbr", "IN", "OUT"], "whole.mp3")
        if whole is None:
            return
        cut = whole[:len(whole) // 2 + 100]
        outcome, dataset = self.one("bad.mp3", cut)
        self.assert_refused(outcome, dataset, "in/bad.mp3", "truncated", "^(?!.*holds 0)")
        dataset = self.one("bad.mp3", cut, "--truncated", "keep", expect=0)[1]
        self.assertAlmostEqual(int(dataset.files["in/bad.mp3"]["samples"]), 8000, delta=1500)

    def test_adpcm_of_rubbish_ends(self):
        rubbish = numpy.random.default_rng(3).bytes(256 * 40)
        outcome = self.beside("bad.wav", adpcm(chunk(b"data", rubbish)))
        self.assertIn(outcome.code, (0, 3), str(outcome))
        self.assert_good_rows(self.dataset("out"), self.good)
        self.assert_quick(outcome, self.good_outcome)

    def test_random_damage_never_spreads(self):
        """Sixty files with bytes of their headers and samples changed at random (seed 11)."""
        random = numpy.random.default_rng(11)
        sources = {"wav": wav(noise(4000, 2)), "aiff": aiff(noise(4000, 2)), "RF64.wav": rf64(16000)}
        for index in range(60):
            ending = sorted(sources)[index % len(sources)]
            data = bytearray(sources[ending])
            for place in random.integers(0, 100, 1 + index % 4):
                data[place] = random.integers(0, 256)
            self.write(f"in/{index:02}.{ending}", bytes(data))
        outcome = self.batch("in", "out", expect=3)
        self.assert_good_rows(self.dataset("out"), self.good)
        self.assertLess(outcome.seconds, 60, str(outcome))


if __name__ == "__main__":
    main()

"""MP3 and other MPEG audio: all frames are consecutive, or the file is refused with the count of
its frames. Tags at either end, free format, MP3 in WAV and chained Ogg are valid."""

import shutil
import struct
import subprocess
import sys

import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from audio_fault_support import AudioFaultTest
from commandline_support import main, noise, skipped, wav

SECONDS = 4
BIT_RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]  # kbit/s of MPEG 1 layer III


def frame_places(data):
    """Byte offsets of all frames of an MPEG 1 layer III stream, by the definition in ISO
    11172-3."""
    places, at = [], data.index(b"\xff\xfb")
    while at + 4 <= len(data) and data[at] == 0xFF:
        rate = (44100, 48000, 32000)[(data[at + 2] >> 2) & 3]
        places.append(at)
        at += 144000 * BIT_RATES[data[at + 2] >> 4] // rate + ((data[at + 2] >> 1) & 1)
    return places, at


class Mpeg(AudioFaultTest):
    def encode(self, *options, name="made.mp3"):
        if shutil.which("lame") is None:
            skipped("MP3", "lame is not installed")
            self.skipTest("lame is not installed")
        sound = (noise(44100 * SECONDS, 6).cumsum() // 50 % 20000 - 10000).astype("<i2")
        source = self.write("source.wav", wav(sound, 44100))
        subprocess.run(["lame", "--quiet", *options, source, self.folder / name], check=True)
        return (self.folder / name).read_bytes()

    def rows_of(self, data, *options, name="x.mp3"):
        """The rows of the file alone, and its number of samples."""
        self.write(f"alone/{name}", data)
        outcome = self.batch("alone", "alone-out", "--overwrite", *options)
        dataset = self.dataset("alone-out")
        (self.folder / "alone" / name).unlink()
        self.assertNotIn(b"libmpg123", outcome.err)
        return dataset.rows(f"alone/{name}").tobytes(), int(dataset.files[f"alone/{name}"]["samples"])

    def refused(self, data, code, pattern, *options, name="bad.mp3"):
        outcome, dataset = self.one(name, data, *options)
        self.assert_refused(outcome, dataset, f"in/{name}", code, pattern)
        for line in outcome.err.splitlines():  # libmpg123's messages begin with a place in its source
            self.assertFalse(line.startswith((b"[src", b"Note", b"Warn")), line)
        return outcome

    def test_random_bytes_behind_a_header(self):
        random = numpy.random.default_rng(1).bytes(320_000)
        for header in (b"\xff\xff\x10\x00", b"\xff\xfb\x90\x00", b"\xff\xfb\x00\x00", b"\xff\xe3\x18\xc4",
                       b"ID3\4\0\0\0\0\0\0\xff\xfb\x90\x00", b"ID3\4\0\0\0\0\0\0"):
            with self.subTest(header.hex()):
                self.refused(header + random, "not-audio", "no second MPEG frame follows")

    def test_noise_behind_the_first_third(self):
        """Refused with both counts; kept up to that place."""
        for options in (("-b", "128", "-t"), ("-b", "128"), ("-V2",)):
            with self.subTest(options):
                whole = self.encode(*options)
                places, end = frame_places(whole)
                self.assertEqual(end, len(whole))
                third = places[len(places) // 3]
                data = whole[:third] + numpy.random.default_rng(2).bytes(len(whole) - third)
                there = len(places) // 3 * 1152
                self.refused(data, "decode-failed",
                             f"no MPEG frame starts at byte {third} of {len(whole)}; .* the {there} samples")
                outcome, dataset = self.one("bad.mp3", data, "--truncated", "keep", expect=0)
                samples = int(dataset.files["in/bad.mp3"]["samples"])
                self.assertAlmostEqual(samples, there, delta=3 * 1152)  # the encoder's delay, the frame with the number of frames
                self.assertRegex(outcome.error_text, f"no MPEG frame starts at byte {third}.*the {samples} samples before")
                kept = self.rows_of(whole[:third], "--truncated", "keep")
                self.assertEqual(dataset.rows("in/bad.mp3").tobytes(), kept[0])

    def test_garbage_anywhere(self):
        whole = self.encode("-b", "128", "-t")
        places, _ = frame_places(whole)
        middle = places[len(places) // 2]
        garbage = numpy.random.default_rng(3).bytes(1000)
        self.refused(whole[:middle] + garbage + whole[middle:], "decode-failed", f"starts at byte {middle} of")
        self.refused(whole + garbage, "decode-failed", f"starts at byte {len(whole)} of {len(whole) + 1000}")
        self.refused(whole + b"\0" * 100 + garbage, "decode-failed", f"starts at byte {len(whole)}")
        self.refused(garbage[:100] + whole, "not-audio", "is not audio")
        self.refused(whole[:-100], "truncated", rf"ends inside a frame: its frames declare {len(places) * 1152} samples, "
                     rf"but only {(len(places) - 1) * 1152} are complete")
        self.refused(whole[:places[-1] + 2], "truncated", "ends inside a frame")

    def test_two_files_one_behind_the_other(self):
        """The first file declares its number of frames, and a decoder stops there."""
        whole = self.encode("-b", "128")
        self.refused(whole + whole, "decode-failed", r"declares \d+ MPEG frames but has \d+")

    def test_damage_inside_frames_is_seen(self):
        """Damage that the decoder only prints: its message is the reason, and stderr has it only as
        such."""
        whole = self.encode("-b", "128", "-t")
        places, _ = frame_places(whole)
        random = numpy.random.default_rng(4)
        seen = 0
        for _ in range(12):
            data = bytearray(whole)
            for place in random.choice(places[2:-2], 8):
                data[place + 4:place + 36] = random.bytes(32)  # side information, most values of which are invalid
            outcome = self.beside("bad.mp3", bytes(data))
            self.assertIn(outcome.code, (0, 3))
            for line in outcome.err.splitlines():
                self.assertFalse(line.startswith(b"[src"), line)
            if outcome.code == 3:
                seen += 1
                error = self.dataset("out").errors[0]
                self.assertEqual(error["code"], "decode-failed")
                self.assertRegex(error["message"], r"damaged .*sample \d+.*(layer3|frame|header)")
        self.assertGreater(seen, 8)

    def test_tags_at_either_end(self):
        whole = self.encode("-b", "128")
        expected = self.rows_of(whole)
        ape_items = struct.pack("<II", 4, 0) + b"Year\x002026"
        ape = lambda flags: b"APETAGEX" + struct.pack("<IIII", 2000, len(ape_items) + 32, 1, flags) + bytes(8)
        lyrics = b"LYRICSBEGININD0000211"
        synchsafe = bytes([0, 0, 7, 104])  # 1000 bytes
        tags = {
            "ID3v1": (b"", b"TAG" + bytes(125)),
            "extended ID3v1": (b"", b"TAG+" + b"x" * 223 + b"TAG" + b"y" * 125),
            "APEv1": (b"", ape_items + ape(0)),
            "APEv2": (b"", ape(0xA0000000) + ape_items + ape(0x80000000)),
            "APEv2 and ID3v1": (b"", ape(0xA0000000) + ape_items + ape(0x80000000) + b"TAG" + b"z" * 125),
            "Lyrics3": (b"", lyrics + b"%06dLYRICS200" % len(lyrics) + b"TAG" + b"z" * 125),
            "ID3v2 in front": (b"ID3\4\0\0" + synchsafe + b"\xff\xfb" * 500, b""),
            "ID3v2 in front, zeros behind it": (b"ID3\3\0\0" + synchsafe + bytes(1000) + bytes(777), b""),
            "ID3v2 with a footer at the end": (b"", b"ID3\4\0\x10" + synchsafe + bytes(1000) + b"3DI\4\0\x10" + synchsafe),
            "ID3v2 at the end": (b"", b"ID3\4\0\0" + synchsafe + bytes(1000)),
            "zeros": (b"", bytes(4096)),
        }
        for name, (front, end) in tags.items():
            with self.subTest(name):
                self.assertEqual(self.rows_of(front + whole + end), expected)
                self.assertEqual(self.rows_of(front + whole + end, "--truncated", "keep"), expected)

    def test_free_format(self):
        """Chained by its constant frame length: the samples are the encoded ones; damage is found
        as in other files."""
        whole = self.encode("--freeformat", "-b", "400")
        self.assertEqual(self.rows_of(whole)[1], 44100 * SECONDS)
        untold = self.encode("--freeformat", "-b", "400", "-t")
        self.assertAlmostEqual(self.rows_of(untold)[1], 44100 * SECONDS, delta=3 * 1152)
        middle = len(untold) // 2
        self.refused(untold[:middle] + untold[middle + 100:], "decode-failed", "no MPEG frame starts at byte")
        self.refused(untold[:-100], "truncated", "ends inside a frame")

    def test_other_layers_and_rates(self):
        if shutil.which("ffmpeg") is None:
            return skipped("MPEG layer II", "ffmpeg is not installed")
        self.encode("-b", "128")
        for name, options in {"mp2": ("-c:a", "mp2"), "mp3 at 22050 Hz": ("-c:a", "libmp3lame", "-ar", "22050"),
                              "mp3 at 8000 Hz": ("-c:a", "libmp3lame", "-ar", "8000"),
                              "VBR": ("-c:a", "libmp3lame", "-q:a", "4")}.items():
            with self.subTest(name):
                path = self.folder / ("x.mp2" if name == "mp2" else "x.mp3")
                subprocess.run(["ffmpeg", "-loglevel", "error", "-y", "-i", self.folder / "source.wav", *options,
                                "-metadata", "title=x", path], check=True, stdin=subprocess.DEVNULL)
                rate = 44100 if name in ("mp2", "VBR") else int(name.split()[2])
                self.assertAlmostEqual(self.rows_of(path.read_bytes())[1], rate * SECONDS, delta=3 * 1152)

    def test_mp3_in_wav(self):
        if shutil.which("ffmpeg") is None:
            return skipped("MP3 in WAV", "ffmpeg is not installed")
        self.encode("-b", "128")
        path = self.folder / "coded.wav"
        subprocess.run(["ffmpeg", "-loglevel", "error", "-y", "-i", self.folder / "source.wav", "-c:a", "libmp3lame", path],
                       check=True, stdin=subprocess.DEVNULL)
        whole = path.read_bytes()
        self.assertAlmostEqual(self.rows_of(whole, name="x.wav")[1], 44100 * SECONDS, delta=3 * 1152)
        middle = len(whole) // 2
        self.refused(whole[:middle] + b"\x55" * 500 + whole[middle + 500:], "decode-failed", "no MPEG frame starts", name="bad.wav")


class ChainedOgg(AudioFaultTest):
    """Consecutive streams are one signal."""
    LENGTHS = (30000, 45000, 20000)

    def links(self, options, ending="ogg", rates=(44100, 44100, 44100)):
        if shutil.which("ffmpeg") is None:
            skipped("chained Ogg", "ffmpeg is not installed")
            self.skipTest("ffmpeg is not installed")
        links = []
        for index, (length, rate) in enumerate(zip(self.LENGTHS, rates)):
            source, target = self.write(f"link{index}.wav", wav(noise(length, index), rate)), self.folder / f"l{index}.{ending}"
            subprocess.run(["ffmpeg", "-loglevel", "error", "-y", "-i", source, *options, "-serial_offset", str(7 + index),
                            target], check=True, stdin=subprocess.DEVNULL)
            links.append(target.read_bytes())
        return links

    def test_links_are_one_signal(self):
        """The rows inside each link equal the rows of the link alone, at their places."""
        links = self.links(["-c:a", "libvorbis"])
        self.write("ogg/a.ogg", b"".join(links))
        for index, link in enumerate(links):
            self.write(f"ogg/link{index}.ogg", link)
        self.batch("ogg", "out", "--set", "hop_samples=200", "--set", "window_samples=400", preset="torchaudio")
        dataset, hop, edge = self.dataset("out"), 200, 3  # torchaudio: no row depends on the whole signal
        self.assertEqual([int(dataset.files[f"ogg/link{index}.ogg"]["samples"]) for index in range(3)], list(self.LENGTHS))
        self.assertEqual(int(dataset.files["ogg/a.ogg"]["samples"]), sum(self.LENGTHS))
        chain, first = dataset.rows("ogg/a.ogg"), 0
        for index, length in enumerate(self.LENGTHS):
            rows = length // hop
            alone = dataset.rows(f"ogg/link{index}.ogg")
            self.assertEqual(chain[first + edge:first + rows - edge].tobytes(), alone[edge:rows - edge].tobytes())
            first += rows

    def test_damaged_links(self):
        links = self.links(["-c:a", "libvorbis"])
        second = links[1][:len(links[1]) // 2] + b"?" + links[1][len(links[1]) // 2 + 1:]
        outcome, dataset = self.one("bad.ogg", links[0] + second + links[2])
        self.assert_refused(outcome, dataset, "in/bad.ogg", "decode-failed",
                            f"stream 2 of 3, from byte {len(links[0])} on: is damaged")
        outcome, dataset = self.one("bad.ogg", b"".join(links)[:-100])
        self.assert_refused(outcome, dataset, "in/bad.ogg", None, ".")
        others = self.links(["-c:a", "libvorbis"], rates=(44100, 22050, 44100))
        outcome, dataset = self.one("bad.ogg", b"".join(others))
        self.assert_refused(outcome, dataset, "in/bad.ogg", "unsupported-format", "1 x 44100 Hz, then 1 x 22050 Hz")


if __name__ == "__main__":
    main()

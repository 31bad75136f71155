"""Shared by the tests of --render: small songs, written byte by byte, and an independent reader of
WAV files."""

import pathlib
import struct

import numpy

from commandline_support import ProgramTest, run

ROOT = pathlib.Path(__file__).resolve().parents[2]
DEMO_SONG = ROOT / "Presets/Midi/demo.mid"
TICKS = 480  # a quarter note, which lasts half a second
TICKS_PER_SECOND = 2 * TICKS


def variable_length(value):
    groups = [value & 0x7F]
    while value := value >> 7:
        groups.append(0x80 | value & 0x7F)
    return bytes(reversed(groups))


def track(events, end_seconds):
    """events: (second, bytes), in order."""
    body, before = b"", 0
    for second, message in [*events, (end_seconds, b"\xff\x2f\x00")]:
        tick = round(second * TICKS_PER_SECOND)
        body += variable_length(tick - before) + message
        before = tick
    return b"MTrk" + struct.pack(">I", len(body)) + body


def song(*tracks):
    return b"MThd" + struct.pack(">IHHH", 6, 1, len(tracks), TICKS) + b"".join(tracks)


def one_note(key=69, seconds=0.25, velocity=100, begin=0.0, end=None):
    return song(track([(begin, bytes((0x90, key, velocity))), (begin + seconds, bytes((0x80, key, 64)))],
                      begin + seconds if end is None else end))


def busy_song():
    """Chords, a pedal, a wheel and a bend, within a second: block boundaries fall into all of
    them."""
    chord = [(0.05 * index, bytes((0x90, key, 70 + 10 * index))) for index, key in enumerate((50, 57, 64))]
    moves = [(0.2, b"\xb0\x40\x7f"), (0.25, b"\xb0\x01\x50"), (0.3, b"\x80\x32\x40"), (0.41, b"\xe0\x00\x60")]
    ends = [(0.5, b"\x91\x48\x60"), (0.6, b"\xb0\x40\x00"), (0.65, b"\x80\x39\x40"), (0.7, b"\x80\x40\x40"), (0.8, b"\x81\x48\x40")]
    return song(track(chord + moves, 0.41), track(ends, 0.9))


def chunks(data):
    """Chunks of a RIFF file by name: bytes. A chunk beyond the file's end, or bytes behind the
    chunks, are errors."""
    tag, size, kind = struct.unpack("<4sI4s", data[:12])
    if (tag, kind) != (b"RIFF", b"WAVE") or size != len(data) - 8:
        raise ValueError(f"{tag} of {kind}, {size} of {len(data)} bytes")
    found, place = {}, 12
    while place < len(data):
        name, size = struct.unpack("<4sI", data[place:place + 8])
        found[name] = data[place + 8:place + 8 + size]
        if len(found[name]) != size:
            raise ValueError(f"chunk {name} is cut")
        place += 8 + size + size % 2
    return found


class Sound:
    """A stereo WAV: rate, bits, and samples (frames, 2) in float64, 1 at full scale."""

    def __init__(self, path):
        parts = chunks(pathlib.Path(path).read_bytes())
        tag, self.channels, self.rate, byte_rate, align, self.bits = struct.unpack("<HHIIHH", parts[b"fmt "][:16])
        if tag == 0xFFFE:
            tag = struct.unpack("<H", parts[b"fmt "][24:26])[0]
        if (align, byte_rate) != (self.channels * self.bits // 8, self.rate * self.channels * self.bits // 8):
            raise ValueError(f"align {align}, {byte_rate} bytes a second")
        data = parts[b"data"]
        if len(data) % align:
            raise ValueError(f"{len(data)} bytes are no whole frames")
        self.samples = self.decode(tag, data).reshape(-1, self.channels)

    def decode(self, tag, data):
        if (tag, self.bits) == (3, 32):
            return numpy.frombuffer(data, "<f4").astype("f8")
        if (tag, self.bits) == (1, 16):
            return numpy.frombuffer(data, "<i2") / 2.0**15
        if (tag, self.bits) == (1, 24):
            padded = numpy.zeros((len(data) // 3, 4), "u1")
            padded[:, 1:] = numpy.frombuffer(data, "u1").reshape(-1, 3)
            return padded.view("<i4")[:, 0] / 2.0**31
        raise ValueError(f"samples of kind {tag}, {self.bits} bits")

    @property
    def seconds(self):
        return len(self.samples) / self.rate


class RenderTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("note.mid", one_note())
        self.write("busy.mid", busy_song())

    def run_render(self, source="note.mid", out="out.wav", *options, backend="cpu", **more):
        return run("--render", str(source), "--out", out, "--backend", backend, *map(str, options), cwd=self.folder, **more)

    def render(self, source="note.mid", out="out.wav", *options, **more):
        """Renders and checks success. Only the WAV may remain."""
        outcome = self.run_render(source, out, *options, **more)
        self.assertEqual(outcome.code, 0, str(outcome))
        self.assertEqual(list(self.folder.glob(out + ".*part")), [])
        return outcome

    def bytes_of(self, source, *options, **more):
        self.render(source, "again.wav", *options, **more)
        return (self.folder / "again.wav").read_bytes()

#!/usr/bin/env python3
"""Writes Presets/Midi/demo.mid: "Low Tide", twelve bars of our own for any patch, 44 seconds.

Usage: demo_song.py [FILE]           writes it (default: Presets/Midi/demo.mid)
       demo_song.py --check [FILE]   says whether FILE is what this script writes; exit 1 if not

Pads on channel 1 with the sustain pedal, bass on 2, a lead on 3 with mod wheel and pitch bend, swelling
expression on 1. No programs: one patch plays all. The same bytes every time.
"""
import pathlib
import struct
import sys

TICKS = 480  # a quarter
BAR = 4 * TICKS

# One a bar: bass, then the pad's voices, close to those of the bar before.
CHORDS = [
    ("D2", "D3 F3 A3 E4"), ("D2", "D3 G3 A3 E4"), ("Bb1", "D3 F3 A3 C4"), ("Bb1", "D3 F3 Bb3 C4"),
    ("A1", "C3 F3 A3 E4"), ("C2", "D3 G3 A3 E4"), ("G1", "D3 F3 Bb3 A4"), ("A1", "E3 G3 C4 A4"),
    ("Bb1", "F3 A3 D4 C5"), ("C2", "G3 Bb3 D4 F4"), ("D2", "F3 A3 D4 E4"), ("D2", "D3 A3 D4 F#4"),
]
# Bar, beat, beats, note, velocity. "~" behind a note: it is bent up to from two semitones below.
LEAD = [
    (2, 0, 1.5, "A4", 76), (2, 1.5, 0.5, "C5", 70), (2, 2, 2, "D5~", 84),
    (3, 0, 1, "C5", 72), (3, 1, 1, "A4", 68), (3, 2, 2, "F4", 72),
    (4, 0, 2, "E5~", 88), (4, 2, 1, "D5", 76), (4, 3, 1, "C5", 74),
    (5, 0, 3, "D5", 80), (5, 3, 0.5, "E5", 74), (5, 3.5, 0.5, "G5", 78),
    (6, 0, 2.5, "A5~", 96), (6, 2.5, 0.5, "G5", 80), (6, 3, 1, "F5", 78),
    (7, 0, 2, "E5", 82), (7, 2, 2, "C5", 74),
    (8, 0, 1.5, "D5", 84), (8, 1.5, 0.5, "F5", 82), (8, 2, 2, "A5", 92),
    (9, 0, 1, "G5", 84), (9, 1, 1, "F5", 78), (9, 2, 2, "D5~", 80),
    (10, 0, 4, "E5", 70), (11, 0, 3.5, "D5", 62),
]
STEPS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}


def key_of (name):
    """60 is C4."""
    accidental = {"#": 1, "b": -1}.get (name[1], 0)
    return 12 * (int (name[-1]) + 1) + STEPS[name[0]] + accidental


def variable_length (value):
    groups = [value & 0x7F]
    while value := value >> 7:
        groups.append (0x80 | value & 0x7F)
    return bytes (reversed (groups))


def track (name, events):
    """A chunk of (tick, bytes). What happens at one tick keeps its order."""
    text = name.encode ()
    body = b"\x00\xff\x03" + variable_length (len (text)) + text
    before = 0
    for tick, message in sorted (events, key=lambda event: event[0]):
        body += variable_length (tick - before) + message
        before = tick
    end = max (0, len (CHORDS) * BAR + BAR // 2 - before)  # half a bar for the last notes to die away in
    body += variable_length (end) + b"\xff\x2f\x00"
    return b"MTrk" + struct.pack (">I", len (body)) + body


def note (channel, start, length, key, velocity):
    return [(start, bytes ((0x90 | channel, key, velocity))), (start + length, bytes ((0x80 | channel, key, 64)))]


def control (channel, tick, number, value):
    return [(tick, bytes ((0xB0 | channel, number, value)))]


def glide (start, length, values, message):
    """Even steps of a 32nd note through `values`, in lines from one to the next."""
    step, events, last = TICKS // 8, [], None
    for tick in range (0, length + 1, step):
        place = tick * (len (values) - 1)
        index = min (place // length, len (values) - 2)
        low, high = values[index], values[index + 1]
        value = low + ((high - low) * (place - index * length)) // length
        if value != last:
            events.append ((start + tick, message (value)))
            last = value
    return events


def tempo_track ():
    def tempo (tick, beats_a_minute):
        return (tick, b"\xff\x51\x03" + struct.pack (">I", 60_000_000 // beats_a_minute)[1:])
    slowing = [tempo (10 * BAR + beat * TICKS, 72 - 3 * beat) for beat in range (1, 8)]
    return track ("Low Tide", [(0, b"\xff\x58\x04\x04\x02\x18\x08"), (0, b"\xff\x59\x02\xff\x01"),
                               tempo (0, 72), *slowing])


def pad_track ():
    events = []
    for bar, (_, voices) in enumerate (CHORDS):
        start = bar * BAR
        # the pedal is changed just after the chord, as hands and feet do
        events += control (0, start, 64, 0) if bar else []
        for index, name in enumerate (voices.split ()):
            events += note (0, start + 10 * index, BAR - 3 * TICKS // 4, key_of (name), 58 + 4 * index)
        events += control (0, start + TICKS // 4, 64, 127)
    events += control (0, len (CHORDS) * BAR, 64, 0)
    swell = [70, 110, 90, 120, 95, 127, 100, 127, 110, 60]
    return track ("Pads", events + glide (0, len (CHORDS) * BAR, swell, lambda value: bytes ((0xB0, 11, value))))


def bass_track ():
    events = []
    for bar, (name, _) in enumerate (CHORDS):
        start, key = bar * BAR, key_of (name)
        if bar in (0, len (CHORDS) - 1):
            events += note (1, start, BAR - TICKS // 2, key, 80)
            continue
        events += note (1, start, 5 * TICKS // 2, key, 84)
        events += note (1, start + 5 * TICKS // 2, TICKS // 2, key + 12, 60)
        events += note (1, start + 3 * TICKS, 7 * TICKS // 8, key + 7, 68)
    return track ("Bass", events)


def lead_track ():
    def bend (value):
        return bytes ((0xE2, value & 0x7F, value >> 7))

    events = [(0, bend (8192))]
    for bar, beat, beats, name, velocity in LEAD:
        start, length = bar * BAR + int (beat * TICKS), int (beats * TICKS)
        if name.endswith ("~"):
            events += glide (start, TICKS // 2, [0, 8192], bend)  # before its note-on: it begins low
        events += note (2, start, length - 20, key_of (name.rstrip ("~")), velocity)
        if beats >= 2:  # vibrato comes in late and goes with the note
            events += glide (start + TICKS, length - TICKS, [0, 70], lambda value: bytes ((0xB2, 1, value)))
            events += control (2, start + length, 1, 0)
    return track ("Lead", events)


def song ():
    tracks = [tempo_track (), pad_track (), bass_track (), lead_track ()]
    return b"MThd" + struct.pack (">IHHH", 6, 1, len (tracks), TICKS) + b"".join (tracks)


def main (arguments):
    is_check = arguments[:1] == ["--check"]
    rest = arguments[1:] if is_check else arguments
    if len (rest) > 1 or any (text.startswith ("-") for text in rest):
        print (__doc__, file=sys.stderr)
        return 2
    path = pathlib.Path (rest[0]) if rest else pathlib.Path (__file__).parents[1] / "Presets/Midi/demo.mid"
    if not is_check:
        path.write_bytes (song ())
        return 0
    if path.read_bytes () != song ():
        print (f"{path} is not what {sys.argv[0]} writes; run it to write it anew", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit (main (sys.argv[1:]))

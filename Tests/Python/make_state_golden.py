#!/usr/bin/env python3
"""Writes a plugin state of version 1 by the text of docs and headers, without any code of the
program.

Usage: make_state_golden.py FILE

PluginStateTests.cpp loads Tests/Golden/state/version-1.bin and states its expected contents. Songs
contain states for ever: the file is made once and never again.
"""
import pathlib
import struct
import sys

from crc32c import crc32c

# Written as a person would write it, unlike the program: other order, comments, every kind of
# value, keys of no version.
TEXT = """\
# A state of version 1.
name = "Glass \\"Tide\\"\\n\\u00e9 \u6ce2"
category = "Pads"
author = "Ann O'Nym"
description = ''
tags = ["slow", 'wide']
colour_of_the_cover = "blue"    # no version knows it

[view]
width_pixels = 1000
height_pixels = 640
preset = "whisper-openai-80"
source = "both"
mix = "side"
axis = "logarithmic"
lowest_db = -72.5
highest_db = -3
colours = "viridis"
span_seconds = 12.25
holds_peaks = true

[engine]
latency = "direct"
backend = "cpu"
bypassed = true
patch_dirty = true

[patch]
volume = -7.300000190734863
max_voices = 12

[osc1]
spectrum = "drawn"
drawing = [1.0, -0.5, 0, 0.125]
detune = 12.5

[osc2]
on = true
spectrum = "saw"
cents = 1_000.0                 # beyond its range

[filter]
type = "low"
cutoff = 440

[reverb]
mix = nan

[[matrix]]

[[matrix]]
source = "lfo2"
target = "filter_cutoff"
depth = -0.25

[[controllers]]
number = 74
parameter = "filter_cutoff"

[[controllers]]
channel = 3
number = 21
parameter = "osc2_level"

[[controllers]]
number = 22
parameter = "a_parameter_of_no_version"
"""


def main():
    text = TEXT.encode("utf-8")
    header = b"MELSTROM" + struct.pack("<III", 1, len(text), crc32c(text))
    pathlib.Path(sys.argv[1]).write_bytes(header + text)


main()

"""Instruments for make-demo-audio: lists of samples, and WAV files of them."""

import math
import struct
import sys
from array import array
from operator import add

TABLE_BITS = 14
TABLE_SIZE = 1 << TABLE_BITS
SINE = [math.sin (2 * math.pi * index / TABLE_SIZE) for index in range (TABLE_SIZE)]
CONTROL_SAMPLES = 64  # pitch and gain are asked for this often; gain is linear in between


def note_hz (note):
    return 440 * 2 ** ((note - 69) / 12)


def harmonics (gains):
    """One cycle of a sum of sines; gains[0] is the fundamental's."""
    cycle = [0.0] * TABLE_SIZE
    for index, gain in enumerate (gains):
        step, mask = index + 1, TABLE_SIZE - 1
        places = range (0, step * TABLE_SIZE, step)
        cycle = [value + gain * SINE[at & mask] for value, at in zip (cycle, places)]
    return cycle


def oscillate (cycle, seconds, rate, hz, gain, start_cycles=0.0):
    """Plays a cycle; hz and gain are functions of the time since the start."""
    samples, phase = [], int (start_cycles * 2 ** 32)
    shift, mask = 32 - TABLE_BITS, TABLE_SIZE - 1
    level = gain (0.0)
    for start in range (0, int (seconds * rate), CONTROL_SAMPLES):
        step = int (hz (start / rate) / rate * 2 ** 32)
        next_level = gain ((start + CONTROL_SAMPLES) / rate)
        slope = (next_level - level) / CONTROL_SAMPLES
        end = phase + step * CONTROL_SAMPLES
        samples += [cycle[(at >> shift) & mask] * (level + slope * index)
                    for index, at in enumerate (range (phase, end, step))]
        phase, level = end & 0xFFFFFFFF, next_level
    return samples[:int (seconds * rate)]


def swell (attack, seconds, release, peak=1.0):
    """Rises and falls like a half cosine."""
    def gain (time):
        rise = 0.5 - 0.5 * math.cos (math.pi * min (1.0, max (0.0, time / attack)))
        fall = 0.5 - 0.5 * math.cos (math.pi * min (1.0, max (0.0, (seconds - time) / release)))
        return peak * rise * fall
    return gain


def struck (decay, peak=1.0, attack=0.003):
    return lambda time: peak * min (1.0, time / attack) * math.exp (-time / decay)


def mix (target, samples, at_seconds, rate, gain=None):
    """Adds to target, as far as that reaches; no gain is faster than a gain of 1."""
    start = int (at_seconds * rate)
    end = min (len (target), start + len (samples))
    if gain is None:
        target[start:end] = map (add, target[start:end], samples)
    else:
        target[start:end] = [old + gain * new for old, new in zip (target[start:end], samples)]


def pluck (note, seconds, rate, rng, brightness=0.5, peak=1.0):
    """Karplus and Strong 1983: noise goes round a loop that averages neighbours, here a whole
    round at a time. The pick's noise is smoothed first: the less bright, the more."""
    loop = [rng.uniform (-1, 1) for _ in range (max (2, round (rate / note_hz (note) - 0.5)))]
    for _ in range (int ((1 - brightness) * 6)):
        loop = [0.5 * (a + b) for a, b in zip (loop, loop[-1:] + loop[:-1])]
    scale = peak / max (map (abs, loop))
    loop = [scale * value for value in loop]
    samples, kept = [], 0.5 * 0.001 ** (1 / (note_hz (note) * 3.0))
    while len (samples) < seconds * rate:
        samples += loop
        loop = [kept * (a + b) for a, b in zip (loop, loop[-1:] + loop[:-1])]
    return samples[:int (seconds * rate)]


def swept_filter (samples, rate, hz, width, keep_low=False):
    """A two-pole filter that follows hz: a band-pass with a peak of 1, or a low-pass that rings at
    hz. width is bandwidth over centre; the further below 1.4, the more ringing.
    Simper 2013, Solving the continuous SVF equations using trapezoidal integration."""
    out, first, second = [], 0.0, 0.0
    for start in range (0, len (samples), CONTROL_SAMPLES):
        tune = math.tan (math.pi * min (hz (start / rate), 0.45 * rate) / rate)
        a1 = 1 / (1 + tune * (tune + width))
        a2 = tune * a1
        a3 = tune * a2
        for value in samples[start:start + CONTROL_SAMPLES]:
            rest = value - second
            band = a1 * first + a2 * rest
            low = second + a2 * first + a3 * rest
            first, second = 2 * band - first, 2 * low - second
            out.append (low if keep_low else width * band)
    return out


def noise (seconds, rate, rng, gain):
    """White, between the gain and minus the gain."""
    samples, number = [], rng.random
    for start in range (0, int (seconds * rate), CONTROL_SAMPLES):
        level = 2 * gain (start / rate)
        samples += [level * (number () - 0.5) for _ in range (CONTROL_SAMPLES)]
    return samples


def kick (rate):
    def falling (time):
        return 46 + 130 * math.exp (-time / 0.028)
    return oscillate (SINE, 0.32, rate, falling, struck (0.11, 1.0, 0.002))


def snare (rate, rng):
    def falling (time):
        return 180 + 90 * math.exp (-time / 0.02)
    samples = oscillate (SINE, 0.25, rate, falling, struck (0.06, 0.5))
    rattle = noise (0.25, rate, rng, struck (0.06, 0.8))
    mix (samples, swept_filter (rattle, rate, lambda time: 2600, 1.2), 0, rate)
    return samples


def hat (rate, rng, decay=0.03):
    hiss = noise (6 * decay, rate, rng, struck (decay, 0.35, 0.001))
    return [0.5 * (before + after) - now for before, now, after in zip (hiss, hiss[1:], hiss[2:])]


def comb (samples, delay, feedback):
    """y[n] = x[n] + feedback y[n - delay], a delay's length at a time."""
    out, last = [], [0.0] * delay
    for start in range (0, len (samples), delay):
        last = [value + feedback * old for value, old in zip (samples[start:start + delay], last)]
        out += last
    return out


def reverb (samples, rate):
    """Schroeder 1962: parallel combs."""
    room = comb (samples, int (rate * 0.0297), 0.8)
    for delay_seconds in (0.0371, 0.0411, 0.0437):
        mix (room, comb (samples, int (rate * delay_seconds), 0.8), 0, rate)
    return room


def faded (samples, rate, seconds=0.4):
    count = int (seconds * rate)
    tail = [value * (0.5 + 0.5 * math.cos (math.pi * index / count))
            for index, value in enumerate (samples[-count:])]
    return samples[:-count] + tail


def wav_bytes (channels, rate, form):
    """channels: lists of samples, scaled together to a peak of 0.9; form: int16, int24, float32."""
    peak = max (max (map (abs, samples)) for samples in channels)
    scale = 0.9 / peak
    values = [scale * value for values in zip (*channels) for value in values]
    if form == "float32":
        data, sample_bytes, tag = array ("f", values), 4, 3
    else:
        full = 32767 if form == "int16" else 8388607 * 256
        data = array ("h" if form == "int16" else "i", [int (full * value) for value in values])
        sample_bytes, tag = (2, 1) if form == "int16" else (3, 1)
    if sys.byteorder == "big":
        data.byteswap ()
    payload = data.tobytes ()
    if form == "int24":
        packed = bytearray (len (payload) // 4 * 3)
        for byte in range (3):
            packed[byte::3] = payload[byte + 1::4]
        payload = bytes (packed)

    frame_bytes = len (channels) * sample_bytes
    chunk = struct.pack ("<HHIIHH", tag, len (channels), rate, rate * frame_bytes, frame_bytes,
                         8 * sample_bytes)
    chunks = b"fmt " + struct.pack ("<I", len (chunk)) + chunk
    if tag == 3:
        chunks += b"fact" + struct.pack ("<II", 4, len (channels[0]))
    chunks += b"data" + struct.pack ("<I", len (payload)) + payload + b"\0" * (len (payload) % 2)
    return b"RIFF" + struct.pack ("<I", 4 + len (chunks)) + b"WAVE" + chunks

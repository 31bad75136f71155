#!/usr/bin/env python3
"""Test signals at the rates that recorded inputs lack: inputs/mix24k.wav, mix32k.wav, mix44k.wav.

Usage: make_inputs.py INPUT_DIR
Half a second of a sweep, five decaying partials and noise 30 dB below, 16 bits, the same on every machine. The last
eighth is silent: floors of logarithms count.
"""
import sys, wave
import numpy as np

for name, rate in (("mix24k", 24000), ("mix32k", 32000), ("mix44k", 44100)):
    count = rate // 2
    t = np.arange(count) / rate
    sweep = 0.3 * np.sin(2 * np.pi * (100 * t + 0.45 * rate * t * t))
    partials = sum(0.2 / k * np.sin(2 * np.pi * 220 * k * t + k) * np.exp(-3 * t) for k in range(1, 6))
    state, noise = 12345, np.empty(count)
    for i in range(count):  # a linear congruential generator: no library's random numbers
        state = (1664525 * state + 1013904223) % 2**32
        noise[i] = state / 2**31 - 1
    sound = sweep + partials + 0.02 * noise
    sound[count - count // 8 :] = 0
    samples = np.round(32767 * sound).astype("<i2")
    with wave.open(f"{sys.argv[1]}/{name}.wav", "wb") as file:
        file.setnchannels(1); file.setsampwidth(2); file.setframerate(rate)
        file.writeframes(samples.tobytes())

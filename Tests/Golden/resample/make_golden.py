#!/usr/bin/env python3
"""Resampled sound from ffmpeg, torchaudio, resampy, libsoxr and SoX, and a transcription of Kaldi's formula.

Usage: make_golden.py OUTPUT_DIR
Writes OUTPUT_DIR/stereo.npy, the input (int64, whole 16-bit values), and one .npy a case. The same samples are given to
the tools at each rate. Float cases hold float32 of the left channel; ffmpeg's s16 cases hold 16-bit values as int64.
Needs ffmpeg, sox, libsoxr.so.0, numpy, torch, torchaudio and resampy.
"""
import ctypes, math, subprocess, sys
import numpy as np, resampy, torch, torchaudio

dst = sys.argv[1]
rng = np.random.default_rng(20261124)
n = 1501
t = np.arange(n)
tone = 0.5 * np.sin(2 * np.pi * (0.002 * t + 0.00008 * t * t))  # a chirp up to a quarter of the rate
stereo = np.stack([tone + 0.2 * rng.standard_normal(n), 0.3 * rng.standard_normal(n)], 1)
stereo = np.clip(np.round(stereo * 32768), -32768, 32767).astype(np.int16)
np.save(f"{dst}/stereo.npy", stereo.astype(np.int64))
left = (stereo[:, 0].astype(np.float32) / 32768).copy()

def ffmpeg(array, kind, rate, to, out):
    command = ["ffmpeg", "-v", "error", "-f", kind, "-ar", str(rate), "-ac", str(array.shape[1]), "-i", "-",
               "-f", out, "-ac", "1", "-ar", str(to), "-"]
    done = subprocess.run(command, input=array.tobytes(), capture_output=True, check=True)
    return np.frombuffer(done.stdout, np.int16 if out == "s16le" else np.float32)

soxr = ctypes.CDLL("libsoxr.so.0")
class Quality(ctypes.Structure):
    _fields_ = [("precision", ctypes.c_double), ("phase", ctypes.c_double), ("pass_end", ctypes.c_double),
                ("stop_begin", ctypes.c_double), ("e", ctypes.c_void_p), ("flags", ctypes.c_ulong)]
soxr.soxr_quality_spec.restype = Quality
soxr.soxr_quality_spec.argtypes = [ctypes.c_ulong, ctypes.c_ulong]
soxr.soxr_oneshot.argtypes = [ctypes.c_double, ctypes.c_double, ctypes.c_uint] + 2 * [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p] + 3 * [ctypes.c_void_p]

def soxr_hq(rate, to, recipe=4):
    """soxr.resample as librosa.resample calls it (HQ), then fix_length to ceil (n to/rate). recipe: 6 is VHQ."""
    quality = soxr.soxr_quality_spec(recipe, 0)
    out = np.zeros(math.ceil(n * to / rate), np.float32)
    made = ctypes.c_size_t()
    wanted = int(n * to / rate + 0.5)
    error = soxr.soxr_oneshot(rate, to, 1, left.ctypes.data, n, None, out.ctypes.data, wanted,
                              ctypes.addressof(made), None, ctypes.addressof(quality), None)
    assert not error and made.value == wanted, (error, made, wanted)
    return out

def sox_rate(rate, to, quality="-h"):
    """SoX's rate effect, by default at its default quality, without dither. At half the level, as SoX clips at full
    scale. Filled up as soxr_hq."""
    command = ["sox", "-D", "-t", "f32", "-r", str(rate), "-c", "1", "-", "-t", "f32", "-", "rate", quality, str(to)]
    done = subprocess.run(command, input=(left / 2).tobytes(), capture_output=True, check=True)
    made = 2 * np.frombuffer(done.stdout, np.float32)
    return np.pad(made, (0, math.ceil(n * to / rate) - len(made)))

def kaldi(rate, to):
    """LinearResample with 6 zeros and a cutoff of 0.99 of the lower Nyquist frequency, in float64, written anew from
    kaldi-asr/kaldi 0c5da16b, src/feat/resample.cc: GetNumOutputSamples, SetIndexesAndWeights, FilterFunc."""
    cutoff, zeros = 0.99 * 0.5 * min(rate, to), 6
    out = []
    for k in range(-(-n * to // rate)):
        distance = np.arange(n) / rate - k / to
        inside = np.abs(distance) < zeros / (2 * cutoff)
        d = distance[inside]
        window = 0.5 * (1 + np.cos(2 * np.pi * cutoff / zeros * d))
        out.append(np.sum(left[inside] * window * 2 * cutoff * np.sinc(2 * cutoff * d)) / rate)
    return np.array(out, np.float32)

rates = ((44100, 16000), (48000, 16000), (8000, 16000), (22050, 16000), (11025, 16000))
for rate, to in rates + ((16001, 16000),):
    name = f"{rate}_{to}"
    np.save(f"{dst}/ffmpeg_{name}.npy", ffmpeg(left[:, None], "f32le", rate, to, "f32le"))
    if rate == 16001:
        continue
    np.save(f"{dst}/ffmpeg-s16_{name}.npy", ffmpeg(stereo, "s16le", rate, to, "s16le").astype(np.int64))
    x = torch.from_numpy(left)
    np.save(f"{dst}/sinc-hann_{name}.npy", torchaudio.transforms.Resample(rate, to)(x).numpy())
    np.save(f"{dst}/kaiser-best_{name}.npy", resampy.resample(left, rate, to))
    np.save(f"{dst}/soxr-hq_{name}.npy", soxr_hq(rate, to))
    np.save(f"{dst}/kaldi_{name}.npy", kaldi(rate, to))
    np.save(f"{dst}/sox-rate_{name}.npy", sox_rate(rate, to))
    for quality, recipe in (("-h", 4), ("-v", 6)):
        made = sox_rate(rate, to, quality).astype(float)
        off = np.abs(made - soxr_hq(rate, to, recipe))
        decibels = 10 * np.log10((off**2).mean() / (made**2).mean())
        print(f"{name}: rate {quality} and soxr's recipe {recipe} differ by {decibels:.1f} dB RMS, "
              f"{off.max():.1e} at most, {off[5:].max():.1e} behind five samples")
    np.save(f"{dst}/ffmpeg-f32_{name}.npy", ffmpeg(stereo, "s16le", rate, to, "f32le"))
np.save(f"{dst}/sinc-hann-wide_44100_16000.npy", torchaudio.transforms.Resample(
    44100, 16000, lowpass_filter_width=64, rolloff=0.9475937167399596)(torch.from_numpy(left)).numpy())
six = np.stack([np.roll(stereo[:, i % 2], 97 * i) for i in range(6)], 1).copy()
np.save(f"{dst}/ffmpeg-s16-from-f32_44100_16000.npy", ffmpeg(stereo.astype(np.float32) / 32768, "f32le", 44100, 16000, "s16le").astype(np.int64))
np.save(f"{dst}/ffmpeg-s16-same-rate_16000_16000.npy", ffmpeg(stereo, "s16le", 16000, 16000, "s16le").astype(np.int64))
np.save(f"{dst}/ffmpeg-f32-six_44100_16000.npy", ffmpeg(six, "s16le", 44100, 16000, "f32le"))
np.save(f"{dst}/ffmpeg-f32-same-rate_16000_16000.npy", ffmpeg(stereo, "s16le", 16000, 16000, "f32le"))
np.save(f"{dst}/ffmpeg-s16-six_44100_16000.npy", ffmpeg(six, "s16le", 44100, 16000, "s16le").astype(np.int64))
for short in (60, 62, 70, 93):  # about as long as the filter of 92 taps
    np.save(f"{dst}/ffmpeg-s16-short{short}_44100_16000.npy", ffmpeg(stereo[:short, :1].copy(), "s16le", 44100, 16000, "s16le").astype(np.int64))

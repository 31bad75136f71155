#!/usr/bin/env python3
"""Times torchaudio on the front ends that `melstrom --bench mel` times, on the same threads, side by side.

Usage: compare_torchaudio.py MELSTROM [THREADS]
Needs torch and torchaudio (Debian: python3-torchaudio). Both sides get noise of the same length and keep their output in
memory; torchaudio gets float32 and keeps float32, which spares it two conversions. Prints the median of seven runs each.
"""
import json
import statistics
import subprocess
import sys
import tempfile
import time

import torch
import torchaudio

program = sys.argv[1]
threads = int (sys.argv[2]) if len (sys.argv) > 2 else 1
torch.set_num_threads (threads)
torch.set_grad_enabled (False)


def seconds (work):
    work ()
    times = []
    for _ in range (7):
        start = time.perf_counter ()
        work ()
        times.append (time.perf_counter () - start)
    return statistics.median (times)


def log10 (mel):
    return torch.clamp (mel, min=1e-10).log10 ()


def whisper80 ():
    """OpenAI's log_mel_spectrogram, with torchaudio's transform doing the mel."""
    audio = torch.randn (4, 16000 * 30) * 0.1
    transform = torchaudio.transforms.MelSpectrogram (16000, n_fft=400, hop_length=160, n_mels=80, norm="slaney", mel_scale="slaney")

    def work ():
        x = log10 (transform (audio)[..., :-1])
        return (torch.maximum (x, x.amax ((1, 2), keepdim=True) - 8.0) + 4.0) / 4.0

    return audio.shape[0] * 3000 / seconds (work)


def librosa128 ():
    audio = torch.randn (4, 22050 * 30) * 0.1
    transform = torchaudio.transforms.MelSpectrogram (22050, n_fft=2048, hop_length=512, n_mels=128, norm="slaney", mel_scale="slaney", pad_mode="constant")
    frames = transform (audio).shape[-1]
    return audio.shape[0] * frames / seconds (lambda: transform (audio))


def leak (n_fft, hop):
    audio = torch.randn (16, 40960) * 0.1
    transform = torchaudio.transforms.MelSpectrogram (4096, n_fft=n_fft, hop_length=hop, n_mels=32, center=False, norm="slaney")

    def work ():
        segments = audio.unfold (1, 1024, 512).unfold (2, 512, 256).reshape (-1, 512)
        return 10.0 * log10 (transform (segments))

    return audio.shape[0] * 237 / seconds (work)


theirs = {"whisper-openai-80": whisper80 (), "librosa": librosa128 (), "leak": leak (512, 128), "leak-fine": leak (64, 16)}
with tempfile.NamedTemporaryFile (suffix=".json") as report:
    subprocess.run ([program, "--bench", "mel", "--threads", str (threads), "--json", report.name], check=True, stdout=subprocess.DEVNULL)
    rows = {row["preset"]: row for row in json.load (open (report.name))["mel"]}

print (f"torch {torch.__version__}, torchaudio {torchaudio.__version__}, {threads} thread(s); rows are frames or segments")
print (f"{'preset':<20}{'torchaudio rows/s':>20}{'melstrom rows/s':>20}{'ratio':>8}")
for name, rate in theirs.items ():
    ours = rows[name]["rows_per_second"]
    print (f"{name:<20}{rate:>20,.0f}{ours:>20,.0f}{ours / rate:>8.1f}")

"""Front ends in torchaudio and the equal front ends of melstrom, for compare_torchaudio.py."""
import dataclasses
import pathlib
import struct
import subprocess
import tempfile

import numpy
import torch
import torchaudio


def log10 (mel):
    return torch.clamp (mel, min=1e-10).log10 ()


def whisper (transform, audio):
    """OpenAI's log_mel_spectrogram with torchaudio's mel transform."""
    x = log10 (transform (audio)[..., :-1])
    return (torch.maximum (x, x.amax ((1, 2), keepdim=True) - 8.0) + 4.0) / 4.0


def plain (transform, audio):
    return transform (audio)


def segments (audio):
    return audio.unfold (1, 1024, 512).unfold (2, 512, 256).reshape (-1, 512)


def leak (transform, audio):
    return 10.0 * log10 (transform (segments (audio)))


@dataclasses.dataclass
class Subject:
    name: str  # as in --bench
    rate: int
    mel: dict  # of torchaudio's transform
    features: object  # (transform, audio (pieces, samples)) to the input of a model
    preset: str
    settings: tuple = ()
    is_segments: bool = False

    def transform (self):
        return torchaudio.transforms.MelSpectrogram (self.rate, **self.mel)

    def count (self, features):
        return features.shape[0] * (1 if self.is_segments else features.shape[-1])

    def bands (self, audio):
        """Bands before any logarithm: (frames, bands), or (segments, bands, frames)."""
        if self.is_segments:
            return self.transform () (segments (audio[None]))
        return self.transform () (audio).T


SLANEY = {"norm": "slaney", "mel_scale": "slaney"}
LIBROSA = {"n_fft": 2048, "n_mels": 128, "pad_mode": "constant", **SLANEY}
LEAK = {"n_mels": 32, "center": False, "norm": "slaney"}
SUBJECTS = [
    Subject ("whisper-openai-80", 16000, {"n_fft": 400, "hop_length": 160, "n_mels": 80, **SLANEY}, whisper,
             "whisper-openai-80"),
    Subject ("librosa", 22050, {"hop_length": 512, **LIBROSA}, plain, "librosa"),
    Subject ("librosa, hop 256", 48000, {"hop_length": 256, **LIBROSA}, plain, "librosa", ("hop_samples=256",)),
    Subject ("leak", 4096, {"n_fft": 512, "hop_length": 128, **LEAK}, leak, "leak", (), True),
    Subject ("leak-fine", 4096, {"n_fft": 64, "hop_length": 16, **LEAK}, leak, "leak-fine", (), True),
]


def write_wav (path, samples, rate):
    """Mono, 32-bit float."""
    data = samples.numpy ().astype ("<f4").tobytes ()
    form = struct.pack ("<4sIHHIIHH", b"fmt ", 16, 3, 1, rate, 4 * rate, 4, 32)
    path.write_bytes (b"RIFF" + struct.pack ("<I", 4 + len (form) + 8 + len (data)) + b"WAVE" + form + b"data"
                      + struct.pack ("<I", len (data)) + data)


def our_bands (program, subject, samples, device):
    """The program's rows of a file, before any logarithm, in float32."""
    with tempfile.TemporaryDirectory () as folder:
        root = pathlib.Path (folder)
        (root / "audio").mkdir ()
        write_wav (root / "audio/noise.wav", samples, subject.rate)
        command = [program, "--batch", str (root / "audio"), "--out", str (root / "out"), "--preset", subject.preset,
                   "--dtype", "f32", "--progress", "none"]
        for setting in ("log=none", "normalisation=none", *subject.settings):
            command += ["--set", setting]
        if device == "cuda":
            command += ["--backend", "cuda"]
        subprocess.run (command, check=True, stdout=subprocess.DEVNULL)
        return torch.from_numpy (numpy.load (root / "out/features.npy"))


def greatest_difference (program, subject, device):
    """Relative to each frame's largest band. torchaudio computes in float32 on the CPU."""
    torch.manual_seed (1)
    samples = torch.randn (5 * subject.rate + 17) * 0.1
    theirs, mine = subject.bands (samples), our_bands (program, subject, samples, device)
    if not subject.is_segments:
        theirs = theirs[:mine.shape[0]]  # Whisper drops the last frame
    if theirs.shape != mine.shape:
        raise SystemExit (f"{subject.name}: {tuple (mine.shape)} of ours, {tuple (theirs.shape)} of torchaudio")
    peak = theirs.amax (1, keepdim=True)
    return ((theirs - mine).abs () / peak).max ().item ()

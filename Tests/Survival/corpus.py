"""The input of all writers: audio for the program, and the features that it computes from it for the others."""

import csv
import pathlib
import struct
import subprocess

import numpy

RATE_HZ = 16000
PRESET = "whisper-openai-80"


def write_wav(path, samples):
    data = samples.astype("<i2").tobytes()
    header = struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 36 + len(data), b"WAVE", b"fmt ", 16, 1, 1, RATE_HZ, 2 * RATE_HZ, 2, 16,
                         b"data", len(data))
    path.write_bytes(header + data)


def make_audio(folder, files, seed):
    """Noise of 6 to 18 s a file."""
    folder.mkdir()
    for file in range(files):
        random = numpy.random.default_rng([seed, file])
        write_wav(folder / f"{file:06}.wav", random.normal(0, 3000, random.integers(6 * RATE_HZ, 18 * RATE_HZ)))


def command(program, audio, out, form):
    return [str(program), "--batch", str(audio), "--out", str(out), "--preset", PRESET, "--format", form, "--labels", "none",
            "--backend", "cpu", "--progress", "none"]


class Corpus:
    """A folder with audio/ for the program, and features.npy and row_splits.npy for the other writers."""

    def __init__(self, program, folder, files, seed):
        self.program, self.folder = program, pathlib.Path(folder)
        self.folder.mkdir()
        make_audio(self.folder / "audio", files, seed)
        made = self.folder / "made"
        subprocess.run(command(program, self.folder / "audio", made, "npy"), check=True, stdout=subprocess.DEVNULL)
        with open(made / "files.csv", newline="", encoding="utf-8") as table:
            rows = [int(file["rows"]) for file in csv.DictReader(table)]
        numpy.save(self.folder / "row_splits.npy", numpy.cumsum([0, *rows]))
        (made / "features.npy").rename(self.folder / "features.npy")

    @property
    def megabytes(self):
        return (self.folder / "features.npy").stat().st_size / 1e6

"""The input of all writers: audio for the program; for the other writers, the features that the
program computes."""

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


class Corpus:
    """audio/ for the program, and a folder of features.npy and row_splits.npy for all other
    writers."""

    def __init__(self, program, folder, files, seed):
        self.program, self.folder = program, pathlib.Path(folder)
        self.folder.mkdir()
        make_audio(self.folder / "audio", files, seed)
        self.folders = {}

    def command(self, out, form, options=()):
        return [str(self.program), "--batch", str(self.folder / "audio"), "--out", str(out), "--preset", PRESET, "--format", form,
                "--labels", "none", "--backend", "cpu", "--progress", "none", *options]

    def features(self, options=()):
        """The folder of the program's features with these options, from an undisturbed run."""
        if options not in self.folders:
            made = self.folder / f"features-{len(self.folders)}"
            subprocess.run(self.command(made, "npy", options), check=True, stdout=subprocess.DEVNULL)
            with open(made / "files.csv", newline="", encoding="utf-8") as table:
                rows = [int(file["rows"]) for file in csv.DictReader(table)]
            numpy.save(made / "row_splits.npy", numpy.cumsum([0, *rows]))
            self.folders[options] = made
        return self.folders[options]

    @property
    def megabytes(self):
        return (self.features() / "features.npy").stat().st_size / 1e6

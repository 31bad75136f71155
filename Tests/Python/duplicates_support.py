"""Copies of sounds with the changes that --duplicates has to recognise, made by sox and lame, and the share of them
that it finds."""

import collections
import pathlib
import random
import re
import subprocess

CHANGES = ["gain", "offset", "mp3", "rate", "noise"]


def call(*words):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True)


def measured(path, name):
    return float(re.search(name + r":\s+(\S+)", call("sox", path, "-n", "stat").stderr).group(1))


def change(original, folder, seed):
    """The five changed copies of a WAV: folder/CHANGE.wav or .mp3."""
    chance = random.Random(seed)
    rate = call("soxi", "-r", original).stdout.strip()
    call("sox", original, folder / "gain.wav", "vol", chance.choice([0.1, 0.25, 0.6]))
    call("sox", original, folder / "offset.wav", "pad", f"{chance.uniform(0.05, 0.9):.4f}", 0.2)
    call("lame", "--quiet", "-b", 128, original, folder / "mp3.mp3")
    call("sox", original, "-r", 8000, folder / "low.wav")
    call("sox", folder / "low.wav", "-r", rate, folder / "rate.wav")
    (folder / "low.wav").unlink()
    level = measured(original, r"RMS\s+amplitude") / 10 * 3 ** 0.5  # white noise of amplitude a has a/sqrt(3)
    call("sox", "-R", original, folder / "white.wav", "synth", "whitenoise", "vol", f"{level:.8f}")
    call("sox", "-m", "-v", 0.7, original, "-v", 0.7, folder / "white.wav", "-b", 16, folder / "noise.wav")
    (folder / "white.wav").unlink()


def make_corpus(originals, corpus):
    """Each sound in a folder of its own: corpus/00012-NAME/original.wav and its changed copies."""
    for number, path in enumerate(originals):
        folder = pathlib.Path(corpus) / f"{number:05}-{path.stem}"
        folder.mkdir(parents=True)
        call("sox", path, "-b", 16, folder / "original.wav")
        change(folder / "original.wav", folder, number)


class Found:
    """Pairs of a duplicates.json, beside the pairs that make_corpus made. are_one: of two folders of the corpus, whether
    their originals are one sound all the same; pairs of these are true, and count for no recall."""

    def __init__(self, result, are_one=lambda first, second: False):
        self.found, self.false = collections.Counter(), []
        self.true = self.between_equal = 0
        for pair in result["pairs"]:
            first, second = (pathlib.Path(pair[side]["relative_path"]) for side in ("first", "second"))
            if first.parts[-2] != second.parts[-2]:
                if are_one(first.parts[-2], second.parts[-2]):
                    self.true += 1
                    self.between_equal += 1
                else:
                    self.false.append((str(first), str(second), pair["similarity"]))
                continue
            self.true += 1
            if "original" in (first.stem, second.stem):
                self.found[next(name for name in (first.stem, second.stem) if name != "original")] += 1

    def precision(self):
        return self.true / max(1, self.true + len(self.false))

    def num_sound_pairs(self):
        """Pairs of different sounds of which any copies are paired."""
        return len({(pathlib.Path(first).parts[-2], pathlib.Path(second).parts[-2]) for first, second, _ in self.false})

    def recall(self, originals):
        """By change: the share of the changed copies that are paired with their original."""
        return {name: self.found[name] / originals for name in CHANGES}

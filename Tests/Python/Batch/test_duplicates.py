"""--duplicates: changed copies of sounds are found, different sounds are not, and the datasets stay as they were."""

import csv
import json
import os
import pathlib
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
import numpy

from commandline_support import ProgramTest, main, noise, run, skipped, wav
from duplicates_support import CHANGES, Found, make_corpus

WORDS = """river stone yellow quickly seven garden window basket morning paper forest number engine silver copper music
listen table winter summer ocean doctor bicycle thunder village question answer planet orange velvet hammer circle pocket
ladder candle bottle finger mountain island market pencil shadow butter carpet dragon feather ginger helmet jacket kitchen
lemon magnet needle oyster parrot quarter rabbit saddle tunnel umbrella valley walnut yogurt zebra anchor blanket camera
desert elbow falcon gravel harvest insect jungle kettle lantern mirror nephew orchard pepper quiver ribbon sandal""".split()
RECORDINGS = pathlib.Path("/usr/share/sonic-pi/samples")
# Of several seconds, and without a relative among the others.
RECORDED = ["ambi_choir", "ambi_drone", "guit_e_fifths", "loop_breakbeat", "loop_tabla", "ambi_lunar_land", "bass_voxy_c", "loop_safari"]
KNOCK_RATE = 44100


def knock(number, delay_s=0.0, gain=0.5):
    """A decaying tone, too short for six peaks of its spectrogram. It begins at any fraction of a sample."""
    times = numpy.arange(int(0.5 * KNOCK_RATE)) / KNOCK_RATE - delay_s
    wave = numpy.sin(2 * numpy.pi * 95 * 1.37 ** number * times) * numpy.exp(-times * (40 + 7 * number))
    return gain * numpy.where(times >= 0, wave, 0)


def tune(signs, repeats=1):
    """Short notes of rising pitch, each with its own sign: those of other signs have the same peaks and another waveform."""
    note = numpy.arange(int(0.1 * KNOCK_RATE))
    swell = 0.3 * numpy.sin(numpy.pi * note / len(note)) ** 2
    return numpy.tile(numpy.concatenate([sign * swell * numpy.sin(2 * numpy.pi * 300 * 1.17 ** step * note / KNOCK_RATE)
                                         for step, sign in enumerate(signs)]), repeats)


def missing():
    return [name for name in ("sox", "soxi", "lame", "espeak-ng") if not shutil.which(name)]


class Duplicates(ProgramTest):
    def dataset(self, name, *inputs):
        run("--batch", *inputs, "--out", name, "--preset", "librosa-db", "--progress", "none", cwd=self.folder)
        return pathlib.Path(self.folder, name)

    def result(self, folder):
        return json.loads((folder / "duplicates.json").read_text())

    def spoken(self, place):
        place.mkdir()
        sounds = []
        for number in range(len(WORDS) // 4):
            path = place / f"s{number}.wav"
            subprocess.run(["espeak-ng", "-s", "160", "-p", str(20 + 3 * number), "-w", str(path), " ".join(WORDS[4 * number:][:4])], check=True)
            sounds.append(path)
        return sounds

    def check_found(self, name, sounds):
        make_corpus(sounds, pathlib.Path(self.folder, name))
        folder = self.dataset(name + "-out", name)
        self.assertEqual(run("--duplicates", folder, cwd=self.folder).code, 0)
        found = Found(self.result(folder))
        recalls = found.recall(len(sounds))
        print(name, len(sounds), "precision", found.precision(), recalls, found.false)
        self.assertGreaterEqual(found.precision(), 0.99)
        self.assertGreaterEqual(sum(recalls.values()) / len(CHANGES), 0.95)
        return folder

    def test_changed_copies(self):
        if missing():
            return skipped("changed copies of sounds", "without " + " and ".join(missing()))
        place = pathlib.Path(self.folder)
        folder = self.check_found("spoken", self.spoken(place / "originals"))
        first = (folder / "duplicates.json").read_bytes()
        (folder / "fingerprints.bin").unlink()
        run("--duplicates", folder, "--threads", "1", cwd=self.folder)
        self.assertEqual((folder / "duplicates.json").read_bytes(), first)
        self.assertEqual(run("--verify", "--out", folder, cwd=self.folder).code, 0)
        sounds = [RECORDINGS / f"{name}.flac" for name in RECORDED]
        if not all(path.exists() for path in sounds):
            return skipped("changed copies of recordings", f"without {RECORDINGS}")
        self.check_found("recorded", sounds)

    def test_across_datasets(self):
        place = pathlib.Path(self.folder)
        for name, seeds in (("a", (1, 2)), ("b", (2, 3))):
            (place / name).mkdir()
            for seed in seeds:
                (place / name / f"{name}{seed}.wav").write_bytes(wav(noise(48000, seed)))
        folders = [self.dataset("out-" + name, name) for name in "ab"]
        done = run("--duplicates", *folders, cwd=self.folder)
        self.assertEqual(done.code, 0)
        self.assertIn("1 pair among 4 files", done.out.decode())
        (pair,) = self.result(folders[0])["pairs"]
        self.assertEqual((pair["first"]["relative_path"], pair["second"]["relative_path"]), ("a2.wav", "b2.wav"))
        self.assertEqual((pair["first"]["dataset"], pair["second"]["dataset"]), (0, 1))
        self.assertEqual((pair["kind"], pair["similarity"], pair["offset_s"]), ("identical", 1.0, 0.0))
        self.assertEqual(self.result(folders[1]), self.result(folders[0]))
        with open(folders[1] / "duplicates.csv", newline="") as table:
            (row,) = csv.DictReader(table)
        self.assertEqual((row["first_path"], row["second_path"], row["kind"]), ("a/a2.wav", "b/b2.wav", "identical"))
        # a dataset that grows, and its check, do not mind the two files
        (place / "a" / "a4.wav").write_bytes(wav(noise(48000, 4)))
        self.dataset("out-a", "a")
        self.assertEqual(run("--verify", "--out", "out-a", cwd=self.folder).code, 0)
        self.assertTrue((folders[0] / "duplicates.csv").exists())

    def put(self, name, samples):
        path = pathlib.Path(self.folder, "in", name)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(wav(numpy.round(32767 * samples).astype("<i2"), KNOCK_RATE))

    def pairs(self, folder):
        return {(pathlib.Path(pair["first"]["path"]).stem, pathlib.Path(pair["second"]["path"]).stem): pair
                for pair in self.result(folder)["pairs"]}

    def test_short_sounds(self):
        """Knocks with too few peaks are found by their samples; offsets are exact. Constants and silence match nothing."""
        chance = numpy.random.default_rng(3)
        for number in range(10):
            original = knock(number)
            self.put(f"{number}-a.wav", original)
            self.put(f"{number}-b.wav", knock(number, 0.03712 + number / 1e5, 0.07))
            loud = original[numpy.abs(original) > 5e-4]
            self.put(f"{number}-c.wav", original + 0.1 * numpy.sqrt((loud ** 2).mean()) * chance.standard_normal(len(original))
                     * (numpy.abs(original) > 5e-4))
        for number, level in enumerate((0, 0.25, 0.5, 0.5)):
            self.put(f"level-{number}.wav", numpy.full(9000 + number, level))
        folder = self.dataset("out", "in")
        done = run("--duplicates", folder, cwd=self.folder)
        self.assertEqual(done.code, 0, done.err.decode())
        found = self.pairs(folder)
        self.assertEqual(set(found), {(f"{number}-{one}", f"{number}-{two}") for number in range(10) for one, two in ("ab", "ac", "bc")})
        for number in range(10):
            pair = found[f"{number}-a", f"{number}-b"]
            self.assertEqual(pair["kind"], "similar")
            self.assertGreater(pair["similarity"], 0.97)
            self.assertAlmostEqual(pair["offset_s"], 0.03712 + number / 1e5, delta=0.0006)
        first = (folder / "duplicates.json").read_bytes()
        run("--duplicates", folder, "--threads", "1", cwd=self.folder)
        self.assertEqual((folder / "duplicates.json").read_bytes(), first)
        # knocks that are gone cannot be read again
        for path in pathlib.Path(self.folder, "in").glob("*-b.wav"):
            path.unlink()
        done = run("--duplicates", folder, cwd=self.folder)
        self.assertEqual(done.code, 0, done.err.decode())
        self.assertRegex(done.out.decode(), r"Pairs of short sounds not compared, because a file could not be read again: \d+\.\n")
        self.assertEqual(set(self.pairs(folder)), {(f"{number}-a", f"{number}-c") for number in range(10)})
        self.assertGreaterEqual(self.result(folder)["not_compared"], 20)

    def test_offset_of_less_than_a_hundredth(self):
        """It has no sign in the table, in which it is 0."""
        self.put("a.wav", knock(3, 0.003))
        self.put("b.wav", knock(3))
        folder = self.dataset("out", "in")
        done = run("--duplicates", folder, cwd=self.folder)
        self.assertAlmostEqual(self.pairs(folder)["a", "b"]["offset_s"], -0.003, delta=0.0006)
        self.assertRegex(done.out.decode(), r"in/a\.wav +in/b\.wav +similar +1\.00 +0\.00\n")

    def test_identical_short_sounds(self):
        """A copy of identical files stays a pair if the first of them is damaged or gone: the next one is read."""
        for name in "ab":
            self.put(f"{name}.wav", knock(2))
        self.put("c.wav", knock(2, 0.03, 0.1))
        folder = self.dataset("out", "in")
        wanted = {("a", "b"), ("a", "c")}
        self.assertEqual(run("--duplicates", folder, cwd=self.folder).code, 0)
        self.assertEqual(set(self.pairs(folder)), wanted)
        path = pathlib.Path(self.folder, "in", "a.wav")
        before = path.stat()
        with open(path, "r+b") as file:
            file.write(bytes(before.st_size))
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        self.assertEqual(run("--duplicates", folder, cwd=self.folder).code, 3)
        self.assertEqual(set(self.pairs(folder)), wanted)
        self.assertEqual([file["path"] for file in self.result(folder)["unread"]], ["in/a.wav"])
        path.unlink()
        self.assertEqual(run("--duplicates", folder, cwd=self.folder).code, 0)
        self.assertEqual(set(self.pairs(folder)), wanted)
        self.assertEqual(self.result(folder)["not_compared"], 0)

    def test_constant_part(self):
        """A short sound in longer files is found whatever constant part these have."""
        for number, (before, behind, level) in enumerate(((1.5, 1.5, 0), (0.6, 1.5, 0.002), (1.1, 1.2, -0.03), (0, 2.5, 0.1))):
            pieces = numpy.zeros(int(before * KNOCK_RATE)), knock(2, 0, 0.5), numpy.zeros(int(behind * KNOCK_RATE))
            self.put(f"{number}.wav", numpy.concatenate(pieces) + level)
        folder = self.dataset("out", "in")
        self.assertEqual(run("--duplicates", folder, cwd=self.folder).code, 0)
        found = self.pairs(folder)
        self.assertEqual(set(found), {(one, two) for one in "0123" for two in "0123" if one < two})
        for pair, offset in ((("0", "1"), -0.9), (("0", "2"), -0.4), (("0", "3"), -1.5)):
            self.assertAlmostEqual(found[pair]["offset_s"], offset, delta=0.0006)

    def test_similar_sounds(self):
        """Sounds that differ are no pair: knocks of near pitch, very low tones, clicks with other echoes, and halves of a sound."""
        times = numpy.arange(KNOCK_RATE) / KNOCK_RATE
        for hz in (12, 18, 20, 25):
            self.put(f"tone-{hz}.wav", 0.5 * numpy.sin(2 * numpy.pi * hz * times))
        for number in range(2):
            click = numpy.zeros(KNOCK_RATE // 4)
            click[100] = 0.9
            click[[700 + 900 * number, 3000 + 1700 * number]] = 0.05
            self.put(f"click-{number}.wav", click)
        for number in (0, 0.25, 0.5, 0.75, 1):
            self.put(f"knock-{number}.wav", knock(number))
        halves = numpy.split(noise(16000, 8).astype(float) / 40000, 2)
        for number, half in enumerate(halves):
            self.put(f"half-{number}.wav", half)
        folder = self.dataset("out", "in")
        done = run("--duplicates", folder, cwd=self.folder)
        self.assertEqual(done.code, 0, done.err.decode())
        self.assertEqual(set(self.pairs(folder)), set())

    def test_short_sounds_that_fail(self):
        """A short sound that cannot be read again is unread, and the status says so."""
        for number in range(3):
            self.put(f"{number}-a.wav", knock(number))
            self.put(f"{number}-b.wav", knock(number, 0.01))
        folder = self.dataset("out", "in")
        self.assertEqual(run("--duplicates", folder, cwd=self.folder).code, 0)
        self.assertIn(("1-a", "1-b"), self.pairs(folder))
        path = pathlib.Path(self.folder, "in", "1-b.wav")
        before = path.stat()
        with open(path, "r+b") as file:
            file.write(bytes(before.st_size))
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        done = run("--duplicates", folder, "--progress", "json", cwd=self.folder)
        self.assertEqual(done.code, 3, done.err.decode())
        summary, result = json.loads(done.out), self.result(folder)
        self.assertEqual([file["path"] for file in result["unread"]], ["in/1-b.wav"])
        self.assertEqual((summary["unread"], summary["stored"]), (1, 6))
        self.assertGreaterEqual(summary["not_compared"], 1)
        self.assertEqual(summary["not_compared"], result["not_compared"])
        self.assertEqual(set(self.pairs(folder)), {("0-a", "0-b"), ("2-a", "2-b")})
        lines = [json.loads(line) for line in done.err.decode().splitlines() if line.startswith("{")]
        self.assertEqual((lines[-1]["files_done"], lines[-1]["files_failed"]), (5, 1))

    def test_equal_peaks(self):
        """Short sounds with the same peaks are no pair if their samples differ. Long sounds are compared by peaks alone."""
        signs = numpy.array([1, 1, -1, 1, -1, -1, 1, -1, 1, 1, -1, -1, 1, -1, 1])
        for name, repeats in (("short", 1), ("long", 2)):
            self.put(f"{name}-a.wav", tune(numpy.ones(len(signs)), repeats))
            self.put(f"{name}-b.wav", tune(signs, repeats))
            self.put(f"{name}-c.wav", 0.3 * tune(signs, repeats))
        folder = self.dataset("out", "in")
        self.assertEqual(run("--duplicates", folder, cwd=self.folder).code, 0)
        self.assertEqual({pair for pair in self.pairs(folder) if pair[0][:4] == pair[1][:4]},
                         {("long-a", "long-b"), ("long-a", "long-c"), ("long-b", "long-c"), ("short-b", "short-c")})

    def test_progress(self):
        place = pathlib.Path(self.folder)
        (place / "in").mkdir()
        for seed in (1, 2, 2, 4):
            (place / "in" / f"{len(list((place / 'in').iterdir()))}.wav").write_bytes(wav(noise(32000, seed)))
        (place / "in" / "4.wav").write_bytes(wav(noise(32000, 5)))
        folder = self.dataset("out", "in")
        (place / "in" / "4.wav").write_bytes(b"no audio")
        done = run("--duplicates", folder, "--progress", "plain", cwd=self.folder)
        self.assertEqual(done.code, 3, str(done))
        self.assertIn("done: 4/5 files", done.err.decode())
        self.assertIn("1 failed", done.err.decode())
        done = run("--duplicates", folder, "--progress", "json", cwd=self.folder)
        lines = [json.loads(line) for line in done.err.decode().splitlines() if line.startswith("{")]
        self.assertEqual((lines[-1]["phase"], lines[-1]["files_done"], lines[-1]["files_failed"]), ("done", 4, 1))
        self.assertEqual(json.loads(done.out), {"summary": "duplicates", "files": 5, "unread": 1, "stored": 4,
                                                "without_peaks": 0, "not_compared": 0, "pairs": 1, "identical": 1})
        done = run("--duplicates", folder, "--progress", "none", cwd=self.folder)
        self.assertNotIn("done", done.err.decode())
        self.assertIn("1 pair among 4 files", done.out.decode())

    def test_stored_fingerprints(self):
        """A second call reads changed files only, and its result is that of a call without stored fingerprints."""
        place = pathlib.Path(self.folder)
        (place / "in").mkdir()
        for seed in (1, 2, 3, 4):
            (place / "in" / f"{seed}.wav").write_bytes(wav(noise(32000, min(seed, 3))))
        folder = self.dataset("out", "in")
        stored = folder / "fingerprints.bin"

        def found(expected, code=0):
            done = run("--duplicates", folder, cwd=self.folder)
            self.assertEqual(done.code, code, done.err.decode())
            text = f"Stored fingerprints used: {expected} file" + ("s" if expected > 1 else "") + "."
            self.assertEqual(expected > 0, "Stored fingerprints" in done.out.decode(), done.out.decode())
            if expected > 0:
                self.assertIn(text, done.out.decode())
            return (folder / "duplicates.json").read_bytes()

        def pairs(result):
            return [(pair["first"]["relative_path"], pair["second"]["relative_path"]) for pair in json.loads(result)["pairs"]]

        first = found(0)
        self.assertEqual(pairs(first), [("3.wav", "4.wav")])
        self.assertEqual(found(4), first)
        self.assertEqual(run("--verify", "--out", folder, cwd=self.folder).code, 0)
        # a changed file is read again
        (place / "in" / "2.wav").write_bytes(wav(noise(32000, 1)))
        self.assertEqual(pairs(found(3)), [("1.wav", "2.wav"), ("3.wav", "4.wav")])
        # damaged fingerprints are not used, others are
        whole = stored.read_bytes()
        stored.write_bytes(whole[:-1])
        second = found(0)
        self.assertEqual(stored.read_bytes(), whole)
        stored.write_bytes(b"something else")
        self.assertEqual(found(0), second)
        # fingerprints without shapes: files that are there are read again, one that is gone is compared by its peaks
        def become_shapeless():
            stored.write_bytes(stored.read_bytes()[:8] + b"\1" + stored.read_bytes()[9:])

        become_shapeless()
        self.assertEqual(found(0), second)
        self.assertEqual(stored.read_bytes(), whole)
        become_shapeless()
        (place / "in" / "1.wav").unlink()
        for numStored in (1, 4):
            self.assertEqual(json.loads(found(numStored))["pairs"], json.loads(second)["pairs"])
            self.assertEqual(stored.read_bytes()[8], 3)
        # audio that is gone is compared as it was, by its peaks
        shutil.rmtree(place / "in")
        self.assertEqual(json.loads(found(4))["pairs"], json.loads(second)["pairs"])
        stored.unlink()
        self.assertEqual(pairs(found(0, 3)), [])

    def test_a_file_that_went(self):
        place = pathlib.Path(self.folder)
        (place / "in").mkdir()
        for seed in (1, 2, 3):
            (place / "in" / f"{seed}.wav").write_bytes(wav(noise(32000, min(seed, 2))))
        folder = self.dataset("out", "in")
        (place / "in" / "1.wav").unlink()
        done = run("--duplicates", folder, cwd=self.folder)
        self.assertEqual(done.code, 3)
        self.assertIn("1.wav", done.err.decode())
        result = self.result(folder)
        self.assertEqual([file["code"] for file in result["unread"]], ["file-missing"])
        self.assertEqual(len(result["pairs"]), 1)

    def test_no_dataset(self):
        done = run("--duplicates", ".", cwd=self.folder)
        self.assertEqual(done.code, 2)
        self.assertIn("dataset.json", done.err.decode())


if __name__ == "__main__":
    main()

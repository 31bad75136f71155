"""Labels, splits, folds, groups and numbers of small corpora in the layout of real ones, with
sounds made by sox; and lists on standard input."""

import collections
import json
import os
import shutil
import signal
import subprocess
import sys
import time

import h5py
import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import PRESET, SLOWNESS, ProgramTest, contents, main, read_table, run, start

ESC50_HEADING = "filename,fold,target,category,esc10,src_file,take"
URBAN_HEADING = "slice_file_name,fsID,start,end,salience,fold,classID,class"


class CorpusTest(ProgramTest):
    def sounds(self, *names, rate=16000):
        """Short sounds, each different; one call of sox for each kind of file."""
        for kind in {name.rsplit(".", 1)[1] for name in names}:
            ours = [name for name in names if name.endswith("." + kind)]
            first = self.folder / f"first.{kind}"
            subprocess.run(["sox", "-D", "-R", "-n", "-r", str(rate), "-b", "16", first, "synth", "0.4", "sine", "440", "gain", "-6"],
                           check=True)
            for name in ours:
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(first, self.folder / name)
            first.unlink()

    def made(self, source, *options, out="out", expect=0, **more):
        outcome = self.batch(source, out, "--overwrite", "--verify", *options, expect=expect, **more)
        self.files = {file["relative_path"]: file for file in read_table(self.folder / out / "files.csv")}
        self.json = json.loads((self.folder / out / "dataset.json").read_text())
        return outcome

    def column(self, name):
        return {path: file[name] for path, file in self.files.items()}

    def splits_of(self, name):
        """The splits of the files of each group, label or folder."""
        splits = collections.defaultdict(set)
        for file in self.files.values():
            splits[file[name]].add(file["split"])
        return splits

    def refused(self, *options, says, source="in"):
        outcome = self.batch(source, "refused", *options, expect=2)
        for text in says:
            self.assertIn(text, outcome.error_text)
        self.assertFalse((self.folder / "refused").exists())


class Esc50(CorpusTest):
    def setUp(self):
        super().setUp()
        lines = [ESC50_HEADING]
        self.categories = {}
        for fold in range(1, 6):
            for target, category in enumerate(["dog", "rooster", "chirping_birds"]):
                for take in "AB":
                    source = 100000 + 10 * fold + target
                    name = f"{fold}-{source}-{take}-{target}.wav"
                    lines.append(f"{name},{fold},{target},{category},True,{source},{take}")
                    self.categories[name] = category
        self.write("ESC-50-master/meta/esc50.csv", "\n".join(lines).encode() + b"\n")
        self.sounds(*[f"ESC-50-master/audio/{name}" for name in self.categories], rate=44100)
        self.command = ["--labels", "ESC-50-master/meta/esc50.csv", "--columns", "path=filename,label=category"]

    def test_a_fold(self):
        outcome = self.made("ESC-50-master/audio", *self.command, "--split", "fold=5")
        self.assertNotIn("warning", outcome.error_text)
        self.assertEqual(self.column("label"), self.categories)
        self.assertEqual(self.column("fold"), {name: name[0] for name in self.categories})
        self.assertEqual(self.column("split"), {name: "TESTING" if name[0] == "5" else "TRAINING" for name in self.categories})
        self.assertEqual(self.json["splits"]["TESTING"]["files"], 6)
        self.assertFalse((self.folder / "out/features_VALIDATION.npy").exists())

    def test_sources_stay_together(self):
        self.made("ESC-50-master", *self.command, "--split", "3:1:1", "--split-by", "src_file")
        self.assertEqual(len(self.splits_of("group")), 15)
        self.assertTrue(all(len(splits) == 1 for splits in self.splits_of("group").values()))
        counts = collections.Counter((file["label"], file["split"]) for file in self.files.values())
        for label in set(self.categories.values()):
            self.assertEqual([counts[label, split] for split in ("TRAINING", "VALIDATION", "TESTING")], [6, 2, 2])

    def test_by_names(self):
        outcome = self.made("ESC-50-master/audio", "--label-pattern", "{fold}-{source}-{take}-{label}.wav", "--split", "fold=1")
        self.assertNotIn("warning", outcome.error_text)
        self.assertEqual(self.json["labels"], ["0", "1", "2"])
        self.assertEqual(self.column("fold"), {name: name[0] for name in self.categories})

    def test_what_is_not_there(self):
        self.refused(*self.command, "--split", "fold=6", source="ESC-50-master/audio", says=["fold=6", "1, 2, 3, 4, 5"])
        self.refused(*self.command[:2], "--columns", "path=file", source="ESC-50-master/audio", says=["esc50.csv", "column file"])
        self.refused(*self.command, "--split", "8:1:1", "--split-by", "singer", source="ESC-50-master/audio", says=["--split-by singer"])


class UrbanSound8K(CorpusTest):
    def test_corpus(self):
        lines, self.classes = [URBAN_HEADING], {}
        for fold in range(1, 11):
            for number, name in ((0, "air_conditioner"), (3, "dog_bark")):
                source = 100032 + 7 * (fold // 2) + number
                file = f"{source}-{number}-0-{fold}.wav"
                lines.append(f"{file},{source},0.0,0.317551,1,{fold},{number},{name}")
                self.classes[f"fold{fold}/{file}"] = name
        self.write("UrbanSound8K/metadata/UrbanSound8K.csv", "\r\n".join(lines).encode())
        self.write("UrbanSound8K/audio/fold1/.DS_Store", b"no sound")
        self.sounds(*[f"UrbanSound8K/audio/{name}" for name in self.classes], rate=22050)
        table = ["--labels", "UrbanSound8K/metadata/UrbanSound8K.csv", "--columns", "path=slice_file_name,label=class,group=fsID"]
        for options in (table, ["--label-pattern", "fold{fold}/{group}-{label}-{occurrence}-{slice}.wav"]):
            with self.subTest(options):
                outcome = self.made("UrbanSound8K/audio", *options, "--split", "fold=10")
                self.assertNotIn("warning", outcome.error_text)
                self.assertEqual({path for path, split in self.column("split").items() if split == "TESTING"},
                                 {path for path in self.classes if path.startswith("fold10/")})
                self.assertEqual(self.column("group"), {path: path.split("/")[1].split("-")[0] for path in self.classes})
        self.made("UrbanSound8K/audio", *table)
        self.assertEqual(self.column("label"), self.classes)
        self.assertEqual(list(self.files.values())[0].keys() & {"split", "fold", "group"}, {"fold", "group"})


class FreeSpokenDigits(CorpusTest):
    def test_corpus(self):
        speakers = ["george", "jackson", "lucas", "nicolas", "theo", "yweweler"]
        names = [f"{digit}_{speaker}_{index}.wav" for digit in range(4) for speaker in speakers for index in range(3)]
        self.sounds(*[f"fsdd/recordings/{name}" for name in names], rate=8000)
        pattern = ["--label-pattern", "{label}_{speaker}_{index}.wav"]
        self.made("fsdd/recordings", *pattern, "--split", "8:1:1")
        self.assertEqual(self.column("label"), {name: name[0] for name in names})
        counts = collections.Counter((file["label"], file["split"]) for file in self.files.values())
        for label in "0123":  # 18 files: 14.4, 1.8, 1.8
            self.assertEqual([counts[label, split] for split in ("TRAINING", "VALIDATION", "TESTING")], [14, 2, 2])

        outcome = self.made("fsdd/recordings", *pattern, "--split", "4:1:1", "--split-by", "speaker")
        self.assertEqual(self.column("group"), {name: name.split("_")[1] for name in names})
        self.assertTrue(all(len(splits) == 1 for splits in self.splits_of("group").values()))
        self.assertEqual(collections.Counter(min(splits) for splits in self.splits_of("group").values()),
                         {"TRAINING": 4, "VALIDATION": 1, "TESTING": 1})
        self.assertNotIn("warning", outcome.error_text)

        self.sounds("fsdd/recordings/readme.wav", rate=8000)
        outcome = self.made("fsdd/recordings", *pattern)
        self.assertRegex(outcome.error_text, "1 file does not match --label-pattern .*readme.wav")
        self.assertEqual(self.files["readme.wav"]["label"], "")


class LibriSpeech(CorpusTest):
    def test_corpus(self):
        names = []
        for speaker in range(84, 84 + 12):
            for chapter in range(2):
                folder = f"dev-clean/{speaker}/{speaker}{chapter}"
                self.write(f"LibriSpeech/{folder}/{speaker}-{speaker}{chapter}.trans.txt", b"84-121123-0000 GO DO YOU HEAR\n")
                names += [f"{folder}/{speaker}-{speaker}{chapter}-{index:04}.flac" for index in range(2)]
        self.sounds(*[f"LibriSpeech/{name}" for name in names])
        pattern = ["--labels", "none", "--label-pattern", "{part}/{speaker}/{chapter}/{utterance}.flac"]
        outcome = self.made("LibriSpeech", *pattern, "--split", "2:1:1", "--split-by", "speaker")
        self.assertNotIn("warning", outcome.error_text)
        self.assertEqual(self.column("group"), {name: name.split("/")[1] for name in names})
        self.assertTrue(all(len(splits) == 1 for splits in self.splits_of("group").values()))
        self.assertEqual(collections.Counter(self.column("split").values()), {"TRAINING": 24, "VALIDATION": 12, "TESTING": 12})

        self.made("LibriSpeech/dev-clean", "--labels", "none", "--split", "2:1:1", "--split-by", "folder")
        self.assertEqual(self.column("group"), {name[10:]: os.path.dirname(name[10:]) for name in names})
        self.assertTrue(all(len(splits) == 1 for splits in self.splits_of("group").values()))


class SeveralLabels(CorpusTest):
    CLIPS = {"--PJHxphWEs": "/m/09x0r,/t/dd00088", "-0ZhuvjP1rw": "/m/01xq0k1", "-1pRmoJGGmQ": "/m/01xq0k1,/m/09x0r,/m/07q0yl5"}

    def setUp(self):
        super().setUp()
        text = ("# Segments csv created Sun Mar  5 10:54:31 2017\n# num_ytids=3, num_segs=3, num_unique_labels=4, num_positives=6\n"
                "# YTID, start_seconds, end_seconds, positive_labels\n")
        self.write("balanced.csv", (text + "".join(f"{name}, 30.000, 40.000, \"{labels}\"\n" for name, labels in self.CLIPS.items())).encode())
        self.sounds(*[f"audio/{name}.wav" for name in self.CLIPS])
        self.options = ["--labels", "balanced.csv", "--columns", "path=YTID,label=positive_labels", "--label-separator", ","]

    def expected(self):
        """One row per file in the order of files.csv, one column per label in the order of
        dataset.json."""
        labels = sorted({label for text in self.CLIPS.values() for label in text.split(",")})
        self.assertEqual(self.json["labels"], labels)
        return numpy.array([[label in self.CLIPS[path.removesuffix(".wav")].split(",") for label in labels] for path in self.files], "u1")

    def test_npy(self):
        self.made("audio", *self.options)
        self.assertEqual(self.column("label"), {f"{name}.wav": labels.replace(",", ";") for name, labels in self.CLIPS.items()})
        labels = numpy.load(self.folder / "out/labels_multi.npy")
        self.assertEqual(labels.dtype, numpy.uint8)
        numpy.testing.assert_array_equal(labels, self.expected())
        # files.csv is itself a list and gives the same labels again
        with open(self.folder / "out/files.csv", "rb") as given:
            self.made("-", out="again", stdin=given)
        again = contents(self.folder / "again")
        for name, data in contents(self.folder / "out").items():
            if name.endswith(".npy"):
                self.assertEqual(again[name], data, name)

    def test_hdf5(self):
        for preset in (PRESET, "leak"):
            with self.subTest(preset):
                self.made("audio", *self.options, "--format", "h5", preset=preset)
                with h5py.File(self.folder / "out/features.h5") as file:
                    self.assertEqual(file["labels_multi"].dtype, numpy.uint8)
                    numpy.testing.assert_array_equal(file["labels_multi"][:], self.expected())
                    first = [self.json["labels"].index(self.CLIPS[path.removesuffix(".wav")].split(",")[0]) for path in self.files]
                    self.assertEqual(file["labels"][:].tolist(), first)
                    self.assertEqual(file["labels"].dtype, numpy.int16)
                    self.assertNotIn("targets", file)


class Numbers(CorpusTest):
    def test_targets(self):
        values = {f"{number}.wav": (5.0 + number / 8, -number / 4) for number in range(6)}
        lines = ["song_id;valence_mean;arousal_mean;split"]
        lines += [f"{name[0]};{valence};{arousal};{'test' if name == '3.wav' else 'train'}" for name, (valence, arousal) in values.items()]
        self.write("annotations.csv", "\n".join(lines).encode())
        self.sounds(*[f"audio/{name}" for name in [*values, "without.wav"]])
        options = ["--labels", "annotations.csv", "--columns", "path=song_id,target=valence_mean,target=arousal_mean"]
        outcome = self.made("audio", *options)
        self.assertIn("no file has a label", outcome.error_text)
        self.assertIn("1 file has no split, while other files have one, and counts as training; it is audio/without.wav.", outcome.error_text)
        self.assertEqual(self.json["targets"], ["valence_mean", "arousal_mean"])
        targets = numpy.load(self.folder / "out/targets.npy")
        self.assertEqual(targets.dtype, numpy.float32)
        expected = numpy.array([values.get(path, (numpy.nan, numpy.nan)) for path in self.files], "f4")
        numpy.testing.assert_array_equal(targets, expected)
        self.made("audio", *options, "--format", "h5")
        for split in ("TRAINING", "TESTING"):
            with h5py.File(self.folder / f"out/features_{split}.h5") as file:
                ours = [path for path, name in self.column("split").items() if name == split]
                self.assertEqual([os.path.basename(path) for path in file["paths"].asstr()], ours)
                numpy.testing.assert_array_equal(file["targets"][:], expected[[list(self.files).index(path) for path in ours]])
                self.assertEqual(json.loads(file.attrs["targets_json"]), ["valence_mean", "arousal_mean"])


class CommonVoice(CorpusTest):
    def test_corpus(self):
        lines = ["client_id\tpath\tsentence\tup_votes\tdown_votes\tage\tgender\taccents"]
        sentences = ['"Oh no," he said.', '"Never closed', "It's fine; really, it is.", 'He said "no".']
        clients = {}
        for number in range(24):
            client, name = f"{number // 2:064x}", f"common_voice_en_{number}.mp3"
            clients[name] = client
            lines.append(f"{client}\t{name}\t{sentences[number % 4]}\t2\t0\t\t{['male', 'female'][number // 2 % 2]}\t")
        self.write("en/validated.tsv", "\n".join(lines).encode() + b"\n")
        self.sounds("one.wav")
        subprocess.run(["lame", "--quiet", self.folder / "one.wav", self.folder / "one.mp3"], check=True)
        for name in clients:
            self.write(f"en/clips/{name}", (self.folder / "one.mp3").read_bytes())
        outcome = self.made("en/clips", "--labels", "en/validated.tsv", "--columns", "label=gender", "--split", "2:1:1",
                            "--split-by", "client_id")
        self.assertNotIn("warning", outcome.error_text)
        self.assertEqual(self.json["labels"], ["female", "male"])
        self.assertEqual(self.column("group"), clients)
        self.assertTrue(all(len(splits) == 1 for splits in self.splits_of("group").values()))


class StandardInput(CorpusTest):
    def setUp(self):
        super().setUp()
        self.sounds("in/dog/a.wav", "in/cat/b.wav", "in/cat/c.flac")

    def given(self, text, *options, expect=0):
        with open(self.write("given", text), "rb") as given:
            outcome = self.batch("-", "out", "--overwrite", *options, expect=expect, stdin=given)
        return outcome

    def test_a_pipe(self):
        self.batch(["in/dog/a.wav", "in/cat/b.wav", "in/cat/c.flac"], "named")
        with subprocess.Popen(["find", ".", "-name", "*.wav", "-o", "-name", "*.flac"], cwd=self.folder / "in", stdout=subprocess.PIPE) as find:
            outcome = run("--batch", "-", "--out", "../piped", "--preset", PRESET, "--progress", "plain", "--split", "1:1:1",
                          cwd=self.folder / "in", stdin=find.stdout)
        self.assertEqual(outcome.code, 0, str(outcome))
        files = read_table(self.folder / "piped/files.csv")
        self.assertEqual([(file["path"], file["label"]) for file in files],
                         [("cat/b.wav", "cat"), ("cat/c.flac", "cat"), ("dog/a.wav", "dog")])
        self.batch("in", "walked", "--split", "1:1:1")  # the same names below the INPUT: the same splits
        walked = {file["relative_path"]: file["split"] for file in read_table(self.folder / "walked/files.csv")}
        self.assertEqual({file["path"]: file["split"] for file in files}, walked)

    def test_a_table(self):
        self.given(b"file\tpath\tfold\n0\tin/dog/a.wav\t2\n1\tin/cat/b.wav\t1\n", "--split", "fold=1", "--verify")
        self.assertEqual([file["split"] for file in read_table(self.folder / "out/files.csv")], ["TESTING", "TRAINING"])

    def test_faults(self):
        self.assertIn("nothing-found", self.given(b"", expect=2).error_text.replace("No audio files in -", "nothing-found"))
        self.assertIn("standard input, line 2", self.given(b"in/dog/a.wav\na,b,c\n", expect=2).error_text)
        self.assertIn("standard input", self.given(b"in/dog/a.wav\0in/cat/b.wav\0", expect=2).error_text)
        self.assertEqual(self.given(b"gone.wav\n", expect=3).code, 3)
        directory = os.open(self.folder, os.O_RDONLY)
        outcome = self.batch("-", "refused", expect=2, stdin=directory)
        os.close(directory)
        self.assertIn("standard input cannot be read", outcome.error_text)
        outcome = self.batch("-", "refused", expect=2, preexec_fn=lambda: os.close(0))
        self.assertIn("standard input cannot be read", outcome.error_text)
        self.assertFalse((self.folder / "refused").exists())

    def test_a_signal_ends_the_waiting(self):
        process = start("--batch", "-", "--out", "out", "--preset", PRESET, cwd=self.folder, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdin.write(b"in/dog/a.wav\n")
        process.stdin.flush()
        time.sleep(0.5)
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(10 * SLOWNESS), 130)
        self.assertIn(b"reading standard input", process.stderr.read())
        process.stdin.close()
        process.stderr.close()
        self.assertFalse((self.folder / "out").exists())


class Spelling(CorpusTest):
    def test_dither(self):
        """The same bytes for every way to write the INPUT, and --verify computes them again."""
        self.sounds("x/in/dog/a.wav", "x/in/cat/b.wav")
        os.symlink("x/in", self.folder / "alias")
        options = ["--set", "dither=1"]
        self.made("x/in", *options, preset="kaldi-fbank")
        self.assertEqual(self.column("path"), {"dog/a.wav": "x/in/dog/a.wav", "cat/b.wav": "x/in/cat/b.wav"})
        expected = contents(self.folder / "out")["features.npy"]
        for source in ("./x//in/", str(self.folder / "x/in"), "alias", "x/../x/in"):
            with self.subTest(source):
                self.assertRegex(self.made(source, *options, preset="kaldi-fbank").out, rb"the rows of 2 files again")
                self.assertEqual(contents(self.folder / "out")["features.npy"], expected)
        self.made("x", *options, preset="kaldi-fbank")  # different names below the INPUT
        self.assertNotEqual(contents(self.folder / "out")["features.npy"], expected)


class Warnings(CorpusTest):
    def test_labels_and_splits_that_are_missing(self):
        self.sounds("in/a.wav", "in/b.wav")
        self.assertIn("no file has a label", self.made("in").error_text)
        self.assertNotIn("warning", self.made("in", "--labels", "none").error_text)
        self.assertIn("only one label, in", self.made(".", "--label-pattern", "{label}/{name}.wav").error_text)
        outcome = self.made("in", "--labels", "none", "--split", "8:1:1")
        self.assertIn("the split VALIDATION has no files", outcome.error_text)
        self.assertIn("the split TESTING has no files", outcome.error_text)
        self.assertNotIn("the split TRAINING has no files", outcome.error_text)

    def test_dry_run(self):
        self.sounds(*[f"in/{label}/{number}.wav" for label in "ab" for number in range(5)])
        outcome = self.batch("in", "out", "--dry-run", "--split", "3:1:1")
        self.assertRegex(outcome.out.decode(), r"Labels +2\n")
        self.assertRegex(outcome.out.decode(), r"Splits +TRAINING 6, VALIDATION 2, TESTING 2 files\n")
        told = json.loads(self.batch("in", "out", "--dry-run", "--split", "3:1:1", progress="json").out)
        self.assertEqual((told["labels"], told["splits"]), (2, {"TRAINING": 6, "VALIDATION": 2, "TESTING": 2}))

    def test_refusals(self):
        self.sounds("in/a.wav")
        self.write("t.csv", b"path,label\n")
        for options, says in {
                ("--split-by", "folder"): ["--split-by", "--split R:R:R"],
                ("--split", "8:1:1", "--split-stable", "8:1:1"): ["--split", "--split-stable", "give one"],
                ("--split-stable", "8:1"): ["--split-stable", "8:1", "8:1:1"],
                ("--split", "fold="): ["--split", "fold=NAME"],
                ("--split", "fold=1"): ["fold=1", "--columns fold=NAME"],
                ("--columns", "path"): ["--columns", "ROLE=NAME"],
                ("--columns", "path=a,path=b"): ["--columns", "several times"],
                ("--columns", "size=a"): ["--columns", "target"],
                ("--columns", "path=a"): ["--columns", "no INPUT is a list"],
                ("--label-pattern", "{label"): ["--label-pattern", "not closed"],
                ("--label-pattern", "{speaker}.wav"): ["--label-pattern", "no effect"],
                ("--label-pattern", "{label}.wav", "--labels", "t.csv"): ["--labels", "--label-pattern", "give one"],
                ("--split", "1:1:1", "--split-by", "x", "--columns", "group=y"): ["--split-by", "group="]}.items():
            with self.subTest(options):
                self.refused(*options, says=says)


if __name__ == "__main__":
    main()

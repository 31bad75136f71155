"""Labelled boxes as entries of a dataset. The reference of every row is a WAV that numpy cut at the
same samples."""

import math
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
import documented_datasets
from commandline_support import ProgramTest, contents, main, noise, read_table, run, skipped, start, wait_until, wav

RATE = 16000
SEGMENTS = "leak"
# begin, end, low, high, label; overlaps, equal times, and times between two samples
BOXES = [(0.5, 1.25, 300, 4000, "dog"), (0.100003, 0.9, None, None, "cat"), (1.0, 2.0, 0, 8000.5, "dog"),
         (0.5, 1.25, 100, 200, "bird"), (2.25, 3.0, None, 5000, "cat")]


def text_of(number):
    return "" if number is None else repr(number)


def audacity(boxes, name):
    lines = []
    for begin, end, low, high, label in boxes:
        lines.append(f"{begin:.6f}\t{end:.6f}\t{label}\n")
        if (low, high) != (None, None):
            lines.append(f"\\\t{-1 if low is None else low:.6f}\t{-1 if high is None else high:.6f}\n")
    return "".join(lines)


def raven(boxes, name):
    heading = "Selection\tView\tChannel\tBegin File\tBegin Time (s)\tEnd Time (s)\tLow Freq (Hz)\tHigh Freq (Hz)\tAnnotation\n"
    rows = []
    for number, (begin, end, low, high, label) in enumerate(boxes, 1):
        for view in ("Waveform 1", "Spectrogram 1"):
            rows.append(f"{number}\t{view}\t1\t{name}\t{begin}\t{end}\t{text_of(low)}\t{text_of(high)}\t{label}\n")
    return heading + "".join(rows)


def comma(boxes, name):
    return "audio_file,begin,end,low_hz,high_hz,label\n" + "".join(
        f"{name},{begin},{end},{text_of(low)},{text_of(high)},{label}\n" for begin, end, low, high, label in boxes)


def samples_of(begin, end, rate, total):
    """The samples that a box touches."""
    return math.floor(begin * rate + 1e-4), min(math.ceil(end * rate - 1e-4), total)


class BoxTest(ProgramTest):
    def table(self, text, name="table.txt"):
        self.write(name, text.encode())
        return name

    def made(self, source, table, *options, out="out", **more):
        outcome = self.batch(source, out, "--boxes", table, "--backend", "cpu", *options, **more)
        self.files = read_table(self.folder / out / "files.csv")
        return outcome

    def expected(self, samples, boxes, rate=RATE, folder="cuts", options=(), **more):
        """The rows of each box, in this order, from a WAV of its own."""
        for index, (begin, end, *_) in enumerate(boxes):
            first, last = samples_of(begin, end, rate, len(samples))
            self.write(f"{folder}/{index:04}.wav", wav(samples[first:last], rate))
        self.batch(folder, folder + "-out", "--labels", "none", "--backend", "cpu", *options, **more)
        reference = self.dataset(folder + "-out")
        return [reference.rows(f"{folder}/{index:04}.wav") for index in range(len(boxes))]

    def assert_rows(self, samples, boxes, rate=RATE, out="out", folder="cuts", options=(), **more):
        """The dataset of one recording has the rows of these boxes, in the order of their times."""
        dataset = self.dataset(out)
        for file, rows in zip(self.files, self.expected(samples, boxes, rate, folder, options, **more), strict=True):
            self.assertEqual(file["status"], "ok", file)
            self.assertGreater(len(rows), 0)
            self.assertEqual(dataset.rows(file["path"]).tobytes(), rows.tobytes(), file["path"])


IN_ORDER = sorted(BOXES, key=lambda box: (box[0], box[1], -1 if box[2] is None else box[2]))
PATHS = ["#t=0.100003,0.9", "#t=0.5,1.25", "#t=0.5,1.25#2", "#t=1,2", "#t=2.25,3"]


class Formats(BoxTest):
    def setUp(self):
        super().setUp()
        self.samples = noise(3 * RATE, seed=1)
        self.write("in/a.wav", wav(self.samples))

    def test_a_table_of_each_format_gives_the_rows_of_the_cut_files(self):
        for write in (audacity, raven, comma):
            with self.subTest(write.__name__):
                out = "out-" + write.__name__
                self.made("in", self.table(write(BOXES, "a.wav")), "--verify", out=out)
                self.assert_rows(self.samples, IN_ORDER, out=out, folder="cuts-" + write.__name__)
                self.assertEqual([file["path"] for file in self.files], ["in/a.wav" + path for path in PATHS])
                self.assertEqual([file["relative_path"] for file in self.files], ["a.wav" + path for path in PATHS])
                self.assertEqual([file["label"] for file in self.files], ["cat", "bird", "dog", "dog", "cat"])
                self.assertEqual([tuple(file[name] for name in ("begin_s", "end_s", "low_hz", "high_hz")) for file in self.files],
                                 [("0.100003", "0.9", "", ""), ("0.5", "1.25", "100", "200"), ("0.5", "1.25", "300", "4000"),
                                  ("1", "2", "0", "8000.5"), ("2.25", "3", "", "5000")])
                self.assertEqual([int(file["samples"]) for file in self.files], [12800, 12000, 12000, 16000, 12000])

    def test_hdf5_has_the_rows_and_labels_of_npy(self):
        table = self.table(comma(BOXES, "a.wav"))
        self.made("in", table)
        self.made("in", table, "--format", "h5", "--verify", out="h5")
        with h5py.File(self.folder / "h5/features.h5") as file:
            self.assertEqual(file["features"][:].tobytes(), self.dataset("out").features.tobytes())
            paths = [path.decode() for path in file["paths"][:]]
        self.assertEqual(paths, [file["path"] for file in self.files])

    def test_the_dataset_is_as_documented(self):
        table = self.table(comma(BOXES, "a.wav"))
        for case, options in {"npy": [], "h5": ["--format", "h5"], "splits": ["--split-stable", "1:1:1"]}.items():
            (self.folder / case).mkdir()
            self.made("in", table, *options, out=case + "/dataset")
            documented_datasets.check(self.folder / case)

    def test_segments_have_the_rows_of_the_cut_files(self):
        boxes = [(0.25, 1.5, None, None, "x"), (1.0, 2.75, None, None, "y")]
        more = {"preset": SEGMENTS}
        self.made("in", self.table(comma(boxes, "a.wav")), "--verify", **more)
        self.assert_rows(self.samples, boxes, **more)

    def test_clips_are_cut_from_boxes(self):
        options = ["--set", "clip_ms=500"]
        self.made("in", self.table(comma(BOXES, "a.wav")), *options, "--verify")
        self.assert_rows(self.samples, IN_ORDER, options=options)

    def test_other_facts_stay_and_labels_can_be_left_out(self):
        self.made("in", self.table(comma(BOXES, "a.wav")), "--labels", "none", "--label-pattern", "{group}.wav")
        self.assertEqual({file["label"] for file in self.files}, {""})
        self.assertEqual({file["group"] for file in self.files}, {"a"})

    def test_a_label_can_have_another_column_and_a_separator(self):
        text = "file,start,stop,label,kind\na.wav,0,1,no,frog;toad\na.wav,1,2,no,\n"
        self.made("in", self.table(text), "--columns", "label=kind")
        self.assertEqual([file["label"] for file in self.files], ["frog;toad", ""])
        self.assertTrue((self.folder / "out/labels_multi.npy").exists())


class Recordings(BoxTest):
    """Other containers and rates."""

    def encoded(self, name, samples, rate):
        self.write("source.wav", wav(samples, rate))
        (self.folder / name).parent.mkdir(exist_ok=True)
        subprocess.run(["sox", "-D", "source.wav", name], check=True, cwd=self.folder)

    def test_overlapping_boxes_of_a_flac_over_many_slabs(self):
        samples = noise(150 * RATE, seed=2)
        self.encoded("in/long.flac", samples, RATE)
        boxes = [(2.3 * index, 2.3 * index + 9.1, None, None, "x") for index in range(60)]
        self.made("in", self.table(comma(boxes, "long.flac")), "--max-mem", "16M", "--threads", "2", "--verify")
        self.assert_rows(samples, boxes)

    def test_boxes_longer_than_a_slab(self):
        samples = noise(300 * RATE, seed=9)
        boxes = [(0.5, 1.5, None, None, "x"), (1.0, 290.0, None, None, "x"), (2.0, 280.25, None, None, "x"), (4.0, 5.0, None, None, "x")]
        for kind in ("flac", "wav"):
            with self.subTest(kind):
                self.encoded(f"{kind}/a.{kind}", samples, RATE)
                self.made(kind, self.table(comma(boxes, "a." + kind)), "--max-mem", "16M", "--verify", out="out-" + kind)
                self.assert_rows(samples, boxes, out="out-" + kind, folder="cuts-" + kind)

    def test_a_flac_that_is_resampled(self):
        samples = noise(4 * 44100, seed=3)
        self.encoded("in/a.flac", samples, 44100)
        boxes = [(0.1, 1.3, None, None, "x"), (0.7, 1.9, None, None, "x"), (3.0, 4.0, None, None, "x")]
        self.made("in", self.table(comma(boxes, "a.flac")), "--verify")
        self.assertEqual({file["rate_hz"] for file in self.files}, {"44100"})
        self.assert_rows(samples, boxes, rate=44100)

    def test_a_recording_that_ffmpeg_decodes(self):
        if shutil.which("ffmpeg") is None:
            return skipped("boxes of an M4A", "ffmpeg is not installed")
        samples = noise(5 * RATE, seed=8)
        self.write("source.wav", wav(samples))
        (self.folder / "in").mkdir()
        subprocess.run(["ffmpeg", "-loglevel", "error", "-i", "source.wav", "-c:a", "alac", "in/a.m4a"], check=True, cwd=self.folder)
        boxes = [(0.5, 1.5, None, None, "x"), (1.0, 2.0, None, None, "x"), (3.5, 4.75, None, None, "x")]
        self.made("in", self.table(comma(boxes, "a.m4a")), "--verify")
        self.assert_rows(samples, boxes)

    def test_stereo_with_a_row_for_each_channel(self):
        samples = noise(2 * RATE, seed=4, channels=2)
        self.write("in/a.wav", wav(samples))
        boxes = [(0.25, 1.0, None, None, "x"), (0.5, 2.0, None, None, "x")]
        options = ["--set", "channels=each", "--set", "loader=plain"]
        self.made("in", self.table(comma(boxes, "a.wav")), *options)
        self.assert_rows(samples, boxes, options=options)


class Matching(BoxTest):
    def setUp(self):
        super().setUp()
        for index, name in enumerate(["north/a.wav", "south/a.wav", "south/b.wav"]):
            self.write(f"in/{name}", wav(noise(2 * RATE, seed=index)))

    def paths(self, table, *options, source="in", **more):
        outcome = self.made(source, self.table(table, more.pop("name", "table.csv")), "--overwrite", *options, **more)
        return outcome, [file["path"] for file in self.files]

    def test_paths_relative_to_the_input_and_names_of_one_file(self):
        table = "file,begin,end\nsouth/a.wav,0,1\nb.wav,0.5,1\nin/north/a.wav,1,2\n"
        outcome, paths = self.paths(table)
        self.assertEqual(paths, ["in/north/a.wav#t=1,2", "in/south/a.wav#t=0,1", "in/south/b.wav#t=0.5,1"])
        self.assertNotIn("are left out", outcome.error_text)

    def test_a_name_of_several_files_is_left_out(self):
        outcome, paths = self.paths("file,begin,end\na.wav,0,1\nb.wav,0,1\nc.wav,0.25,1\n")
        self.assertEqual(paths, ["in/south/b.wav#t=0,1"])
        self.assertIn("1 box of table.csv matches several files and is left out; it is of a.wav at 0 s", outcome.error_text)
        self.assertIn("1 box of table.csv is of a file that no INPUT has, and is left out; it is of c.wav at 0.25 s",
                      outcome.error_text)
        self.assertIn("2 files have no box in table.csv and are left out; the first is in/north/a.wav", outcome.error_text)

    def test_paths_of_another_machine(self):
        heading = "Selection\tBegin Time (s)\tEnd Time (s)\tBegin Path\tBegin File\n"
        _, paths = self.paths(heading + "1\t0\t1\tC:\\birds\\b.wav\tb.wav\n2\t0\t1\t/data/south/a.wav\tsouth/a.wav\n")
        self.assertEqual(paths, ["in/south/a.wav#t=0,1", "in/south/b.wav#t=0,1"])

    def test_raven_tables_of_a_sound_of_several_files(self):
        heading = "Selection\tBegin Time (s)\tEnd Time (s)\tBegin File\tFile Offset (s)\n"
        _, paths = self.paths(heading + "1\t2.5\t3\tb.wav\t0.5\n2\t0.25\t1\tnorth/a.wav\t0.25\n")
        self.assertEqual(paths, ["in/north/a.wav#t=0.25,1", "in/south/b.wav#t=0.5,1"])

    def test_the_name_of_a_table_without_a_column_names_the_file(self):
        _, paths = self.paths("0\t1\tx\n", name="b.Table.1.txt")
        self.assertEqual(paths, ["in/south/b.wav#t=0,1"])
        _, paths = self.paths("0\t1\tx\n", source="in/north/a.wav", out="one")
        self.assertEqual(paths, ["in/north/a.wav#t=0,1"])

    def test_a_column_that_columns_names(self):
        _, paths = self.paths("file,sound,begin,end\nx,b.wav,0,1\n", "--columns", "path=sound")
        self.assertEqual(paths, ["in/south/b.wav#t=0,1"])


class Refusals(BoxTest):
    def setUp(self):
        super().setUp()
        self.write("in/a.wav", wav(noise(2 * RATE, seed=5)))
        self.write("in/b.wav", wav(noise(2 * RATE, seed=6)))

    def refused(self, table, *options, says, source="in"):
        outcome = self.batch(source, "refused", "--boxes", table, *options, expect=2)
        for text in says:
            self.assertIn(text, outcome.error_text)
        self.assertFalse((self.folder / "refused").exists())

    def test_tables_that_cannot_be_used(self):
        self.refused("nowhere.txt", says=["--boxes", "nowhere.txt", "a table of marks that is there"])
        self.refused("in", says=["--boxes", "a table of marks that is there"])
        cases = {"file,begin,end\na.wav,1,0.5\n": ["table.csv, line 2"],
                 "0\t1\tx\n": ["table.csv", "no column names the files", "Begin File", "2 files"],
                 "file,begin,end\nc.wav,0,1\n": ["table.csv", "no box is of a file of the INPUTs", "c.wav at 0 s", "relative to the INPUT"],
                 "file,begin,end\n": ["table.csv", "it has no box"],
                 "file,begin,end\na.wav,1,1\n": ["it has no box, only 1 point, ", "a begin and an end"]}
        for text, says in cases.items():
            with self.subTest(text):
                self.refused(self.table(text, "table.csv"), says=says)

    def test_inputs_and_options_that_do_not_go_with_boxes(self):
        table = self.table("file,begin,end\na.wav,0,1\n", "table.csv")
        self.write("labels.csv", b"path,label\na.wav,x\n")
        self.write("list.csv", b"path,label\nin/a.wav,x\n")
        self.refused(table, "--labels", "labels.csv", says=["--labels and --boxes"])
        self.refused(table, "--label-pattern", "{label}.wav", says=["--label-pattern", "the boxes have the labels"])
        self.refused(table, source="list.csv", says=["a list gives in/a.wav a label", "take the labels out of the list"])
        self.refused(table, "--columns", "fold=x", says=["--columns", "path=NAME"])
        self.refused(table, "--columns", "label=x", says=["x"])
        subprocess.run(["tar", "cf", "in.tar", "in"], check=True, cwd=self.folder)
        self.refused(table, source="in.tar", says=["in a tar", "unpack the tar"])

    def test_a_table_is_never_overwritten(self):
        table = self.table("file,begin,end\na.wav,0,1\n", "out/files.csv")
        before = (self.folder / table).read_bytes()
        outcome = self.batch("in", "out", "--boxes", table, "--overwrite", expect=2)
        self.assertIn("files.csv is the file of --boxes", outcome.error_text)
        self.assertEqual((self.folder / table).read_bytes(), before)

    def test_a_dry_run_counts_boxes(self):
        table = self.table("file,begin,end\na.wav,0,1\na.wav,0.5,1\nb.wav,0,1\nb.wav,1,3\n", "table.csv")
        outcome = self.batch("in", "out", "--boxes", table, "--dry-run", expect=3)
        self.assertIn("in/b.wav#t=1,3 ends at 3.000 s", outcome.error_text + outcome.out.decode())
        self.assertFalse((self.folder / "out").exists())

    def test_boxes_beyond_the_end_fail_alone_and_points_are_left_out(self):
        boxes = "file,begin,end,label\na.wav,0.5,2.5,x\na.wav,3,4,x\na.wav,1,2.0004,x\na.wav,0.25,0.25,point\nb.wav,1,1.01,short\n"
        outcome = self.made("in", self.table(boxes), expect=3)
        self.assertIn("1 mark of table.txt is a point without length and is left out", outcome.error_text)
        status = {file["path"]: file["status"] for file in self.files}
        self.assertEqual(status["in/a.wav#t=0.5,2.5"], "too-short")
        self.assertEqual(status["in/a.wav#t=3,4"], "too-short")
        self.assertEqual(status["in/a.wav#t=1,2.0004"], "ok")
        errors = {error["path"]: error["message"] for error in read_table(self.folder / "out/errors.csv")}
        self.assertIn("in/a.wav#t=0.5,2.5 ends at 2.500 s, but the recording ends at 2.000 s; correct the box, or leave it out",
                      errors["in/a.wav#t=0.5,2.5"])
        self.assertEqual({file["path"]: file["samples"] for file in self.files}["in/a.wav#t=1,2.0004"], str(RATE))

    def test_a_damaged_recording_fails_with_each_of_its_boxes(self):
        self.write("in/a.wav", b"no sound")
        self.made("in", self.table("file,begin,end\na.wav,0,1\na.wav,1,2\nb.wav,0,1\n"), expect=3)
        self.assertEqual([file["status"] for file in self.files], ["not-audio", "not-audio", "ok"])


class Changes(BoxTest):
    """The dataset follows its table."""

    def setUp(self):
        super().setUp()
        for index in range(2):
            self.write(f"in/{index}.wav", wav(noise(3 * RATE, seed=index)))
        self.boxes = [(index % 2, 0.25 * index, 0.25 * index + 0.5, 100, "xy"[index % 2]) for index in range(8)]

    def write_table(self):
        return self.table("file,begin,end,low_hz,label\n" + "".join(
            f"{file}.wav,{begin},{end},{low},{label}\n" for file, begin, end, low, label in self.boxes))

    def follow(self):
        """Runs the command again. The result is that of a run from nothing."""
        table = self.write_table()
        outcome = self.made("in", table)
        shutil.rmtree(self.folder / "fresh", ignore_errors=True)
        self.made("in", table, out="fresh")
        fresh = contents(self.folder / "fresh")
        for name, data in contents(self.folder / "out").items():
            if name != "dataset.json":
                self.assertEqual(data, fresh[name], name)
        return outcome.error_text + outcome.out.decode()

    def test_a_changed_table_is_a_changed_input(self):
        self.follow()
        before = (self.folder / "out/features.npy").stat()
        self.follow()
        self.assertEqual((self.folder / "out/features.npy").stat(), before, "nothing was to do")
        self.boxes[-1] = (1, 2.0, 2.75, 100, "y")
        said = self.follow()
        self.assertIn("0 inputs changed, 1 was added and 1 was removed", said)
        self.assertIn("rows of 7 of 8 files stay", said)
        self.boxes[0] = (0, 0.0, 0.5, 100, "z")
        self.follow()
        self.assertEqual(read_table(self.folder / "out/files.csv")[0]["label"], "z")
        self.boxes[0] = (0, 0.0, 0.5, 222, "z")
        self.follow()
        self.assertEqual(read_table(self.folder / "out/files.csv")[0]["low_hz"], "222")

    def test_a_changed_recording_is_made_again_and_a_touched_one_is_not(self):
        self.follow()
        os.utime(self.folder / "in/1.wav", (1, 1))
        before = (self.folder / "out/features.npy").stat()
        self.follow()
        self.assertEqual((self.folder / "out/features.npy").stat(), before)
        self.write("in/1.wav", wav(noise(3 * RATE, seed=9)))
        said = self.follow()
        self.assertIn("4 inputs changed", said)
        self.assertIn("rows of 4 of 8 files stay", said)


class Splits(BoxTest):
    def setUp(self):
        super().setUp()
        rows = []
        for index in range(20):
            self.write(f"in/{index:02}.wav", wav(noise(RATE, seed=index)))
            rows += [f"{index:02}.wav,{0.1 * box:.1f},{0.1 * box + 0.3:.1f},{'xyz'[(index + box) % 3]}\n" for box in range(1 + index % 5)]
        self.marks = self.table("file,begin,end,label\n" + "".join(rows))

    def test_a_recording_is_never_divided(self):
        for options in (["--split", "6:2:2"], ["--split-stable", "5:3:2"], ["--split", "6:2:2", "--split-by", "folder"]):
            with self.subTest(options):
                self.made("in", self.marks, *options, "--overwrite")
                splits = {}
                for file in self.files:
                    splits.setdefault(file["path"].split("#")[0], set()).add(file["split"])
                self.assertEqual(len(splits), 20)
                self.assertEqual({len(names) for names in splits.values()}, {1}, splits)
                if "--split-by" not in options:
                    self.assertEqual(set().union(*splits.values()), {"TRAINING", "VALIDATION", "TESTING"})

    def test_stable_splits_are_those_of_the_recordings(self):
        self.made("in", self.marks, "--split-stable", "5:3:2")
        self.batch("in", "files", "--split-stable", "5:3:2", "--labels", "none")
        whole = {file["path"]: file["split"] for file in read_table(self.folder / "files/files.csv")}
        for file in self.files:
            self.assertEqual(file["split"], whole[file["path"].split("#")[0]])

    def test_merged_shards_are_the_whole(self):
        for form in ("npy", "h5"):
            with self.subTest(form):
                options = ["--format", form, "--split", "6:2:2"]
                self.made("in", self.marks, *options, out="whole-" + form)
                for index in range(3):
                    self.batch("in", f"s{index}-{form}", "--boxes", self.marks, "--backend", "cpu", *options, "--shard", f"{index}/3")
                outcome = run("--merge", "merged-" + form, *(f"s{index}-{form}" for index in range(3)), "--merge-copy", cwd=self.folder)
                self.assertEqual(outcome.code, 0, str(outcome))
                whole, merged = contents(self.folder / f"whole-{form}"), contents(self.folder / f"merged-{form}")
                self.assertEqual(merged.keys(), whole.keys())
                for name in whole:
                    if form == "npy" or name.endswith(".csv"):
                        self.assertEqual(merged[name], whole[name], name)
                self.assertEqual((self.folder / f"merged-{form}/inputs.bin").read_bytes(), (self.folder / f"whole-{form}/inputs.bin").read_bytes())
                self.assertEqual(run("--batch", "--verify", "--out", "merged-" + form, cwd=self.folder).code, 0)


class Resumption(BoxTest):
    def test_a_killed_run_goes_on(self):
        samples = noise(60 * RATE, seed=7)
        self.write("in/a.wav", wav(samples))
        boxes = [(0.05 * index, 0.05 * index + 3, None, None, "x") for index in range(1000)]
        table = self.table(comma(boxes, "a.wav"))
        command = ["--batch", "in", "--boxes", table, "--out", "out", "--preset", "whisper-openai-80", "--backend", "cpu",
                   "--threads", "1", "--max-mem", "16M", "--commit", "64K", "--progress", "plain"]
        process = start(*command, cwd=self.folder)
        journal = self.folder / "out/journal.bin"
        wait_until(lambda: (journal.exists() and journal.stat().st_size > 4000) or process.poll() is not None, "rows are journaled")
        self.assertIsNone(process.poll(), "the run ended before it could be killed")
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.assertFalse((self.folder / "out/dataset.json").exists())
        outcome = run(*command, cwd=self.folder)
        self.assertEqual(outcome.code, 0, str(outcome))
        self.assertRegex(outcome.out.decode(), r"Kept +[\d,]+ rows of an earlier run")
        self.made("in", table, out="fresh")
        self.assertEqual((self.folder / "out/features.npy").read_bytes(), (self.folder / "fresh/features.npy").read_bytes())
        self.assertEqual((self.folder / "out/files.csv").read_bytes(), (self.folder / "fresh/files.csv").read_bytes())


if __name__ == "__main__":
    main()

"""Shards of a dataset and their merge: the bytes of a single run for any number of shards; and
messages about shards that are missing, damaged, of different inputs or made twice."""

import io
import json
import os
import shutil
import signal
import sys
import tarfile

import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from crc32c import crc32c
from commandline_support import (CODES, RATE_HZ, ProgramTest, contents, main, noise, run, skipped, start, wait_until, wav)

SYSTEMS = ("SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_MAX", "SLURM_ARRAY_TASK_COUNT",
           "SLURM_ARRAY_TASK_STEP", "SLURM_PROCID", "SLURM_NTASKS", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX",
           "AWS_BATCH_JOB_ARRAY_SIZE", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE")
NO_SYSTEM = {name: None for name in SYSTEMS}
SEGMENTS = "leak"


class ShardTest(ProgramTest):
    """A corpus with labels, splits by folder, different lengths, a file that fails in its header
    and one that fails in its samples."""

    def corpus(self, lengths=None):
        for index in range(14):
            split = ("train", "val", "test")[index % 3]
            length = lengths or 5000 + 3001 * (index * 5 % 7)
            self.write(f"in/{split}/{'ab'[index % 2]}/{index:02}.wav", wav(noise(length, index)))
        self.write("in/train/a/bad.wav", b"no audio")
        broken = numpy.append(noise(lengths or 9000, 50).astype("<f4")[:-1] / 32768, numpy.float32("nan"))
        self.write("in/val/b/nan.wav", wav(broken))

    def shards(self, count, *options, order=None, expect=None, preset=None, **more):
        """The shards' folders."""
        names = []
        for index in order or range(count):
            name = f"s{count}/{index:03}"
            outcome = self.shard(f"{index}/{count}", name, *options, preset=preset, **more)
            self.assertIn(outcome.code, (0, 3) if expect is None else (expect,), str(outcome))
            names.append(name)
        return sorted(names)

    def shard(self, which, name, *options, preset=None, **more):
        return run("--batch", *self.inputs, "--out", name, "--preset", preset or self.preset, "--shard", which, "--progress", "plain",
                   *self.options, *options, cwd=self.folder, **more)

    def merge(self, out, names, *options, expect=3, **more):
        outcome = run("--merge", out, *names, "--progress", "plain", *options, cwd=self.folder, **more)
        self.assertEqual(outcome.code, expect, str(outcome))
        return outcome

    def whole(self, name="whole", expect=3):
        self.batch(self.inputs, name, *self.options, preset=self.preset, expect=expect)
        return contents(self.folder / name)

    def assert_refused_merge(self, names, code, *words, out="refused", options=()):
        outcome = self.merge(out, names, *options, expect=code)
        for word in words:
            self.assertIn(word, outcome.error_text)
        self.assertFalse((self.folder / out / "dataset.json").exists())
        return outcome

    inputs = ("in",)
    preset = "whisper-openai-80"
    options = ()


class SameBytes(ShardTest):
    """n = 1, 2, 5, 64: there may be more shards than files."""

    def check(self, preset, *options, counts=(1, 2, 64), merge_options=(), lengths=None, files=16):
        self.corpus(lengths)
        self.preset, self.options = preset, options
        usual = self.whole()
        for count in counts:
            with self.subTest(f"{count} shards, {' '.join(options)}"):
                names = self.shards(count)
                self.merge(f"out{count}", reversed(names), *merge_options)
                self.assertEqual(contents(self.folder / f"out{count}"), usual)
                self.assertEqual((self.folder / f"out{count}/inputs.bin").read_bytes(),
                                 (self.folder / "whole/inputs.bin").read_bytes())
                rows = [json.loads((self.folder / name / "dataset.json").read_text())["totals"] for name in names]
                self.assertEqual(sum(one["files"] for one in rows), files)
        # the result is an ordinary dataset
        last = f"out{counts[-1]}"
        again = self.batch(self.inputs, last, *options, preset=preset, expect=3)
        self.assertEqual(contents(self.folder / last), usual)
        verified = run("--batch", "--verify", "--out", last, cwd=self.folder)
        self.assertEqual(verified.code, 0, str(verified))
        return again

    def test_frames(self):
        self.check("whisper-openai-80")

    def test_frames_with_splits_in_a_ratio(self):
        self.check("whisper-openai-80", "--split", "8:1:1", counts=(2, 5))

    def test_segments_with_mapping_and_waveforms_and_splits_by_folders(self):
        self.check(SEGMENTS, "--waveform", "--split", "folders", counts=(2, 64))

    def test_copied_hdf5_frames(self):
        self.check("whisper-openai-80", "--format", "h5", "--split", "folders", merge_options=("--merge-copy",))

    def test_copied_hdf5_segments_with_waveforms(self):
        self.check(SEGMENTS, "--format", "h5", "--waveform", counts=(2, 64), merge_options=("--merge-copy",))

    def test_several_labels_folds_groups_and_numbers(self):
        lines = ["path,label,fold,group,x,y"]
        for index in range(0, 14, 2):  # no message about the other shards
            split = ("train", "val", "test")[index % 3]
            labels = ("cat", "a;b", "dog;cat", "a;b")[index % 4]
            lines.append(f"in/{split}/a/{index:02}.wav,{labels},{index % 3},g{index % 4},{index / 3},-1e-30")
        self.write("table.csv", ("\n".join(lines) + "\n").encode())
        for form, merge_options in (("npy", ()), ("h5", ("--merge-copy",))):
            with self.subTest(form):
                self.check("whisper-openai-80", "--labels", "table.csv", "--columns", "target=x,target=y",
                           "--split", "fold=1", "--format", form, counts=(1, 5), merge_options=merge_options)
                for name in ("whole", "out1", "out5", "s1", "s5"):
                    shutil.rmtree(self.folder / name, ignore_errors=True)

    def test_a_label_that_holds_the_separator_of_files_csv(self):
        self.write("table.csv", b"path,label\nin/train/a/00.wav,x;y\nin/train/b/03.wav,y\n")
        self.check("whisper-openai-80", "--labels", "table.csv", "--label-separator", "none", counts=(2,))

    def test_clips_and_tars(self):
        with tarfile.open(self.folder / "tar.tar", "w") as tar:
            for index in range(3):
                member = tarfile.TarInfo(f"deep/{index}.wav")
                data = wav(noise(7000 + 4000 * index, 70 + index))
                member.size = len(data)
                tar.addfile(member, io.BytesIO(data))
        self.inputs = ("in", "tar.tar")
        self.check("whisper-openai-80", "--set", "clip_ms=800", "--set", "clip_pad=repeat", counts=(2, 64), files=19)

    def test_nothing_usable(self):
        self.write("in/a.wav", b"no audio")
        usual = self.whole()
        names = self.shards(3)
        self.merge("out", names)
        self.assertEqual(contents(self.folder / "out"), usual)


class Virtual(ShardTest):
    """HDF5 without --merge-copy: equal array by array."""

    def setUp(self):
        super().setUp()
        try:
            import h5py
        except ImportError:
            skipped("virtual datasets", "h5py is not installed")
            self.skipTest("h5py is not installed")
        self.h5py = h5py

    def arrays(self, path):
        with self.h5py.File(path) as file:
            return ({name: (file[name][...].tolist() if file[name].dtype.hasobject else
                            (file[name].dtype.str, file[name].shape, file[name][...].tobytes())) for name in file},
                    dict(file.attrs))

    def compare(self, usual, merged):
        files = sorted(path.name for path in (self.folder / usual).glob("*.h5"))
        self.assertTrue(files)
        self.assertEqual(files, sorted(path.name for path in (self.folder / merged).glob("*.h5")))
        for name in files:
            self.assertEqual(self.arrays(self.folder / usual / name), self.arrays(self.folder / merged / name))
            self.assertLess((self.folder / merged / name).stat().st_size, 200_000)
        for table in ("files.csv", "errors.csv"):
            self.assertEqual((self.folder / usual / table).read_bytes(), (self.folder / merged / table).read_bytes())

    def check(self, preset, *options, counts=(1, 2, 64)):
        self.corpus()
        self.preset, self.options = preset, ("--format", "h5", *options)
        self.whole()
        for count in counts:
            with self.subTest(count):
                names = self.shards(count)
                self.merge(f"out{count}", names)
                self.compare("whole", f"out{count}")
                verified = run("--batch", "--verify", "--out", f"out{count}", cwd=self.folder)
                self.assertEqual(verified.code, 0, str(verified))

    def test_frames(self):
        self.check("whisper-openai-80", "--split", "folders")

    def test_segments_with_waveforms(self):
        self.check(SEGMENTS, "--waveform", counts=(2, 64))

    def test_debug_says_each_step(self):
        """Which shard, how its rows are copied, and by which way they are written, each with its reason."""
        self.corpus()
        self.preset, self.options = "whisper-openai-80", ("--format", "h5")
        names = self.shards(2)
        lines = self.merge("merged", names, "--log-level", "debug").err.decode()
        for index, name in enumerate(names):
            self.assertRegex(lines, rf"debug: shard {index}/2: {name}, \d+ files from number \d+ on, by ")
        self.assertIn("debug: rows: stay in the shards, to which a virtual dataset refers", lines)
        self.assertIn("debug: merged: claimed for the dataset of these shards", lines)
        self.assertIn("debug: synced and sealed in ", lines)
        self.assertIn("debug: merged: holds the dataset of these shards: nothing is written",
                      self.merge("merged", names, "--log-level", "debug").err.decode())
        lines = self.merge("copied", names, "--merge-copy", "--no-cache", "--log-level", "debug").err.decode()
        self.assertIn("debug: rows: copied into new arrays, because --merge-copy asks for it", lines)
        self.assertRegex(lines, r"debug: shard 0, \S+, \S+: [\d,]+ bytes (are read and written: |share the blocks)")
        self.assertRegex(lines, r"debug: output copied/\S+\.part: pwrite, [\d,]+ bytes are less than 1,073,741,824")
        self.assertIn("are less than 268,435,456",
                      self.merge("again", names, "--merge-copy", "--log-level", "debug").err.decode())
        self.assertNotIn("debug", self.merge("quiet", names).err.decode())

    def test_relative_places(self):
        """The result and its shards move together, and can be read from any folder."""
        self.corpus()
        self.preset, self.options = "whisper-openai-80", ("--format", "h5")
        self.whole()
        names = self.shards(2)
        self.merge("data/deep/out", names)
        (self.folder / "moved").mkdir()
        for name in ("data", "s2"):
            (self.folder / name).rename(self.folder / "moved" / name)
        before = os.getcwd()
        os.chdir("/")
        try:
            self.compare("whole", "moved/data/deep/out")
        finally:
            os.chdir(before)
        shutil.rmtree(self.folder / "moved/s2/001")
        verified = run("--batch", "--verify", "--out", "moved/data/deep/out", cwd=self.folder)
        self.assertEqual(verified.code, CODES["verification"], str(verified))
        self.assertIn("s2/001/features.h5", verified.error_text)
        self.assertIn("missing", verified.error_text)

    def test_names_that_hdf5_would_take_for_patterns(self):
        self.corpus()
        self.preset, self.options = "whisper-openai-80", ("--format", "h5")
        self.whole()
        names = ["50%b/0 %%", "50%b/1%"]
        for index, name in enumerate(names):
            self.shard(f"{index}/2", name)
        self.merge("out%", names)
        self.compare("whole", "out%")

    def test_a_cut_and_a_changed_shard(self):
        self.corpus()
        self.preset, self.options = "whisper-openai-80", ("--format", "h5")
        names = self.shards(2)
        self.merge("out", names)
        path = self.folder / names[1] / "features.h5"
        whole = path.read_bytes()
        offset = next(array["offset"] for array in json.loads((self.folder / names[1] / "dataset.json").read_text())["arrays"]
                      if array["name"] == "features")
        changed = bytearray(whole)
        changed[offset + 1000] ^= 1
        header = bytearray(whole)
        header[60] ^= 1
        for damaged, words in ((whole[:-1], "bytes but had"), (bytes(changed), "changed after it was written"),
                               (bytes(header), "header")):
            path.write_bytes(damaged)
            verified = run("--batch", "--verify", "--out", "out", cwd=self.folder)
            self.assertEqual(verified.code, CODES["verification"], str(verified))
            self.assertIn(words, verified.error_text)

    def test_copied_then_virtual(self):
        self.corpus()
        self.preset, self.options = "whisper-openai-80", ("--format", "h5")
        usual = self.whole()
        names = self.shards(2)
        self.merge("out", names)
        self.merge("out", names, "--merge-copy")
        self.assertEqual(contents(self.folder / "out"), usual)
        self.merge("out", names)
        self.compare("whole", "out")
        self.assertIn("already", self.merge("out", names).out.decode())

    def test_a_virtual_dataset_follows_its_inputs(self):
        self.corpus()
        self.preset, self.options = "whisper-openai-80", ("--format", "h5")
        self.merge("out", self.shards(2))
        self.write("in/train/a/00.wav", wav(noise(20000, 99)))
        self.batch("in", "out", *self.options, preset=self.preset, expect=3)
        usual = self.whole()
        self.assertEqual(contents(self.folder / "out"), usual)


class Alone(ShardTest):
    """A shard as a run of its own."""

    def test_the_same_command_again_reads_no_header(self):
        self.corpus()
        self.shard("1/3", "s")
        before = contents(self.folder / "s")
        for name in ("train/a/bad", "val/b/nan"):  # a run with errors always reads headers
            (self.folder / f"in/{name}.wav").unlink()
        self.assertEqual(self.shard("1/3", "s").code, 0)
        clean = contents(self.folder / "s")
        self.assertNotEqual(before, clean)
        # Damages headers without a change that stat shows. The run must not read them.
        paths = [path for path in (self.folder / "in").rglob("*.wav")]
        kept = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in paths}
        for path, (data, time) in kept.items():
            path.write_bytes(b"XXXX" + data[4:])
            os.utime(path, ns=(time, time))
        again = self.shard("1/3", "s")
        self.assertEqual(again.code, 0, str(again))
        self.assertIn(b"already exists", again.out)
        self.assertEqual(contents(self.folder / "s"), clean)
        for path, (data, time) in kept.items():
            path.write_bytes(data)
            os.utime(path, ns=(time, time))
        # a changed time of a different shard's file: headers are read once more, then the run is
        # quick again
        os.utime(self.folder / "in/train/a/00.wav")
        self.assertEqual(self.shard("1/3", "s").code, 0)
        inputs = (self.folder / "s/inputs.bin").read_bytes()
        self.assertIn(b"already exists", self.shard("1/3", "s").out)
        self.assertEqual((self.folder / "s/inputs.bin").read_bytes(), inputs)

    def test_another_shard_in_the_same_folder(self):
        self.corpus()
        self.shard("0/2", "s")
        before = contents(self.folder / "s")
        outcome = self.shard("1/2", "s")
        self.assertEqual(outcome.code, CODES["other plan"], str(outcome))
        self.assertIn("shard/index: 0 there, 1 now", outcome.error_text)
        whole = run("--batch", "in", "--out", "s", "--preset", self.preset, cwd=self.folder)
        self.assertEqual(whole.code, CODES["other plan"], str(whole))
        self.assertEqual(contents(self.folder / "s"), before)

    def test_overwrite_leaves_nothing_of_a_shard(self):
        self.corpus()
        self.shard("0/2", "s")
        self.assertTrue((self.folder / "s/shard.bin").exists())
        self.batch("in", "s", "--overwrite", expect=3)
        self.assertEqual(contents(self.folder / "s"), self.whole())

    def test_bad_values(self):
        self.corpus()
        for which in ("3/3", "-1/3", "1", "1/", "/3", "x/3", "0/0", "1/100001", "auto/0", "auto/x", "automatic", "1/2/3"):
            outcome = self.shard(which, "s", environment=NO_SYSTEM)
            self.assertEqual(outcome.code, 2, str(outcome))
            self.assertIn("--shard", outcome.error_text)
            self.assertFalse((self.folder / "s").exists())

    def test_dry_run(self):
        self.corpus()
        outcome = run("--batch", "in", "--out", "s", "--preset", self.preset, "--shard", "0/2", "--dry-run", "--progress", "json",
                      cwd=self.folder)
        self.assertLess(json.loads(outcome.out)["files"], 16)

    def test_a_killed_shard_is_taken_up(self):
        self.corpus()
        for index in range(3):
            self.write(f"in/train/a/long{index}.wav", wav(noise(40 * RATE_HZ, index)))
        usual = self.whole()
        self.shard("0/2", "s2/000")
        for delay in range(6):
            process = start("--batch", "in", "--out", "s2/001", "--preset", self.preset, "--shard", "1/2", "--commit", "10K",
                            "--threads", "1", cwd=self.folder)
            try:
                wait_until(lambda: (self.folder / "s2/001/journal.bin").exists() or process.poll() is not None, "a commit")
            finally:
                process.kill()
                process.wait()
            if process.returncode == -signal.SIGKILL:
                break
        outcome = self.merge("early", ["s2/000", "s2/001"], expect=2) if not (self.folder / "s2/001/dataset.json").exists() else None
        if outcome:
            self.assertIn("not finished", outcome.error_text)
        self.assertEqual(self.shard("1/2", "s2/001").code, 3)
        self.merge("out", ["s2/000", "s2/001"])
        self.assertEqual(contents(self.folder / "out"), usual)


class Refusals(ShardTest):
    """The messages of --merge for shards that do not belong together."""

    def setUp(self):
        super().setUp()
        self.corpus()

    def test_missing_twice_and_none(self):
        names = self.shards(3)
        self.assert_refused_merge([names[0], names[2]], 2, "1 of 3 shards are missing: 1/3")
        shutil.copytree(self.folder / names[1], self.folder / "copy")
        self.assert_refused_merge([*names, "copy"], 2, "the same part")
        self.assert_refused_merge(["nowhere", *names], 2, "nowhere", "no dataset.json")
        self.whole()
        self.assert_refused_merge(["whole", *names], 2, "not a shard")
        self.assert_refused_merge(names[:1], 2, "2 of 3")
        self.assertEqual(run("--merge", "out", cwd=self.folder).code, 2)
        outcome = self.merge(names[0], names, expect=2)
        self.assertIn("both a shard and the folder of the result", outcome.error_text)

    def test_made_twice_is_the_same(self):
        names = self.shards(2)
        usual = self.whole()
        self.shard("1/2", "s2/001", "--overwrite")
        self.merge("out", names)
        self.assertEqual(contents(self.folder / "out"), usual)

    def test_different_counts_and_settings(self):
        names = self.shards(2)
        self.shard("1/3", "third")
        self.assert_refused_merge([names[0], "third"], 2, "different numbers of parts")
        self.shard("1/2", "other", "--set", "bands=40")
        self.assert_refused_merge([names[0], "other"], 5, "bands: 80 there, 40 now")

    def test_other_devices(self):
        names = self.shards(2)
        path = self.folder / names[1] / "dataset.json"
        text = path.read_text()
        settings = text.index('"settings"')
        text = text[:settings] + text[settings:].replace('"backend": "cpu"', '"backend": "cuda, NVIDIA H200"')
        body = text[:text.rindex(',\n  "crc32c": "')]
        path.write_text(f'{body},\n  "crc32c": "{crc32c(body.encode()):08x}"\n}}\n')
        self.assert_refused_merge(names, 5, "different kinds of device", "NVIDIA H200")

    def test_files_that_came_went_and_changed_between_shards(self):
        self.shard("0/2", "s2/000")
        self.write("in/test/a/zz.wav", wav(noise(9000)))     # in the second shard
        self.write("in/aaa/new.wav", wav(noise(9000)))        # of the first, which does not have it
        (self.folder / "in/train/b/03.wav").unlink()
        self.write("in/val/b/01.wav", wav(noise(40000)))
        self.shard("1/2", "s2/001")
        names = ["s2/000", "s2/001"]
        self.assert_refused_merge(names, 5, "in/test/a/zz.wav is only in the second", "in/aaa/new.wav is only in the second",
                                  "in/train/b/03.wav is only in the first", "in/val/b/01.wav differs")
        self.assertIn(self.shard("0/2", "s2/000").code, (0, 3))
        self.shard("1/2", "s2/001")
        self.merge("out", names)
        self.assertEqual(contents(self.folder / "out"), self.whole())

    def test_damage(self):
        names = self.shards(2)
        folder = self.folder / names[1]
        whole = contents(folder)
        features = bytearray(whole["features.npy"])
        features[5000] ^= 1
        table = whole["files.csv"].replace(b",ok", b",OK", 1)
        for name, damaged, word in (("features.npy", whole["features.npy"][:-1], "bytes"),
                                    ("features.npy", bytes(features), "changed after they were written"),
                                    ("features.npy", None, "missing"), ("files.csv", table, "files.csv"),
                                    ("errors.csv", whole["errors.csv"] + b"x", "errors.csv"), ("inputs.bin", b"", "inputs.bin"),
                                    ("dataset.json", whole["dataset.json"][:-9], "dataset.json")):
            with self.subTest(name):
                kept = (folder / name).read_bytes()
                if damaged is None:
                    (folder / name).unlink()
                else:
                    (folder / name).write_bytes(damaged)
                self.assert_refused_merge(names, CODES["verification"], word, names[1])
                (folder / name).write_bytes(kept)
        self.merge("refused", names)
        self.assertEqual(contents(self.folder / "refused"), self.whole())

    def test_the_output_folder(self):
        names = self.shards(2)
        usual = self.whole()
        joined = self.merge("out", names)
        self.assertIn("done: 16/16 files", joined.error_text)
        self.assertEqual(contents(self.folder / "out"), usual)
        again = self.merge("out", names)
        self.assertIn("already", again.out.decode())
        summary = json.loads(run("--merge", "out", *names, "--progress", "json", cwd=self.folder).out)
        self.assertEqual((summary["summary"], summary["shards"], summary["already_complete"], summary["files"], summary["failed"]),
                         ("merge", 2, True, 16, 2))
        self.batch("in", "other", "--set", "bands=40", expect=3)
        before = contents(self.folder / "other")
        outcome = self.merge("other", names, expect=5)
        self.assertIn("bands", outcome.error_text)
        self.assertEqual(contents(self.folder / "other"), before)
        self.merge("other", names, "--overwrite")
        self.assertEqual(contents(self.folder / "other"), usual)
        self.write("mine/features.npy", b"mine")
        self.merge("mine", names, expect=5)
        self.merge("mine", names, "--overwrite", expect=5)
        self.assertEqual((self.folder / "mine/features.npy").read_bytes(), b"mine")

    def test_a_killed_merge_begins_anew(self):
        names = self.shards(2)
        usual = self.whole()
        for size in (0, 1000, 10**9):  # files that a killed merge leaves
            out = self.folder / f"out{size}"
            out.mkdir()
            shutil.copy(self.folder / "whole/files.csv", out / "files.csv.tmp")
            plan = self.plan_of_whole()
            (out / "plan.json").write_bytes(plan)
            (out / "features.npy.part").write_bytes(usual["features.npy"][:size])
            self.merge(out.name, names)
            self.assertEqual(contents(out), usual)

    def plan_of_whole(self):
        """plan.json of a stopped run."""
        if not hasattr(self, "plan"):
            process = start("--batch", "in", "--out", "stopped", "--preset", self.preset, "--threads", "1", cwd=self.folder)
            path = self.folder / "stopped/plan.json"
            wait_until(lambda: path.exists() or process.poll() is not None, "a plan")
            process.send_signal(signal.SIGSTOP)
            self.plan = path.read_bytes()
            process.kill()
            process.wait()
        return self.plan


class Automatic(ShardTest):
    """--shard auto."""

    def check(self, expected, which="auto", expect=0, **variables):
        outcome = run("--batch", "in", "--out", "parts", "--preset", self.preset, "--shard", which, cwd=self.folder,
                      environment={**NO_SYSTEM, **{name: str(value) for name, value in variables.items()}})
        self.assertEqual(outcome.code, expect, str(outcome))
        if expect == 0:
            self.assertEqual([path.name for path in (self.folder / "parts").iterdir()], [expected], str(outcome))
            shutil.rmtree(self.folder / "parts")
        else:
            self.assertFalse((self.folder / "parts").exists())
            for word in expected:
                self.assertIn(word, outcome.error_text)

    def slurm(self, index, least, most, count, step=1):
        return dict(zip(SYSTEMS[:5], (index, least, most, count, step)))

    def test_systems(self):
        self.good_files()
        self.check("shard-003-of-008", **self.slurm(3, 0, 7, 8))
        self.check("shard-002-of-004", **self.slurm(11, 5, 14, 4, 3))
        self.check("shard-000-of-001", **self.slurm(5, 5, 5, 1))
        self.check("shard-003-of-008", **self.slurm(3, 0, 7, 8), SLURM_PROCID=0, SLURM_NTASKS=1)
        self.check("shard-003-of-008", **self.slurm(3, 0, 7, 8), SLURM_PROCID=0)
        self.check("shard-005-of-006", SLURM_PROCID=5, SLURM_NTASKS=6)
        self.check("shard-063-of-064", which="auto/64", JOB_COMPLETION_INDEX=63)
        self.check("shard-002-of-010", AWS_BATCH_JOB_ARRAY_INDEX=2, AWS_BATCH_JOB_ARRAY_SIZE=10)
        self.check("shard-002-of-010", which="auto/10", AWS_BATCH_JOB_ARRAY_INDEX=2)
        self.check("shard-001-of-003", OMPI_COMM_WORLD_RANK=1, OMPI_COMM_WORLD_SIZE=3)
        self.check("shard-001-of-003", OMPI_COMM_WORLD_RANK=1, OMPI_COMM_WORLD_SIZE=3, SLURM_PROCID=0, SLURM_NTASKS=3)

    def test_refusals(self):
        self.good_files()
        self.check(("SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "--shard i/n"), expect=2)
        self.check(("JOB_COMPLETION_INDEX=3", "--shard auto/n"), expect=2, JOB_COMPLETION_INDEX=3)
        self.check(("not evenly spaced",), expect=2, **self.slurm(3, 1, 7, 3))
        self.check(("SLURM_ARRAY_TASK_MIN",), expect=2, SLURM_ARRAY_TASK_ID=3, SLURM_ARRAY_TASK_MIN=0)
        self.check(("contradict", "SLURM_ARRAY_TASK_ID=3", "SLURM_PROCID=1"), expect=2, **self.slurm(3, 0, 7, 8), SLURM_PROCID=1,
                   SLURM_NTASKS=4)
        self.check(("contradict", "OMPI", "JOB_COMPLETION_INDEX"), expect=2, which="auto/8", JOB_COMPLETION_INDEX=1,
                   OMPI_COMM_WORLD_RANK=2, OMPI_COMM_WORLD_SIZE=8)
        self.check(("auto/9",), expect=2, which="auto/9", **self.slurm(3, 0, 7, 8))
        self.check(("SLURM_PROCID=x",), expect=2, SLURM_PROCID="x", SLURM_NTASKS=4)
        self.check(("index must be from 0",), expect=2, which="auto/4", JOB_COMPLETION_INDEX=4)

    def test_shards_inside_an_input_are_no_inputs(self):
        self.good_files()
        for index in range(2):
            outcome = run("--batch", "in", "--out", "in/parts", "--preset", self.preset, "--shard", "auto/2", cwd=self.folder,
                          environment={**NO_SYSTEM, "JOB_COMPLETION_INDEX": str(index)})
            self.assertEqual(outcome.code, 0, str(outcome))
        names = [f"in/parts/shard-{index:03}-of-002" for index in range(2)]
        self.merge("out", names, expect=0)


if __name__ == "__main__":
    main()

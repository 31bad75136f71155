"""--export: every format is read back by readers that share nothing with Melstrom, and each value is
compared with the dataset's own arrays, bit for bit.

Readers: tarfile, numpy, zarr (python3-zarr), and for Kaldi and lhotse code written here from their
formats. For Parquet and Arrow: hyparquet and apache-arrow of npm, if MELSTROM_NODE_MODULES names a
folder with both (`npm install hyparquet apache-arrow`; the folder is its node_modules)."""

import base64
import io
import json
import os
import pathlib
import shutil
import signal
import struct
import subprocess
import sys
import tarfile
from decimal import ROUND_HALF_UP, Decimal

import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import (CODES, RATE_HZ, Fault, ProgramTest, fault_shim, main, noise, read_table, run, skipped,
                                 start, wait_until, wav)

FORMATS = ("kaldi", "webdataset", "parquet", "arrow", "zarr", "lhotse", "huggingface")
PARTS = {"TRAINING": "train", "VALIDATION": "validation", "TESTING": "test", None: None}
READ_PARQUET = """
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet'
const rows = await parquetReadObjects({ file: await asyncBufferFromFile(process.argv[2]) })
for (const row of rows) row.values = Buffer.from(Float32Array.from(row.values).buffer).toString('base64')
console.log(JSON.stringify(rows))
"""
READ_ARROW = """
import { tableFromIPC } from 'apache-arrow'
import { readFileSync } from 'node:fs'
const table = tableFromIPC(readFileSync(process.argv[2]))
const rows = []
for (const batch of table.batches) {
  const list = batch.getChild('values').data[0]
  const child = list.children[0]
  for (let i = 0; i < batch.numRows; ++i) {
    const row = {}
    for (const field of batch.schema.fields) if (field.name != 'values') row[field.name] = batch.getChild(field.name).get(i)
    const values = child.values.slice(list.valueOffsets[i], list.valueOffsets[i + 1])
    row.values = Buffer.from(values.buffer).toString('base64')
    row.type = String(child.type)
    rows.push(row)
  }
}
console.log(JSON.stringify(rows))
"""


def kaldi_matrix(path, offset):
    """A binary float matrix: src/matrix/kaldi-matrix.cc, Matrix<Real>::Read."""
    with open(path, "rb") as ark:
        ark.seek(offset)
        assert ark.read(5) == b"\0BFM ", "no float matrix"
        sizes = []
        for _ in range(2):
            assert ark.read(1) == b"\4", "a count has four bytes"
            sizes.append(struct.unpack("<i", ark.read(4))[0])
        data = ark.read(4 * sizes[0] * sizes[1])
    return numpy.frombuffer(data, "<f4").reshape(sizes)


def tree(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def lines(path):
    return [line.split(" ", 1) for line in path.read_text(encoding="utf-8").splitlines()]


class ExportTest(ProgramTest):
    OPTIONS = ("--split", "folders")
    PRESET = "whisper-openai-80"

    def setUp(self):
        super().setUp()
        for index in range(9):
            part = ("train", "train", "test")[index % 3]
            label = ("cat", "dög", 'say "hi"')[index // 3]
            self.write(f"in/{part}/{label}/sound {index}.x.wav", wav(noise(RATE_HZ + 777 * index, seed=index)))
        self.write("in/train/cat/broken.wav", b"RIFF of nothing")
        self.batch("in", "out", *self.OPTIONS, expect=CODES["some failed"], preset=self.PRESET)
        self.labels = json.loads((self.folder / "out/dataset.json").read_text(encoding="utf-8"))["labels"]
        self.expected = {}  # by part: lines of files.csv with their rows
        for line in read_table(self.folder / "out/files.csv"):
            if line["status"] != "ok":
                continue
            split = line.get("split")
            array = self.features(split)
            first = int(line["first_row"])
            self.expected.setdefault(PARTS[split], []).append((line, array[first:first + int(line["rows"])]))

    def features(self, split):
        return numpy.load(self.folder / ("out/features" + (f"_{split}" if split else "") + ".npy"))

    def export(self, kind, out=None, expect=0, **more):
        outcome = run("--export", kind, "out", "--out", out or kind, cwd=self.folder, **more)
        self.assertEqual(outcome.code, expect, str(outcome))
        return self.folder / (out or kind)

    def assert_same(self, values, rows, what):
        self.assertEqual(values.shape, rows.shape, what)
        self.assertEqual(values.dtype, rows.dtype, what)
        self.assertEqual(values.tobytes(), rows.tobytes(), what)

    def node(self, script, path):
        modules = os.environ.get("MELSTROM_NODE_MODULES")
        file = pathlib.Path(modules).parent / f"read-{os.getpid()}.mjs"
        file.write_text(script)
        self.addCleanup(file.unlink, missing_ok=True)
        read = subprocess.run(["node", file, path], capture_output=True, check=False)
        self.assertEqual(read.returncode, 0, read.stderr.decode())
        return json.loads(read.stdout)

    def has_node(self):
        if os.environ.get("MELSTROM_NODE_MODULES") and shutil.which("node"):
            return True
        skipped("values of Parquet and Arrow", "MELSTROM_NODE_MODULES or node is missing")
        return False

    def check_lines(self, read, part, dtype):
        expected = self.expected[part]
        self.assertEqual(len(read), len(expected))
        for row, (line, rows) in zip(read, expected):
            self.assertEqual(row["path"], line["path"])
            self.assertEqual(row["label"], line["label"])
            self.assertEqual(row["label_id"], self.labels.index(line["label"]))
            self.assertEqual((row["rows"], row["bands"], row["frames"]),
                             (rows.shape[0], rows.shape[1], rows.shape[2] if rows.ndim == 3 else 1))
            values = numpy.frombuffer(base64.b64decode(row["values"]), dtype).reshape(rows.shape)
            self.assert_same(values, rows.astype(dtype), line["path"])

    def parts(self):
        return {part or "all": part for part in self.expected}

    def kaldi_rows(self, key, table):
        place, offset = table[key].rsplit(":", 1)
        return kaldi_matrix(self.folder / "kaldi" / place, int(offset))

    def test_kaldi(self):
        folder = self.export("kaldi")
        self.assertEqual(sorted(os.listdir(folder)), sorted(self.parts()))
        for name, part in self.parts().items():
            table = dict(lines(folder / name / "feats.scp"))
            self.assertEqual(list(table), sorted(table))
            text = dict(lines(folder / name / "text"))
            frames = dict(lines(folder / name / "utt2num_frames"))
            self.assertEqual(lines(folder / name / "utt2spk"), [[key, key] for key in table])
            self.assertEqual(lines(folder / name / "spk2utt"), [[key, key] for key in table])
            keys = iter(table)
            for line, rows in self.expected[part]:
                for matrix in ([rows] if rows.ndim == 2 else rows.transpose(0, 2, 1)):
                    key = next(keys)
                    self.assertEqual(int(key.split("-")[0]), int(line["file"]))
                    self.assert_same(self.kaldi_rows(key, table), numpy.ascontiguousarray(matrix.astype("f4")), key)
                    self.assertEqual(text[key], line["label"])
                    self.assertEqual(int(frames[key]), len(matrix))
            self.assertIsNone(next(keys, None))

    def test_webdataset(self):
        folder = self.export("webdataset")
        self.assertEqual(sorted(os.listdir(folder)), sorted(f"{name}-000000.tar" for name in self.parts()))
        for name, part in self.parts().items():
            with tarfile.open(folder / f"{name}-000000.tar") as tar:
                members = [(member.name, tar.extractfile(member).read()) for member in tar]
            for index, (line, rows) in enumerate(self.expected[part]):
                (label, cls), (text, described), (array, npy) = members[3 * index:3 * index + 3]
                self.assertEqual({label, text, array}, {label[:-4] + end for end in (".cls", ".json", ".npy")})
                self.assertEqual(label.count("."), 1)  # the key ends at the first dot
                self.assertEqual(int(cls), self.labels.index(line["label"]))
                self.assertEqual(json.loads(described)["path"], line["path"])
                self.assertEqual(json.loads(described)["label"], line["label"])
                self.assert_same(numpy.load(io.BytesIO(npy)), rows, line["path"])
            self.assertEqual(len(members), 3 * len(self.expected[part]))

    def test_parquet(self):
        folder = self.export("parquet")
        for name, part in self.parts().items():
            data = (folder / f"{name}-00000-of-00001.parquet").read_bytes()
            self.assertEqual(data[:4] + data[-4:], b"PAR1PAR1")
            if self.has_node():
                self.check_lines(self.node(READ_PARQUET, folder / f"{name}-00000-of-00001.parquet"), part, numpy.float32)
        self.assertEqual(len(os.listdir(folder)), len(self.parts()))

    def test_huggingface(self):
        folder, parquet = self.export("huggingface"), self.export("parquet")
        text = (folder / "README.md").read_text(encoding="utf-8")
        for name, part in self.parts().items():
            split = part or "train"
            self.assertIn(f"  - split: {split}\n    path: data/{split}-*.parquet\n", text)
            self.assertEqual((folder / f"data/{split}-00000-of-00001.parquet").read_bytes(),
                             (parquet / f"{name}-00000-of-00001.parquet").read_bytes())
        for index, label in enumerate(self.labels):
            self.assertIn(f"          '{index}': {json.dumps(label, ensure_ascii=False)}\n", text)

    def test_arrow(self):
        folder = self.export("arrow")
        for name, part in self.parts().items():
            data = (folder / f"{name}.arrow").read_bytes()
            self.assertEqual(data[:8] + data[-6:], b"ARROW1\0\0ARROW1")
            if self.has_node():
                read = self.node(READ_ARROW, folder / f"{name}.arrow")
                dtype = self.expected[part][0][1].dtype
                self.assertEqual({row["type"] for row in read}, {"Float16" if dtype == numpy.float16 else "Float32"})
                self.check_lines(read, part, dtype)

    def test_zarr(self):
        folder = self.export("zarr")
        try:
            import zarr
        except ImportError:
            skipped("values of Zarr", "python3-zarr is not installed")
            return
        group = zarr.open(str(folder), mode="r")
        self.assertEqual(sorted(group.group_keys()), sorted(self.parts()))
        self.assertEqual(group.attrs["labels"], self.labels)
        for name, part in self.parts().items():
            rows = [rows for _, rows in self.expected[part]]
            self.assert_same(group[name]["features"][:], numpy.concatenate(rows), name)
            self.assertEqual(group[name]["offsets"][:].tolist(), [0, *numpy.cumsum([len(each) for each in rows])])
            self.assertEqual([path.decode() for path in group[name]["paths"][:]],
                             [line["path"] for line, _ in self.expected[part]])
            self.assertEqual(group[name]["labels"][:].tolist(),
                             [self.labels.index(line["label"]) for line, _ in self.expected[part]])

    def test_lhotse(self):
        folder = self.export("lhotse")
        for name, part in self.parts().items():
            manifests = {kind: [json.loads(line) for line in (folder / f"{kind}_{name}.jsonl").read_text(encoding="utf-8").splitlines()]
                         for kind in ("recordings", "supervisions", "features")}
            for index, (line, rows) in enumerate(self.expected[part]):
                recording, supervision, features = (manifests[kind][index] for kind in manifests)
                self.assertEqual(recording["sources"], [{"type": "file", "channels": [0], "source": line["path"]}])
                self.assertEqual((recording["num_samples"], recording["sampling_rate"]),
                                 (int(line["samples"]), int(line["rate_hz"])))
                self.assertEqual(recording["duration"], int(line["samples"]) / int(line["rate_hz"]))
                self.assertEqual({supervision["recording_id"], features["recording_id"]}, {recording["id"]})
                self.assertEqual(supervision["text"], line["label"])
                self.assertEqual((features["num_frames"], features["num_features"]), rows.shape)
                self.assertEqual((features["frame_shift"], features["storage_type"]), (0.01, "numpy_files"))
                stored = numpy.load(folder / features["storage_path"] / features["storage_key"])
                self.assert_same(stored, rows, line["path"])
            self.assertEqual({len(manifest) for manifest in manifests.values()}, {len(self.expected[part])})


class LabelBytesTest(ProgramTest):
    """Labels of any bytes. Ids are those of dataset.json and of the labels in HDF5."""
    LABELS = (b"caf\xe8", b"caf\xe9", "caf\u00e9".encode(), b"del\x7f", "nel\u0085x".encode(), "line\u2028x".encode(),
              "\ufeffbom".encode(), "\u009fc1".encode(), "caf\uac00".encode(), b"plain")

    def setUp(self):
        super().setUp()
        for index, label in enumerate(self.LABELS):
            folder = os.fsencode(self.folder) + b"/in/" + label
            os.makedirs(folder)
            with open(folder + b"/a.wav", "wb") as file:
                file.write(wav(noise(RATE_HZ, index)))
        self.outcome = self.batch("in", "out")
        self.order = sorted(self.LABELS)

    def test_classes_stay_apart(self):
        self.assertIn("several labels read caf\ufffd", self.outcome.error_text + self.outcome.out.decode())
        outcome = run("--export", "webdataset", "out", "--out", "web", cwd=self.folder)
        self.assertEqual(outcome.code, 0, str(outcome))
        with tarfile.open(self.folder / "web/all-000000.tar") as tar:
            ids = [int(tar.extractfile(member).read()) for member in tar if member.name.endswith(".cls")]
        labels = [line["label"].encode("utf-8", "surrogateescape") for line in read_table(self.folder / "out/files.csv")]
        self.assertEqual(ids, [self.order.index(label) for label in labels])
        self.assertEqual(run("--report", "out", cwd=self.folder).code, 0)
        report = json.loads((self.folder / "out/report.json").read_text(encoding="utf-8"))
        self.assertEqual([label["files"] for label in report["labels"]], [1] * len(self.LABELS))
        self.assertNotIn("no label", (self.folder / "out/report.html").read_text(encoding="utf-8"))

    def test_the_hub_reads_the_names(self):
        try:
            import yaml
        except ImportError:
            skipped("names of labels in README.md", "python3-yaml is not installed")
            return
        self.assertEqual(run("--export", "huggingface", "out", "--out", "hub", cwd=self.folder).code, 0)
        header = (self.folder / "hub/README.md").read_text(encoding="utf-8").split("---\n")[1]
        features = yaml.safe_load(header)["dataset_info"]["features"]
        names = next(each for each in features if each["name"] == "label_id")["dtype"]["class_label"]["names"]
        expected = [label.decode("utf-8", "replace") for label in self.order]
        second = expected.index("caf\ufffd") + 1
        self.assertEqual(expected[second], "caf\ufffd")
        expected[second] += " (2)"
        self.assertEqual([names[str(index)] for index in range(len(names))], expected)


class LhotseRulesTest(ProgramTest):
    """What lhotse asks of features: lhotse/qa.py (1.30), validate_features, and compute_num_frames of lhotse/utils.py."""

    def num_frames(self, duration, frame_shift):
        return int(Decimal(round(duration / frame_shift, ndigits=8)).quantize(0, rounding=ROUND_HALF_UP))

    def test_features_are_valid(self):
        seconds = (0.5, 0.503, 0.505, 0.7331, 1.0, 1.016, 2.00501)
        for rate in (RATE_HZ, 22050, 44100, 48000):
            for index, length in enumerate(seconds):
                self.write(f"in/cat/{rate}-{index}.wav", wav(noise(int(length * rate), index), rate))
        presets = ("kaldi-fbank", "whisper-openai-80", "nemo-80", "vocos", "hifigan-22k", "librosa-db", "speechbrain-fbank")
        for preset in presets:
            with self.subTest(preset):
                self.batch("in", preset, preset=preset)
                outcome = run("--export", "lhotse", preset, "--out", preset + "-lhotse", cwd=self.folder)
                self.assertEqual(outcome.code, 0, str(outcome))
                manifests = {kind: [json.loads(line) for line in (self.folder / f"{preset}-lhotse/{kind}_all.jsonl").read_text().splitlines()]
                             for kind in ("recordings", "supervisions", "features")}
                spec = json.loads((self.folder / preset / "dataset.json").read_text())["spec"]
                for recording, supervision, features in zip(*manifests.values(), strict=True):
                    self.assertEqual(features["sampling_rate"], spec.get("rate_hz", recording["sampling_rate"]))
                    hop = round(features["frame_shift"] * features["sampling_rate"], ndigits=12)
                    self.assertEqual(float(int(hop)), hop)
                    self.assertEqual(self.num_frames(features["duration"], features["frame_shift"]), features["num_frames"])
                    self.assertLessEqual(supervision["start"] + supervision["duration"], recording["duration"])
                    if self.num_frames(recording["duration"], features["frame_shift"]) == features["num_frames"]:
                        self.assertEqual(features["duration"], recording["duration"])
        self.assertEqual(len(manifests["features"]), 4 * len(seconds))


class FloatTest(ExportTest):
    """float32, without splits."""
    OPTIONS = ("--split", "none", "--dtype", "f32")


class SegmentTest(ExportTest):
    OPTIONS = ("--split", "folders", "--dtype", "f16")
    PRESET = "leak"

    def test_lhotse(self):
        self.export("lhotse", expect=CODES["bad usage"])
        self.assertFalse((self.folder / "lhotse").exists())


class Hdf5Test(ExportTest):
    OPTIONS = ("--split", "folders", "--format", "h5")

    def features(self, split):
        import h5py
        with h5py.File(self.folder / f"out/features_{split}.h5") as file:
            return file["features"][:]


class WholeTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.good_files()
        self.batch("in", "out", "--labels", "none")

    def export(self, kind, *more, expect=0, **options):
        outcome = run("--export", kind, "out", *more, cwd=self.folder, **options)
        self.assertEqual(outcome.code, expect, str(outcome))
        return outcome

    def test_equal_datasets_give_equal_bytes(self):
        for kind in FORMATS:
            self.export(kind, "--out", kind + "1")
            self.export(kind, "--out", kind + "2")
            self.assertEqual(tree(self.folder / (kind + "1")), tree(self.folder / (kind + "2")), kind)

    def test_refusals(self):
        self.write("full/mine.txt", b"mine")
        self.assertIn("full is not empty", self.export("kaldi", "--out", "full", expect=2).error_text)
        self.assertEqual(tree(self.folder / "full"), {"mine.txt": b"mine"})
        self.assertIn("--out", self.export("kaldi", expect=2).error_text)
        self.assertIn("kaldi, webdataset", self.export("csv", "--out", "new", expect=2).error_text)
        self.write("new.part/mine.txt", b"mine")
        self.assertIn("new.part is there", self.export("kaldi", "--out", "new", expect=2).error_text)
        self.assertTrue((self.folder / "new.part/mine.txt").exists())

    def test_damaged_datasets(self):
        for name, place in (("dataset.json", 100), ("files.csv", 60), ("features.npy", 20), ("features.npy", 5000)):
            with self.subTest(name=name, place=place):
                path = self.folder / "out" / name
                before = path.read_bytes()
                path.write_bytes(before[:place] + bytes([before[place] ^ 1]) + before[place + 1:])
                self.export("kaldi", "--out", "new", expect=CODES["verification"])
                path.write_bytes(before)
                self.assertEqual(sorted(os.listdir(self.folder)), ["in", "out"])

    def test_a_full_disk(self):
        if not fault_shim():
            return
        fault = Fault(self.folder, "pwrite", 1, "ENOSPC")
        outcome = self.export("kaldi", "--out", "new", expect=CODES["environment"], environment=fault.environment)
        self.assertTrue(fault.fired)
        self.assertIn("the disk is full", outcome.error_text)
        self.assertFalse((self.folder / "new").exists() or (self.folder / "new.part").exists())

    def test_an_interrupt(self):
        if not fault_shim():
            return
        gate = self.folder / "gate"
        fault = Fault(self.folder, "pwrite", 1, "wait")
        process = start("--export", "kaldi", "out", "--out", "new", cwd=self.folder,
                        environment={**fault.environment, "MELSTROM_FAULT_GATE": str(gate)})
        wait_until((self.folder / "new.part/all/feats.ark").exists, "the archive is there")
        process.send_signal(signal.SIGINT)
        gate.touch()
        self.assertIn(process.wait(60), (CODES["interrupted"], -signal.SIGINT))
        self.assertFalse((self.folder / "new").exists() or (self.folder / "new.part").exists())


if __name__ == "__main__":
    main()

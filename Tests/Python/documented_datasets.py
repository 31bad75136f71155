"""Reads a dataset by the text of docs/formats.md, without its snippets, and checks the rules for
every dataset."""

import contextlib
import csv
import datetime
import json
import math
import os
import tomllib
import wave

import h5py
import numpy

from crc32c import crc32c

where = []  # the current check, for messages


class Wrong(Exception):
    pass


@contextlib.contextmanager
def saying(what):
    where.append(str(what))
    yield
    where.pop()


def require(condition, complaint):
    if not condition:
        raise Wrong(": ".join([*where, complaint]))


def same(first, second):
    """Equal in type, shape and every bit."""
    return first.dtype == second.dtype and first.shape == second.shape and first.tobytes() == second.tobytes()


class Dataset:
    def __init__(self, folder):
        self.folder = folder
        self.json = json.loads((folder / "dataset.json").read_text(encoding="utf-8"))
        self.files = self.table("files.csv")
        self.errors = self.table("errors.csv")
        self.spec = self.json["spec"]
        self.is_hdf5 = self.json["format"] == "h5"
        self.is_segments = self.json["layout"] == "segments"
        self.arrays = {(entry.get("split"), entry["name"]): self.load(entry) for entry in self.json["arrays"]}

    def table(self, name):
        with open(self.folder / name, newline="", encoding="utf-8", errors="surrogateescape") as text:
            return list(csv.DictReader(text))

    def load(self, entry):
        if not self.is_hdf5:
            return numpy.load(self.folder / entry["file"])
        with h5py.File(self.folder / entry["file"]) as h5:
            require(h5[entry["name"]].chunks is None, f"{entry['name']} is chunked")
            return h5[entry["name"]][()]

    def rows(self, split, kind="features"):
        """All rows of a split. The first dimension is the row."""
        if not (self.is_hdf5 and self.is_segments):
            return self.arrays[split, kind]
        array = self.arrays[split, {"features": "segments_mel", "waveform": "segments_waveform"}[kind]]
        return array.reshape(-1, *array.shape[3:])

    def rows_of(self, file, kind="features"):
        first = int(file["first_row"])
        return self.rows(file.get("split"), kind)[first:first + int(file["rows"])]

    def parts(self):
        """The splits that have arrays; only None without splits."""
        return list(dict.fromkeys(split for split, name in self.arrays if name in ("features", "segments_mel")))

    def labels_of(self, file):
        """A row of labels_multi."""
        own = file["label"].split(";")
        return [int(label in own) for label in self.json["labels"]]

    def has_several(self):
        return any(";" in file["label"] for file in self.files)


def check_names(dataset):
    splits = dataset.parts()
    stems = ["features"]
    if not dataset.is_hdf5 and dataset.is_segments:
        stems += ["mapping", "waveform"] if (splits[0], "waveform") in dataset.arrays else ["mapping"]
    ending = ".h5" if dataset.is_hdf5 else ".npy"
    wanted = {stem + (f"_{split}" if split else "") + ending for stem in stems for split in splits}
    wanted |= {"dataset.json", "files.csv", "errors.csv", "inputs.bin", "statistics.bin"}
    if not dataset.is_hdf5:
        wanted |= {"labels_multi.npy"} if dataset.has_several() else set()
        wanted |= {"targets.npy"} if "targets" in dataset.json else set()
    require({path.name for path in dataset.folder.iterdir()} == wanted, f"holds {os.listdir(dataset.folder)}")


def check_array(dataset, entry):
    array = dataset.arrays[entry.get("split"), entry["name"]]
    require(array.dtype == numpy.dtype(entry["dtype"]), f"dtype {array.dtype}")
    require(list(array.shape) == entry["shape"], f"shape {array.shape}")
    require(len(entry["axes"].split(",")) == array.ndim or entry["name"] == "mapping", f"axes {entry['axes']}")
    mapped = numpy.memmap(dataset.folder / entry["file"], entry["dtype"], "r", entry["offset"], tuple(entry["shape"]))
    require(same(mapped, array), "other bytes at its offset")
    if not dataset.is_hdf5:
        require(entry["offset"] == 4096, f"data at {entry['offset']}")
    if "crc32c" in entry:
        require(f"{crc32c(array):08x}" == entry["crc32c"], "checksum")


def check_files(dataset):
    next_row = {}
    places = [(os.fsencode(file["path"].rsplit("#t=", 1)[0]), float(file["begin_s"]), float(file["end_s"])) if "begin_s" in file
              else (os.fsencode(file["path"]),) for file in dataset.files]
    require(places == sorted(places), "paths and times are not in order")
    labels = sorted({label for file in dataset.files for label in os.fsencode(file["label"]).split(b";")} - {b""})
    require([label.encode() for label in dataset.json["labels"]] == labels, "labels")
    for number, file in enumerate(dataset.files):
        with saying(file["path"].encode(errors="replace")):
            split, rows = file.get("split"), int(file["rows"])
            require(int(file["file"]) == number, "number")
            require(int(file["first_row"]) == next_row.get(split, 0), "first row")
            next_row[split] = next_row.get(split, 0) + rows
            if rows == 0:
                require(file["status"] != "ok" and file["crc32c"] == "00000000", "no rows")
                continue
            features = dataset.rows_of(file)
            require(len(features) == rows, "number of rows")
            require(f"{crc32c(features):08x}" == file["crc32c"], "checksum")
            require(features.any() == (file["status"] == "ok"), "zeros if it failed, and only then")
            require(numpy.isfinite(features).all(), "finite")
    for split in dataset.parts():
        require(len(dataset.rows(split)) == next_row[split], f"rows of {split}")


def check_failures(dataset):
    failed = [(file["path"], file["status"]) for file in dataset.files if file["status"] != "ok"]
    require([(error["path"], error["code"]) for error in dataset.errors] == failed, "errors.csv")
    require(all(error["message"] for error in dataset.errors), "messages")
    totals = dataset.json["totals"]
    require(totals["files"] == len(dataset.files) and totals["failed"] == len(failed), "totals")
    require(totals["rows"] == sum(int(file["rows"]) for file in dataset.files), "total of rows")
    seconds = sum(int(file["samples"]) / int(file["rate_hz"]) for file in dataset.files if int(file["rows"]) > 0)
    require(math.isclose(totals["audio_seconds"], seconds), "audio_seconds")
    require(("splits" in dataset.json) == ("split" in dataset.files[0]), "splits")
    for split, total in dataset.json.get("splits", {}).items():
        rows = [int(file["rows"]) for file in dataset.files if file["split"] == split]
        require(total == {"files": sum(map(bool, rows)), "rows": sum(rows)}, f"totals of {split}")


def expected_mapping(dataset, split):
    spec = dataset.spec
    shorts = 1 + (spec["long_window_samples"] - spec["short_window_samples"]) // spec["short_hop_samples"]
    lines = []
    for file in dataset.files:
        for row in range(int(file["rows"]) if file.get("split") == split else 0):
            start = row // shorts * spec["long_hop_samples"] + row % shorts * spec["short_hop_samples"]
            end = start + spec["short_window_samples"]
            lines.append([len(lines), int(file["file"]), row // shorts, row % shorts, start, end])
    return numpy.array(lines, dtype="int64")


def samples_of(path):
    with wave.open(os.fspath(path)) as file:
        return numpy.frombuffer(file.readframes(file.getnframes()), "<i2").astype("float32") / 32768


def check_waveform(dataset, split):
    """For files at the features' rate with one channel of int16; failed files are silent."""
    mapping = expected_mapping(dataset, split)
    for file in (file for file in dataset.files if file.get("split") == split and int(file["rows"]) > 0):
        stored = dataset.rows_of(file, "waveform")
        if file["status"] != "ok":
            require(not stored.any(), f"waveform of {file['path']}")
            continue
        samples = samples_of(dataset.folder.parent / file["path"])
        for row, (*_, start, end) in zip(stored, mapping[mapping[:, 1] == int(file["file"])]):
            expected = samples[start:end]
            require(same(row[:len(expected)], expected) and not row[len(expected):].any(), f"waveform of {file['path']}")


def check_segments(dataset):
    for split in dataset.parts():
        if not dataset.is_hdf5:
            require(same(dataset.arrays[split, "mapping"], expected_mapping(dataset, split)), "mapping")
        check_waveform(dataset, split)


def check_annotations(dataset):
    """For NPY, whose rows are the lines of files.csv. The snippets check the values."""
    require(((None, "labels_multi") in dataset.arrays) == dataset.has_several(), "labels_multi where a file has several")
    if dataset.has_several():
        wanted = numpy.array([dataset.labels_of(file) for file in dataset.files], "uint8")
        require(same(dataset.arrays[None, "labels_multi"], wanted), "labels_multi")
    if "targets" in dataset.json:
        shape = dataset.arrays[None, "targets"].shape
        require(shape == (len(dataset.files), len(dataset.json["targets"])), f"targets {shape}")


def check_hdf5(dataset, split):
    labels = dataset.json["labels"]
    files = [file for file in dataset.files if file.get("split") == split]
    files = [file for file in files if int(file["rows"]) > 0] if dataset.is_segments else files
    ids = [labels.index(file["label"].split(";")[0]) if file["label"] else -1 for file in files]
    require(dataset.arrays[split, "labels"].tolist() == ids, "label ids")
    require(((split, "labels_multi") in dataset.arrays) == dataset.has_several(), "labels_multi where a file has several")
    if dataset.has_several():
        wanted = numpy.array([dataset.labels_of(file) for file in files], "uint8")
        require(same(dataset.arrays[split, "labels_multi"], wanted), "labels_multi")
    if not dataset.is_segments:
        rows = [int(file["first_row"]) for file in files] + [len(dataset.rows(split))]
        require(dataset.arrays[split, "row_splits"].tolist() == rows, "row_splits")
    with h5py.File(dataset.folder / (f"features_{split}.h5" if split else "features.h5")) as h5:
        known = {name for part, name in dataset.arrays if part == split}
        require(set(h5) == known | {"paths"}, f"datasets {sorted(h5)}")
        require(list(h5["paths"].asstr(errors="surrogateescape")) == [file["path"] for file in files], "paths")
        check_attributes(dataset, dict(h5.attrs))


def check_attributes(dataset, attributes):
    wanted = {"config_json", "labels_json", "label2id_json", "created_at_utc", "melstrom_spec", "melstrom_spec_hash"}
    if "targets" in dataset.json:
        wanted.add("targets_json")
        require(json.loads(attributes["targets_json"]) == dataset.json["targets"], "targets_json")
    require(set(attributes) == wanted, f"attributes {sorted(attributes)}")
    labels = dataset.json["labels"]
    require(json.loads(attributes["config_json"]) == dataset.spec, "config_json")
    require(json.loads(attributes["labels_json"]) == labels, "labels_json")
    require(json.loads(attributes["label2id_json"]) == {label: i for i, label in enumerate(labels)}, "label2id_json")
    require(tomllib.loads(attributes["melstrom_spec"]) == dataset.spec, "melstrom_spec")
    require(attributes["melstrom_spec_hash"] == dataset.json["spec_hash"], "melstrom_spec_hash")
    datetime.datetime.strptime(attributes["created_at_utc"], "%Y-%m-%dT%H:%M:%SZ")


def check_keys(dataset):
    wanted = {"melstrom", "preset", "spec", "spec_hash", "format", "layout", "backend", "device", "truncated", "nonfinite",
              "labels", "totals", "skipped", "warnings", "settings_hash", "plan_hash", "arrays", "files", "crc32c"} | ({"splits"} if "split" in dataset.files[0] else set())
    wanted |= {"targets"} if any(name == "targets" for _, name in dataset.arrays) else set()
    wanted |= {"driver", "variants"} if dataset.json["backend"] != "cpu" else set()
    wanted |= {"lengths"} if {"clip_ms", "pad_to_samples"} & set(dataset.json["spec"]) else set()
    wanted |= {"resampler"} if "rate_hz" in dataset.json["spec"] else set()
    require(set(dataset.json) == wanted, f"keys {sorted(dataset.json)}")
    require(all(isinstance(warning, str) for warning in dataset.json["warnings"]), "warnings")
    text = (dataset.folder / "dataset.json").read_bytes()
    described = text[:text.rindex(b",")]
    require(text == described + f',\n  "crc32c": "{crc32c(described):08x}"\n}}\n'.encode(), "checksum of dataset.json")
    for entry in dataset.json["files"]:
        require((dataset.folder / entry["name"]).stat().st_size == entry["bytes"], f"size of {entry['name']}")
    require(set(dataset.json["preset"]) == {"name", "equals", "version"}, "preset")
    columns = "file path label rate_hz channels samples first_row rows crc32c status relative_path".split()
    require(all(file["path"].endswith(file["relative_path"]) for file in dataset.files), "relative paths")
    further = [name for name in ("split", "fold", "group", "begin_s") if name in dataset.files[0]]
    further += ["end_s", "low_hz", "high_hz"] if "begin_s" in further else []
    require(list(dataset.files[0]) == columns + further, "columns of files.csv")
    for name in ("fold", "group"):
        require((name in dataset.files[0]) == dataset.folder.parent.name.startswith("several"), f"{name}s")


def check(case):
    """All statements of docs/formats.md about case/dataset."""
    with saying(case.name):
        require(crc32c(b"123456789") == 0xE3069283, "crc32c itself")
        dataset = Dataset(case / "dataset")
        check_keys(dataset)
        check_names(dataset)
        for entry in dataset.json["arrays"]:
            with saying(entry["name"]):
                check_array(dataset, entry)
        check_files(dataset)
        check_failures(dataset)
        if dataset.is_segments:
            check_segments(dataset)
        if not dataset.is_hdf5:
            check_annotations(dataset)
        if dataset.is_hdf5:
            for split in dataset.parts():
                check_hdf5(dataset, split)
        if case.name == "frames-h5":
            require(any("caf\udce9 \udcff" in file["path"] for file in dataset.files), "a name that is not UTF-8")
        if case.name == "clamped":
            require(dataset.rows(None).max() == 65504, "float16 is cut at its largest number")
            name = os.fsencode(os.path.basename(dataset.files[0]["path"]))
            require(name == b"caf\xe9.wav", f"name {name}")
    print(f"{case.name}: as documented")

"""Runs the Python of docs/ on datasets, and checks the datasets by docs/formats.md.

usage: run_documented.py numpy|torch DOCS FOLDER

FOLDER holds a folder for each case, with audio/ and the dataset/ made from it. A snippet is a block
that opens with ```python and a first line "# reads: NAME"; it runs in its case's folder. Snippets
whose names start with "torch-" are the group torch; all other snippets and all datasets are the
group numpy. A snippet without a check fails, and so does a check without its snippet.
"""

import contextlib
import os
import pathlib
import re
import sys

import numpy

sys.dont_write_bytecode = True
import documented_datasets as datasets
from crc32c import crc32c
from documented_datasets import require


def check_numpy_frames(names, dataset):
    sound = [file for file in dataset.files if file["status"] == "ok"]
    require([file["path"] for file in names["files"]] == [file["path"] for file in sound], "files that are in")
    for file in sound:
        require(datasets.same(names["rows_of"](file), dataset.rows_of(file)), file["path"])
        require(crc32c(names["rows_of"](file)) == int(file["crc32c"], 16), f"checksum of {file['path']}")


def check_numpy_segments(names, dataset):
    require(datasets.same(names["of_second_file"], dataset.rows_of(dataset.files[1])), "rows of file 1")
    failed = next(file for file in dataset.files if file["status"] != "ok")
    require((~names["sound"]).sum() == int(failed["rows"]) > 0, "rows of the failed file")
    require(len(names["labels"]) == len(names["features"]), "a label for each row")
    for file in dataset.files:
        first, rows = int(file["first_row"]), int(file["rows"])
        require((names["labels"][first:first + rows] == file["label"]).all(), f"label of {file['path']}")


def check_h5py_frames(names, dataset):
    files = [file for file in dataset.files if file["split"] == "TRAINING"]
    require(list(names["paths"]) == [file["path"] for file in files], "paths")
    require(names["labels"] == [file["label"] for file in files], "labels")
    for clip, file in zip(names["clips"], files):
        require(datasets.same(clip, dataset.rows_of(file)), file["path"])


def check_h5py_segments(names, dataset):
    files = [file for file in dataset.files if file["split"] == "TRAINING" and int(file["rows"]) > 0]
    require([names["names"][label] for label in names["labels"]] == [file["label"] for file in files], "labels")
    first = dataset.rows_of(files[0])
    require(datasets.same(names["first_file"].reshape(first.shape), first), "rows of the first file")
    for segment, file in zip(names["first_segments"], files):
        require(datasets.same(segment, dataset.rows_of(file)[0]), file["path"])
    require(names["spec"]["bands"] == first.shape[1], "bands of the spec")


def check_description_checksum(names, dataset):
    require(names["is_as_written"] is True, "checksum of dataset.json")
    require(crc32c(names["described"]) == names["crc"] ^ 0xFFFFFFFF == int(dataset.json["crc32c"], 16), "its value")


def check_numpy_any(names, dataset):
    arrays = names["open_arrays"]("dataset")
    require(len(arrays) == len(dataset.arrays), f"arrays {sorted(arrays)}")
    for key, array in arrays.items():
        require(datasets.same(array, dataset.arrays[key]), f"array {key}")
    require(datasets.same(names["features"], dataset.arrays["TRAINING", "features"]), "features")


# The list of Tests/Docs/DocumentedReadingTests.cpp, by file: labels, then weight and age.
SEVERAL = {"cat/0.wav": (["cat", "wild"], 1.5, None), "cat/2.wav": (["cat"], None, 2), "cat/4.wav": (["cat", "wild"], -3e-2, 4),
           "dog/1.wav": (["dog"], 0, 1), "dog/3.wav": (["dog"], 8, 3), "dog/5.wav": (["dog"], None, None)}


def check_several(files, labels_of, targets_of):
    """The files of this list: labels in the order of their ids, and numbers."""
    for path in files:
        labels, *numbers = SEVERAL["/".join(path.split("/")[-2:])]
        require(labels_of[path] == labels, f"labels of {path}: {labels_of[path]}")
        wanted = numpy.array([numpy.nan if number is None else number for number in numbers], "float32")
        require(numpy.array_equal(targets_of[path], wanted, equal_nan=True), f"targets of {path}: {targets_of[path]}")


def check_numpy_several(names, dataset):
    require(len(dataset.files) == len(SEVERAL), "files")
    check_several([file["path"] for file in dataset.files], names["labels_of"], names["targets_of"])


def check_h5py_several(names, dataset):
    files = [file["path"] for file in dataset.files if file["split"] == "TRAINING" and int(file["rows"]) > 0]
    require(list(names["labels_of"]) == files and len(files) > 1, "files")
    check_several(files, names["labels_of"], names["targets_of"])


def check_inputs(names, dataset):
    header, inputs = names["header"], names["inputs"]
    require(header["magic"] == b"MELINPUT" and header["record_bytes"] == inputs.itemsize, f"header {header}")
    require(header["plan_hash"].decode() == dataset.json["plan_hash"], "the dataset that it belongs to")
    require(len(inputs) == len(dataset.files), f"{len(inputs)} files")
    for entry, file in zip(inputs, dataset.files):
        path = pathlib.Path(os.fsdecode(os.fsencode(file["path"])))
        data, stat = path.read_bytes(), path.stat()
        require(entry["was_read"] == 1 and entry["crc32c"] == crc32c(data), f"checksum of {path}")
        require((entry["bytes"], entry["modified_ns"], entry["inode"]) == (stat.st_size, stat.st_mtime_ns, stat.st_ino),
                f"stat of {path}")
    whole = names["bytes_of_inputs"]
    require(crc32c(whole[:-4]) == int.from_bytes(whole[-4:], "little"), "checksum of inputs.bin")


def check_statistics(names, dataset):
    header, sounds = names["header"], names["sounds"]
    require(header["magic"] == b"MELSTATS" and header["version"] == 1 and header["step"] == 128, f"header {header}")
    require((header["file_bytes"], header["band_bytes"], header["cell_bytes"]) == (32, 168, 12), f"header {header}")
    whole = names["bytes_of_statistics"]
    require(names["place"] == len(whole) - 4, "its end")
    require(crc32c(whole[:-4]) == int.from_bytes(whole[-4:], "little"), "checksum of statistics.bin")
    require(len(sounds) == len(dataset.files), f"{len(sounds)} files")
    found = {}
    for sound, file in zip(sounds, dataset.files):
        if file["status"] != "ok":
            require(not sound["measured"] and sound["on_floor"] == 0, "a failed file")
            continue
        rows = dataset.rows_of(file).astype("f8")
        require(sound["on_floor"] == (rows == rows.min()).sum(), "on_floor")
        require(sound["measured"] == 1 and 0 < sound["peak"] <= 1, "peak")
        found.setdefault(file.get("split"), []).append(rows)
    order = ["TRAINING", "VALIDATION", "TESTING"]
    for index, (rows, means, variances, counts) in names["splits"].items():
        values = numpy.concatenate(found.pop(order[index] if "split" in dataset.files[0] else None))
        require(rows == len(values), "rows")
        require(numpy.allclose(means, values.mean(axis=0), rtol=1e-12, atol=1e-12), "means")
        require(numpy.allclose(variances, values.var(axis=0), rtol=1e-9, atol=1e-9), "variances")
        whole_counts = counts[1]
        require(whole_counts["low"].sum() == values.size and not whole_counts["high"].any(), "counts")
        for band in range(values.shape[1]):
            of = numpy.sort(values[:, band])
            cells = whole_counts[whole_counts["band"] == band]
            for value, cell in zip(of, numpy.repeat(cells["cell"].astype(int) - 8448, cells["low"])):
                low = 2.0 ** ((abs(cell) - 1) // 256 - 16) * (1 + (abs(cell) - 1) % 256 / 256) if cell else 0
                high = 2.0 ** (abs(cell) // 256 - 16) * (1 + abs(cell) % 256 / 256)
                require(low <= abs(value) < high and (cell == 0 or (value < 0) == (cell < 0)), f"cell {cell} of {value}")
    require(not found, f"splits {list(found)}")


def usable(dataset, split=None, least_rows=1):
    """Files that a model can learn from: labelled, and with rows of a file that did not fail."""
    return [file for file in dataset.files if file["label"] and file.get("split") == split
            and int(file["rows"]) >= least_rows and dataset.rows_of(file).any()]


def stretches(rows, length):
    """All runs of `length` consecutive rows."""
    return numpy.lib.stride_tricks.sliding_window_view(rows, length, axis=0).swapaxes(1, 2)


def check_items(loader, dataset, expected):
    """expected: for each item in order, its file and an array of all allowed values of the item."""
    import torch
    items = loader.dataset
    require(len(items) == len(expected) > 0, f"{len(items)} items, not {len(expected)}")
    ids = [dataset.json["labels"].index(file["label"]) for file, _ in expected]
    for index, (file, candidates) in enumerate(expected):
        item, label = items[index]
        require(item.dtype == torch.float32 and tuple(item.shape) == candidates.shape[1:], f"item of {file['path']}")
        require(any((candidate == item.numpy()).all() for candidate in candidates), f"values of {file['path']}")
        require(label == ids[index], f"label of {file['path']}")
    batches = list(loader)
    require(all(labels.dtype == torch.int64 for _, labels in batches), "type of labels")
    require(sorted(label for _, labels in batches for label in labels.tolist()) == sorted(ids), "labels of all batches")
    require(batches[0][0].shape[1:] == items[0][0].shape, "shape of a batch")


def check_torch_frames_npy(names, dataset):
    check_items(names["loader"], dataset,
                [(file, stretches(dataset.rows_of(file), 64)) for file in usable(dataset, None, 64)])


def check_torch_segments_npy(names, dataset):
    check_items(names["loader"], dataset,
                [(file, row[None]) for file in usable(dataset) for row in dataset.rows_of(file)])


def check_torch_frames_h5(names, dataset):
    check_items(names["loader"], dataset,
                [(file, stretches(dataset.rows_of(file), 64)) for file in usable(dataset, "TRAINING", 64)])


def check_torch_segments_h5(names, dataset):
    shape = dataset.arrays["TRAINING", "segments_mel"].shape[1:]
    check_items(names["loader"], dataset,
                [(file, dataset.rows_of(file).reshape(1, *shape)) for file in usable(dataset, "TRAINING")])


def check_torch_training(names, dataset):
    require(names["inputs"].shape == (len(usable(dataset)), 160), f"inputs {names['inputs'].shape}")
    require(names["loss"].item() < 0.6, f"loss {names['loss'].item()}")


# snippet: its case, and the check afterwards
CHECKS = {
    "numpy-frames": ("frames-npy", check_numpy_frames),
    "numpy-segments": ("segments-npy", check_numpy_segments),
    "h5py-frames": ("frames-h5", check_h5py_frames),
    "h5py-segments": ("segments-h5", check_h5py_segments),
    "numpy-any": ("frames-h5", check_numpy_any),
    "numpy-several": ("several-npy", check_numpy_several),
    "h5py-several": ("several-h5", check_h5py_several),
    "description-checksum": ("frames-npy", check_description_checksum),
    "inputs": ("frames-npy", check_inputs),
    "statistics": ("frames-npy", check_statistics),
    "torch-frames-npy": ("frames-npy", check_torch_frames_npy),
    "torch-segments-npy": ("segments-npy", check_torch_segments_npy),
    "torch-frames-h5": ("frames-h5", check_torch_frames_h5),
    "torch-segments-h5": ("segments-h5", check_torch_segments_h5),
    "torch-training": ("frames-npy", check_torch_training),
}


def read_snippets(docs):
    """The snippets, compiled, by name."""
    snippets = {}
    for document in sorted(docs.glob("*.md")):
        for block in re.findall(r"^```python\n(.*?)^```$", document.read_text(encoding="utf-8"), re.M | re.S):
            name = re.match(r"# reads: (\S+)\n", block)
            require(name is not None, f"{document.name}: a snippet has no name:\n{block}")
            require(name[1] not in snippets, f"{document.name}: a second snippet {name[1]}")
            snippets[name[1]] = compile(block, f"{document.name}, {name[1]}", "exec")
    require(sorted(snippets) == sorted(CHECKS), f"snippets {sorted(snippets)}, checks for {sorted(CHECKS)}")
    return snippets


def run_snippet(name, code, folder):
    case, check = CHECKS[name]
    names = {"__name__": name}
    os.chdir(folder / case)
    with datasets.saying(name):
        with open(os.devnull, "w", encoding="utf-8") as nowhere, contextlib.redirect_stdout(nowhere):
            exec(code, names)
        check(names, datasets.Dataset(pathlib.Path("dataset")))
    print(f"{name}: as documented")


def main():
    group, docs, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]).resolve()
    snippets = read_snippets(docs)
    if group == "numpy":
        for case in sorted(path for path in folder.iterdir() if path.is_dir()):
            datasets.check(case)
    else:
        try:
            import torch
        except ImportError:
            print("SKIPPED: torch is not installed")
            return
        torch.manual_seed(1)
    for name, code in snippets.items():
        if name.startswith("torch-") == (group == "torch"):
            run_snippet(name, code, folder)


if __name__ == "__main__":
    main()

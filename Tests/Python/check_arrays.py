"""Reads array files as a user would, with numpy and h5py only, and compares them.

usage: check_arrays.py FOLDER

FOLDER/expected.json:
    npy     [{file, dtype, shape}, ...]
    hdf5    {file, datasets: {name: {dtype, shape}}, strings: {name: [...]}, attributes: {...}}
Element i of every array, in C order, must be i mod 251 - 125; of uint8 its low eight bits.
"""

import json
import pathlib
import sys

import h5py
import numpy


def require(condition, complaint):
    if not condition:
        sys.exit(complaint)


def check_numbers(array, expected, name):
    require(array.dtype == numpy.dtype(expected["dtype"]), f"{name}: dtype {array.dtype}")
    require(list(array.shape) == expected["shape"], f"{name}: shape {array.shape}")
    require(array.flags.c_contiguous, f"{name}: not in C order")
    wanted = (numpy.arange(array.size) % 251 - 125).astype(array.dtype)
    require((array.ravel() == wanted).all(), f"{name}: values differ")


def check_npy(folder, expected):
    path = folder / expected["file"]
    check_numbers(numpy.load(path), expected, path.name)
    if 0 not in expected["shape"]:
        mapped = numpy.load(path, mmap_mode="r")
        require(mapped.offset == 4096, f"{path.name}: data at {mapped.offset}")


def check_dataset(dataset, expected):
    require(dataset.chunks is None, f"{dataset.name}: chunked")
    require(not dataset.id.get_create_plist().get_obj_track_times(), f"{dataset.name}: has times")
    offset = dataset.id.get_offset()
    require(offset is None or offset % 4096 == 0, f"{dataset.name}: at {offset}")
    check_numbers(dataset[()], expected, dataset.name)


def check_strings(dataset, expected):
    info = h5py.check_string_dtype(dataset.dtype)
    require(info == ("utf-8", None), f"{dataset.name}: {info}")
    require(list(dataset.asstr()[()]) == expected, f"{dataset.name}: strings differ")


def check_attributes(attributes, expected):
    require(sorted(attributes) == sorted(expected), f"attributes {sorted(attributes)}")
    for name, value in expected.items():
        require(isinstance(attributes[name], str), f"{name}: {type(attributes[name])}")
        require(attributes[name] == value, f"{name}: another text")


def check_hdf5(folder, expected):
    with h5py.File(folder / expected["file"], "r") as file:
        names = sorted([*expected["datasets"], *expected["strings"]])
        require(sorted(file) == names, f"datasets {sorted(file)}")
        for name, numbers in expected["datasets"].items():
            check_dataset(file[name], numbers)
        for name, strings in expected["strings"].items():
            check_strings(file[name], strings)
        check_attributes(file.attrs, expected["attributes"])


def main():
    folder = pathlib.Path(sys.argv[1])
    expected = json.loads((folder / "expected.json").read_text(encoding="utf-8"))
    for array in expected["npy"]:
        check_npy(folder, array)
    check_hdf5(folder, expected["hdf5"])


if __name__ == "__main__":
    main()

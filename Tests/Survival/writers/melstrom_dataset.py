"""Reads the dataset of `melstrom --batch` with numpy and h5py only; the program itself writes
it."""

import csv

import numpy

from writing import main


def features_in(out):
    if (out / "features.npy").exists():
        return numpy.load(out / "features.npy", mmap_mode="r")
    import h5py
    with h5py.File(out / "features.h5", "r") as h5:
        return h5["features"][:]


def read(out, work):
    if not (out / "dataset.json").exists():
        raise FileNotFoundError("dataset.json")
    features = features_in(out)
    with open(out / "files.csv", newline="", encoding="utf-8") as table:
        for file in csv.DictReader(table):
            yield features[int(file["first_row"]):int(file["first_row"]) + int(file["rows"])]


if __name__ == "__main__":
    main(None, read)

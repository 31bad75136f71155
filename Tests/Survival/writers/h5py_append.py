"""h5py, a chunked dataset that grows by one file at a time.

Opened by mode "a" and flushed after each file: https://docs.h5py.org/en/3.7.0/high/file.html
Resized and appended to: https://docs.h5py.org/en/3.7.0/high/dataset.html#resizable-datasets
row_splits shows which files are complete; it grows after the features.
"""

import h5py

from writing import main


def create(h5, work):
    bands = work.features.shape[1]
    h5.create_dataset("features", (0, bands), "<f4", maxshape=(None, bands), chunks=(256, bands))
    h5.create_dataset("row_splits", data=[0], dtype="<i8", maxshape=(None,), chunks=(1024,))


def append(features, splits, rows):
    first = int(splits[-1])
    features.resize(first + len(rows), axis=0)
    features[first:] = rows
    features.flush()
    splits.resize(len(splits) + 1, axis=0)
    splits[-1] = first + len(rows)
    splits.flush()


def write(out, work):
    with h5py.File(out / "features.h5", "a") as h5:
        if "row_splits" not in h5:
            h5.pop("features", None)
            create(h5, work)
            h5.flush()
        for file in range(len(h5["row_splits"]) - 1, len(work)):
            append(h5["features"], h5["row_splits"], work.compute(file))
            h5.flush()


def read(out, work):
    with h5py.File(out / "features.h5", "r") as h5:
        splits = h5["row_splits"][:]
        for first, end in zip(splits[:-1], splits[1:]):
            yield h5["features"][first:end]


if __name__ == "__main__":
    main(write, read)

"""zarr 2, two arrays in folders that grow by append().

https://zarr.readthedocs.io/en/v2.13.6/tutorial.html#persistent-arrays: mode "a", and there is no
need to flush or close
https://zarr.readthedocs.io/en/v2.13.6/tutorial.html#resizing-and-appending
row_splits shows which files are complete; it grows after the features. resize() cuts off rows
behind its end.
"""

import zarr

from writing import main


def write(out, work):
    bands = work.features.shape[1]
    features = zarr.open(str(out / "features.zarr"), "a", shape=(0, bands), chunks=(256, bands), dtype="<f4")
    splits = zarr.open(str(out / "row_splits.zarr"), "a", shape=(0,), chunks=(1024,), dtype="<i8")
    if len(splits) == 0:
        splits.append([0])
    features.resize(int(splits[-1]), bands)
    for file in range(len(splits) - 1, len(work)):
        features.append(work.compute(file))
        splits.append([len(features)])


def read(out, work):
    features = zarr.open(str(out / "features.zarr"), "r")
    splits = zarr.open(str(out / "row_splits.zarr"), "r")[:]
    for first, end in zip(splits[:-1], splits[1:]):
        yield features[first:end]


if __name__ == "__main__":
    main(write, read)

"""zarr 2, an array in a folder that grows by append(). Its attributes hold the place of each file.

https://zarr.readthedocs.io/en/v2.13.6/tutorial.html#persistent-arrays: mode "a", and there is no
need to flush or close
https://zarr.readthedocs.io/en/v2.13.6/tutorial.html#resizing-and-appending
https://zarr.readthedocs.io/en/v2.13.6/tutorial.html#user-attributes
The attributes are set after each append(); resize() cuts off rows behind the last place.
"""

import zarr

from writing import main


def write(out, work):
    bands = work.features.shape[1]
    features = zarr.open(str(out / "features.zarr"), "a", shape=(0, bands), chunks=(256, bands), dtype="<f4")
    splits = features.attrs.get("row_splits", [0])
    features.resize(splits[-1], bands)
    for file in range(len(splits) - 1, len(work)):
        features.append(work.compute(file))
        splits.append(len(features))
        features.attrs["row_splits"] = splits


def read(out, work):
    features = zarr.open(str(out / "features.zarr"), "r")
    splits = features.attrs["row_splits"]
    for first, end in zip(splits[:-1], splits[1:]):
        yield features[first:end]


if __name__ == "__main__":
    main(write, read)

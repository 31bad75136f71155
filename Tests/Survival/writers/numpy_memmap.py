"""numpy, a memory map of the full size.

Made by mode "w+", opened again by "r+", flushed after each file:
https://numpy.org/doc/1.24/reference/generated/numpy.lib.format.open_memmap.html
https://numpy.org/doc/1.24/reference/generated/numpy.memmap.html
These pages give no way to know which rows were written: a second map has one byte a file, set after
the flush of the rows.
"""

import numpy
from numpy.lib.format import open_memmap

from writing import main


def opened(path, dtype, shape):
    return open_memmap(path, "r+") if path.exists() else open_memmap(path, "w+", dtype, shape)


def write(out, work):
    features = opened(out / "features.npy", work.features.dtype, work.features.shape)
    done = opened(out / "done.npy", numpy.uint8, (len(work),))
    for file in range(len(work)):
        if not done[file]:
            features[work.splits[file]:work.splits[file + 1]] = work.compute(file)
            features.flush()
            done[file] = 1
            done.flush()


def read(out, work):
    features = numpy.load(out / "features.npy", mmap_mode="r")
    if features.shape != work.features.shape:
        return
    for file in range(len(work)):
        yield features[work.splits[file]:work.splits[file + 1]]


if __name__ == "__main__":
    main(write, read)

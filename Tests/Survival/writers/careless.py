"""Not a peer: a writer with a planted fault. A test checks that the harness finds its silent
corruption.

It counts a file as done before its rows are written.
"""

import numpy

from numpy_memmap import opened, read
from writing import main


def write(out, work):
    features = opened(out / "features.npy", work.features.dtype, work.features.shape)
    done = opened(out / "done.npy", numpy.uint8, (len(work),))
    for file in range(len(work)):
        if not done[file]:
            done[file] = 1
            features[work.splits[file]:work.splits[file + 1]] = work.compute(file)


if __name__ == "__main__":
    main(write, read)

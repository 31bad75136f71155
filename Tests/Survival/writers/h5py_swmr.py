"""h5py in SWMR mode, of which its page says that a crash of the writer leaves a valid file.

Written as https://docs.h5py.org/en/3.7.0/swmr.html shows. A writer that was killed leaves its flag and an old end of file;
HDF5 names h5clear when the file is opened, and that tool's page says which options mend such a file:
https://support.hdfgroup.org/documentation/hdf5/latest/_h5_t_o_o_l__c_r__u_g.html
"""

import subprocess

import h5py

from h5py_append import append, create, read
from writing import main


def open_again(path):
    subprocess.run(["h5clear", "--status", "--increment=0", path], check=True, stdout=subprocess.DEVNULL)
    return h5py.File(path, "r+", libver="latest")


def open_new(path, work):
    h5 = h5py.File(path, "w", libver="latest")
    create(h5, work)
    return h5


def write(out, work):
    path = out / "features.h5"
    with open_again(path) if path.exists() else open_new(path, work) as h5:
        h5.swmr_mode = True
        features, splits = h5["features"], h5["row_splits"]
        for file in range(len(splits) - 1, len(work)):
            append(features, splits, work.compute(file))


if __name__ == "__main__":
    main(write, read)

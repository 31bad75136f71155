"""tarfile, one archive with one .npy a file.

Opened by mode "a", for appending: https://docs.python.org/3.11/library/tarfile.html
The names of the members show which files are complete.
"""

import io
import tarfile

import numpy

from writing import main


def name_of(file):
    return f"{file:06}.npy"


def add(tar, file, rows):
    """Members have no time, so that the bytes repeat."""
    data = io.BytesIO()
    numpy.save(data, rows)
    member = tarfile.TarInfo(name_of(file))
    member.size = data.tell()
    data.seek(0)
    tar.addfile(member, data)


def read_archive(path):
    with tarfile.open(path) as tar:
        for member in tar:
            yield numpy.load(io.BytesIO(tar.extractfile(member).read()))


def write(out, work):
    with tarfile.open(out / "features.tar", "a") as tar:
        there = set(tar.getnames())
        for file in range(len(work)):
            if name_of(file) not in there:
                add(tar, file, work.compute(file))


def read(out, work):
    return read_archive(out / "features.tar")


if __name__ == "__main__":
    main(write, read)

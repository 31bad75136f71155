"""tarfile in place of webdataset, which Debian does not have: shards of a fixed number of files, as its ShardWriter leaves them.

ShardWriter (https://webdataset.github.io/webdataset/api/webdataset/writer.html) writes each shard in one go by mode "w|" and
begins at `start_shard`. The last shard that is there may have been cut by the kill: it is written anew.
"""

import tarfile

from tar_append import add, read_archive
from writing import main

FILES_A_SHARD = 4


def write(out, work):
    there = sorted(out.glob("*.tar"))
    start_shard = max(len(there) - 1, 0)
    for first in range(start_shard * FILES_A_SHARD, len(work), FILES_A_SHARD):
        with tarfile.open(out / f"{first // FILES_A_SHARD:06}.tar", "w|") as tar:
            for file in range(first, min(first + FILES_A_SHARD, len(work))):
                add(tar, file, work.compute(file))


def read(out, work):
    for shard in sorted(out.glob("*.tar")):
        yield from read_archive(shard)


if __name__ == "__main__":
    main(write, read)

"""The writers of the survival table."""

import dataclasses
import importlib.metadata
import importlib.util
import shutil
import sys


@dataclasses.dataclass(frozen=True)
class Peer:
    name: str
    title: str              # in the table
    writer: str             # under writers/
    modules: tuple = ()     # of Python
    tools: tuple = ()
    form: str = ""          # --format of melstrom, which is its own writer
    options: tuple = ()     # of melstrom
    listed: bool = True     # False: only if named

    def missing(self):
        """Names of modules that are not installed."""
        return ([module for module in self.modules if importlib.util.find_spec(module) is None] +
                [tool for tool in self.tools if shutil.which(tool) is None])

    def version(self):
        found = []
        for module in self.modules:
            try:
                found.append(f"{module} {importlib.metadata.version(module)}")
            except importlib.metadata.PackageNotFoundError:
                found.append(module)
        return ", ".join(found) or f"Python {sys.version.split()[0]}"


PEERS = (
    Peer("melstrom-npy", "`melstrom --batch`, NPY", "melstrom_dataset.py", form="npy"),
    Peer("melstrom-h5", "`melstrom --batch --format h5`", "melstrom_dataset.py", ("h5py",), form="h5"),
    Peer("melstrom-long", "`melstrom --batch`, a run of several seconds", "melstrom_dataset.py", form="npy", listed=False,
         options=("--set", "fft_samples=65536", "--threads", "1")),  # a slow transform size, with the same number of rows
    Peer("h5py", "h5py, appending", "h5py_append.py", ("h5py",)),
    Peer("h5py-swmr", "h5py, appending in SWMR mode", "h5py_swmr.py", ("h5py",), ("h5clear",)),
    Peer("memmap", "numpy.memmap", "numpy_memmap.py", ("numpy",)),
    Peer("zarr", "zarr, appending, places in its attributes", "zarr_attributes.py", ("zarr",)),
    Peer("zarr-two", "zarr, appending to two arrays", "zarr_append.py", ("zarr",)),
    Peer("tarfile", "tarfile in shards, in place of webdataset", "tar_shards.py"),
    Peer("tarfile-append", "tarfile, one archive, appending", "tar_append.py"),
    Peer("torch", "torch.save in a loop", "torch_save.py", ("torch",)),
    Peer("careless", "a planted fault", "careless.py", listed=False),
)


def named(names):
    """The named peers; all listed peers without names."""
    known = {peer.name: peer for peer in PEERS}
    unknown = [name for name in names or () if name not in known]
    if unknown:
        sys.exit(f"there is no writer {', '.join(unknown)}; there are {', '.join(known)}")
    return [known[name] for name in names] if names else [peer for peer in PEERS if peer.listed]

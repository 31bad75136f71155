"""The ten lines of Dask in docs/scale.md: 64 shards and their merge, equal to one run. Without
Dask, a replacement with threads maps the shards."""

import importlib.util
import os
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import PRESET, ProgramTest, contents, main, noise, program, skipped, wav

DOCUMENT = pathlib.Path(__file__).resolve().parents[3] / "docs/scale.md"
ADDRESS = 'Client("scheduler:8786")'
CLUSTER = "from dask.distributed import LocalCluster\ncluster = LocalCluster(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None)\n"
STAND_IN = b"""\
import concurrent.futures

class Client:
    def __init__(self, address):
        assert address == "scheduler:8786"

    def map(self, function, values, retries):
        pool = concurrent.futures.ThreadPoolExecutor(2)
        return [pool.submit(function, value) for value in values]
"""


class Dask(ProgramTest):
    def script(self):
        """The document's script, adapted to this machine."""
        blocks = re.findall(r"^```py\n(.*?)^```$", DOCUMENT.read_text(encoding="utf-8"), re.M | re.S)
        text = next(block for block in blocks if "dask" in block)
        self.assertIn(ADDRESS, text)
        self.assertLessEqual(len([line for line in text.splitlines() if line]), 12)
        if importlib.util.find_spec("distributed") is not None:
            return CLUSTER + text.replace(ADDRESS, "Client(cluster)")
        skipped("Dask", "python3-distributed is not installed; a stand-in maps the shards")
        self.write("modules/dask/__init__.py", b"")
        self.write("modules/dask/distributed.py", STAND_IN)
        return text

    def test_shards_are_merged_to_the_bytes_of_one_run(self):
        for index in range(10):
            self.write(f"corpus/{'ab'[index % 2]}/{index:02}.wav", wav(noise(9000 + 3001 * index, index)))
        (self.folder / "bin").mkdir()
        os.symlink(program(), self.folder / "bin/melstrom")
        script = self.write("shards.py", self.script().encode())
        environment = {**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}", "PYTHONPATH": str(self.folder / "modules"),
                       "SOURCE_DATE_EPOCH": "0"}
        done = subprocess.run([sys.executable, script], cwd=self.folder, env=environment, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.assertEqual(len(list((self.folder / "parts").iterdir())), 64)
        self.batch("corpus", "whole", preset=PRESET)
        self.assertEqual(contents(self.folder / "dataset"), contents(self.folder / "whole"))


if __name__ == "__main__":
    main()

"""Which CUDA module the program opens: only a module that no other user can change. With raised
privileges it ignores the environment's module.

The fake module of MELSTROM_FAKE_CUDA_MODULE reports that it finds no driver, which shows that it
was opened.
"""

import os
import pathlib
import shutil
import stat
import sys
import unittest.mock

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import ProgramTest, main, program, run, skipped

FAKE = pathlib.Path(os.environ["MELSTROM_FAKE_CUDA_MODULE"])
OPENED = "there is no fake driver"
OTHER_USER = 65534


class ModuleTrust(ProgramTest):
    def setUp(self):
        super().setUp()
        os.chmod(self.folder, 0o755)
        for name in ("bin", "lib"):
            (self.folder / name).mkdir(mode=0o755)
        self.copy = self.folder / "bin/melstrom"
        shutil.copy(program(), self.copy)
        self.module = self.folder / "lib/melstrom-cuda.so"
        shutil.copy(FAKE, self.module)
        os.chmod(self.module, 0o644)

    def devices(self, named=None):
        """The message of the program's copy about the devices that it finds."""
        with unittest.mock.patch.dict(os.environ, MELSTROM=str(self.copy)):
            outcome = run("--list", "backends", cwd=self.folder, environment={"MELSTROM_CUDA_MODULE": named})
        return " ".join(outcome.out.decode().split())

    def test_a_module_of_its_own_is_opened(self):
        self.assertIn(OPENED, self.devices())
        os.chmod(self.folder / "lib", 0o777)
        refused = self.devices()
        self.assertNotIn(OPENED, refused)
        for part in (str(self.module), f"the folder {self.folder}/lib can be written to by every user", "chmod go-w"):
            self.assertIn(part, refused)

    def test_raised_rights(self):
        self.assertIn(OPENED, self.devices(named=str(FAKE)))
        self.module.unlink()
        self.assertIn(OPENED, self.devices(named=str(FAKE)))
        if os.geteuid() != 0 or os.statvfs(self.folder).f_flag & os.ST_NOSUID:
            skipped("raised rights", "needs root and a file system where setuid counts")
            return
        os.chown(self.copy, OTHER_USER, -1)
        os.chmod(self.copy, 0o755 | stat.S_ISUID)
        ignored = self.devices(named=str(FAKE))
        self.assertNotIn(OPENED, ignored)
        self.assertIn("MELSTROM_CUDA_MODULE is ignored", ignored)


if __name__ == "__main__":
    main()

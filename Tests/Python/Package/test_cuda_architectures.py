"""The CUDA module is built for the GPUs of the machine, or for every generation that nvcc knows. Stand-ins
of nvidia-smi and nvcc tell which GPUs there are and which code nvcc makes.

Usage: test_cuda_architectures.py REPOSITORY
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = None  # of the repository
NVCC_13 = "75 80 86 87 88 89 90 100 110 103 120 121"
NVCC_12_0 = "50 52 53 60 61 62 70 72 75 80 86 87 89 90"


class CudaArchitectures(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="melstrom-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def program(self, name, text, status=0):
        path = self.folder / name
        path.write_text(f"#!/bin/sh\ncat <<'END'\n{text}\nEND\nexit {status}\n")
        path.chmod(0o755)
        return path

    def architectures(self, wish, gpus=None, known=NVCC_13, status=0):
        if gpus is not None:
            self.program("nvidia-smi", "\n".join(gpus), status)
        nvcc = self.program("nvcc", "\n".join(f"sm_{code}" for code in known.split()))
        script = self.folder / "ask.cmake"
        script.write_text("cmake_minimum_required (VERSION 3.25)\n"
                          f"include ({ROOT}/cmake/CudaArchitectures.cmake)\n"
                          f'melstrom_cuda_architectures (found "{wish}" "{nvcc}")\n'
                          'message ("${found}")\n')
        # cmake by its full path: a real nvidia-smi of this machine is hidden.
        run = subprocess.run([shutil.which("cmake"), "-P", script], capture_output=True, text=True, check=True,
                             env={**os.environ, "PATH": f"{self.folder}:/bin"})
        return run.stderr.strip()

    def test_without_a_gpu_the_module_is_for_9_0(self):
        self.program("nvidia-smi", "No devices were found", 6)
        self.assertEqual(self.architectures("auto"), "90")

    def test_an_error_of_nvidia_smi_is_no_gpu(self):
        self.assertEqual(self.architectures("auto", ["Driver 8.9 mismatch"], status=18), "90")

    def test_each_kind_of_gpu_counts_once_and_the_newest_has_ptx(self):
        self.assertEqual(self.architectures("auto", ["8.9", "8.6", "8.9", "7.5"]), "75-real;86-real;89")

    def test_a_gpu_before_turing_has_no_code(self):
        self.assertEqual(self.architectures("auto", ["7.0"], NVCC_12_0), "90")
        self.assertEqual(self.architectures("auto", ["7.0", "8.0"], NVCC_12_0), "80")

    def test_a_gpu_newer_than_nvcc_takes_the_newest_code_that_it_can_compile(self):
        self.assertEqual(self.architectures("auto", ["12.0"], NVCC_12_0), "90")
        self.assertEqual(self.architectures("auto", ["13.0"]), "121")

    def test_all_is_every_generation_that_nvcc_knows(self):
        self.assertEqual(self.architectures("all", ["8.9"]), "75-real;80-real;86-real;89-real;90-real;100-real;120")
        self.assertEqual(self.architectures("all", known=NVCC_12_0), "75-real;80-real;86-real;89-real;90")

    def test_a_list_is_taken_as_it_is(self):
        self.assertEqual(self.architectures("86-real;89", ["9.0"]), "86-real;89")


if __name__ == "__main__":
    ROOT = sys.argv.pop(1)
    unittest.main()

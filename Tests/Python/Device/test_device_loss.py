"""A GPU that is lost during a run (case G3): the run continues in a new process, twice at most.

The module of MELSTROM_EMULATED_CUDA_MODULE emulates the GPU, and can lose it at any call.
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import CODES, ProgramTest, contents, main, noise, wav

MODULE = os.environ["MELSTROM_EMULATED_CUDA_MODULE"]


class DeviceLoss(ProgramTest):
    options = ("--backend", "cuda", "--threads", "2", "--commit", "1")

    def setUp(self):
        super().setUp()
        for index in range(6):
            self.write(f"in/{index}.wav", wav(noise(30000 + 1000 * index)))
        self.undisturbed = self.on_gpu("undisturbed", [])

    def on_gpu(self, out, losses, expect=0, options=options):
        """Runs with a device that is lost at these calls, one per process. Returns the folder's
        contents."""
        self.write("losses", "".join(f"{call}\n" for call in losses).encode())
        environment = {"MELSTROM_CUDA_MODULE": MODULE, "MELSTROM_EMULATED_LOSSES": str(self.folder / "losses")}
        self.outcome = self.batch("in", out, *options, expect=expect, environment=environment, timeout=120)
        self.left = (self.folder / "losses").read_text().split()
        return contents(self.folder / out)

    def test_one_loss(self):
        for call in (5, 20, 40, 60, 80):
            with self.subTest(f"lost at call {call}"):
                self.assertEqual(self.on_gpu(f"out{call}", [call]), self.undisturbed)
                self.assertEqual(self.left, [])
                self.assertIn("continuing in a new process, 1 of 2", self.outcome.error_text)

    def test_two_losses(self):
        self.assertEqual(self.on_gpu("out", [70, 60]), self.undisturbed)
        self.assertIn("continuing in a new process, 1 of 2", self.outcome.error_text)
        self.assertIn("continuing in a new process, 2 of 2", self.outcome.error_text)

    def test_two_losses_in_each_kind_of_dataset(self):
        for form, threads in (("npy", "1"), ("h5", "1"), ("h5", "2")):
            with self.subTest(f"{form}, {threads} threads"):
                options = ("--backend", "cuda", "--threads", threads, "--format", form, "--commit", "1")
                usual = self.on_gpu(f"usual-{form}{threads}", [], options=options)
                self.assertEqual(self.on_gpu(f"out-{form}{threads}", [70, 60], options=options), usual)
                self.assertEqual(self.left, [])
                self.assertIn("continuing in a new process, 2 of 2", self.outcome.error_text)

    def test_three_losses_end_the_run_and_the_same_command_goes_on(self):
        left = self.on_gpu("out", [70, 60, 65], expect=CODES["environment"])
        self.assertIn("[device-lost]", self.outcome.error_text)
        self.assertNotIn("dataset.json", left)
        self.assertEqual(self.on_gpu("out", []), self.undisturbed)

    def test_another_kind_of_device_is_refused(self):
        left = self.on_gpu("out", [70, 60, 65], expect=CODES["environment"])
        outcome = self.batch("in", "out", "--backend", "cpu", "--commit", "1", expect=CODES["other plan"])
        self.assertRegex(outcome.error_text, r"backend: \"cuda, .*\" there, \"cpu\" now")
        self.assertEqual(contents(self.folder / "out"), left)

    def test_automatic_choice_goes_on_with_the_cpu_that_began(self):
        self.batch("in", "cpu", "--backend", "cpu")
        before = contents(self.folder / "cpu")
        self.assertEqual(self.on_gpu("cpu", [], options=()), before)
        self.assertIn(b"already exists", self.outcome.out)


if __name__ == "__main__":
    main()

"""`--backend auto` of --batch: the device that is predicted to end first.

The module of MELSTROM_EMULATED_CUDA_MODULE emulates the GPU. It is slower than the CPU, so a
measurement says that it does not pay. A file that says otherwise was written by a test.
"""

import json
import os
import resource
import signal
import sys

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import PRESET, ProgramTest, contents, main, noise, run, start, wait_until, wav

MODULE = os.environ["MELSTROM_EMULATED_CUDA_MODULE"]
FILE = "cache/melstrom/measured.json"
FAST, SLOW = 1e12, 1.0  # rows a second


class Automatic(ProgramTest):
    def setUp(self):
        super().setUp()
        for index in range(4):
            self.write(f"in/{index}.wav", wav(noise(40000 + 1000 * index)))
        self.keep()

    def environment(self, **more):
        return {"MELSTROM_CUDA_MODULE": MODULE, "HOME": None, "XDG_CACHE_HOME": str(self.folder / "cache"),
                "MELSTROM_SYSTEM_FILES": str(self.folder / "system"), **more}

    def keep(self, cpu=SLOW, gpu=FAST, start_seconds=0.5):
        """Rates as after a measurement. The first call learns the key of this machine and front end."""
        if not hasattr(self, "key"):
            self.made("first", "in")
            self.key, = json.loads((self.folder / FILE).read_text())["values"]
        numbers = [{"cpu_rows_per_second_a_thread": cpu}, {"gpu_rows_per_second": gpu, "gpu_start_seconds": start_seconds}]
        values = [{**self.key, "numbers": numbers[0]},
                  {**self.key, "device": "Emulated GPU", "driver": "CUDA 13.0", "numbers": numbers[1]}]
        self.write(FILE, json.dumps({"format": "melstrom-measured", "version": 1, "values": values}).encode())

    def made(self, out, source="in", *options, expect=0):
        """dataset.json, and the summary in self.said."""
        outcome = self.batch(source, out, *options, expect=expect, environment=self.environment(), timeout=120, progress="json")
        self.errors = outcome.error_text
        if expect:
            return None
        self.said = json.loads(outcome.out.splitlines()[-1])
        return json.loads((self.folder / out / "dataset.json").read_text())

    def test_a_few_short_files_never_open_the_gpu(self):
        """The first run of setUp, without a cache."""
        made = json.loads((self.folder / "first/dataset.json").read_text())
        self.assertEqual(made["backend"], "cpu")
        self.assertNotIn("device_choice", made)  # dataset.json is the same with --backend cpu
        self.assertTrue(self.key["what"].startswith("mel-rates "))
        self.assertEqual(self.key["device"], "")
        self.assertGreater(self.key["numbers"]["cpu_rows_per_second_a_thread"], 0)

    def test_measuring_the_cpu_takes_little(self):
        """Of a costly front end, too: batches of the trial are as small as its time demands."""
        self.write("one/a.wav", wav(noise(48000), 48000))

        def used(out, *options):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.batch("one", out, "--threads", "2", *options, preset="detailed", environment=self.environment(), timeout=120)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

        alone = used("alone", "--backend", "cpu")
        self.assertLess(used("measured", "--no-cache"), 0.3 + 4 * alone)

    def test_the_smaller_prediction_wins_and_is_said(self):
        made = self.made("gpu")
        self.assertEqual(made["backend"], "cuda:0")
        self.assertRegex(made["device_choice"], r"^GPU: predicted 0\.75 s, of which 0\.50 s start; CPU \d+ s$")
        self.assertEqual((self.said["device"], self.said["device_choice"]), (made["device"], made["device_choice"]))
        self.keep(gpu=SLOW / 100)
        made = self.made("cpu")
        self.assertEqual(made["backend"], "cpu")
        self.assertRegex(made["device_choice"], r"^CPU: predicted \d+ s, GPU \d+ s, of which 0\.50 s start$")
        self.assertNotIn("instead", self.errors)
        text = self.batch("in", "text", environment=self.environment()).out.decode()
        self.assertRegex(text, r"\nDevice +CPU \(.*\): predicted \d+ s, GPU ")
        text = self.batch("in", "measured", "--no-cache", environment=self.environment()).out.decode()
        self.assertRegex(text, r"\nDevice +CPU \([^:]*\)\n")  # the rates of the file are not read

    def test_verification_takes_the_device_that_made_the_rows(self):
        """The other would compute none of them again."""
        for backend, device in (("cpu", "CPU"), ("cuda", "Emulated GPU")):
            made = self.made(backend, "in", "--backend", backend)
            self.assertIn(device, made["device"])
            outcome = run("--verify", "--out", backend, "--progress", "json", cwd=self.folder, environment=self.environment(), timeout=120)
            self.assertEqual(outcome.code, 0, str(outcome))
            report = json.loads(outcome.out.splitlines()[-1])
            self.assertEqual((report["files_recomputed"], report["made_elsewhere"]), (4, 0), str(outcome))

    def test_a_named_device_has_no_choice(self):
        for backend in ("cpu", "cuda"):
            self.assertNotIn("device_choice", self.made(backend, "in", "--backend", backend))

    def test_the_values_are_shown(self):
        shown = run("--doctor", "--backend", "cpu", cwd=self.folder, environment=self.environment(), timeout=120).out.decode()
        self.assertIn("mel-rates", shown)
        self.assertIn("gpu_start_seconds 0.50", shown)

    def test_a_finished_dataset_stays_finished(self):
        for first, then in (({}, {"gpu": SLOW / 100}), ({"gpu": SLOW / 100}, {})):
            out = f"out{len(first)}"
            self.keep(**first)
            self.made(out)
            before = contents(self.folder / out)
            self.keep(**then)
            self.made(out)
            self.assertTrue(self.said["already_complete"])
            self.assertEqual(contents(self.folder / out), before)

    def test_a_finished_dataset_needs_no_gpu(self):
        self.made("out")
        before = contents(self.folder / "out")
        self.write("lib/melstrom-cuda.so", b"no module")
        os.chmod(self.folder / "lib/melstrom-cuda.so", 0o600)
        outcome = self.batch("in", "out", environment=self.environment(MELSTROM_CUDA_MODULE=str(self.folder / "lib/melstrom-cuda.so")))
        self.assertIn(b"already exists", outcome.out)
        self.assertEqual(contents(self.folder / "out"), before)

    def test_a_listed_gpu_that_cannot_be_opened_stands_in_the_dataset(self):
        self.write("system/sys/module/nvidia/version", b"580.159.04\n")
        self.write("system/proc/driver/nvidia/gpus/0000:00:00.0/information", b"Model: \t\t NVIDIA H200\n")
        self.write("lib/melstrom-cuda.so", b"no module")
        environment = self.environment(MELSTROM_CUDA_MODULE=str(self.folder / "lib/melstrom-cuda.so"))
        for isComplete in (False, True):
            outcome = self.batch("in", "out", environment=environment, progress="json")
            said = json.loads(outcome.out.splitlines()[-1])
            self.assertEqual(said["already_complete"], isComplete)
            made = json.loads((self.folder / "out/dataset.json").read_text())
            self.assertRegex(made.get("device_choice", ""), r"^CPU: cuda:0 cannot be used: .*melstrom-cuda\.so")
            self.assertEqual(said["device_choice"], made["device_choice"])

    def test_an_unfinished_run_keeps_its_device_and_its_reason(self):
        self.write("0.wav", wav(noise(160000)))
        for rates, backend, count in (({}, "cuda:0", 60), ({"gpu": SLOW / 100}, "cpu", 600)):
            self.keep(**rates)
            out, source = "out" + backend[:3], "in" + backend[:3]
            (self.folder / source).mkdir()
            for index in range(count):
                os.link(self.folder / "0.wav", self.folder / source / f"{index}.wav")
            process = start("--batch", source, "--out", out, "--preset", PRESET, "--commit", "1", "--threads", "1", cwd=self.folder,
                            environment=self.environment())
            wait_until(lambda: (self.folder / out / "plan.json").exists() or process.poll() is not None, "a plan")
            process.send_signal(signal.SIGKILL)
            process.communicate()
            plan = json.loads((self.folder / out / "plan.json").read_text())
            self.keep(**({"gpu": SLOW / 100} if backend == "cuda:0" else {}))
            made = self.made(out, source, "--threads", "1")
            self.assertEqual(made["backend"], backend)
            self.assertEqual(made["device_choice"], plan["device_choice"])

    def test_a_dry_run_names_no_dataset_and_writes_none(self):
        self.batch("in", "dry", "--dry-run", environment=self.environment(), timeout=120)
        self.assertFalse((self.folder / "dry").exists())

    def test_verification_follows_a_finished_dataset(self):
        self.made("out")
        outcome = self.batch("in", "out", "--verify", environment=self.environment(), timeout=120)
        self.assertIn(b"sound", outcome.out)

    def test_a_run_that_ends_before_the_plan_ends(self):
        self.batch("nowhere", "out", expect=2, environment=self.environment(), timeout=20)


if __name__ == "__main__":
    main()

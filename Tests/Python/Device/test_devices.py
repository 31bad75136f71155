"""Several GPUs in one run: --devices.

The module of MELSTROM_EMULATED_CUDA_MODULE emulates the GPUs and documents its variables. They are equal, so a dataset
must have the same bytes whichever of them computed its rows.
"""

import json
import os
import signal
import sys

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import CODES, PRESET, ProgramTest, contents, main, noise, run, start, wait_until, wav

MODULE = os.environ["MELSTROM_EMULATED_CUDA_MODULE"]
T32 = "fused-20x10-t32"
OPTIONS = ("--threads", "2", "--commit", "1", "--device-mem", "64M", "--set", "hop_ms=50")
PLACES = ("0000:1a:00.0", "0000:9b:00.0")  # on the bus, near nodes 0 and 1


class Devices(ProgramTest):
    def setUp(self):
        super().setUp()
        for index in range(12):
            self.write(f"in/{index:02}.wav", wav(noise(60000 + 1000 * index, seed=index)))

    def environment(self, number=3, losses=(), **more):
        """losses: for each GPU the calls at which one process after the other loses it."""
        files = {}
        for index, calls in enumerate(losses):
            self.write(f"losses{index}", "".join(f"{call}\n" for call in calls).encode())
            files["MELSTROM_EMULATED_LOSSES" + (f"_{index}" if index else "")] = str(self.folder / f"losses{index}")
        return {"MELSTROM_CUDA_MODULE": MODULE, "HOME": None, "XDG_CACHE_HOME": None, "MELSTROM_EMULATED_DEVICES": str(number),
                **files, **{f"MELSTROM_EMULATED_{name}": value for name, value in more.items()}}

    def made(self, out, devices, *options, expect=0, environment=None, **more):
        """The folder's contents afterwards; {} without a folder. devices: None means one GPU without --devices."""
        which = ("--backend", "cuda") if devices is None else ("--devices", devices)
        self.outcome = self.batch("in", out, *which, *OPTIONS, *options, expect=CODES.get(expect, expect), timeout=120,
                                  environment=environment or self.environment(**more))
        folder = self.folder / out
        return contents(folder) if folder.exists() else {}

    def refused(self, devices, *words, options=(), **more):
        self.assertEqual(self.made("refused", devices, *options, expect="bad usage", **more), {})
        for word in words:
            self.assertIn(word, self.outcome.error_text)

    def test_bytes_do_not_depend_on_the_devices(self):
        one = self.made("one", None)
        for devices in ("0", "0,1", "0,2,1", "all"):
            self.assertEqual(self.made(devices.replace(",", "-"), devices), one, devices)
        other = self.made("other", "2,1")  # its dataset.json names GPU 2, as --backend cuda:2 does
        self.batch("in", "second", "--backend", "cuda:2", *OPTIONS, environment=self.environment(), timeout=120)
        self.assertEqual(other, contents(self.folder / "second"))
        self.assertEqual(other["features.npy"], one["features.npy"])

    def test_bytes_in_each_kind_of_dataset(self):
        for preset, options in ((PRESET, ("--format", "h5")), ("leak-fine", ("--waveform",))):
            folders = []
            for devices in ("0", "all"):
                out = f"{preset}-{devices}"
                self.batch("in", out, "--devices", devices, "--threads", "2", *options, preset=preset,
                           environment=self.environment(), timeout=120)
                folders.append(contents(self.folder / out))
            self.assertEqual(*folders)

    def test_every_device_computes(self):
        self.made("out", "all", "--profile", "--trace", "trace.json")
        self.assertRegex(self.outcome.out, rb"Device +Emulated GPU: cuda:0, cuda:1, cuda:2\n")
        self.assertRegex(self.outcome.out, rb"cuda:0 computing [\d.]+ %, copying [\d.]+ % in and [\d.]+ % out; cuda:1 computing")
        events = json.loads((self.folder / "trace.json").read_text())["traceEvents"]
        names = {event["tid"]: event["args"]["name"] for event in events if event["name"] == "thread_name"}
        for index in range(3):
            for queue in ("copy in", "compute", "copy out"):
                spans = [event for event in events if event["ph"] == "X" and names[event["tid"]] == f"cuda:{index} {queue}"]
                self.assertGreater(len(spans), 0, f"cuda:{index} {queue}")
            self.assertIn(f"device cuda:{index}", names.values())

    def test_summary_as_json(self):
        outcome = self.batch("in", "out", "--devices", "0,1", "--profile", environment=self.environment(), progress="json",
                             timeout=120)
        told = json.loads(outcome.out.splitlines()[-1])
        self.assertEqual(told["devices"], ["cuda:0", "cuda:1"])
        self.assertEqual([device["device"] for device in told["profile"]["busy"]["devices"]], ["cuda:0", "cuda:1"])
        self.assertNotIn("devices", json.loads((self.folder / "out/dataset.json").read_text()))

    def test_a_killed_run_goes_on_with_other_devices(self):
        for index in range(12, 60):
            self.write(f"in/{index}.wav", wav(noise(60000, seed=index)))
        whole = self.made("whole", "0")
        for index, (first, second) in enumerate((("0,1,2", "0"), ("0", "0,1"), ("0,1", "all"))):
            out = f"out{index}"
            process = start("--batch", "in", "--out", out, "--preset", PRESET, "--devices", first, *OPTIONS, cwd=self.folder,
                            environment=self.environment())
            wait_until((self.folder / out / "journal.bin").exists, "the first commit")
            process.send_signal(signal.SIGKILL)
            self.assertEqual(process.wait(), -signal.SIGKILL)
            self.assertNotIn("dataset.json", contents(self.folder / out))
            self.assertEqual(self.made(out, second), whole, f"{first}, then {second}")

    def test_a_finished_dataset_stays_finished(self):
        before = self.made("out", "0,1")
        times = {path.name: path.stat().st_mtime_ns for path in (self.folder / "out").iterdir()}
        for devices in (None, "all", "2"):
            self.assertEqual(self.made("out", devices), before)
            self.assertIn(b"already exists", self.outcome.out)
        self.assertEqual({path.name: path.stat().st_mtime_ns for path in (self.folder / "out").iterdir()}, times)

    def test_a_dataset_is_verified_by_several_devices(self):
        self.made("out", "0")
        outcome = run("--verify", "--out", "out", "--devices", "all", cwd=self.folder, environment=self.environment(), timeout=120)
        self.assertEqual(outcome.code, 0, str(outcome))
        self.assertNotIn(b"not compared", outcome.out)

    def test_the_run_goes_on_without_a_lost_device(self):
        undisturbed = self.made("undisturbed", "0,1")
        numLost = 0
        for call in (5, 40, 120, 200, 260, 300):
            for lost in (0, 1):
                losses = [[], []]
                losses[lost] = [call, 5]  # a process that opened it again would lose it again
                self.assertEqual(self.made(f"out{call}-{lost}", "0,1", losses=losses), undisturbed)
                if "continuing in a new process" in self.outcome.error_text:
                    numLost += 1
                    self.assertRegex(self.outcome.error_text, rf"cuda:{lost}: .*continuing in a new process, 1 of 2")
                    self.assertIn(f"cuda:{lost} is left out: this run lost it before", self.outcome.error_text)
                    self.assertEqual((self.folder / f"losses{lost}").read_text(), "5\n", "it was not opened again")
        self.assertGreaterEqual(numLost, 6)

    def test_the_last_device_is_tried_again(self):
        undisturbed = self.made("undisturbed", "0,1")
        losses = [[60, 70], [50]]
        self.assertEqual(self.made("out", "0,1", losses=losses), undisturbed)
        self.assertIn("continuing in a new process, 2 of 2", self.outcome.error_text)

    def test_too_many_losses_end_the_run_and_the_same_command_goes_on(self):
        undisturbed = self.made("undisturbed", "all")
        left = self.made("out", "all", expect="environment", losses=[[60], [99999, 60], [99999, 99999, 60]])
        self.assertNotIn("dataset.json", left)
        self.assertIn("[device-lost]", self.outcome.error_text)
        self.assertEqual(self.made("out", "all"), undisturbed)

    def test_a_device_without_memory_is_left_out(self):
        whole = self.made("whole", "0,1")
        for index in (0, 1):
            more = {"BYTES" + (f"_{index}" if index else ""): "4096"}
            outcome = self.batch("in", f"out{index}", "--devices", "0,1", "--threads", "2", "--set", "hop_ms=50",
                                 environment=self.environment(**more), timeout=120)
            self.assertEqual(outcome.code, 0, str(outcome))
            self.assertEqual(contents(self.folder / f"out{index}"), whole)
            self.assertIn(f"cuda:{index} was left out: ", outcome.error_text)
            self.assertRegex(outcome.out, rf"Device +Emulated GPU: cuda:{1 - index}\n".encode())
        self.batch("in", "none", "--devices", "0,1", environment=self.environment(BYTES="4096", BYTES_1="4096"),
                   expect=CODES["environment"], timeout=120)

    def rates(self, gpu_rows_per_second):
        """An environment in which this rate of the GPU was measured before, for the front end of OPTIONS."""
        environment = self.environment() | {"XDG_CACHE_HOME": str(self.folder / "cache")}
        file = "cache/melstrom/measured.json"
        if not (self.folder / file).exists():  # a run with --backend auto leaves the key
            self.batch("in", "key", *OPTIONS, environment=environment, timeout=120)
        kept = json.loads((self.folder / file).read_text())
        key = next(value for value in kept["values"] if value["what"].startswith("mel-rates "))
        numbers = {"gpu_rows_per_second": gpu_rows_per_second, "gpu_start_seconds": 0.5}
        kept["values"] = [{**key, "device": "Emulated GPU", "driver": "CUDA 13.0", "numbers": numbers}]
        self.write(file, json.dumps(kept).encode())
        return environment

    def test_all_uses_as_many_as_the_run_can_feed(self):
        one = self.made("one", "0")
        fast = self.rates(1e12)
        self.assertEqual(self.made("fast", "all", environment=fast), one)
        self.assertRegex(self.outcome.error_text, r"cuda:1, cuda:2 were left out: of the 3 GPUs 1 is enough: reading and writing")
        self.assertRegex(self.outcome.out, rb"Device +Emulated GPU: cuda:0\n")
        self.assertEqual(self.made("named", "0,1,2", environment=fast), one)
        self.assertIn("of the 3 GPUs 1 is enough", self.outcome.error_text)
        self.assertNotIn("left out", self.outcome.error_text)
        self.assertRegex(self.outcome.out, rb"Device +Emulated GPU: cuda:0, cuda:1, cuda:2\n")
        self.assertEqual(self.made("slow", "all", environment=self.rates(1.0)), one)
        self.assertNotIn("left out", self.outcome.error_text)
        self.assertRegex(self.outcome.out, rb"Device +Emulated GPU: cuda:0, cuda:1, cuda:2\n")

    def test_lists_of_devices(self):
        self.refused("0,7", "--devices", "there is no GPU 7", "the driver reports 3")
        self.refused("0,0", "--devices", "0,0", "twice")
        self.refused("0,x", "--devices", "0,x")
        self.refused("all", "--devices all", "--backend cpu", options=("--backend", "cpu"))
        self.refused("0", "--devices 0", "--backend cuda:1", options=("--backend", "cuda:1"))
        self.refused("0,1", "cuda:1", "in use by another", ABSENT_1="in use by another")
        self.assertEqual(self.made("fine", "0,2", ABSENT_1="in use by another"), self.made("one", None))

    def test_all_leaves_out_what_cannot_be_used(self):
        one = self.made("one", None)
        self.assertEqual(self.made("out", "all", ABSENT_1="in use by another"), one)
        self.assertIn("cuda:1 is left out: in use by another", self.outcome.error_text)
        self.assertRegex(self.outcome.out, rb"Device +Emulated GPU: cuda:0, cuda:2\n")
        self.refused("all", "no driver at all", ABSENT="no driver at all", ABSENT_1="busy", ABSENT_2="busy")

    def test_devices_of_two_kinds_are_refused(self):
        words = ("--devices", "cuda:0 is Emulated GPU", "cuda:1 is Another GPU", "one kind")
        self.refused("all", *words, NAME_1="Another GPU")
        self.refused("0,1", *words, NAME_1="Another GPU")
        self.refused("0,1", "580.1", "580.2", DRIVER="580.1", DRIVER_1="580.2")
        self.made("out", "0,2", NAME_1="Another GPU")

    def test_devices_must_agree_in_the_variant(self):
        self.refused("0,1", "cuda:0", "cuda:1", T32, "--devices", WRONG="0", WRONG_1="32")
        self.assertEqual(self.made("out", "0,1", "--variant", "fused-20x10-t16", WRONG="0", WRONG_1="32"),
                         self.made("one", None, "--variant", "fused-20x10-t16"))

    def test_a_run_goes_on_with_its_variant_on_every_device(self):
        whole = self.made("whole", None, "--variant", "fused-20x10-t16")
        left = self.made("out", "0", "--variant", "fused-20x10-t16", losses=[[70, 60, 65]], expect="environment")
        self.assertNotIn("dataset.json", left)
        self.assertEqual(self.made("out", "all"), whole)

    def nodes(self):
        """A machine with two memory nodes and a GPU near each."""
        self.write("system/sys/devices/system/node/has_memory", b"0-1\n")
        for node, place in enumerate(PLACES):
            self.write(f"system/sys/bus/pci/devices/{place}/numa_node", b"%d\n" % node)
            self.write(f"system/sys/devices/system/node/node{node}/cpulist", b"%d\n" % node)
        return self.environment(number=2, PCI=PLACES[0], PCI_1=PLACES[1]) | {"MELSTROM_SYSTEM_FILES": str(self.folder / "system")}

    def test_memory_nodes(self):
        """Whether this machine has two nodes or one, and whatever its container allows."""
        one = self.made("one", "0,1")
        environment = self.nodes()
        self.assertEqual(self.made("out", "0,1", environment=environment), one)
        self.assertNotIn("node", self.outcome.error_text)
        self.made("told", "0,1", "--log-level", "debug", environment=environment)
        for index in (0, 1):
            self.assertIn(f"cuda:{index}: slabs on memory node {index}", self.outcome.error_text)
        shown = run("--list", "backends", cwd=self.folder, environment=environment).out.decode()
        self.assertRegex(" ".join(shown.split()), r"cuda:0 Emulated GPU.* memory node 0 .*cuda:1 Emulated GPU.* memory node 1")

    def test_list_and_doctor(self):
        shown = run("--list", "backends", cwd=self.folder, environment=self.environment()).out.decode()
        self.assertEqual([line.split()[0] for line in shown.splitlines() if line.startswith("cuda:")], ["cuda:0", "cuda:1", "cuda:2"])
        self.assertNotIn("memory node", shown)
        for more, words in (({}, "--devices all would use cuda:0, cuda:1 and cuda:2, Emulated GPU"),
                            ({"ABSENT_1": "busy"}, "--devices all would use cuda:0 and cuda:2, Emulated GPU, and leave out cuda:1"),
                            ({"NAME_2": "Another GPU"}, "--devices all would be refused: cuda:0 is Emulated GPU, but cuda:2 is Another")):
            doctor = run("--doctor", "--backend", "cpu", cwd=self.folder, environment=self.environment(**more), timeout=300)
            self.assertIn(words, " ".join(doctor.out.decode().split()))


if __name__ == "__main__":
    main()

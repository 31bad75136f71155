"""Measured values of a machine in the cache: the number of partials from which a GPU renders faster
than the CPU.

The module of MELSTROM_EMULATED_CUDA_MODULE emulates the GPU. It is slower than the CPU, so a
measurement says that it never pays. A file that says otherwise was written by a test.
"""

import json
import os
import shutil
import sys

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import ProgramTest, main, run, start
from render_support import one_note

MODULE = os.environ["MELSTROM_EMULATED_CUDA_MODULE"]
RICH = ("--patch", "rich.toml")
PATCH = b"""name = "Rich"
category = "Pads"
[osc1]
spectrum = "saw"
partials = 512
unison = 4
[amp]
release = 0.01
"""
FILE = "cache/melstrom/measured.json"
RELEASE = "570.86"


class Measured(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("rich.toml", PATCH)
        self.write("song.mid", one_note(key=36, seconds=0.03))
        self.show_driver(RELEASE)

    def show_driver(self, release, *models):
        """Files that the system has before a driver is loaded."""
        self.write("system/sys/module/nvidia/version", f"{release}\n".encode())
        for index, model in enumerate(models):
            self.write(f"system/proc/driver/nvidia/gpus/0000:{index:02x}:00.0/information", f"Model: \t\t {model}\n".encode())

    def environment(self, cache="cache", **more):
        return {"MELSTROM_CUDA_MODULE": MODULE, "HOME": None, "MELSTROM_SYSTEM_FILES": str(self.folder / "system"),
                "MELSTROM_EMULATED_DRIVER": RELEASE, "XDG_CACHE_HOME": str(self.folder / cache) if cache else None, **more}

    def rendered(self, *options, **environment):
        """The device that rendered. Other messages are in self.said."""
        outcome = run("--render", "song.mid", "--out", "out.wav", "--progress", "json", *(options or RICH), cwd=self.folder,
                      environment=self.environment(**environment))
        self.assertEqual(outcome.code, 0, outcome)
        self.said = outcome.error_text
        return json.loads(outcome.out.splitlines()[-1])["renderer"]

    def kept(self):
        return json.loads((self.folder / FILE).read_text())["values"]

    def keep(self, **numbers):
        """A file as after a measurement with different numbers."""
        self.rendered()
        whole = json.loads((self.folder / FILE).read_text())
        whole["values"][0]["numbers"].update(numbers)
        self.write(FILE, json.dumps(whole).encode())

    def test_the_first_render_measures_and_keeps(self):
        self.assertEqual(self.rendered(), "cpu")
        self.assertIn("measured: cuda:0 is not faster than the CPU; kept in ", self.said)
        self.assertIn(FILE, self.said)
        entry, = self.kept()
        self.assertEqual(entry["what"], "voices-crossover")
        self.assertRegex(entry["machine"], r".+, \d+ threads$")
        self.assertEqual(entry["device"], "Emulated GPU")
        self.assertIn("CUDA", entry["driver"])
        self.assertRegex(entry["measured_at"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertIn(entry["melstrom"], run("--version", cwd=self.folder).out.decode())
        self.assertEqual(entry["numbers"], {"live_sinusoids": None, "offline_sinusoids": None})
        before = (self.folder / FILE).read_bytes()
        self.assertEqual(self.rendered(), "cpu")
        self.assertNotIn("measured", self.said)
        self.assertEqual((self.folder / FILE).read_bytes(), before)

    def test_the_kept_number_decides(self):
        self.keep(offline_sinusoids=2048)
        self.assertEqual(self.rendered(), "cuda:0")
        self.assertNotIn("measured", self.said)
        self.keep(offline_sinusoids=2049)
        self.assertEqual(self.rendered(), "cpu")

    def test_no_cache_neither_reads_nor_keeps(self):
        self.assertEqual(self.rendered(*RICH, "--no-cache"), "cpu")
        self.assertIn("measured: cuda:0 is not faster than the CPU\n", self.said)
        self.assertFalse((self.folder / "cache").exists())
        self.keep(offline_sinusoids=1)
        before = (self.folder / FILE).read_bytes()
        self.assertEqual(self.rendered(*RICH, "--no-cache"), "cpu")
        self.assertEqual((self.folder / FILE).read_bytes(), before)

    def test_another_driver_is_measured_again(self):
        """In both cases: the former driver excluded the GPU, or chose it."""
        for offline in (None, 1):
            with self.subTest(offline_sinusoids=offline):
                self.show_driver(RELEASE)
                self.keep(offline_sinusoids=offline)
                self.show_driver("999.1")
                self.assertEqual(self.rendered(MELSTROM_EMULATED_DRIVER="999.1"), "cpu")
                self.assertIn("measured", self.said)
                self.assertEqual([entry["driver"].split(",")[0] for entry in self.kept()], [RELEASE, "999.1"])
                self.show_driver(RELEASE)  # the former driver returns: its own value counts
                self.assertEqual(self.rendered(), "cuda:0" if offline else "cpu")
                self.assertNotIn("measured", self.said)
                (self.folder / FILE).unlink()

    def test_a_gpu_that_was_replaced_is_measured(self):
        self.rendered()
        whole = json.loads((self.folder / FILE).read_text())
        whole["values"][0]["device"] = "A slow GPU"
        self.write(FILE, json.dumps(whole).encode())
        self.show_driver(RELEASE, "Emulated GPU")
        self.assertEqual(self.rendered(), "cpu")
        self.assertIn("measured", self.said)
        self.assertEqual([entry["device"] for entry in self.kept()], ["A slow GPU", "Emulated GPU"])

    def test_a_gpu_is_ruled_out_without_its_driver_where_the_system_shows_that_driver(self):
        self.rendered()
        self.write("lib/melstrom-cuda.so", b"no module")  # opening it fails with a message
        os.chmod(self.folder / "lib/melstrom-cuda.so", 0o600)
        broken = {"MELSTROM_CUDA_MODULE": str(self.folder / "lib/melstrom-cuda.so")}
        for models in ((), ("Emulated GPU",)):
            self.show_driver(RELEASE, *models)
            self.assertEqual(self.rendered(**broken), "cpu")
            self.assertNotIn("cpu computes instead", self.said)
        shutil.rmtree(self.folder / "system")  # a machine without a GPU needs no notice
        self.assertEqual(self.rendered(**broken), "cpu")
        self.assertNotIn("cpu computes instead", self.said)
        for release, models in (("571.1", ()), (RELEASE, ("Another GPU",)), (RELEASE, ("Emulated GPU", "Another GPU"))):
            with self.subTest(release=release, models=models):
                self.show_driver(release, *models)
                self.assertEqual(self.rendered(**broken), "cpu")
                self.assertIn("cpu computes instead", self.said)

    def test_each_note_of_a_chord_counts(self):
        """512 partials a note are too few for a GPU; five such notes of a ninth chord are
        enough."""
        self.write("rich.toml", PATCH.replace(b"unison = 4", b"unison = 1"))
        ninth = (*RICH, "--set", "chord.type=9")
        self.assertEqual(self.rendered(), "cpu")
        self.assertFalse((self.folder / "cache").exists())
        self.rendered(*ninth)
        whole = json.loads((self.folder / FILE).read_text())
        for offline, voices, mode, expected in ((2560, 64, "poly", "cuda:0"), (2561, 64, "poly", "cpu"), (2048, 4, "poly", "cuda:0"),
                                                (2049, 4, "poly", "cpu"), (1, 64, "mono", "cpu")):
            with self.subTest(offline_sinusoids=offline, max_voices=voices, voice_mode=mode):
                whole["values"][0]["numbers"]["offline_sinusoids"] = offline
                self.write(FILE, json.dumps(whole).encode())
                self.assertEqual(self.rendered(*ninth, "--set", f"patch.max_voices={voices}",
                                               "--set", "patch.voice_mode=" + mode), expected)

    def test_a_damaged_or_foreign_file_is_measured_anew(self):
        for bytes_ in (b"", b"\0" * 5000, b"{}", b'{"format": "else", "version": 1, "values": [1]}', b"[" * 100000):
            with self.subTest(bytes_[:20]):
                self.write(FILE, bytes_)
                self.assertEqual(self.rendered(), "cpu")
                self.assertIn("kept in", self.said)
                self.assertEqual(len(self.kept()), 1)

    def test_a_folder_that_cannot_be_written(self):
        for cache in ("/proc", "song.mid", None):
            with self.subTest(cache):
                self.assertEqual(self.rendered(cache=cache), "cpu")
                self.assertIn("measured: cuda:0 is not faster than the CPU\n", self.said)

    def test_several_at_once_leave_a_whole_file(self):
        runs = [start("--render", "song.mid", "--out", f"{index}.wav", *RICH, cwd=self.folder,
                      environment=self.environment()) for index in range(6)]
        self.assertEqual([each.wait(60) for each in runs], [0] * 6)
        self.assertEqual(len(self.kept()), 1)
        self.assertEqual([path.name for path in (self.folder / "cache/melstrom").iterdir()], ["measured.json"])

    def test_a_few_partials_start_no_driver(self):
        self.assertEqual(self.rendered("--patch", "Lead"), "cpu")
        self.assertFalse((self.folder / "cache").exists())

    def test_the_doctor_shows_what_is_kept(self):
        def doctor(**more):
            return run("--doctor", "--backend", "cpu", cwd=self.folder, environment=self.environment(**more)).out.decode()
        self.assertRegex(doctor(), "Measured values: none yet in .*" + FILE)
        self.assertIn("Measured values are not kept", doctor(cache=None))
        self.keep(live_sinusoids=61440)
        text = doctor()
        entry, = self.kept()
        self.assertRegex(text, "Measured values in .*" + FILE)
        for part in ("voices-crossover", "live_sinusoids 61,440, offline_sinusoids none", entry["machine"],
                     "Emulated GPU", entry["driver"], entry["measured_at"]):
            self.assertIn(part, text)


if __name__ == "__main__":
    main()

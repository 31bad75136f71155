"""What the program measures about a machine and keeps: from how many partials on a GPU renders faster than the CPU.

The GPU is emulated by the module of MELSTROM_EMULATED_CUDA_MODULE. It is slower than the CPU, so that a measurement says
that it never pays; a file that says otherwise was written by a test.
"""

import json
import os
import sys

sys.dont_write_bytecode = True
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


class Measured(ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("rich.toml", PATCH)
        self.write("song.mid", one_note(key=36, seconds=0.03))

    def environment(self, cache="cache", **more):
        return {"MELSTROM_CUDA_MODULE": MODULE, "HOME": None,
                "XDG_CACHE_HOME": str(self.folder / cache) if cache else None, **more}

    def rendered(self, *options, **environment):
        """Who rendered; what else was said is in self.said."""
        outcome = run("--render", "song.mid", "--out", "out.wav", "--progress", "json", *(options or RICH), cwd=self.folder,
                      environment=self.environment(**environment))
        self.assertEqual(outcome.code, 0, outcome)
        self.said = outcome.error_text
        return json.loads(outcome.out.splitlines()[-1])["renderer"]

    def kept(self):
        return json.loads((self.folder / FILE).read_text())["values"]

    def keep(self, **numbers):
        """A file as after a measurement that gave other numbers."""
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
        self.keep(offline_sinusoids=1)
        self.assertEqual(self.rendered(MELSTROM_EMULATED_DRIVER="999.1"), "cpu")
        self.assertIn("measured", self.said)
        self.assertEqual(len({entry["driver"] for entry in self.kept()}), 2)
        self.assertEqual(self.rendered(), "cpu")  # the newest of this machine says so, before a driver is asked

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

"""--profile, --trace, messages of debug, and --bench --against: where the time of a run goes.

The module of MELSTROM_EMULATED_CUDA_MODULE emulates the GPU."""

import json
import os
import re
import signal
import sys

import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import CODES, RATE_HZ, ProgramTest, contents, main, noise, run, start, wait_until, wav

MODULE = os.environ["MELSTROM_EMULATED_CUDA_MODULE"]
STAGES = ["list", "open", "read", "decode", "resample", "copy in", "compute", "copy out", "write", "sync"]


class Profile(ProgramTest):
    def setUp(self):
        super().setUp()
        self.good_files(count=6)

    def profile(self, *options, source="in", **more):
        outcome = self.batch(source, "out", "--profile", "--overwrite", *options, progress="json", **more)
        return json.loads(outcome.out)["profile"]

    def on_gpu(self, *options, **more):
        environment = {"MELSTROM_CUDA_MODULE": MODULE, "HOME": None, "XDG_CACHE_HOME": None}
        return self.profile("--backend", "cuda", "--device-mem", "64M", "--set", "hop_ms=50", *options,
                            environment=environment, timeout=120, **more)

    def test_table(self):
        self.batch("in", "plain", "--backend", "cpu")
        outcome = self.batch("in", "out", "--backend", "cpu", "--profile")
        self.assertEqual(contents(self.folder / "out"), contents(self.folder / "plain"))
        rows = re.findall(r"^([a-z ]+?)  +[\d.]+ m?s +([\d.]+) %", outcome.out.decode(), re.M)
        self.assertEqual([name for name, _ in rows], ["list", "open", "read", "decode", "compute", "write", "sync"])
        self.assertAlmostEqual(sum(float(share) for _, share in rows), 100, delta=0.6)
        self.assertRegex(outcome.out, rb"Peak memory [\d.]+ MB")
        self.assertIn(b"of ceiling", outcome.out)
        self.assertNotIn(b"Profile", self.batch("in", "other", "--backend", "cpu").out)

    def test_bytes_and_seconds(self):
        told = self.profile("--backend", "cpu", "--threads", "1")
        stages = told["stages"]
        self.assertEqual(list(stages), STAGES)
        hop, samples = 160, sum(RATE_HZ + 777 * index for index in range(6))  # less than a hop of each file is left out
        self.assertAlmostEqual(stages["decode"]["bytes"], 2 * samples, delta=2 * 6 * hop)
        self.assertEqual(stages["compute"]["bytes"], stages["decode"]["bytes"])
        self.assertGreaterEqual(stages["read"]["bytes"], stages["decode"]["bytes"])
        features = (self.folder / "out/features.npy").stat().st_size
        self.assertAlmostEqual(stages["write"]["bytes"], features, delta=4096)
        self.assertEqual(stages["resample"]["calls"], 0)
        self.assertAlmostEqual(sum(stage["thread_seconds"] for stage in stages.values()), told["thread_seconds"], places=6)
        self.assertGreater(told["peak_host_bytes"], 1 << 20)
        self.assertIsNone(told["peak_device_bytes"])

    def test_share_of_ceiling(self):
        cache = {"XDG_CACHE_HOME": str(self.folder / "cache")}
        stages = self.profile("--backend", "cpu", environment=cache)["stages"]
        for stage in ("read", "compute"):
            self.assertGreater(stages[stage]["ceiling_bytes_per_second"], 1e6, stage)
            self.assertGreater(stages[stage]["share_of_ceiling"], 0)
        # nothing writes 128 MiB to judge a small output, and nothing is kept for later runs
        for stage in ("list", "open", "decode", "copy in", "write"):
            self.assertNotIn("share_of_ceiling", stages[stage])
        kept = self.folder / "cache/melstrom/measured.json"
        self.assertNotIn("writing", kept.read_text() if kept.exists() else "")
        self.batch("in", "plain", "--backend", "cpu")
        self.assertEqual(contents(self.folder / "out"), contents(self.folder / "plain"))

    def test_rows_of_two_passes_count_twice(self):
        self.write("long/a.wav", wav(numpy.tile(noise(1 << 20), 20)))  # Whisper's floor depends on the whole signal
        for preset, passes in (("whisper-openai-80", 2), ("kaldi-fbank", 1)):
            outcome = run("--batch", "long", "--out", "out", "--preset", preset, "--profile", "--overwrite", "--backend", "cpu",
                          "--threads", "1", "--labels", "none", "--progress", "json", cwd=self.folder)
            told = json.loads(outcome.out.splitlines()[-1])
            self.assertEqual(told["profile"]["statistics_rows"], (passes - 1) * told["rows"])
            self.assertAlmostEqual(told["profile"]["stages"]["compute"]["bytes"] / told["rows"] / 320, passes, delta=0.1)

    def test_resampling_is_a_stage_of_its_own(self):
        self.write("fast/a.wav", wav(noise(44100 * 5), rate=44100))
        stages = self.profile("--backend", "cpu", source="fast")["stages"]
        self.assertGreater(stages["resample"]["thread_seconds"], stages["read"]["thread_seconds"])

    def test_gpu(self):
        stages = self.on_gpu("--trace", "trace.json")["stages"]
        samples = sum(RATE_HZ + 777 * index for index in range(6))
        self.assertAlmostEqual(stages["copy in"]["bytes"] / (2 * samples), 1, delta=0.1)
        rows = sum(int(file["rows"]) for file in self.dataset("out").files.values())
        self.assertEqual(stages["copy out"]["bytes"], rows * 80 * 4)
        # the emulated device's clock says a millisecond between any two events
        for stage in ("copy in", "compute", "copy out"):
            self.assertAlmostEqual(stages[stage]["thread_seconds"], 1e-3 * stages[stage]["calls"], places=6)
        for stage in ("copy in", "copy out"):
            self.assertGreater(stages[stage]["share_of_ceiling"], 0)
        events = json.loads((self.folder / "trace.json").read_text())["traceEvents"]
        names = {event["tid"]: event["args"]["name"] for event in events if event["name"] == "thread_name"}
        for track in ("GPU copy in", "GPU compute", "GPU copy out"):
            spans = [event for event in events if event["ph"] == "X" and names[event["tid"]] == track]
            self.assertEqual(len(spans), stages["compute"]["calls"], track)

    def test_trace_names_files_and_counts(self):
        self.batch("in", "out", "--trace", "trace.json", "--backend", "cpu")
        events = json.loads((self.folder / "trace.json").read_text())["traceEvents"]
        files = [event["args"]["file"] for event in events if event["name"] == "file"]
        self.assertEqual(sorted(files), [f"in/good{index}.wav" for index in range(6)])
        last = {event["name"]: event["args"]["value"] for event in sorted((event for event in events if event["ph"] == "C"),
                                                                          key=lambda event: event["ts"])}
        self.assertEqual((last["slabs reading"], last["slabs computing"], last["slabs writing"]), (0, 0, 0))
        self.assertAlmostEqual(last["bytes read"] / 2, sum(RATE_HZ + 777 * index for index in range(6)), delta=6 * 160)

    def test_trace_of_an_interrupted_run(self):
        self.write("in/long.wav", wav(numpy.tile(noise(1 << 20), 100)))
        process = start("--batch", "in", "--out", "out", "--preset", "librosa", "--trace", "trace.json", "--backend", "cpu",
                        "--threads", "1", "--labels", "none", cwd=self.folder)
        wait_until(lambda: (self.folder / "out/features.npy.part").exists(), "the run extracts")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(60), CODES["interrupted"])
        events = json.loads((self.folder / "trace.json").read_text())["traceEvents"]
        self.assertIn("list", [event["name"] for event in events])

    def test_render(self):
        outcome = run("--render", "Am7 | F G", "--out", "plain.wav", "--backend", "cpu", cwd=self.folder)
        self.assertEqual(outcome.code, 0, str(outcome))
        outcome = run("--render", "Am7 | F G", "--out", "song.wav", "--backend", "cpu", "--profile", "--trace", "trace.json",
                      cwd=self.folder)
        self.assertEqual(outcome.code, 0, str(outcome))
        self.assertEqual((self.folder / "song.wav").read_bytes(), (self.folder / "plain.wav").read_bytes())
        self.assertRegex(outcome.out, rb"(?m)^compute +[\d.]+ m?s")
        events = json.loads((self.folder / "trace.json").read_text())["traceEvents"]
        for name in ("compute", "write", "voices"):
            self.assertIn(name, [event["name"] for event in events])
        outcome = run("--render", "Am7", "--out", "song.wav", "--trace", "song.wav", cwd=self.folder)
        self.assertEqual(outcome.code, 2, str(outcome))
        self.assertIn("--trace song.wav", outcome.error_text)

    def test_render_on_a_gpu(self):
        outcome = run("--render", "Am7", "--out", "song.wav", "--backend", "cuda", "--profile", "--trace", "trace.json",
                      "--progress", "json", cwd=self.folder, timeout=120,
                      environment={"MELSTROM_CUDA_MODULE": MODULE, "HOME": None, "XDG_CACHE_HOME": None})
        self.assertEqual(outcome.code, 0, str(outcome))
        busy = json.loads(outcome.out.splitlines()[-1])["profile"]["busy"]
        events = json.loads((self.folder / "trace.json").read_text())["traceEvents"]
        names = {event["args"]["name"]: event["tid"] for event in events if event["name"] == "thread_name"}
        spans = {name: [event for event in events if event["ph"] == "X" and event["tid"] == tid] for name, tid in names.items()}
        gpu = next(name for name in spans if name.startswith("GPU voices "))
        self.assertGreater(len(spans[gpu]), 10)
        self.assertGreaterEqual(len([span for span in spans["voices"] if span["name"] == "compute"]), len(spans[gpu]))
        # the emulated device's clock says a millisecond between any two events
        self.assertEqual([device["device"] for device in busy["devices"]], ["cuda:0"])
        self.assertAlmostEqual(busy["devices"][0]["compute"] * busy["seconds"], 1e-3 * len(spans[gpu]), places=6)
        self.assertEqual(list(busy["threads"]), ["voices"])

    def test_live_bench(self):
        options = ("--bench", "live", "soak", "--seconds", "1", "--backend", "cpu")  # the soak is not recorded
        outcome = run(*options, "--profile", "--trace", "trace.json", "--json", "now.json", cwd=self.folder, timeout=180)
        self.assertEqual(outcome.code, 0, str(outcome))
        for heading in (b"1 instance on cpu\n", b"10 instances on cpu\n"):
            self.assertIn(heading, outcome.out)
        told = json.loads((self.folder / "now.json").read_text())["live"]
        calls = 0
        self.assertEqual([(row["backend"], row["instances"]) for row in told["profile"]], [("cpu", 1), ("cpu", 10)])
        for profile in told["profile"]:
            trials = [trial for trial in told["trials"] if trial["instances"] == profile["instances"]]
            seconds = sum(trial["blocks"] * trial["block"] / 48000 for trial in trials)
            self.assertGreater(profile["busy"]["seconds"], 0.95 * seconds)
            stages = profile["stages"]
            callbacks = sum(trial["blocks"] * trial["instances"] for trial in trials)
            samples = sum(trial["blocks"] * trial["instances"] * trial["block"] for trial in trials)
            for stage in ("copy in", "compute"):
                self.assertEqual((stages[stage]["calls"], stages[stage]["bytes"]), (callbacks, 8 * samples), stage)
            self.assertGreater(stages["copy out"]["bytes"], 0)
            self.assertEqual(set(profile["busy"]["threads"]), {"voices", "rows"})
            self.assertGreater(profile["busy"]["threads"]["rows"], 0)
            calls += callbacks
        events = json.loads((self.folder / "trace.json").read_text())["traceEvents"]
        self.assertEqual(len([event for event in events if event["name"] == "callback"]), calls)
        for name in ("background worker", "screen", "misses"):
            self.assertIn(name, [event["name"] for event in events])
        outcome = run("--bench", "soak", "--profile", cwd=self.folder)
        self.assertEqual(outcome.code, 2, str(outcome))
        self.assertIn("--profile belongs to --bench live", outcome.error_text)
        outcome = run(*options, "--trace", "same.json", "--json", "same.json", cwd=self.folder)
        self.assertEqual(outcome.code, 2, str(outcome))
        self.assertIn("--trace same.json: is the file of --json", outcome.error_text)

    def test_debug_says_each_slab_and_choice(self):
        outcome = self.batch("in", "out", "--log-level", "debug", "--backend", "cpu", "--threads", "1")
        lines = outcome.error_text.splitlines()
        self.assertEqual(len([line for line in lines if re.search(r"debug: CPU.*slabs of.*1 writer", line)]), 1)
        self.assertRegex(outcome.error_text, r'debug: CPU.*; resampler "ffmpeg", loader "ffmpeg-s16"')
        self.assertRegex(outcome.error_text, "debug: readers not measured: .* fewer than 2,048 small files")
        slabs = [re.search(r"debug: slab: TRAINING rows (\d+) to (\d+) ", line) for line in lines if "slab: " in line]
        rows = sorted((int(slab[1]), int(slab[2])) for slab in slabs)
        self.assertEqual(rows[0][0], 0)
        self.assertEqual(rows[-1][1] + 1, len(self.dataset("out").features))
        self.assertNotIn("slab", self.batch("in", "other", "--backend", "cpu").error_text.split("done:")[-1])

    def test_verify_alone_has_no_profile(self):
        outcome = run("--verify", "--out", "out", "--profile", cwd=self.folder)
        self.assertEqual(outcome.code, 2, str(outcome))


class Against(ProgramTest):
    def bench(self, *options):
        return run("--bench", "soak", "--seconds", "1", "--backend", "cpu", *options, cwd=self.folder, timeout=120)

    def test_slower_and_faster(self):
        self.assertEqual(self.bench("--json", "now.json").code, 0)
        result = json.loads((self.folder / "now.json").read_text())
        for factor, code in ((100, 0), (0.01, 9)):
            old = json.loads(json.dumps(result))
            for name in ("p50", "p99", "p99.9", "worst"):
                old["soak"]["callback_seconds"][name] *= factor
            self.write("old.json", json.dumps(old).encode())
            outcome = self.bench("--against", "old.json")
            self.assertEqual(outcome.code, code, str(outcome))
            self.assertRegex(outcome.out, rb"soak +callback_seconds/p50 ")
            self.assertNotIn(b"p99 ", outcome.out.split(b"Against")[1])
            self.assertEqual(b"slower\n" in outcome.out, code == 9)

    def test_wrong_files(self):
        self.write("other.json", b"{}")
        self.write("empty.json", json.dumps({"melstrom": "0"}).encode())
        for name in ("nothing.json", "other.json", "empty.json"):
            outcome = self.bench("--against", name)
            self.assertEqual(outcome.code, 2, str(outcome))
            self.assertIn(name, outcome.error_text)


if __name__ == "__main__":
    main()

"""The driver and the variants that compute a dataset. A continued run, a new process, a dataset
that follows its inputs, and shards use exactly the recorded variants.

The module of MELSTROM_EMULATED_CUDA_MODULE emulates the GPU and documents its variables. Transforms
of 400 samples have two fused kernels, with 32 and with 16 frames a tile. Their rows differ by
rounding.
"""

import json
import os
import signal
import sys

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import CODES, RATE_HZ, ProgramTest, contents, main, noise, run, start, wait_until, wav, PRESET

MODULE = os.environ["MELSTROM_EMULATED_CUDA_MODULE"]
T16, T32 = "fused-20x10-t16", "fused-20x10-t32"
FASTER = {T16: "32 0.002 16 0.001", T32: "32 0.001 16 0.002"}  # the device's clock
OPTIONS = ("--backend", "cuda", "--threads", "2", "--commit", "1", "--device-mem", "64M", "--set", "hop_ms=50")
LOSSES = (70, 60, 65)  # so many losses end a run
CACHE = "cache/melstrom/variants.json"


class DeviceVariants(ProgramTest):
    def setUp(self):
        super().setUp()
        for index in range(6):
            self.write(f"in/{index}.wav", wav(noise(60000 + 1000 * index, seed=index)))

    def environment(self, losses=(), clocks=(), cached=True, **more):
        for name, lines in (("losses", losses), ("clocks", clocks)):
            self.write(name, "".join(f"{line}\n" for line in lines).encode())
        return {"MELSTROM_CUDA_MODULE": MODULE, "HOME": None, "MELSTROM_EMULATED_LOSSES": str(self.folder / "losses"),
                "MELSTROM_EMULATED_CLOCKS": str(self.folder / "clocks"),
                "XDG_CACHE_HOME": str(self.folder / "cache") if cached else None,
                **{f"MELSTROM_EMULATED_{name.upper()}": value for name, value in more.items()}}

    def on_gpu(self, out, *options, expect=0, source="in", **more):
        """The folder's contents afterwards."""
        environment = self.environment(**more)
        self.outcome = self.batch(source, out, *OPTIONS, *options, expect=CODES.get(expect, expect),
                                  environment=environment, timeout=120)
        return contents(self.folder / out) if (self.folder / out).exists() else {}

    def described(self, out, name="dataset.json"):
        return json.loads((self.folder / out / name).read_text())

    def variants(self, out, name="dataset.json"):
        return list(self.described(out, name)["variants"].items())

    def remember(self, variant):
        """Replaces the cached choice."""
        path = self.folder / CACHE
        path.write_text(path.read_text().replace("t16" if variant == T32 else "t32", "t" + variant[-2:]))
        self.assertIn(variant.replace("-", " "), path.read_text())

    def begun(self, out, **more):
        """An unfinished run that began with T16 while the cache holds T32; and the same run
        undisturbed."""
        undisturbed = self.on_gpu("undisturbed", clocks=[FASTER[T16]], **more)
        self.assertEqual(self.variants("undisturbed"), [(str(RATE_HZ), T16)])
        left = self.on_gpu(out, losses=LOSSES, expect="environment", **more)
        self.assertNotIn("dataset.json", left)
        self.assertEqual(self.variants(out, "plan.json"), [(str(RATE_HZ), T16)])
        self.remember(T32)
        return undisturbed

    def assert_refused(self, out, *words, options=(), **more):
        before = contents(self.folder / out)
        self.on_gpu(out, *options, expect="other plan", **more)
        self.assertEqual(contents(self.folder / out), before)
        for word in (*words, "--overwrite"):
            self.assertIn(word, self.outcome.error_text)

    def test_the_two_variants_differ(self):
        rows = {variant: self.on_gpu(variant, "--variant", variant)["features.npy"] for variant in (T16, T32)}
        for variant in rows:
            self.assertEqual(self.variants(variant), [(str(RATE_HZ), variant)])
        self.assertNotEqual(rows[T16], rows[T32])

    def test_a_run_goes_on_with_its_variant(self):
        undisturbed = self.begun("out")
        self.assertEqual(self.on_gpu("out"), undisturbed)
        self.assertNotEqual(self.on_gpu("fresh")["features.npy"], undisturbed["features.npy"])
        self.assertEqual(self.variants("fresh"), [(str(RATE_HZ), T32)])

    def test_a_killed_run_goes_on_with_its_variant(self):
        for index in range(6, 40):
            self.write(f"in/{index}.wav", wav(noise(60000, seed=index)))
        undisturbed = self.on_gpu("undisturbed", clocks=[FASTER[T16]])
        process = start("--batch", "in", "--out", "out", "--preset", PRESET, *OPTIONS, cwd=self.folder,
                        environment=self.environment())
        wait_until((self.folder / "out" / "journal.bin").exists, "the first commit")
        process.send_signal(signal.SIGKILL)
        self.assertEqual(process.wait(), -signal.SIGKILL)
        self.remember(T32)
        self.assertEqual(self.on_gpu("out"), undisturbed)

    def call_after_the_plan(self):
        """A call of the device between plan.json and the end of the run."""
        for call in range(240, 400, 30):
            left = self.on_gpu(f"lost{call}", losses=[call, 1, 1], clocks=3 * [FASTER[T16]], cached=False,
                               expect="environment")
            if "plan.json" in left:
                return call
        return self.fail("the run ended before it had a plan")

    def test_a_fresh_process_goes_on_with_the_variant_of_the_lost_one(self):
        undisturbed = self.on_gpu("undisturbed", clocks=[FASTER[T16]], cached=False)
        restarted = self.on_gpu("out", losses=[self.call_after_the_plan()], clocks=[FASTER[T16], FASTER[T32]], cached=False)
        self.assertIn("continuing in a new process, 1 of 2", self.outcome.error_text)
        self.assertEqual((self.folder / "clocks").read_text(), "")
        self.assertEqual(restarted, undisturbed)
        self.on_gpu("fresh", clocks=[FASTER[T32]], cached=False)
        self.assertEqual(self.variants("fresh"), [(str(RATE_HZ), T32)])

    def test_a_dataset_follows_its_inputs_with_its_variant(self):
        self.on_gpu("out", clocks=[FASTER[T16]])
        self.remember(T32)
        self.write("in/6.wav", wav(noise(50000)))
        followed = self.on_gpu("out")
        self.assertIn(b"1 was added", self.outcome.out + self.outcome.err)
        self.assertEqual(followed, self.on_gpu("fresh", "--variant", T16))

    def test_a_variant_that_cannot_be_had_is_refused(self):
        undisturbed = self.begun("out")
        self.assert_refused("out", T16, "Emulated GPU", T32, no_room="16")
        self.assert_refused("out", T16, "off by", wrong="16")
        self.assert_refused("out", T16, "--variant asks for cufft", options=("--variant", "cufft"))
        self.assert_refused("out", T16, f"--variant asks for {T32}", options=("--variant", T32))
        self.assertEqual(self.on_gpu("out", "--variant", "fused"), undisturbed)
        self.on_gpu("out", "--overwrite", no_room="16")
        self.assertEqual(self.variants("out"), [(str(RATE_HZ), T32)])

    def test_another_driver_is_refused(self):
        undisturbed = self.begun("out", driver="580.65")
        self.assertEqual(self.described("undisturbed")["driver"], "580.65, CUDA 13.0")
        self.assert_refused("out", "580.65, CUDA 13.0 there", "590.1, CUDA 13.0 now", driver="590.1")
        self.assertEqual(self.on_gpu("out", driver="580.65"), undisturbed)
        self.assertEqual(self.on_gpu("out", driver="590.1"), undisturbed)  # no computation is needed
        self.assertIn(b"already exists", self.outcome.out)
        self.write("in/0.wav", wav(noise(60000, seed=99)))
        self.assert_refused("out", "580.65, CUDA 13.0 there", "590.1, CUDA 13.0 now", driver="590.1")

    def test_verify_computes_by_the_recorded_variant(self):
        self.on_gpu("out", clocks=[FASTER[T16]])
        self.remember(T32)
        for driver, recomputed, elsewhere in (("", 6, 0), ("590.1", 0, 6)):
            outcome = run("--batch", "--verify", "--out", "out", "--backend", "cuda", "--progress", "json", cwd=self.folder,
                          environment=self.environment(driver=driver))
            self.assertEqual(outcome.code, 0, str(outcome))
            report = json.loads(outcome.out.splitlines()[-1])
            self.assertEqual((report["files_recomputed"], report["made_elsewhere"]), (recomputed, elsewhere), str(outcome))

    def merge(self, out, expect=0):
        outcome = run("--merge", out, "a", "b", cwd=self.folder)
        self.assertEqual(outcome.code, CODES.get(expect, expect), str(outcome))
        return outcome

    def test_shards_of_two_variants_are_not_merged(self):
        whole = self.on_gpu("whole", "--variant", T16)
        self.on_gpu("a", "--variant", T16, "--shard", "0/2")
        self.on_gpu("b", "--variant", T32, "--shard", "1/2")
        refused = self.merge("out", expect="other plan")
        for word in (T16, T32, f"--overwrite --variant {T16}"):
            self.assertIn(word, refused.error_text)
        self.on_gpu("b", "--variant", T16, "--shard", "1/2", "--overwrite")
        self.merge("out")
        self.assertEqual(contents(self.folder / "out"), whole)
        self.on_gpu("b", "--variant", T16, "--shard", "1/2", "--overwrite", driver="590.1")
        refused = self.merge("other", expect="other plan")
        self.assertIn("different drivers of the GPU, CUDA 13.0 and 590.1, CUDA 13.0", refused.error_text)

    def test_a_name_that_is_none_is_refused(self):
        self.assertEqual(self.on_gpu("out", "--variant", "fused-20x10-t64", expect="bad usage"), {})
        for name in ("fused-20x10-t64", T32, T16, "cufft"):
            self.assertIn(name, self.outcome.error_text)

    def test_names_are_taken_where_the_transform_has_them(self):
        self.on_gpu("out", "--variant", f"fused-16x16-t32,{T16}")
        self.assertEqual(self.variants("out"), [(str(RATE_HZ), T16)])

    def test_the_cpu_records_neither(self):
        self.batch("in", "out", "--backend", "cpu", "--set", "hop_ms=50")
        self.assertFalse({"driver", "variants"} & set(self.described("out")))


if __name__ == "__main__":
    main()

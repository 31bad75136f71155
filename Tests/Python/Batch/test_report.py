"""--report: the numbers of report.json against numpy, the page, and what two datasets differ in."""

import html.parser
import json
import math
import re
import shutil
import struct
import subprocess
import sys

import numpy

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import (CODES, PRESET, RATE_HZ, ProgramTest, chunk, contents, fmt, main, noise, read_table, riff, run,
                                 skipped, wav)
from crc32c import crc32c

SHARES = {"p01": 0.01, "p05": 0.05, "p25": 0.25, "p50": 0.5, "p75": 0.75, "p95": 0.95, "p99": 0.99}
VOID = {"meta", "img", "br"}


class Page(html.parser.HTMLParser):
    """Checks that every element is closed, and gathers what the page would load."""

    def __init__(self, text):
        super().__init__()
        self.open, self.loaded, self.texts = [], [], []
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        if tag not in VOID:
            self.open.append(tag)
        self.loaded += [value for name, value in attributes if name in ("src", "href", "srcset", "data", "action", "xlink:href")]

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.texts.append(data)


def tone(seconds, rate=RATE_HZ, hertz=440, amplitude=0.5):
    time = numpy.arange(int(seconds * rate)) / rate
    return numpy.round(amplitude * 32768 * numpy.sin(2 * numpy.pi * hertz * time)).astype("<i2")


class ReportTest(ProgramTest):
    def report(self, *folders, expect=0):
        outcome = run("--report", *folders, "--progress", "plain", cwd=self.folder)
        self.assertEqual(outcome.code, expect, str(outcome))
        if expect or len(folders) > 1 and not folders[1].startswith("--"):
            return outcome
        return json.loads((self.folder / folders[0] / "report.json").read_text())

    def make_inputs(self):
        """Files with facts known by how they are made."""
        clean = tone(2)
        clipped = tone(2)
        clipped[100:104] = 32767
        clipped[200:202] = -32768 # two are no run
        clipped[300:303] = -32768
        offset = (tone(1, amplitude=0.25) + 3277).astype("<i2")
        halves = numpy.concatenate([noise(RATE_HZ), numpy.zeros(3 * RATE_HZ, "<i2")])
        self.sounds = {"in/cat/clean.wav": clean, "in/cat/clipped.wav": clipped, "in/dog/offset.wav": offset,
                       "in/dog/halves.wav": halves, "in/dog/stereo.wav": noise(RATE_HZ, 5, channels=2)}
        for index in range(7):
            self.sounds[f"in/fox/{index}.wav"] = noise(RATE_HZ + 500 * index, index)
        for name, samples in self.sounds.items():
            self.write(name, wav(samples))
        self.write("in/dog/bad & <b>.wav", b"no audio")

    def check_files(self, report, folder):
        files = read_table(self.folder / folder / "files.csv")
        sound = [file for file in files if file["status"] == "ok"]
        seconds = lambda some: sum(int(file["samples"]) / int(file["rate_hz"]) for file in some)
        self.assertEqual(report["totals"]["files"], len(files))
        self.assertEqual(report["failures"]["files"], len(files) - len(sound))
        self.assertEqual(report["totals"]["rows"], sum(int(file["rows"]) for file in sound))
        self.assertAlmostEqual(report["totals"]["seconds"], seconds(sound))
        for label in report["labels"]:
            of = [file for file in sound if file["label"] == label["label"]]
            self.assertEqual((label["files"], label["rows"]), (len(of), sum(int(file["rows"]) for file in of)))
            self.assertAlmostEqual(label["seconds"], seconds(of))
            for split, totals in label.get("splits", {}).items():
                self.assertEqual(totals["files"], sum(file["split"] == split for file in of))
        for split, totals in report.get("splits", {}).items():
            self.assertEqual(totals["files"], sum(file["split"] == split for file in sound))
        self.check_distribution(report, "duration_s", [int(file["samples"]) / int(file["rate_hz"]) for file in sound])

    def check_distribution(self, report, key, values):
        told = report["distributions"][key]
        values = numpy.sort(numpy.asarray(values, "f8"))
        self.assertEqual(told["count"], len(values), key)
        if not len(values):
            return
        for name, value in {"min": values[0], "max": values[-1], "mean": values.mean(), "deviation": values.std()}.items():
            self.assertAlmostEqual(told[name], value, delta=1e-5 * max(1, abs(value)), msg=f"{key} {name}")
        for name, share in SHARES.items():
            self.assertAlmostEqual(told["quantiles"][name], values[int(share * (len(values) - 1))], delta=1e-5 * max(1, values[-1]), msg=key)
        histogram = told["histogram"]
        self.assertEqual(sum(histogram["counts"]) + histogram["zeros"], len(values))

    def check_bands(self, report, values, floors):
        """values: (rows, features, frames) of all files; floors: for each file, how many values equal its smallest."""
        told = report["features"]
        values = values.astype("f8")
        self.assertEqual(told["values"], values.size)
        self.assertEqual(told["on_floor"], floors)
        self.assertEqual(len(told["bands"]), values.shape[1])
        for band, statistics in enumerate(told["bands"]):
            of = numpy.sort(values[:, band].ravel())
            self.assertAlmostEqual(statistics["mean"], of.mean(), delta=1e-9 * max(1, abs(of).max()))
            self.assertAlmostEqual(statistics["deviation"], of.std(), delta=1e-6 * max(1, abs(of).max()))
            for name, share in SHARES.items():
                exact = of[int(share * (len(of) - 1))]
                self.assertLessEqual(abs(statistics["quantiles"][name] - exact), abs(exact) / 500 + 2e-5)

    def rows_of(self, folder, name="features.npy"):
        features = numpy.load(self.folder / folder / name)
        features = features[:, :, None] if features.ndim == 2 else features
        parts = []
        for file in read_table(self.folder / folder / "files.csv"):
            if file["status"] == "ok":
                parts.append(features[int(file["first_row"]):int(file["first_row"]) + int(file["rows"])])
        return numpy.concatenate(parts), sum(int((part == part.min()).sum()) for part in parts)


class Reports(ReportTest):
    def test_numbers_are_those_of_numpy(self):
        self.make_inputs()
        for layout, preset, options in (("frames", PRESET, ()), ("float32", "librosa-db", ("--dtype", "f32")), ("segments", "leak", ())):
            with self.subTest(layout):
                self.batch("in", layout, *options, preset=preset, expect=3)
                report = self.report(layout)
                self.check_files(report, layout)
                self.check_bands(report, *self.rows_of(layout))
        sounds = [samples / 32768 for samples in self.sounds.values()]
        self.check_distribution(report, "peak_dbfs", [20 * math.log10(abs(sound).max()) for sound in sounds])
        self.check_distribution(report, "dc_offset", [abs(sound.mean(axis=0)).max() for sound in sounds])
        self.assertEqual(report["audio"], {"not_read": 0, "measured": len(sounds), "missing": 0, "changed": 0, "failed": 0})
        found = {finding["finding"]: {file["path"]: file for file in finding["worst"]} for finding in report["findings"]}
        self.assertEqual(list(found["clipped"]), ["in/cat/clipped.wav"])
        self.assertAlmostEqual(found["clipped"]["in/cat/clipped.wav"]["clipped_ratio"], 7 / (2 * RATE_HZ))
        self.assertEqual(list(found["dc_offset"]), ["in/dog/offset.wav"])
        self.assertEqual(list(found["silent"]), ["in/dog/halves.wav"])
        self.assertAlmostEqual(found["silent"]["in/dog/halves.wav"]["silent_ratio"], 0.75, delta=0.006)

    def test_other_formats_tell_the_same(self):
        self.make_inputs()
        self.batch("in", "npy", "--split", "3:1:1", expect=3)
        npy = self.report("npy")
        self.check_files(npy, "npy")
        self.batch("in", "h5", "--split", "3:1:1", "--format", "h5", expect=3)
        for index in range(2):
            for kind in ("npy", "h5"):
                run("--batch", "in", "--out", f"{kind}{index}", "--preset", PRESET, "--split", "3:1:1", "--format", kind,
                    "--shard", f"{index}/2", "--progress", "none", cwd=self.folder)
        for kind in ("npy", "h5"): # an HDF5 of shards is a virtual dataset
            self.assertEqual(run("--merge", f"{kind}-merged", f"{kind}0", f"{kind}1", "--progress", "none", cwd=self.folder).code, 3)
        for other in ("h5", "npy-merged", "h5-merged"):
            with self.subTest(other):
                report = self.report(other)
                for key in ("totals", "failures", "rates", "labels", "splits", "distributions", "findings", "features", "warnings"):
                    self.assertEqual(report[key], npy[key], key)
        parts = [self.report(f"npy{index}") for index in range(2)]
        self.assertEqual(sum(part["features"]["values"] for part in parts), npy["features"]["values"])
        if shutil.which("tar"):
            subprocess.run(["tar", "-cf", "in.tar", "--sort=name", "-C", self.folder / "in", "."], cwd=self.folder, check=True)
            self.batch("in.tar", "tar", expect=3)
            self.assertEqual(self.report("tar")["audio"]["measured"], len(self.sounds))

    def test_clipping_is_found_in_every_coding(self):
        """The same runs at the largest values of each coding, and at the smallest of 8 bits. G.711: silence is 0xFF and 0xD5."""
        signs = numpy.tile([0, 1, 1, 1, 0, -1, -1, -1, -1, 0], RATE_HZ // 10)
        bytes_of = lambda low, middle, high: numpy.array([low, middle, high], "u1")[signs + 1].tobytes()
        laws = {"mu-law": (7, (0x00, 0xFF, 0x80)), "a-law": (6, (0x2A, 0xD5, 0xAA)), "u8": (1, (1, 128, 255)), "u8-whole": (1, (0, 128, 255))}
        for name, (tag, levels) in laws.items():
            self.write(f"in/{name}.wav", riff(fmt(tag, bits=8), chunk(b"data", bytes_of(*levels))))
        au = lambda coding, data: b".snd" + struct.pack(">5I", 24, len(data), coding, RATE_HZ, 1) + data
        self.write("in/mu-law.au", au(1, bytes_of(0x00, 0xFF, 0x80)))
        self.write("in/s8.au", au(2, bytes_of(0x81, 0, 0x7F)))
        self.write("in/i16.wav", wav((signs * 32767).astype("<i2")))
        self.write("in/f32.wav", wav(signs.astype("f4")))
        self.write("quiet/u8.wav", riff(fmt(1, bits=8), chunk(b"data", bytes_of(2, 128, 254))))
        self.write("quiet/mu-law.wav", riff(fmt(7, bits=8), chunk(b"data", bytes_of(0x01, 0xFF, 0x81))))
        self.write("quiet/a-law.wav", riff(fmt(6, bits=8), chunk(b"data", bytes_of(0x2B, 0xD5, 0xAB))))
        for folder, files, ratio in (("in", 8, 0.7), ("quiet", 3, 0)):
            self.batch(folder, folder + "-out", "--labels", "none")
            told = self.report(folder + "-out")["distributions"]["clipped_ratio"]
            self.assertEqual((told["count"], told["min"], told["max"]), (files, ratio, ratio))
        (self.folder / "in-out/statistics.bin").unlink()  # then the report takes the same from the audio
        text = (self.folder / "in-out/dataset.json").read_text().rsplit(',\n  "crc32c": ', 1)[0]
        text = re.sub(r',\s*\{[^{}]*"statistics\.bin"[^{}]*\}', "", text)
        self.write("in-out/dataset.json", f'{text},\n  "crc32c": "{crc32c(text.encode()):08x}"\n}}\n'.encode())
        told = self.report("in-out")["distributions"]["clipped_ratio"]
        self.assertEqual((told["count"], told["min"], told["max"]), (8, 0.7, 0.7))

    def test_boxes_are_measured_alone(self):
        self.write("in/long.wav", wav(numpy.concatenate([tone(1, amplitude=0.5), tone(1, amplitude=0.125)])))
        self.write("in/long.txt", b"0\t1\tloud\n1\t2\tquiet\n")
        self.batch("in", "out", "--boxes", "in/long.txt")
        report = self.report("out")
        self.check_distribution(report, "peak_dbfs", [20 * math.log10(16384 / 32768), 20 * math.log10(4096 / 32768)])

    def test_padding_is_not_on_the_floor(self):
        """A Whisper item has 30 s; what is padded says nothing about the sound."""
        self.write("in/full.wav", wav(noise(3 * RATE_HZ)))
        self.write("in/half.wav", wav(numpy.concatenate([noise(RATE_HZ), numpy.zeros(2 * RATE_HZ, "<i2")])))
        self.write("in/long.wav", wav(noise(31 * RATE_HZ)))
        run("--batch", "in", "--out", "out", "--preset", "whisper-hf-80", "--labels", "none", cwd=self.folder)
        values = numpy.load(self.folder / "out/features.npy")
        self.report("out")
        floors = {}
        for finding in json.loads((self.folder / "out/report.json").read_text())["findings"]:
            if finding["finding"] == "floor":
                floors = {file["path"].split("/")[-1]: file["floor_ratio"] for file in finding["worst"]}
        self.assertEqual(list(floors), ["half.wav"])
        # padding of each channel counts once
        self.write("two/stereo.wav", wav(noise(5 * RATE_HZ, 3, channels=2)))
        run("--batch", "two", "--out", "each", "--preset", "whisper-hf-80", "--labels", "none", "--set", "channels=each",
            "--set", "loader=plain", cwd=self.folder)
        self.assertEqual(numpy.load(self.folder / "each/features.npy").shape, (2, 80, 3000))
        found = [finding["finding"] for finding in self.report("each")["findings"] if finding["files"]]
        self.assertNotIn("floor", found)
        sound = values[1, :, :302]  # of 480,000 samples 48,000; frames of 400 around every 160th
        self.assertAlmostEqual(floors["half.wav"], numpy.mean(sound == values[1].min()), places=5)

    def test_audio_that_is_gone(self):
        self.make_inputs()
        self.batch("in", "out", expect=3)
        (self.folder / "in/cat/clean.wav").unlink()
        self.write("in/cat/clipped.wav", wav(tone(1)))
        self.write("in/fox/0.wav", b"no audio")
        report = self.report("out")
        self.assertEqual(report["audio"], {"not_read": 0, "measured": len(self.sounds) - 3, "missing": 1, "changed": 1, "failed": 1})
        self.assertEqual(report["distributions"]["bandwidth_hz"]["count"], len(self.sounds) - 3)
        self.assertEqual(report["distributions"]["peak_dbfs"]["count"], len(self.sounds)) # the run has measured them
        self.check_files(report, "out")
        self.assertIn("1 is no longer at its path, ", (self.folder / "out/report.html").read_text())

    def test_page(self):
        self.make_inputs()
        self.batch("in", "out", expect=3)
        self.report("out")
        text = (self.folder / "out/report.html").read_text(encoding="utf-8")
        page = Page(text)
        self.assertTrue(page.loaded)
        for address in page.loaded:
            self.assertRegex(address, "^data:image/png;base64,iVBOR")
        self.assertIsNone(re.search(r"https?:|//[a-z]|@import|url\(|<script|<link", re.sub("base64,[^\"]*", "", text)))
        self.assertIn("in/dog/bad & <b>.wav", page.texts)
        for title in ("Failed files", "Labels", "Loudness", "Clipped", "DC offset", "Mostly silent"):
            self.assertIn(title, page.texts)
        self.assertIn("prefers-color-scheme: dark", text)

    def test_numbers_of_the_page(self):
        self.write("near/a.wav", wav(noise(RATE_HZ - 1))) # 999.94 ms
        self.batch("near", "near-out", "--labels", "none")
        self.report("near-out")
        text = (self.folder / "near-out/report.html").read_text(encoding="utf-8")
        self.assertNotIn("e+0", re.sub("base64,[^\"]*", "", text))
        self.assertIn("median 1 s", text)
        for index in range(2):
            self.write(f"silent/{index}.wav", wav(numpy.zeros((2 - index) * RATE_HZ, "<i2")))
        self.batch("silent", "silent-out", "--labels", "none", preset="vocos")
        self.report("silent-out")
        text = (self.folder / "silent-out/report.html").read_text(encoding="utf-8")
        plot = text[text.index("Values of each band\">"):].split("</svg>")[0]
        places = re.findall(r'text-anchor="end">([^<]*)<', plot)
        self.assertGreater(len(places), 2)
        self.assertEqual(len(set(places)), len(places), places)
        self.write("bad/a.wav", b"no audio")
        self.batch("bad", "bad-out", "--labels", "none", expect=None)
        self.report("bad-out")
        self.assertNotIn("Distributions", (self.folder / "bad-out/report.html").read_text(encoding="utf-8"))

    def batch(self, source, out, *options, expect=0, **more):
        if expect is not None:
            return super().batch(source, out, *options, expect=expect, **more)
        return run("--batch", source, "--out", out, "--preset", PRESET, *options, cwd=self.folder)

    def test_the_page_fits_a_narrow_window(self):
        browser = shutil.which("chromium") or shutil.which("google-chrome")
        if not browser:
            skipped("the width of the page", "chromium is not installed")
            return
        self.make_inputs()
        clipped = tone(2)
        clipped[100:104] = 32767
        self.write("in/" + "x" * 200 + "/" + "y" * 200 + ".wav", wav(clipped))
        self.batch("in", "out", expect=3)
        self.report("out")
        self.write("frame.html", b"""<body><script>
            function measure(frame) {
                const root = frame.contentDocument.documentElement
                const smalls = [...root.querySelectorAll('small')].map(small => getComputedStyle(small).display)
                document.body.dataset['w' + frame.width] = root.scrollWidth
                document.body.dataset.smalls = [...new Set(smalls)].join()
            }</script>"""
                   + b"".join(b'<iframe width=%d height=900 src=out/report.html onload=measure(this)></iframe>' % width for width in (320, 360, 1200)))
        shown = subprocess.run([browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
                                "--virtual-time-budget=5000", f"--user-data-dir={self.folder}/browser", "--dump-dom",
                                (self.folder / "frame.html").as_uri()], capture_output=True, check=True, timeout=60).stdout.decode()
        for width in (320, 360, 1200):
            told = re.search(rf'data-w{width}="(\d+)"', shown)
            self.assertIsNotNone(told, shown[:2000])
            self.assertLessEqual(int(told[1]), width)
        self.assertIn('data-smalls="block"', shown) # a meaning and the numbers below it

    def test_threads_do_not_change_a_byte(self):
        self.make_inputs()
        self.batch("in", "out", expect=3)
        told = []
        for threads in ("1", "2", "7"):
            self.assertEqual(run("--report", "out", "--threads", threads, cwd=self.folder).code, 0)
            told.append({name: (self.folder / "out" / name).read_bytes() for name in ("report.json", "report.html")})
        self.assertEqual(told[0], told[1])
        self.assertEqual(told[0], told[2])

    def test_a_report_is_no_part_of_the_dataset(self):
        self.make_inputs()
        self.batch("in", "out", expect=3)
        there = contents(self.folder / "out")
        self.report("out")
        self.assertEqual({name: data for name, data in contents(self.folder / "out").items() if not name.startswith("report.")}, there)
        for damage in (b"", b"anything"):
            for name in ("report.json", "report.html"):
                (self.folder / "out" / name).write_bytes(damage)
            verified = run("--verify", "--out", "out", cwd=self.folder)
            self.assertEqual((verified.code, verified.err.count(b"report")), (0, 0), str(verified))
        self.write("in/fox/more.wav", wav(noise(RATE_HZ, 99))) # the dataset grows
        outcome = self.batch("in", "out", expect=3)
        self.assertNotIn("report.", outcome.error_text)
        self.report("out")
        self.check_files(self.report("out"), "out")
        (self.folder / "in/dog/bad & <b>.wav").unlink()
        self.batch("in", "out", "--overwrite")
        self.batch("in", "out")
        self.assertEqual(self.report("out")["failures"]["files"], 0)
        self.assertEqual([name for name in contents(self.folder / "out") if name.endswith(".tmp")], [])

    def test_summary(self):
        self.make_inputs()
        self.batch("in", "out", expect=3)
        plain = run("--report", "out", cwd=self.folder).out.decode()
        self.assertRegex(plain, r"Report +out/report.html\n")
        self.assertRegex(plain, rf"Audio +{len(self.sounds)} measured\n")
        outcome = run("--report", "out", "--progress", "json", cwd=self.folder)
        told, numbers = json.loads(outcome.out), json.loads((self.folder / "out/report.json").read_text())
        self.assertEqual((told["files"], told["failed"], told["audio"]), (numbers["totals"]["files"], 1, numbers["audio"]))
        self.assertEqual(told["findings"], {finding["finding"]: finding["files"] for finding in numbers["findings"]})
        for line in outcome.err.splitlines():
            json.loads(line)
        outcome = run("--report", "out", "--quiet", cwd=self.folder)
        self.assertEqual((outcome.code, outcome.out, outcome.err), (0, b"", b""))
        self.assertTrue(json.loads(run("--report", "out", "out", "--progress", "json", cwd=self.folder).out)["same"])

    def test_no_dataset(self):
        self.write("in/a.wav", wav(noise(RATE_HZ)))
        for folder, words in {"in": "no finished dataset", "nowhere": "nowhere"}.items():
            outcome = self.report(folder, expect=CODES["bad usage"])
            self.assertIn(words, outcome.error_text)
        self.batch("in", "out")
        for name, right, wrong in (("dataset.json", b'"failed": 0', b'"failed": 1'), ("files.csv", b",0,", b",9,"), ("errors.csv", b"\n", b"\nx,y,z,\n")):
            path = self.folder / "out" / name
            data = path.read_bytes()
            path.write_bytes(data.replace(right, wrong))
            self.assertIn(name, self.report("out", expect=CODES["verification"]).error_text)
            path.write_bytes(data)
        features = self.folder / "out/features.npy"
        features.write_bytes(features.read_bytes()[:-1])
        self.assertIn("features.npy", self.report("out", expect=CODES["bad usage"]).error_text)
        self.assertFalse((self.folder / "out/report.json").exists())

    def test_files_of_the_user_stay(self):
        """A folder with a report in it takes a run, also one that was stopped."""
        self.write("in/a.wav", wav(noise(RATE_HZ)))
        for name in ("report.html", "report.json"):
            self.write(f"out/{name}", b"old")
        self.batch("in", "out")
        self.assertEqual((self.folder / "out/report.html").read_bytes(), b"old")
        self.report("out")
        self.assertNotEqual((self.folder / "out/report.html").read_bytes(), b"old")

    def test_low_rates_have_no_loudness(self):
        """Below 3364 Hz the filter of EBU R 128 is another one, or unstable."""
        rates = (1, 4, 10, 100, 1000, 3000, 3364)
        for rate in rates:
            self.write(f"in/{rate}.wav", wav(noise(max(400, 3 * rate), rate).astype("f4") / 32768, rate))
        self.batch("in", "out", preset="librosa-db")
        report = self.report("out")
        self.assertEqual(report["audio"]["measured"], len(rates))
        self.assertEqual(report["distributions"]["peak_dbfs"]["count"], len(rates))
        self.assertEqual(report["distributions"]["loudness_lufs"]["count"], 1)
        self.assertAlmostEqual(report["distributions"]["loudness_lufs"]["mean"], -24, delta=3)
        self.assertIn("6 files have a rate below 3,364 Hz", (self.folder / "out/report.html").read_text())

    def test_upsampled_files_are_found(self):
        """Noise that falls by 6 dB an octave, like a voice, brought to 48 kHz by other programs."""
        tools = {"sox": lambda to: ("sox", "low.wav", "-b", "16", "-r", "48000", to),
                 "ffmpeg": lambda to: ("ffmpeg", "-v", "error", "-i", "low.wav", "-ar", "48000", to)}
        for tool, command in tools.items():
            if not shutil.which(tool):
                skipped(f"files that {tool} upsampled", f"{tool} is not installed")
                continue
            (self.folder / tool).mkdir()
            for index, rate in enumerate((8000, 16000, 22050, 32000, 48000)):
                low = numpy.cumsum(noise(2 * rate, index) / 8.0)
                low -= numpy.convolve(low, numpy.ones(200) / 200, "same")
                self.write("low.wav", wav(numpy.clip(low, -32768, 32767).astype("<i2"), rate))
                subprocess.run(command(f"{tool}/{rate}.wav"), cwd=self.folder, check=True, stderr=subprocess.DEVNULL)
            self.batch(tool, f"by-{tool}", preset="librosa-db")
            findings = self.report(f"by-{tool}")["findings"]
            found = next(finding for finding in findings if finding["finding"] == "band_limited")["worst"]
            self.assertEqual([file["path"] for file in found], [f"{tool}/{rate}.wav" for rate in (8000, 16000, 22050, 32000)])
            for file in found:
                half = int(file["path"].split("/")[1][:-4]) / 2
                self.assertAlmostEqual(file["bandwidth_hz"], half, delta=0.15 * half) # swresample leaves sound beyond half of the rate


class Differences(ReportTest):
    def difference(self, first, second):
        outcome = run("--report", first, second, "--json", "difference.json", cwd=self.folder)
        self.assertEqual(outcome.code, 0, str(outcome))
        return outcome.out.decode(), json.loads((self.folder / "difference.json").read_text())

    def test_same(self):
        self.make_inputs()
        self.batch("in", "a", expect=3)
        self.batch("in", "b", "--threads", "1", expect=3)
        text, told = self.difference("a", "b")
        self.assertTrue(told["same"])
        self.assertIn("The two datasets are the same", text)
        self.assertEqual((told["shared_files"], told["other_rows"], told["band_shift"]), (len(self.sounds) + 1, 0, 0))
        self.assertFalse((self.folder / "a/report.json").exists())

    def test_files_labels_splits_and_spec(self):
        self.make_inputs()
        self.batch("in", "a", "--split", "3:1:1", expect=3)
        shutil.move(self.folder / "in", self.folder / "moved")
        self.write("moved/cat/clean.wav", wav(tone(2, hertz=500)))
        (self.folder / "moved/fox/0.wav").unlink()
        self.write("moved/new/new.wav", wav(noise(RATE_HZ, 50)))
        (self.folder / "moved/dog/bad & <b>.wav").unlink()
        self.batch("moved", "b", "--split", "1:1:3", "--set", "bands=40")
        text, told = self.difference("a", "b")
        self.assertFalse(told["same"])
        self.assertEqual(told["files_in_first"], ["dog/bad & <b>.wav", "fox/0.wav"])
        self.assertEqual(told["files_in_second"], ["new/new.wav"])
        self.assertEqual(told["labels_in_second"], ["new"])
        self.assertEqual([file["file"] for file in told["contents"]], ["cat/clean.wav"])
        self.assertEqual([(key["key"], key["first"], key["second"]) for key in told["spec"]], [("bands", "80", "40")])
        splits = [{file["relative_path"]: file["split"] for file in read_table(self.folder / name / "files.csv")} for name in "ab"]
        moved = {name for name in splits[0] if name in splits[1] and splits[0][name] != splits[1][name]}
        self.assertEqual({file["file"] for file in told["splits"]}, moved)
        for words in ("bands", "fox/0.wav", "new/new.wav", "cat/clean.wav", "median of: Duration"):
            self.assertIn(words, text)

    def test_equal_names(self):
        """A relative path that occurs twice: its files are told apart by their paths, all others by their relative paths."""
        for name, seed in (("a/same.wav", 1), ("a/one.wav", 2), ("b/same.wav", 3), ("b/two.wav", 4), ("moved/one.wav", 2), ("moved/new.wav", 5)):
            self.write(name, wav(noise(RATE_HZ, seed)))
        for out, inputs in (("first", "ab"), ("second", ("a", "b", "moved"))):
            if out == "second":
                (self.folder / "a/one.wav").unlink()
                self.write("a/same.wav", wav(noise(RATE_HZ, 6)))
                self.write("c/new.wav", wav(noise(RATE_HZ, 7)))
            outcome = run("--batch", *inputs, "--out", out, "--preset", PRESET, "--labels", "none", cwd=self.folder)
            self.assertEqual(outcome.code, 0, str(outcome))
        _, told = self.difference("first", "second")
        self.assertEqual((told["shared_files"], told["files_in_first"], told["files_in_second"]), (4, [], ["new.wav"]))
        self.assertEqual([file["file"] for file in told["contents"]], ["a/same.wav"])
        # a path of one file may be the relative path of another; one dataset has its name once
        self.write("c/a/same.wav", wav(noise(RATE_HZ, 8)))
        for out, inputs in (("third", ("a", "b", "c")), ("fourth", ("b", "c"))):
            outcome = run("--batch", *inputs, "--out", out, "--preset", PRESET, "--labels", "none", cwd=self.folder)
            self.assertEqual(outcome.code, 0, str(outcome))
        _, told = self.difference("third", "fourth")
        self.assertEqual((told["shared_files"], told["files_in_first"], told["files_in_second"], told["contents"]), (4, ["a/same.wav"], [], []))

    def test_labels_and_rows(self):
        self.make_inputs()
        self.batch("in", "a", expect=3)
        names = "".join(f"{file},{'odd' if 'fox' in file else 'cat'}\n" for file in self.sounds)
        self.write("labels.csv", b"path,label\n" + names.encode())
        self.batch("in", "b", "--labels", "labels.csv", expect=3)
        text, told = self.difference("a", "b")
        self.assertIn("  dog/bad & <b>.wav: dog -> -\n", text)
        self.assertEqual(told["labels_in_first"], ["dog", "fox"])
        self.assertEqual({(file["file"], file["first"], file["second"]) for file in told["labels"]} - {("dog/bad & <b>.wav", "dog", "")},
                         {(f"fox/{index}.wav", "fox", "odd") for index in range(7)} | {(f"dog/{name}.wav", "dog", "cat") for name in ("halves", "offset", "stereo")})
        self.assertEqual((told["contents"], told["other_rows"]), ([], 0))

    def test_one_dataset_takes_no_json_option(self):
        self.make_inputs()
        self.batch("in", "a", expect=3)
        outcome = run("--report", "a", "--json", "x.json", cwd=self.folder)
        self.assertEqual(outcome.code, CODES["bad usage"])
        self.assertIn("--json", outcome.error_text)
        outcome = run("--report", "a", "a", "--json", "a/dataset.json", cwd=self.folder)
        self.assertEqual(outcome.code, CODES["bad usage"])
        self.assertIn("dataset.json", outcome.error_text)


main()

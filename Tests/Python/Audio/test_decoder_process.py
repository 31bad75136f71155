"""ffmpeg as a child: its inheritance, the limit of its silence, and that it never outlives the run.
Other programs replace ffmpeg here."""

import os
import resource
import signal
import sys
import time

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import CODES, RATE_HZ, SLOWNESS, limit, main, noise, start, wait_until, wav
from decoding_support import DecodingTest

PRESET = "librosa-db"
SILENCE_SECONDS = 30
VERSION = 'case "$*" in -version) echo "ffmpeg version fake-1 Copyright"; exit;; esac\n'


def is_running(process):
    try:
        with open(f"/proc/{process}/stat", encoding="ascii") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


class Child(DecodingTest):
    def setUp(self):
        super().setUp()
        self.make("in/a.m4a", "-i", self.sound(), "-c:a", "aac")

    def with_script(self, script, *options, expect=3, **more):
        environment = self.instead_of_ffmpeg(VERSION + script)
        return self.batch("in", "out", *options, "--overwrite", preset=PRESET, expect=expect, environment=environment,
                          **more)

    def process_of(self, note):
        """The process id that a script wrote to `note`, when it is there."""
        path = self.folder / note
        wait_until(lambda: path.exists() and path.read_text().endswith("\n"), f"{note} is written")
        return int(path.read_text())

    def test_each_way_to_fail(self):
        cases = {
            "ends without a word": ("exit 0", "did not write the requested Sun AU"),
            "fails without a word": ("exit 7", "status 7 and no message"),
            "says why": ("echo first >&2; printf 'no \\033[31mred' >&2; exit 1", r"status 1 and reports: no \\x1B\[31mred"),
            "is killed": ("kill -9 $$", "status 137"),
            "writes something else": ("echo RIFF0000WAVEfmt 000000000000000000", "did not write the requested Sun AU"),
            "writes too little of the header": ("printf .snd", "did not write the requested Sun AU"),
            "stops in the middle": ("$REAL \"$@\" 2>/dev/null | head -c 50003; exit 0", "ends inside sample"),
            "fails in the middle": ("$REAL \"$@\" 2>/dev/null | head -c 50024; exit 3", "sample 6[0-9]{3}: .*status 3"),
            "says something and ends well": ("$REAL \"$@\"; echo odd >&2", "reports: odd"),
            "goes on for ever": ("$REAL \"$@\"; exec cat /dev/zero", "no recording is that dense"),
            "talks for ever": ("yes >&2 & sleep 1; kill $!; exit 2", "status 2 and reports: y"),
            "closes its output": ("exec >&-; sleep 1; exit 9", "status 9"),
        }
        for name, (script, pattern) in cases.items():
            with self.subTest(name):
                outcome = self.with_script(script)
                self.assertRegex(self.dataset("out").errors[0]["message"], pattern)
                self.assertEqual(self.dataset("out").errors[0]["path"], "in/a.m4a")
                self.assertNotIn(b"\x1b", outcome.err)

    def test_another_number_of_samples_than_was_counted(self):
        """The second call gives fewer samples, more samples, a different rate, or nothing."""
        once = "if mkdir $HERE/counted$N 2>/dev/null; then exec $REAL \"$@\"; fi\n"
        cases = {
            "less": ("$REAL \"$@\" 2>/dev/null | head -c 80032", "file-changed", r"had \d+ samples and now gives only 10000"),
            "more": ("$REAL \"$@\"; head -c 80 /dev/zero", "file-changed", r"now gives more"),
            "other rate": ("exec $REAL -nostdin -loglevel error -i \"$HERE/in/a.m4a\" -ar 8000 -c:a pcm_f32be -f au pipe:1",
                           "file-changed", "now has 2 x 8000 Hz"),
            "fault": ("$REAL \"$@\" 2>/dev/null | head -c 80032; echo broken >&2; exit 1", "decode-failed", "sample 10000.*reports: broken"),
        }
        for index, (name, (script, code, pattern)) in enumerate(cases.items()):
            with self.subTest(name):
                self.with_script(once.replace("$N", str(index)) + script)
                dataset = self.dataset("out")
                self.assertEqual(dataset.errors[0]["code"], code)
                self.assertRegex(dataset.errors[0]["message"], pattern)
                self.assertFalse(dataset.rows("in/a.m4a").any())

    def test_the_version_is_in_dataset_and_plan(self):
        self.with_script('exec $REAL "$@"', expect=0)
        self.assertEqual(self.dataset("out").json["ffmpeg"], "fake-1")
        first = self.dataset("out").json["plan_hash"]
        self.batch("in", "out", "--overwrite", preset=PRESET)
        self.assertNotEqual(self.dataset("out").json["plan_hash"], first)

    def test_slow_is_not_silent(self):
        self.with_script('$REAL "$@" | (head -c 9000; sleep 2; cat)', expect=0)

    def test_rates_of_a_slow_run_have_units_that_fit(self):
        """The last line of a run and the lines before it. The second file is slow when it is computed."""
        self.make("in/b.m4a", "-i", self.sound(), "-c:a", "aac")
        slow = 'case "$*" in *b.m4a*) if ! mkdir $HERE/counted 2>/dev/null; then sleep 4; fi;; esac\nexec $REAL "$@"'
        outcome = self.with_script(slow, "--readers", "1", expect=0)
        self.assertRegex(outcome.error_text, r"(?m)^extracting .* read [1-9][\d.]* (bytes|kB|MB)/s")
        self.assertRegex(outcome.error_text, r"(?m)^done: 2/2 files .* \d[\d.]* s of audio/s, [1-9][\d.]* (kB|MB)/s read, ")
        self.assertNotIn(" 0.00 ", outcome.error_text)
        self.assertRegex(outcome.out.decode(), r"Speed +\d[\d.]* x real time, \d[\d.]* (kB|MB)/s read")

    def test_silence_ends_it(self):
        """After 30 s. Its own children end with it."""
        begin = time.monotonic()
        outcome = self.with_script("echo $$ > $HERE/child; sleep 600 & echo $! > $HERE/grandchild; wait")
        self.assertRegex(self.dataset("out").errors[0]["message"], "wrote no output for 30 s and was ended")
        self.assertGreater(time.monotonic() - begin, SILENCE_SECONDS, str(outcome))
        self.assertLess(time.monotonic() - begin, 2 * SILENCE_SECONDS, str(outcome))
        for note in ("child", "grandchild"):
            process = self.process_of(note)
            wait_until(lambda: not is_running(process), f"{note} is gone")

    def hanging(self):
        environment = self.instead_of_ffmpeg("echo $$ > $HERE/child; exec sleep 600")
        process = start("--batch", "in", "--out", "out", "--preset", PRESET, cwd=self.folder, environment=environment)
        return process, self.process_of("child")

    def test_it_dies_with_the_run(self):
        process, child = self.hanging()
        self.assertTrue(is_running(child))
        process.kill()
        process.wait()
        wait_until(lambda: not is_running(child), "the child is gone", 5)

    def test_a_signal_ends_the_wait(self):
        for number, code in ((signal.SIGINT, CODES["interrupted"]), (signal.SIGTERM, CODES["terminated"])):
            with self.subTest(number):
                process, child = self.hanging()
                process.send_signal(number)
                self.assertEqual(process.wait(5 * SLOWNESS), code)
                wait_until(lambda: not is_running(child), "the child is gone", 5)
                (self.folder / "child").unlink()

    def test_what_it_inherits(self):
        """It inherits no descriptor, blocked or ignored signal, terminal's process group or
        scheduling policy of the program; it inherits the folder and locale."""
        def odd_parent():
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)
            signal.signal(signal.SIGUSR1, signal.SIG_IGN)
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2])
            os.dup2(1, 77)
            os.set_inheritable(77, True)
        look = ('ls -l /proc/$$/fd > $HERE/list; grep Sig /proc/self/status > $HERE/signals\n'
                'cut -d" " -f5,41 /proc/$$/stat > $HERE/group; echo $$ > $HERE/child; readlink /proc/$$/fd/0 > $HERE/input\n')
        environment = {**self.instead_of_ffmpeg(VERSION + look + 'exec $REAL "$@"'), "FFREPORT": f"file={self.folder}/report"}
        self.batch("in", "out", preset=PRESET, environment=environment, preexec_fn=odd_parent, close_fds=False)
        read = lambda name: (self.folder / name).read_text()
        numbers = {line.split()[-3] for line in read("list").splitlines() if "->" in line}
        self.assertLessEqual({int(number) for number in numbers}, {0, 1, 2, 10, 11, 255})  # from 10 on: sh's own
        signals = dict(line.split(":\t") for line in read("signals").splitlines())
        self.assertEqual((int(signals["SigBlk"], 16), int(signals["SigIgn"], 16)), (0, 0))
        group, policy = read("group").split()
        self.assertEqual((group, policy), (read("child").strip(), "0"))
        self.assertEqual(read("input").strip(), "/dev/null")
        self.assertFalse((self.folder / "report").exists())

    def test_few_descriptors(self):
        """32 descriptors are enough for any number of such files and threads."""
        data = (self.folder / "in/a.m4a").read_bytes()
        for index in range(30):
            self.write(f"in/{index}.m4a", data)
            self.write(f"in/{index}.wav", wav(noise(RATE_HZ, index)))
        outcome = self.batch("in", "out", "--threads", "16", preset=PRESET, preexec_fn=limit(resource.RLIMIT_NOFILE, 32))
        self.assertIn(b"all 61 are in", outcome.out)

    def test_nobody_is_left_as_a_zombie(self):
        """During a run with many such files, no ended child stays unwaited for."""
        data = (self.folder / "in/a.m4a").read_bytes()
        for index in range(40):
            self.write(f"in/{index}.m4a", data)
        process = start("--batch", "in", "--out", "out", "--preset", PRESET, cwd=self.folder)
        seen = {}
        while process.poll() is None:
            children = []
            for task in os.listdir(f"/proc/{process.pid}/task") if os.path.exists(f"/proc/{process.pid}/task") else []:
                try:
                    with open(f"/proc/{process.pid}/task/{task}/children", encoding="ascii") as file:
                        children += file.read().split()
                except OSError:
                    pass
            for child in children:
                state = "gone"
                try:
                    with open(f"/proc/{child}/stat", encoding="ascii") as file:
                        state = file.read().rsplit(")", 1)[1].split()[0]
                except OSError:
                    pass
                seen.setdefault(child, []).append(state)
            time.sleep(0.02)
        self.assertEqual(process.returncode, 0)
        self.assertGreater(len(seen), 5)
        longest = max(sum(state == "Z" for state in states) for states in seen.values())
        self.assertLess(longest, 50, "a second as a zombie")


if __name__ == "__main__":
    main()

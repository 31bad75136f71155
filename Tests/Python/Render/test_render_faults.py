"""--render with faults: the message names the fault and the allowed values, and no new file
remains."""

import os
import re
import resource
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import SLOWNESS, late_after_attempts, main, noise, program, run, skipped, start, wait_until, wav
from render_support import DEMO_SONG, RenderTest, one_note, song, track

# options appended to a valid --render command: patterns that the message must contain
BAD_OPTIONS = {
    ("--patch", "Padd"): ("--patch", '"Padd"', '"Pad"'),
    ("--patch", "slow-tide"): ("--patch", '"slow-tide"', '"Slow Tide"'),
    ("--patch", "nowhere.toml"): ("--patch", '"nowhere.toml"'),
    ("--patch", "folder"): ("--patch", '"folder"'),
    ("--patch", "note.mid"): ("--patch", "note.mid"),
    ("--patch", ""): ("--patch", "empty"),
    ("--patch", "Pad", "--patch", "Lead"): ("--patch", "2 times"),
    ("--set", "nonsense=1"): ("--set", '"nonsense"'),
    ("--set", "osc1.detun=3"): ("--set", '"detun"', r"\[osc1\]", '"detune"'),
    ("--set", "osc1.detune"): ("--set", '"osc1.detune"', "key=value"),
    ("--set", "=1"): ("--set",),
    ("--set", "osc1.detune="): ("--set", "osc1.detune", "0 to 100 cents"),
    ("--set", "osc1.detune=100.1"): ("--set", r"osc1.detune = 100\.1", "0 to 100 cents"),
    ("--set", "osc1.detune=-1"): ("--set", "osc1.detune = -1", "0 to 100 cents"),
    ("--set", "osc1.detune=nan"): ("--set", "osc1.detune = nan", "0 to 100 cents"),
    ("--set", "osc1.detune=1e999"): ("--set", "osc1.detune", "0 to 100 cents"),
    ("--set", "osc1.detune=wide"): ("--set", "osc1.detune", "wide", "0 to 100 cents"),
    ("--set", "osc1.unison=2.5"): ("--set", r"osc1.unison = 2\.5", "whole number from 1 to 16"),
    ("--set", "osc1.spectrum=sax"): ("--set", "osc1.spectrum", "sax", "saw"),
    ("--set", "osc1.spectrum=drawn"): ("--set", "osc1.spectrum", "osc1.drawing"),
    ("--bits", "12"): ("--bits", "12", "16, 24 or 32"),
    ("--rate", "100"): ("--rate", "100", "from 8,000 to 384,000"),
    ("--rate", "384001"): ("--rate", "384001", "from 8,000 to 384,000"),
    ("--rate", "44.1k"): ("--rate", "44.1k", "from 8,000 to 384,000"),
    ("--block", "0"): ("--block", "0", "from 1 to 65,536"),
    ("--block", "65537"): ("--block", "65537", "from 1 to 65,536"),
    ("--threads", "0"): ("--threads", "0", "from 1 to 256"),
    ("--progress", "fancy"): ("--progress", "fancy", "json"),
    ("--tuning", "nowhere.scl"): ("--tuning", "nowhere.scl"),
    ("--tuning", "folder"): ("--tuning", "folder"),
    ("--tuning", "/dev/zero"): ("--tuning", "/dev/zero"),
    ("--keymap", "nowhere.kbm"): ("--keymap", "nowhere.kbm"),
    ("--tuning", "note.mid"): ("--tuning", "note.mid"),
    ("--keymap", "note.mid"): ("--keymap", "note.mid"),
    ("--preset", "librosa-db"): ("--preset", "--render"),
    ("--overwrite",): ("--overwrite", "--render"),
    ("other.mid",): ("--render", "other.mid", "one too many"),
    ("--backend", "cuda:99"): ("(?i)cuda|driver|GPU", "device-unavailable"),
}
BAD_COMMANDS = {
    ("--render",): ("--render", "SONG.mid"),
    ("--render", "note.mid"): ("--out", "WAV"),
    ("--render", "note.mid", "--out", ""): ("--out", "empty"),
    ("--render", "note.mid", "--out", "folder"): ("folder", "not a file"),
    ("--render", "note.mid", "--out", "nowhere/out.wav"): ("nowhere/out.wav", "no folder"),
    ("--render", "note.mid", "--out", "note.mid"): ("--out", "note.mid", "song"),
    ("--render", "note.mid", "--out", "./note.mid"): ("--out", "note.mid", "song"),
    ("--render", "note.mid", "--out", "out.wav", "--tuning", "nowhere.scl"): ("--tuning nowhere.scl", "No such file"),
    ("--render", "note.mid", "--out", "note.mid/out.wav"): ("note.mid/out.wav",),
    ("--render", "note.mid", "--out", "/dev/full"): ("/dev/full", "not a file"),
    ("--render", "nowhere.mid", "--out", "out.wav"): ("nowhere.mid", "No such file"),
    ("--render", "folder", "--out", "out.wav"): ("folder",),
    ("--render", "", "--out", "out.wav"): ("--render", "empty"),
}
TOO_MANY_AMPLITUDES = b'[osc1]\nspectrum = "drawn"\ndrawing = [' + b"0.5, " * 512 + b"0.5]\n"
# a patch's text: patterns that the message must contain, besides the patch's name
BAD_PATCHES = {
    "not TOML": (b"[osc1]\nlevel == 1\n", ":2:",),
    "unknown table": (b"[osc3]\non = true\n", ":1:", '"osc3"', '"osc1"'),
    "unknown key": (b"[osc1]\nlevle = 1\n", ":2:", '"levle"', '"level"'),
    "unknown key at the top": (b"level = 1\n", ":1:", '"level"', '"osc1.level"'),
    "out of range": (b"[osc1]\nlevel = 2\n", ":2:", r"osc1.level = 2\b", "from 0 to 1"),
    "not a number": (b"[osc1]\nlevel = nan\n", ":2:", "osc1.level = nan", "from 0 to 1"),
    "infinite": (b"[filter]\ncutoff = inf\n", ":2:", "filter.cutoff = inf"),
    "wrong type": (b'[osc1]\nlevel = "1"\n', ":2:", "osc1.level", "from 0 to 1"),
    "513 amplitudes": (TOO_MANY_AMPLITUDES, ":3:", "osc1.drawing", "513 amplitudes", "at most 512"),
    "an amplitude that is not a number": (b'[osc1]\nspectrum = "drawn"\ndrawing = [1, nan]\n', ":3:", "osc1.drawing", "amplitude 2 = nan"),
    "an amplitude beyond 1": (b'[osc1]\nspectrum = "drawn"\ndrawing = [1, 0, -1.5]\n', ":3:", "osc1.drawing", "amplitude 3 = -1.5"),
    "nothing drawn": (b'[osc1]\nspectrum = "drawn"\n', ":2:", "osc1.drawing"),
    "key twice": (b"[osc1]\nlevel = 1\nlevel = 1\n", ":3:"),
    "not UTF-8": (b'name = "\xff"\n', ":1:"),
    "endless nesting": (b"name = " + b"[" * 100_000, ":1:"),
    "too long": (b"#" * (1 << 20) + b"\n", "1048577 bytes", "1048576"),
    "audio": (wav(noise(4000)), ":1:"),
}
BAD_SCALES = {
    "empty": (b"", "bad.scl"),
    "cut": (b"! c\njust\n 3\n 9/8\n 3/2\n", "ends before note 3 of 3"),
    "no count": (b"just\nmany\n", ":2:", "many", "from 1 to 4096"),
    "another sign": (b"just\n 2\n 3:2\n 2/1\n", ":3:", "3:2", "ratio"),
    "a bad pitch": (b"just\n 2\n 3/2/5\n 2/1\n", ":3:", "3/2/5", "ratio"),
    "binary": (bytes(range(256)), "bad.scl:"),
}
BAD_MAPS = {
    "empty": (b"", "bad.kbm"),
    "cut": (b"0\n0\n127\n", "ends before"),
    "too large": (b"129\n", ":1:", "129", "from 0 to 128"),
    "no frequency": (b"0\n0\n127\n60\n69\n0\n0\n", ":6:"),
    "a scale": (b"! c\njust\n 1\n 2/1\n", ":2:", "just"),
}
NOTE = one_note()
BAD_SONGS = {
    "empty": (b"", "not a MIDI file"),
    "audio": (wav(noise(4000)), "not a MIDI file"),
    "text": (b"MIDI, but not quite\n", "not a MIDI file"),
    "no notes": (song(track([(0, b"\xb0\x07\x7f")], 1)), "no notes"),
    "no tracks": (b"MThd\0\0\0\6\0\1\0\0\1\xe0", "no tracks"),
    "patterns": (NOTE[:9] + b"\2" + NOTE[10:], "format 2"),
    "no ticks": (NOTE[:12] + b"\0\0" + NOTE[14:], "0 ticks"),
    "a track more": (NOTE + NOTE[14:], "more tracks"),
    "a day and more": (song(track([(0, b"\x90\x40\x40"), (90_000, b"\x80\x40\x40")], 90_000)), "25 hours", "24"),
    "broken off": (NOTE.replace(b"\x90\x45\x64", b"\x90\x45\xe4"), "damaged"),
}


class Refusals(RenderTest):
    """Exit 2 before any file is written. An existing WAV does not change."""

    def setUp(self):
        super().setUp()
        (self.folder / "folder").mkdir()
        self.write("other.mid", NOTE)
        self.write("out.wav", b"of the user")

    def files(self):
        return {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}

    def refuse(self, arguments, patterns):
        before = self.files()
        outcome = run(*arguments, cwd=self.folder)
        self.assertEqual(outcome.code, 2, str(outcome))
        for pattern in patterns:
            self.assertRegex(outcome.error_text, pattern)
        self.assertRegex(outcome.error_text, r"\Amelstrom: error: .*\[(bad-usage|bad-spec|file-missing|not-a-file|device-unavailable)\]\n\Z")
        self.assertNotRegex(outcome.error_text, r"(--\w+) \1|\.part|\(byte (\d+)\) \(at byte \2\)")
        self.assertEqual(outcome.out, b"")
        self.assertEqual(self.files(), before, "nothing is written")

    def test_options(self):
        for options, patterns in BAD_OPTIONS.items():
            with self.subTest(" ".join(options)):
                self.refuse(["--render", "note.mid", "--out", "out.wav", *options], patterns)

    def test_commands(self):
        for command, patterns in BAD_COMMANDS.items():
            with self.subTest(" ".join(command)):
                self.refuse(command, patterns)

    def test_files(self):
        for option, name, cases in (("--patch", "bad.toml", BAD_PATCHES), ("--tuning", "bad.scl", BAD_SCALES), ("--keymap", "bad.kbm", BAD_MAPS)):
            for what, (text, *patterns) in cases.items():
                with self.subTest(f"{option}: {what}"):
                    self.write(name, text)
                    self.refuse(["--render", "note.mid", "--out", "out.wav", option, name], [option, re.escape(name), *patterns])

    def test_songs(self):
        for what, (data, *patterns) in BAD_SONGS.items():
            with self.subTest(what):
                self.write("bad.mid", data)
                self.refuse(["--render", "bad.mid", "--out", "out.wav"], ["bad.mid", *patterns])

    def test_a_song_that_is_cut_anywhere(self):
        demo = DEMO_SONG.read_bytes()
        for name, data, places in (("note.mid", NOTE, range(1, len(NOTE))), ("demo.mid", demo, (13, 14, 22, 100, len(demo) // 2, len(demo) - 1))):
            for place in places:
                with self.subTest(f"{name}, {place} bytes of {len(data)}"):
                    self.write("cut.mid", data[:place])
                    self.refuse(["--render", "cut.mid", "--out", "out.wav"], ["cut.mid", "cut|not a MIDI file"])

    def test_a_song_that_may_not_be_read(self):
        (self.folder / "other.mid").chmod(0)
        if os.access(self.folder / "other.mid", os.R_OK):
            return skipped("a song that may not be read", "root may read all")
        outcome = self.run_render("other.mid")
        self.assertEqual(outcome.code, 4, str(outcome))
        self.assertIn("other.mid", outcome.error_text)


class Stopped(RenderTest):
    """No new file remains, under the final name or any other, and an existing file does not
    change."""

    def setUp(self):
        super().setUp()
        self.write("long.mid", one_note(seconds=7200))
        self.long = ["--render", "long.mid", "--out", "long.wav", "--backend", "cpu", "--progress", "none"]

    def test_a_file_size_limit(self):
        outcome = self.run_render(DEMO_SONG, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20)))
        self.assertEqual(outcome.code, 4, str(outcome))
        self.assertEqual(list(self.folder.glob("out.wav*")), [])

    def test_signals(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            for block in ("64", "65536"):
                with self.subTest(f"{number.name}, blocks of {block}"):
                    self.assertIsNone(late_after_attempts("the end after a signal", lambda: self.stop(number, code, block)))

    def stop(self, number, code, block):
        """None if the run ended in two seconds, else its duration."""
        process = start(*self.long, "--block", block, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until(lambda: any(part.stat().st_size > 1 << 20 for part in self.folder.glob("long.wav.*.part")), "a megabyte is written")
        self.assertIsNone(process.poll(), "the song is long enough to be stopped")
        begin = time.monotonic()
        process.send_signal(number)
        out, error = process.communicate(timeout=30 * SLOWNESS)
        seconds = time.monotonic() - begin
        self.assertEqual((process.returncode, out), (code, b""), error)
        self.assertRegex(error, rb"nothing was written \[interrupted\]\n\Z")
        self.assertEqual(list(self.folder.glob("long.wav*")), [])
        return None if seconds < 2 * SLOWNESS else f"{seconds:.2f} s, not {2 * SLOWNESS} s"

    def test_disk_full(self):
        """Exit 4 with the needed bytes, the free bytes and the path. With room, the same command
        gives the usual bytes."""
        disk = self.folder / "disk"
        disk.mkdir()
        script = ('mount -t tmpfs -o size=64M none "$0" || exit 99; echo old > "$0"/out.wav; head -c 63M /dev/zero > "$0"/rest; '
                  '"$@"; [ $? = 4 ] || exit 98; [ "$(ls -A "$0" | xargs)" = "out.wav rest" ] && [ "$(cat "$0"/out.wav)" = old ] || exit 97; '
                  'rm "$0"/rest && "$@" && cp "$0"/out.wav "$0".wav')
        command = [program(), "--render", DEMO_SONG, "--out", "disk/out.wav", "--backend", "cpu", "--progress", "none"]
        done = subprocess.run(["unshare", "-rm", "sh", "-c", script, disk, *command], cwd=self.folder, capture_output=True)
        text = done.stderr.decode()
        if done.returncode == 99 or "unshare" in text:
            return skipped("a full disk", text.strip())
        self.assertEqual(done.returncode, 0, text)
        self.assertRegex(text, r"disk/out\.wav.*disk is full, \d+ bytes are needed, \d+ bytes are free.*\[disk-full\]")
        self.assertEqual((self.folder / "disk.wav").read_bytes() == self.bytes_of(DEMO_SONG), True)

    def test_a_folder_that_may_not_be_written(self):
        (self.folder / "fixed").mkdir(mode=0o555)
        if os.access(self.folder / "fixed", os.W_OK):
            return skipped("a folder that may not be written", "root may write all")
        outcome = self.run_render("note.mid", "fixed/out.wav")
        self.assertEqual(outcome.code, 4, str(outcome))
        self.assertIn("fixed/out.wav", outcome.error_text)


class NoPlaceForText(RenderTest):
    def test_the_wav_is_what_counts(self):
        usual = self.bytes_of("busy.mid")
        reader, writer = os.pipe()
        os.close(reader)
        with open("/dev/full", "r+b", buffering=0) as full:
            for name, streams in {"full": {"stdout": full, "stderr": full}, "a closed pipe": {"stdout": writer, "stderr": writer}}.items():
                with self.subTest(name):
                    self.assertEqual(self.bytes_of("busy.mid", "--progress", "bar", **streams) == usual, True)
        os.close(writer)
        for closed in ((2,), (1,), (0, 1, 2)):
            with self.subTest(closed=closed):
                self.assertEqual(self.bytes_of("busy.mid", preexec_fn=lambda: [os.close(number) for number in closed]) == usual, True)

    def test_a_refusal_that_nobody_hears(self):
        outcome = self.run_render("note.mid", "out.wav", "--bits", "12", preexec_fn=lambda: os.close(2))
        self.assertEqual(outcome.code, 2, str(outcome))


if __name__ == "__main__":
    main()

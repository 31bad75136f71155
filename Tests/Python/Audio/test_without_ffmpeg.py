"""The command in an error message without ffmpeg, for any bytes in a file's name: one printable
line. A POSIX shell that runs the line makes the WAV."""

import os
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import main
from decoding_support import DecodingTest

PRESET = "librosa-db"  # computes each file at its own rate
NAMES = (b"a'b.m4a", b"''.m4a", b'a"b.m4a', b"a'b\"c$(x) `y` $z.m4a", b"back\\slash\\n.m4a", b"two  words.m4a", b"-i.m4a",
         b"%03d %%.m4a", b"new\nline.m4a", b"ends with one.m4a\n", b"bare\n", b"tab\t'\\%s.m4a", b"\xff\xfe.m4a", b"\x81\x88.m4a",
         b"\x1b[31mred.m4a", b"\xe2\x80\xaegnp.m4a", "\u00e4 \u4e2d.m4a".encode(), b"*?[a]{b,c}~!#&;|<>().m4a", b"a.b/c d")


def wav_of(path):
    folder, name = os.path.split(path)
    return os.path.join(folder, os.path.splitext(name)[0] + b".wav")


class Commands(DecodingTest):
    def setUp(self):
        super().setUp()
        whole = self.make("whole.m4a", "-i", self.sound(), "-c:a", "aac").read_bytes()
        self.paths = [b"in/" + name for name in NAMES]
        for path in self.paths:
            full = os.path.join(os.fsencode(self.folder), path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "wb") as file:
                file.write(whole)

    def test_of_any_name(self):
        outcome = self.batch(self.paths, "out", preset=PRESET, expect=3, environment={"PATH": "/nowhere"})
        commands = {os.fsencode(error["path"]): error["message"].split("on a machine that has it: ")[1]
                    for error in self.dataset("out").errors}
        self.assertEqual(set(commands), set(self.paths))
        for path, command in commands.items():
            with self.subTest(path):
                self.assertTrue(command.isprintable(), command)
                self.assertIn(command, outcome.error_text)
                subprocess.run(["sh", "-c", f"{command} -loglevel error -nostdin -y"], check=True, cwd=self.folder)
                self.assertTrue(os.path.exists(os.path.join(os.fsencode(self.folder), wav_of(path))))
        self.batch(self.paths, "with", preset=PRESET)
        self.batch([wav_of(path) for path in self.paths], "made", preset=PRESET)
        rows = {file["crc32c"] for name in ("with", "made") for file in self.dataset(name).files.values()}
        self.assertEqual(len(rows), 1)
        self.assertEqual(len(self.dataset("made").files), len(NAMES))


if __name__ == "__main__":
    main()

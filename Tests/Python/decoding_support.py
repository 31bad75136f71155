"""Shared by the tests of ffmpeg's formats: makes files with ffmpeg, and replaces ffmpeg by other
programs."""

import os
import shutil
import subprocess

from commandline_support import ProgramTest, skipped

FFMPEG = shutil.which("ffmpeg")


def ffmpeg(*arguments, cwd):
    subprocess.run([FFMPEG, "-nostdin", "-loglevel", "error", "-y", *arguments], cwd=cwd, check=True)


def has_encoder(name):
    listed = subprocess.run([FFMPEG, "-hide_banner", "-encoders"], capture_output=True, text=True, check=True).stdout
    return any(line.split()[1:2] == [name] for line in listed.splitlines())


class DecodingTest(ProgramTest):
    def setUp(self):
        super().setUp()
        if FFMPEG is None:
            skipped("what ffmpeg decodes", "ffmpeg is not installed")
            self.skipTest("ffmpeg is not installed")

    def make(self, name, *arguments):
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        ffmpeg(*arguments, f"file:{name}", cwd=self.folder)
        return self.folder / name

    def sound(self, name="sound.wav", rate=44100, channels=2, seconds=2):
        """A sweep and some noise, made by ffmpeg."""
        path = self.folder / name
        if not path.exists():
            self.make(name, "-f", "lavfi", "-i", f"sine=300:b=4:r={rate}:d={seconds}", "-f", "lavfi", "-i",
                      f"anoisesrc=r={rate}:d={seconds}:a=0.1:seed=7", "-filter_complex", "amix", "-ac", str(channels),
                      "-c:a", "pcm_s16le")
        return name

    def instead_of_ffmpeg(self, script):
        """The environment in which this shell script replaces ffmpeg. $REAL is the real ffmpeg."""
        path = self.write("fake/ffmpeg", f"#!/bin/sh\nREAL={FFMPEG}\nHERE={self.folder}\n{script}\n".encode())
        path.chmod(0o755)
        return {"PATH": f"{path.parent}:{os.environ['PATH']}"}

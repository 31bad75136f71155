"""The man page and the completions for shells, which the program writes from its option table: every
option is in them, and they work in the shells themselves. A shell that is not installed is skipped
by name."""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import PRESET, SLOWNESS, ProgramTest, main, run, skipped

SHELLS = ("bash", "zsh", "fish")
# Completes words of a command line as bash does for a key; prints one candidate a line.
BASH_DRIVER = """
source completion
COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_melstrom melstrom
((${#COMPREPLY[@]} == 0)) || printf '%s\\n' "${COMPREPLY[@]}"
"""


class Manual(ProgramTest):
    def listed(self, what):
        outcome = run("--list", what, cwd=self.folder)
        self.assertEqual((outcome.code, outcome.err), (0, b""), str(outcome))
        return outcome.out.decode("ascii")

    def options(self):
        text = run("--help", cwd=self.folder).out.decode()
        names = re.findall(r"^  (--[a-z-]+)", text, re.M)
        self.assertGreater(len(names), 50)
        return names

    def tool(self, name):
        found = shutil.which(name)
        if not found:
            skipped(self.id(), f"there is no {name}")
        return found

    def assert_silent(self, *command):
        ended = subprocess.run(command, cwd=self.folder, capture_output=True, timeout=60, check=False)
        self.assertEqual((ended.returncode, ended.stdout + ended.stderr), (0, b""), command)

    def complete(self, line):
        """The candidates of bash at the end of the line."""
        words = [part for word in re.split(r"(?<!\\) ", line) for part in (re.findall("[=:]+|[^=:]+", word) or [""])]
        ended = subprocess.run(["bash", "--norc", "-c", BASH_DRIVER, "bash", *words], cwd=self.folder, timeout=60,
                               capture_output=True, check=False)
        self.assertEqual((ended.returncode, ended.stderr), (0, b""), line)
        return ended.stdout.decode().splitlines()

    def typed(self, command, lines, keys):
        """What an interactive shell prints after these lines and keys, up to the words of a call of
        `melstrom`, each in < and >."""
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.folder)
            os.environ.update(TERM="dumb", HOME=str(self.folder))
            os.execvp(command[0], command)
        seen, end = b"", time.monotonic() + 30 * SLOWNESS
        try:
            os.write(terminal, "".join(line + "\n" for line in lines).encode())
            typed = False
            while time.monotonic() < end and b"<<" not in seen:
                if select.select([terminal], [], [], 0.1)[0]:
                    seen += os.read(terminal, 4096)
                elif not typed and b"is-ready" in seen:
                    os.write(terminal, keys.encode())
                    typed = True
        finally:
            os.kill(child, 9)
            os.waitpid(child, 0)
            os.close(terminal)
        return seen.decode(errors="replace")


class ManPage(Manual):
    def test_every_option_is_in_the_page(self):
        page = self.listed("man")
        for name in self.options():
            self.assertIn("\\fB" + name.replace("-", "\\-") + "\\fR", page)
        for section in ("NAME", "SYNOPSIS", "OPTIONS", "EXIT STATUS", "EXAMPLES"):
            self.assertIn(f".SH {section}\n", page)

    def test_formatters_find_no_fault(self):
        self.write("melstrom.1", self.listed("man").encode())
        if self.tool("mandoc"):
            self.assert_silent("mandoc", "-Tlint", "melstrom.1")
        if self.tool("groff"):
            self.assert_silent("groff", "-man", "-ww", "-Tutf8", "-z", "melstrom.1")


class Completions(Manual):
    def setUp(self):
        super().setUp()
        for name in SHELLS:
            self.write(name, self.listed(name).encode())
        (self.folder / "completion").symlink_to("bash")
        self.write("songs/one.mid", b"")
        self.write("songs/one.wav", b"")
        self.write("song.MID", b"")
        self.write("mine.toml", b"")
        self.write("two words.csv", b"")

    def test_every_option_is_in_the_completions(self):
        for shell in SHELLS:
            text = (self.folder / shell).read_text()
            for name in self.options():
                self.assertIn(f"-l {name[2:]} " if shell == "fish" else name, text, shell)

    def test_the_shells_read_them(self):
        for shell in SHELLS:
            if self.tool(shell):
                self.assert_silent(shell, "-n", shell)

    def test_modes_come_first(self):
        modes = self.complete("melstrom ")
        self.assertIn("--batch", modes)
        self.assertNotIn("--out", modes)
        self.assertEqual(self.complete("melstrom --re"), ["--render", "--report"])

    def test_options_are_those_of_the_mode(self):
        self.assertEqual(self.complete("melstrom --render a.mid --pa"), ["--patch"])
        self.assertEqual(self.complete("melstrom --batch in --pa"), [])
        self.assertIn("--shard", self.complete("melstrom --verify --s"))
        self.assertEqual(self.complete("melstrom --batch in --out o --ou"), [])
        self.assertEqual(self.complete("melstrom --batch in --set bands=4 --se"), ["--set"])
        self.assertEqual(self.complete("melstrom --batch in -- --se"), [])

    def test_values_are_those_of_the_option(self):
        self.assertEqual(self.complete("melstrom --batch in --format "), ["npy", "h5"])
        self.assertEqual(self.complete("melstrom --batch in --format=h"), ["h5"])
        self.assertIn(PRESET, self.complete("melstrom --batch in --preset "))
        self.assertIn("mine.toml", self.complete("melstrom --batch in --preset m"))
        self.assertEqual(self.complete("melstrom --picture a --colours vi"), ["viridis"])
        self.assertEqual(self.complete("melstrom --render a.mid --patch Glass\\ C"), ["Glass Choir"])
        self.assertEqual(self.complete("melstrom --batch in --set lowest"), ["lowest_hz="])
        self.assertEqual(self.complete("melstrom --render a.mid --set reverb.m"), ["reverb.mix="])
        self.assertEqual(self.complete("melstrom --batch in --progress j"), ["json"])
        self.assertEqual(self.complete("melstrom --batch in --labels two"), ["two words.csv"])
        self.assertEqual(self.complete("melstrom --batch in --threads "), [])

    def test_operands_are_those_of_the_mode(self):
        self.assertEqual(self.complete("melstrom --list col"), ["colours"])
        self.assertEqual(sorted(self.complete("melstrom --render song")), ["song.MID", "songs"])
        self.assertEqual(self.complete("melstrom --render songs/"), ["songs/one.mid"])
        self.assertEqual(self.complete("melstrom --bench mel so"), ["soak"])
        self.assertEqual(self.complete("melstrom --explain leak leak-t"), ["leak-training"])
        self.assertEqual(self.complete("melstrom --explain leak leak leak-t"), [])
        self.assertEqual(self.complete("melstrom --merge so"), ["songs"])
        self.assertEqual(self.complete("melstrom --report so"), ["songs"])
        self.assertEqual(self.complete("melstrom --report songs so"), ["songs"])

    def test_devices_come_from_the_machine(self):
        self.write("bin/melstrom", b"#!/bin/sh\nprintf 'backend  device\\ncpu  CPU\\ncuda:0  A\\ncuda:1  B\\n'\n").chmod(0o755)
        self.addCleanup(os.environ.update, PATH=os.environ["PATH"])
        os.environ["PATH"] = f"{self.folder}/bin:" + os.environ["PATH"]
        self.assertEqual(self.complete("melstrom --doctor --backend "), ["auto", "cpu", "cuda"])
        self.assertEqual(self.complete("melstrom --doctor --backend cuda:"), ["0", "1"])

    def test_keys_complete_in_bash_and_zsh(self):
        says = "melstrom () { printf '<%s>' \"$@\"; printf '<%s' '<'; }"
        for shell, options, lines in (
            ("bash", ("--norc", "--noprofile", "-i"), ("source ./bash",)),
            ("zsh", ("-f", "-i"), ("mkdir f; cp zsh f/_melstrom; fpath=($PWD/f $fpath)", "autoload -Uz compinit; compinit -u -D")),
        ):
            if self.tool(shell):
                seen = self.typed((shell, *options), (*lines, says, "echo is-''ready"),
                                  "melstrom --rend\tx.mid --patc\tGlass\t--limiter of\t\n")
                seen = seen.replace("--patch=", "--patch><")  # zsh adds the equals sign
                self.assertIn("<--render><x.mid><--patch><Glass Choir><--limiter><off>", seen, shell)

    def test_fish_completes(self):
        if not self.tool("fish"):
            return
        for line, words in {
            "melstrom --rend": ["--render"],
            "melstrom --render a.mid --pat": ["--patch"],
            "melstrom --batch in --pat": [],
            "melstrom --batch in --format ": ["h5", "npy"],
            "melstrom --render a.mid --patch Glass": ["Glass Choir"],
            "melstrom --list col": ["colours"],
            "melstrom --bench mel so": ["soak"],
            "melstrom --batch in --set lowest": ["lowest_hz="],
        }.items():
            ended = subprocess.run(["fish", "--no-config", "-c", f"source fish; complete -C '{line}'"], cwd=self.folder,
                                   env={**os.environ, "HOME": str(self.folder)}, capture_output=True, timeout=60, check=False)
            self.assertEqual(ended.stderr, b"", line)
            self.assertEqual(sorted(word.split("\t")[0] for word in ended.stdout.decode().splitlines()), words, line)


if __name__ == "__main__":
    main()

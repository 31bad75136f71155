"""Each list of exit statuses, in --help and in the documents, has all of the program's statuses in
the same order."""

import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import ProgramTest, main, run

ROOT = pathlib.Path(__file__).resolve().parents[3]


def numbers(text):
    return [int(number) for number in re.findall(r"\d+", text)]


class Lists(ProgramTest):
    def setUp(self):
        super().setUp()
        source = (ROOT / "Standalone/CommandLine/Terminal/ExitCode.h").read_text().split("enum class ExitCode")[1].split("};")[0]
        self.known = numbers(" ".join(re.findall(r"^ +\w+ = (\d+)", source, re.MULTILINE)))
        self.assertEqual(self.known[:2] + self.known[-3:], [0, 1, 129, 130, 143])

    def test_help(self):
        text = run("--help", cwd=self.folder).out.decode().split("Exit status\n")[1]
        found = re.findall(r"^  (\d[\d, ]*?)  ", text, re.MULTILINE)
        self.assertEqual(numbers(" ".join(found)), self.known)

    def test_documents(self):
        tables = 0
        for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
            text = path.read_text()
            for table in re.findall(r"^\| (?:exit )?status \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE):
                rows = [row.split("|")[1] for row in table.splitlines()]
                self.assertEqual([number for row in rows for number in numbers(row)], self.known, path.name)
                tables += 1
            for sentence in re.split(r"(?<=[.:|])\s", text):
                if "status" in sentence and {130, 143} <= set(numbers(sentence)):
                    self.assertIn(129, numbers(sentence), f"{path.name}: {sentence}")
        self.assertEqual(tables, 2)


if __name__ == "__main__":
    main()

"""The Turtle of the built LV2 bundles: LV2's own validator finds no fault, and each parameter agrees
with docs/synth.md.

Usage: test_turtle.py PLUGIN_FOLDER
"""

import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.append(sys.path[0] + "/..")
import commandline_support

FOLDER = None  # of the built plugins
LV2, UNITS = "http://lv2plug.in/ns/lv2core#", "http://lv2plug.in/ns/extensions/units#"
PROPS, GROUPS = "http://lv2plug.in/ns/ext/port-props#", "http://lv2plug.in/ns/ext/port-groups#"
PATCH, RDFS = "http://lv2plug.in/ns/ext/patch#", "http://www.w3.org/2000/01/rdf-schema#"
INSTRUMENT = "https://melstrom.org/lv2/instrument"
UNIT_NAMES = {"dB": "db", "Hz": "hz", "s": "s", "ms": "ms", "semitones": "semitone12TET", "cents": "cent",
              "octaves": "oct", "beats": "beat", "%": "pc"}  # other units are the plugin's own, with their symbol


def bundle_files(name, folder):
    """Copies: the validator's script takes no path with a space."""
    source = pathlib.Path(FOLDER) / f"{name}.lv2"
    copies = []
    for file in sorted(source.glob("*.ttl")):
        copies.append(pathlib.Path(folder) / file.name)
        shutil.copy(file, copies[-1])
    return copies


def triples(files):
    """subject -> property -> objects. URIs without their brackets, texts without their quotes."""
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for number, file in enumerate(files):
        text = subprocess.run(["sordi", "-o", "ntriples", str(file)], check=True, capture_output=True).stdout.decode()
        for line in text.splitlines():
            subject, predicate, rest = line.split(" ", 2)
            thing = re.match(r'<(.*)>|"(.*)"|(_:\S+)', rest.removesuffix(" ."))
            value = next(part for part in thing.groups() if part is not None)
            found[name_of(subject, number)][predicate.strip("<>")].append(name_of(value, number))
    return found


def name_of(node, number):
    """A blank node's name is valid in one file only."""
    return f"{node}@{number}" if node.startswith("_:") else node.strip("<>")


def documented():
    """id -> (allowed values, knob), from the tables."""
    text = (pathlib.Path(__file__).parents[3] / "docs" / "synth.md").read_text(encoding="utf-8")
    groups, rows = [], {}
    for line in text[text.index("<!-- tables"):].splitlines():
        if re.match(r"`\[", line):
            groups = re.findall(r"`\[+(\w+)\]+`", line)
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) < 6 or not cells[0].startswith("`"):
            continue
        key = cells[0].strip("`")
        for group in groups:
            rows.update({name: (cells[1], cells[3]) for name in names_of(group, key)})
    return rows


def names_of(group, key):
    """The ids of a row of the tables; none if the row is not a number."""
    if key in ("drawing", "names"):
        return []
    if group == "matrix":
        return [f"matrix{row}_{key}" for row in range(1, 17)]
    return [{"patch": key, "macro": f"macro{key}"}.get(group, f"{group}_{key}")]


@unittest.skipUnless(shutil.which("lv2_validate") and shutil.which("sordi"),
                     "SKIPPED: there is no lv2_validate or no sordi; install lv2-dev and sordi")
class Turtle(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_the_validator_finds_no_fault(self):
        for name in ("Melstrom", "Melstrom Analyzer"):
            with self.subTest(bundle=name):
                files = bundle_files(name, self.folder)
                self.assertEqual([file.name for file in files],
                                 ["dsp.ttl", "manifest.ttl", "parameters.ttl", "ui.ttl"])
                said = subprocess.run(["lv2_validate", *map(str, files)], capture_output=True, text=True, check=False)
                text = said.stdout + said.stderr
                self.assertIn("Found 0 errors", text)
                self.assertEqual(re.findall("Skipping file .*(?<!lv2core.doap.ttl)$", text, re.MULTILINE), [])

    def test_the_validator_finds_a_fault_that_is_there(self):
        files = bundle_files("Melstrom", self.folder)
        files[2].write_text(files[2].read_text().replace("a doap:Project", "a lv2:Plugin"))
        said = subprocess.run(["lv2_validate", *map(str, files)], capture_output=True, text=True, check=False)
        self.assertNotIn("Found 0 errors", said.stdout + said.stderr)

    def test_each_parameter_is_as_documented(self):
        said = triples(bundle_files("Melstrom", self.folder))
        parameters = {uri.removeprefix(INSTRUMENT + ":"): said[uri] for uri in said[INSTRUMENT][PATCH + "writable"]}
        rows = documented()
        self.assertEqual(set(parameters), {*rows, "bypass"})
        kinds = collections.Counter()
        for name, (allowed, knob) in rows.items():
            with self.subTest(parameter=name):
                parameter = parameters[name]
                self.assertEqual(parameter[LV2 + "symbol"], [name])
                self.assertEqual(parameter[LV2 + "name"], parameter[RDFS + "label"])
                self.assertEqual(len(parameter[RDFS + "comment"]), 1)
                group = said[parameter[GROUPS + "group"][0]]
                self.assertTrue(group[LV2 + "name"][0])
                marks = parameter[LV2 + "portProperty"]
                for mark, is_meant in ((PROPS + "logarithmic", knob == "logarithmic"),
                                       (LV2 + "integer", allowed.endswith(", whole")),
                                       (LV2 + "toggled", allowed == "true, false")):
                    self.assertEqual(mark in marks, is_meant, mark)
                    kinds[mark] += is_meant
                unit = re.search(r"\.\. [-\d.]+ ([^\s,]+)", allowed)
                self.check_unit(said, parameter[UNITS + "unit"], unit.group(1) if unit else None)
                kinds["unit"] += unit is not None
        self.assertTrue(all(number > 2 for number in kinds.values()), kinds)

    def check_unit(self, said, units, symbol):
        if symbol is None:
            self.assertEqual(units, [])
        elif symbol in UNIT_NAMES:
            self.assertEqual(units, [UNITS + UNIT_NAMES[symbol]])
        else:
            self.assertEqual(said[units[0]][UNITS + "symbol"], [symbol])


if __name__ == "__main__":
    FOLDER = os.path.abspath(sys.argv.pop(1))
    os.environ["MELSTROM"] = sys.executable  # no program is run
    commandline_support.main()

"""The short form of the survival table: melstrom ends byte-identical after every kill, each peer is
killed a few times, and planted faults are found."""

import json
import pathlib
import subprocess
import sys
import textwrap

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import ProgramTest, main, program

TABLE = pathlib.Path(__file__).resolve().parents[2] / "Survival/run.py"
OURS = ("melstrom-npy", "melstrom-h5")
PEERS = ("h5py", "h5py-swmr", "memmap", "zarr", "zarr-two", "tarfile", "tarfile-append", "torch")
KINDS = ("identical", "same", "wrong", "unreadable", "stuck")


class SurvivalTable(ProgramTest):
    def table(self, names, kills, *options, status=0):
        """Results by name. Prints the peers that are not installed."""
        counts = self.folder / "counts.json"
        command = [sys.executable, TABLE, "--program", program(), "--kills", str(kills), "--files", "12", "--json", counts,
                   "--folder", self.folder, *(word for name in names for word in ("--peer", name)), *options]
        outcome = subprocess.run(command, capture_output=True, text=True, timeout=500)
        print(outcome.stdout, flush=True)
        self.assertEqual(outcome.returncode, status, outcome.stdout + outcome.stderr)
        results = {result["name"]: result for result in json.loads(counts.read_text())["results"]}
        for result in results.values():
            self.assertEqual(sum(result[kind] for kind in KINDS), kills, result)
        return results, outcome.stdout

    def test_ours(self):
        results, _ = self.table(OURS, 6)
        for name, result in results.items():
            self.assertEqual((result["identical"], result["bytes_repeat"]), (6, True), name)

    def test_peers(self):
        results, text = self.table(PEERS, 2)
        for name in PEERS:
            self.assertTrue(name in results or f"SKIPPED IN PART: {name}: " in text, name)

    def test_planted_corruption_is_found(self):
        results, _ = self.table(["careless"], 8)
        self.assertGreater(results["careless"]["wrong"], 0)
        self.assertGreater(results["careless"]["kills"], results["careless"]["identical"])

    def test_a_fault_of_ours_fails(self):
        """A program that replaces melstrom and changes a byte that a killed run left."""
        self.write("faulty", textwrap.dedent(f"""\
            #!/bin/sh
            [ "$1" = --batch ] && [ -e "$4" ] || exec {program()} "$@"
            {program()} "$@"
            status=$?
            printf "?" | dd of="$4/features.npy" bs=1 seek=70000 conv=notrunc status=none
            exit $status
            """).encode())
        (self.folder / "faulty").chmod(0o755)
        results, _ = self.table(["melstrom-npy"], 8, "--program", self.folder / "faulty", status=1)
        self.assertGreater(results["melstrom-npy"]["wrong"], 0)


if __name__ == "__main__":
    main()

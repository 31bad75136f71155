#!/usr/bin/python3
"""The survival table: each writer is killed by SIGKILL at a random instant, and run again by the same command until it ends.

usage: Tests/Survival/run.py [--kills N] [--peer NAME]... [--program MELSTROM] [--seed N] [--json FILE]

Prints a table in Markdown, and all counts as JSON. Status 1 if a run of ours did not end byte-identical. docs/reliability.md
says what the columns mean. The python3 is that of the system, which scripts/setup gives its modules.
"""

import argparse
import collections
import json
import os
import pathlib
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from corpus import Corpus
import peers
import trial

KINDS = ("identical", "same", "wrong", "unreadable", "stuck")
ROOT = pathlib.Path(__file__).resolve().parents[2]


def options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0], epilog=", ".join(peer.name for peer in peers.PEERS))
    parser.add_argument("--kills", type=int, default=200, help="of each writer (200)")
    parser.add_argument("--peer", action="append", metavar="NAME", help="this writer alone; may be repeated")
    parser.add_argument("--program", default=os.environ.get("MELSTROM", ROOT / "build/bin/melstrom"), type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1, help="of the instants and of the audio (1)")
    parser.add_argument("--files", type=int, default=24, help="of audio, 6 to 18 s each (24)")
    parser.add_argument("--pace-ms", type=float, default=4, help="that a peer takes to compute a file (4)")
    parser.add_argument("--folder", type=pathlib.Path, help="where they write (a temporary folder)")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="the counts go there")
    return parser.parse_args()


def kill_all(subject, kills, seed):
    """Outcomes of `kills` runs that were killed; instants at which a run had ended already are drawn again."""
    draw = random.Random(f"{seed} {subject.peer.name}")
    outcomes, missed = [], 0
    while len(outcomes) < kills:
        outcome = subject.trial(draw.uniform(0, subject.seconds))
        if outcome.kind != "missed":
            outcomes.append(outcome)
        else:
            missed += 1
            if missed > 20 + 2 * kills:
                raise RuntimeError(f"{subject.peer.name} ends before it can be killed")
    return outcomes, missed


def measure(peer, work, folder, arguments):
    """Counts of one writer."""
    with trial.Subject(peer, work, folder, arguments.pace_ms / 1e3) as subject:
        subject.measure()
        outcomes, missed = kill_all(subject, arguments.kills, arguments.seed)
    counts = collections.Counter(outcome.kind for outcome in outcomes)
    ended = [outcome.repeated for outcome in outcomes if outcome.kind != "stuck"]
    errors = {outcome.kind: outcome.errors for outcome in outcomes if outcome.errors}
    return {"name": peer.name, "title": peer.title, "ours": bool(peer.form), "kills": len(outcomes), "missed": missed,
            "undisturbed_seconds": subject.seconds, "bytes_repeat": subject.repeats, "version": peer.version(),
            **{kind: counts[kind] for kind in KINDS},
            "repeated_mean": statistics.mean(ended) if ended else None, "repeated_most": max(ended, default=None),
            "last_error": errors}


def percent(count, of):
    return f"{100 * count / of:.3g} %"


def row(result):
    kills = result["kills"]
    identical = percent(result["identical"], kills) if result["bytes_repeat"] else "-"
    same = percent(result["identical"] + result["same"], kills)
    repeated = "-" if result["repeated_mean"] is None else percent(result["repeated_mean"], 1)
    return [result["title"], identical, same, *(str(result[kind]) for kind in KINDS[2:]), repeated]


def table(results):
    heading = ["writer", "ends byte-identical", "ends with the same contents", "silently wrong", "unreadable", "stuck",
               "work repeated"]
    lines = [heading, ["---"] + ["---:"] * (len(heading) - 1)] + [row(result) for result in results]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def machine(arguments):
    version = subprocess.run([arguments.program, "--version"], capture_output=True, text=True).stdout.strip()
    return {"program": version, "kills": arguments.kills, "seed": arguments.seed, "files": arguments.files,
            "pace_ms": arguments.pace_ms, "system": platform.platform(), "processors": os.cpu_count(),
            "date": time.strftime("%Y-%m-%d", time.gmtime())}


def failures(results):
    return [result["name"] for result in results if result["ours"] and result["identical"] != result["kills"]]


def main():
    arguments = options()
    chosen = peers.named(arguments.peer)
    print(f"seed {arguments.seed}, {arguments.kills} kills a writer", flush=True)
    results = []
    with tempfile.TemporaryDirectory(prefix="melstrom-survival-", dir=arguments.folder) as folder:
        folder = pathlib.Path(folder)
        work = Corpus(arguments.program, folder / "corpus", arguments.files, arguments.seed)
        print(f"{arguments.files} files, {work.megabytes:.1f} MB of features", flush=True)
        for peer in chosen:
            if peer.missing():
                print(f"SKIPPED IN PART: {peer.name}: {', '.join(peer.missing())} is not installed", flush=True)
                continue
            results.append(measure(peer, work, folder / peer.name, arguments))
            print(f"{peer.name}: {({kind: results[-1][kind] for kind in KINDS})}", file=sys.stderr, flush=True)
    print("\n" + table(results) + "\n", flush=True)
    text = json.dumps({"machine": machine(arguments), "results": results}, indent=1)
    arguments.json.write_text(text + "\n") if arguments.json else print(text)
    if failures(results):
        print(f"not every run ended byte-identical: {', '.join(failures(results))}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()

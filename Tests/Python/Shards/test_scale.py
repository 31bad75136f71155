"""The sbatch file of docs/scale.md on a real Slurm of one node: an array of 8, one task killed by
SIGKILL and requeued, all merged; equal to one run. Skipped if Slurm is not installed;
`scripts/setup long` installs it."""

import pathlib
import re
import sys

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import PRESET, contents, main, noise, program, run, wav
from slurm_cluster import SlurmCluster, SlurmTest

DOCUMENT = pathlib.Path(__file__).resolve().parents[3] / "docs/scale.md"
TASKS, KILLED = 8, 3
JOB_SECONDS = 240
# Replaces the program in PATH: task 3 is killed soon after its first start, and hangs until it is
# requeued.
IN_PATH = """\
#!/bin/sh
if [ "${SLURM_ARRAY_TASK_ID:-}" = %(killed)d ] && [ -z "${SLURM_RESTART_COUNT:-}" ]; then
    timeout --signal=KILL 0.05 %(program)s "$@"
    echo killed > killed
    exec sleep 1000
fi
exec %(program)s "$@"
"""


def sbatch_file():
    return next(block for block in re.findall(r"^```bash\n(.*?)^```$", DOCUMENT.read_text(encoding="utf-8"), re.M | re.S)
                if "#SBATCH" in block)


class Shards(SlurmTest):
    def setUp(self):
        super().setUp()
        for index in range(40):
            self.write(f"corpus/{'ab'[index % 2]}/{index:02}.wav", wav(noise(160000 + 7001 * index, index)))
        self.write("bin/melstrom", (IN_PATH % {"killed": KILLED, "program": program()}).encode()).chmod(0o755)

    def submit(self, cluster):
        cluster.environment["PATH"] = f"{self.folder}/bin:{cluster.environment['PATH']}"
        job = cluster.submit(self.write("mels.sbatch", sbatch_file().encode()))
        cluster.wait_until("a task was killed", (self.folder / "killed").exists, JOB_SECONDS)
        cluster.requeue(job, KILLED)
        return {int(task["ArrayTaskId"]): task["JobState"] for task in cluster.wait_until_ended(job, JOB_SECONDS)}

    def test_array_is_merged_to_the_bytes_of_one_run(self):
        if "--shard" not in run("--help", cwd=self.folder).out.decode():
            self.skipTest("this build has no --shard")
        with SlurmCluster(self.folder, processors=2 * TASKS) as cluster:
            states = self.submit(cluster)
            said = "\n".join(path.read_text(errors="replace")[-2000:] for path in self.folder.glob(f"slurm-*_{KILLED}.out"))
            self.assertEqual(states, dict.fromkeys(range(TASKS), "COMPLETED"), said)
        shards = sorted(str(path) for path in (self.folder / "parts").iterdir())
        self.assertEqual(len(shards), TASKS)
        merged = run("--merge", "merged", *shards, cwd=self.folder)
        self.assertEqual(merged.code, 0, str(merged))
        whole = run("--batch", "corpus", "--out", "whole", "--preset", PRESET, "--max-errors", "1%", cwd=self.folder)
        self.assertEqual(whole.code, 0, str(whole))
        left, one = contents(self.folder / "merged"), contents(self.folder / "whole")
        for name in ("inputs.bin",):  # sizes and times of the inputs: not part of a dataset
            left.pop(name, None), one.pop(name, None)
        self.assertEqual({name: left.get(name) == data for name, data in one.items()}, dict.fromkeys(one, True))


if __name__ == "__main__":
    main()

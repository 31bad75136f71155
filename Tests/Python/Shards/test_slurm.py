"""An array job on a real Slurm of one node: the variables of a task about its place in the array,
and a task that is killed and requeued. Skipped if Slurm is not installed; `scripts/setup long`
installs it."""

import sys

sys.dont_write_bytecode = True
sys.path.append(sys.path[0] + "/..")
from commandline_support import main
from slurm_cluster import SlurmCluster, SlurmTest

TASKS = 8
JOB_SECONDS = 120
# Writes its variables to a file at each start. Task FIRST + 3 hangs at its first start.
JOB = """\
#!/bin/sh
set -eu
restarts=${SLURM_RESTART_COUNT:-0}
echo "$SLURM_ARRAY_TASK_ID $SLURM_ARRAY_TASK_COUNT $SLURM_ARRAY_TASK_MIN $SLURM_ARRAY_TASK_MAX $SLURM_ARRAY_TASK_STEP" > begun.$$
mv begun.$$ "begun.$SLURM_ARRAY_TASK_ID.$restarts"
if [ "$SLURM_ARRAY_TASK_ID" = $((SLURM_ARRAY_TASK_MIN + 3)) ] && [ "$restarts" = 0 ]; then
    sleep 1000
fi
echo done > "ended.$SLURM_ARRAY_TASK_ID.$restarts"
"""


class ArrayJob(SlurmTest):
    def told(self, task, restarts=0):
        """ID, count, first, last and step of the array, as the task read them."""
        return [int(word) for word in (self.folder / f"begun.{task}.{restarts}").read_text().split()]

    def run_array(self, cluster, first):
        last = first + TASKS - 1
        killed = first + 3
        job = cluster.submit(f"--array={first}-{last}", self.write("job.sh", JOB.encode()))
        cluster.wait_until("the task hangs", (self.folder / f"begun.{killed}.0").exists, JOB_SECONDS)
        cluster.requeue(job, killed)
        tasks = {int(task["ArrayTaskId"]): task for task in cluster.wait_until_ended(job, JOB_SECONDS)}
        self.assertEqual(sorted(tasks), list(range(first, last + 1)))
        for task, known in tasks.items():
            restarts = int(task == killed)
            self.assertEqual((known["JobState"], known["Restarts"]), ("COMPLETED", str(restarts)), task)
            self.assertEqual(self.told(task, restarts), [task, TASKS, first, last, 1])
            self.assertTrue((self.folder / f"ended.{task}.{restarts}").exists(), task)
        self.assertFalse((self.folder / f"ended.{killed}.0").exists(), "it was killed")
        self.assertEqual(self.told(killed, 0), self.told(killed, 1), "a requeued task has the same place")

    def test_array_with_a_task_that_is_requeued(self):
        with SlurmCluster(self.folder, processors=TASKS) as cluster:
            self.run_array(cluster, first=0)
            self.run_array(cluster, first=5)


if __name__ == "__main__":
    main()

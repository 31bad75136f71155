"""A Slurm of one node on this machine, for a test: munged, slurmctld and slurmd with configuration,
sockets, ports, state and logs in one folder. Runs as root or as an ordinary user. Reads and writes
nothing outside of the folder.

    with SlurmCluster(folder, processors=4) as cluster:
        job = cluster.submit("--array=0-7", "script.sh")
        cluster.wait_until_ended(job, seconds=60)

Slurm gets the number of processors from `processors`; the machine's own scheduler assigns them.
Accounting and cgroups are off, so Slurm identifies the tasks of a job by their parents in /proc
(proctrack/linuxproc).
"""

import os
import pathlib
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import time

from commandline_support import ProgramTest

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "scontrol", "scancel", "squeue")
NODE = "node0"
START_SECONDS = 60  # on a busy machine
STOP_SECONDS = 30
POLL_SECONDS = 0.2
REVOKED_SECONDS = 2.1  # slurmd refuses jobs launched in the second of the kill: "Job credential revoked", in whole seconds
ENDED = ("COMPLETED", "FAILED", "CANCELLED", "NODE_FAIL", "TIMEOUT")

CONFIGURATION = """\
ClusterName=melstrom-test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ctld_port}
SlurmdPort={slurmd_port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
MailProg=/bin/true
SlurmdParameters=config_overrides
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
MpiDefault=none
SchedulerType=sched/builtin
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_min_interval=100000,batch_sched_delay=0
KillWait=2
ReturnToService=2
SlurmctldTimeout=120
SlurmdTimeout=120
NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={slurmd_port} CPUs={processors} State=UNKNOWN
PartitionName=main Nodes={node} Default=YES MaxTime=INFINITE State=UP
"""


def path_of(name):
    """Daemons are in folders that an ordinary user's PATH does not contain."""
    return shutil.which(name, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin")


def missing():
    """Names of the programs that are not installed."""
    return [name for name in PROGRAMS if path_of(name) is None]


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class SlurmCluster:
    """A context manager: at its start the node is idle. Ends all processes that it started by their
    ids."""

    def __init__(self, folder, processors=2):
        self.folder = pathlib.Path(folder).resolve()
        self.processors = processors
        self.daemons = []
        outside = {name: value for name, value in os.environ.items() if not name.startswith(("SLURM", "SBATCH_", "SQUEUE_"))}
        self.environment = {**outside, "SLURM_CONF": str(self.folder / "slurm.conf"), "LC_ALL": "C"}

    def __enter__(self):
        try:
            self.configure()
            self.start("munged", "--foreground", "--force", "--key-file", self.folder / "munge.key",
                       "--socket", self.folder / "munge.socket", "--pid-file", self.folder / "munged.pid",
                       "--log-file", self.folder / "munged.log", "--seed-file", self.folder / "munged.seed")
            self.wait_until("munged answers", (self.folder / "munge.socket").exists, START_SECONDS)
            self.start("slurmctld", "-D", "-c")
            self.start("slurmd", "-D", "-N", NODE)
            self.wait_until("the node is idle", lambda: self.node_state() == "idle", START_SECONDS)
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def configure(self):
        for name in ("state", "spool"):
            (self.folder / name).mkdir()
        with open(os.open(self.folder / "munge.key", os.O_WRONLY | os.O_CREAT, 0o600), "wb") as key:
            key.write(secrets.token_bytes(128))
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            folder=self.folder, host=socket.gethostname().split(".")[0], user=pwd.getpwuid(os.getuid()).pw_name,
            node=NODE, processors=self.processors, ctld_port=free_port(), slurmd_port=free_port()))
        (self.folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")

    def start(self, name, *arguments):
        with open(self.folder / f"{name}.out", "wb") as out:
            self.daemons.append(subprocess.Popen([path_of(name), *map(str, arguments)], cwd=self.folder, env=self.environment,
                                                 stdin=subprocess.DEVNULL, stdout=out, stderr=out))

    def stop(self):
        """Ends jobs first, then the daemons in reverse order."""
        if len(self.daemons) == 3:
            self.ask("scancel", "--full", "--state=RUNNING")
            self.ask("scancel", "--state=PENDING")
            self.has_come_true(lambda: not self.ask("squeue", "--noheader"), STOP_SECONDS)
        while self.daemons:
            daemon = self.daemons.pop()
            daemon.send_signal(signal.SIGTERM)
            try:
                daemon.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()

    def logs(self):
        return "\n".join(f"--- {path.name}\n{path.read_text(errors='replace')[-3000:]}"
                         for path in sorted(self.folder.glob("*.out")))

    def ask(self, name, *arguments):
        """Output of a client, empty if it fails."""
        return subprocess.run([path_of(name), *map(str, arguments)], env=self.environment, cwd=self.folder, text=True,
                              capture_output=True).stdout.strip()

    def do(self, name, *arguments):
        """Output of a client that must succeed."""
        done = subprocess.run([path_of(name), *map(str, arguments)], env=self.environment, cwd=self.folder, text=True,
                              capture_output=True)
        if done.returncode != 0:
            raise RuntimeError(f"{name} {arguments}: {done.stderr}\n{self.logs()}")
        return done.stdout.strip()

    def node_state(self):
        for word in self.ask("scontrol", "--oneliner", "show", "node", NODE).split():
            if word.startswith("State="):
                return word[6:].lower()
        return None

    def submit(self, *arguments):
        """Runs sbatch and returns the job's number. Its files lie in the cluster's folder unless
        arguments say otherwise."""
        return int(self.do("sbatch", "--parsable", *arguments).split(";")[0])

    def tasks(self, job):
        """Slurm's information on a job and its tasks, also on tasks that ended in the last five
        minutes: one {field: value} for each. Tasks that have not started may share one, with
        ArrayTaskId=3-7."""
        return [dict(word.split("=", 1) for word in line.split() if "=" in word)
                for line in self.do("scontrol", "--oneliner", "show", "job", job).splitlines()]

    def task(self, job, number):
        """None while the task has no entry of its own."""
        return next((task for task in self.tasks(job) if task.get("ArrayTaskId") == str(number)), None)

    def is_running(self, job, number):
        task = self.task(job, number)
        return task is not None and task["JobState"] == "RUNNING"

    def requeue(self, job, number):
        """Kills a running task and queues it again. Slurm would start it after two minutes; here it
        may start at once."""
        self.do("scontrol", "requeue", f"{job}_{number}")
        self.wait_until(f"task {number} is pending", lambda: self.task(job, number)["JobState"] == "PENDING", START_SECONDS)
        time.sleep(REVOKED_SECONDS)
        self.do("scontrol", "update", f"jobid={job}_{number}", "StartTime=now")

    def wait_until_ended(self, job, seconds):
        """Returns the tasks at that time."""
        self.wait_until(f"job {job} ended", lambda: all(task["JobState"] in ENDED for task in self.tasks(job)), seconds)
        return self.tasks(job)

    def has_come_true(self, condition, seconds):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                return False
            time.sleep(POLL_SECONDS)
        return True

    def wait_until(self, what, condition, seconds):
        """Fails at once if a daemon ends."""
        def settled():
            return condition() or any(daemon.poll() is not None for daemon in self.daemons)
        if not self.has_come_true(settled, seconds) or any(daemon.poll() is not None for daemon in self.daemons):
            raise RuntimeError(f"{seconds} s have passed or a daemon ended before this: {what}\n{self.logs()}")


class SlurmTest(ProgramTest):
    """Skipped if Slurm is not installed."""

    def setUp(self):
        if missing():
            self.skipTest(f"not installed: {', '.join(missing())}")
        super().setUp()
        self.folder.chmod(0o755)  # munged's socket is for all users

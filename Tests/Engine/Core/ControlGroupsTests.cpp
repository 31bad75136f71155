// Limits of control groups, from folders like those that the kernel shows. The texts of the files
// are those of proc_pid_mountinfo(5), cgroups(7) and the kernel's documentation.
#include "Engine/Core/System/ControlGroups.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Files/FakeRoot.h"

#include <string>

using namespace melstrom;

namespace
{
GroupLimits limitsBelow (const testing::FakeRoot& root)
{
    return groupLimits (root.path ());
}

constexpr auto kVersion2 =
    "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";
constexpr auto kVersion1 =
    "31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755\n"
    "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:5 - cgroup cgroup rw,cpu,cpuacct\n"
    "33 31 0:30 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n";
} // namespace

TEST_CASE ("without control groups there is no limit", "[groups]")
{
    const testing::FakeRoot root;
    auto limits = limitsBelow (root);
    CHECK (! limits.processors);
    CHECK (! limits.memoryBytes);
    CHECK (! limits.availableBytes);

    root.write ("/proc/self/cgroup", "0::/user.slice\n");
    root.write ("/proc/self/mountinfo", kVersion2);
    root.write ("/sys/fs/cgroup/user.slice/cpu.max", "max 100000\n");
    root.write ("/sys/fs/cgroup/user.slice/memory.max", "max\n");
    limits = limitsBelow (root);
    CHECK (! limits.processors);
    CHECK (! limits.memoryBytes);
}

TEST_CASE ("version 2: the strictest of the group and those around it counts", "[groups]")
{
    const testing::FakeRoot root;
    root.write ("/proc/self/cgroup", "0::/jobs/job 7\n");
    root.write ("/proc/self/mountinfo", kVersion2);
    root.write ("/sys/fs/cgroup/jobs/job 7/cpu.max", "max 100000\n");
    root.write ("/sys/fs/cgroup/jobs/cpu.max", "250000 100000\n");
    root.write ("/sys/fs/cgroup/jobs/job 7/memory.max", "1073741824\n");
    root.write ("/sys/fs/cgroup/jobs/job 7/memory.current", "805306368\n");
    root.write ("/sys/fs/cgroup/jobs/job 7/memory.stat", "anon 1\ninactive_file 268435456\n");
    root.write ("/sys/fs/cgroup/jobs/memory.max", "8589934592\n");
    root.write ("/sys/fs/cgroup/jobs/memory.current", "8489934592\n");
    const auto limits = limitsBelow (root);
    CHECK (limits.processors == 2.5);
    CHECK (limits.memoryBytes == 1073741824);
    CHECK (limits.availableBytes == 100000000); // of /jobs; of job 7: 512 MiB
}

TEST_CASE ("version 1: each controller has a hierarchy of its own", "[groups]")
{
    const testing::FakeRoot root;
    root.write ("/proc/self/cgroup",
                "5:memory:/slurm/uid_7/job_9\n4:cpu,cpuacct:/slurm\n1:name=systemd:/x\n0::/\n");
    root.write ("/proc/self/mountinfo", kVersion1);
    root.write ("/sys/fs/cgroup/cpu,cpuacct/slurm/cpu.cfs_quota_us", "400000\n");
    root.write ("/sys/fs/cgroup/cpu,cpuacct/slurm/cpu.cfs_period_us", "100000\n");
    root.write ("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "-1\n");
    root.write ("/sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    root.write ("/sys/fs/cgroup/memory/slurm/uid_7/job_9/memory.limit_in_bytes",
                "9223372036854771712\n"); // the kernel's text for no limit
    root.write ("/sys/fs/cgroup/memory/slurm/memory.limit_in_bytes", "2147483648\n");
    root.write ("/sys/fs/cgroup/memory/slurm/memory.usage_in_bytes", "2147483648\n");
    root.write ("/sys/fs/cgroup/memory/slurm/memory.stat", "cache 9\ntotal_inactive_file 4096\n");
    const auto limits = limitsBelow (root);
    CHECK (limits.processors == 4.0);
    CHECK (limits.memoryBytes == 2147483648);
    CHECK (limits.availableBytes == 4096);
}

TEST_CASE ("a container sees its group as the root of the mount", "[groups]")
{
    const testing::FakeRoot root;
    SECTION ("the path names the host's group, and the mount shows that group")
    {
        root.write ("/proc/self/cgroup", "4:cpu,cpuacct:/docker/1f2e\n");
        root.write (
            "/proc/self/mountinfo",
            "32 31 0:29 /docker/1f2e /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu,cpuacct\n");
    }
    SECTION ("a process from outside: the path leaves the mount")
    {
        root.write ("/proc/self/cgroup", "4:cpu,cpuacct:/../../other\n");
        root.write ("/proc/self/mountinfo",
                    "32 31 0:29 / /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu,cpuacct\n");
    }
    root.write ("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "150000\n");
    root.write ("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    CHECK (limitsBelow (root).processors == 1.5);
}

TEST_CASE ("a mount with blanks in its path is found; damaged files set no limit", "[groups]")
{
    const testing::FakeRoot root;
    root.write ("/proc/self/cgroup", "0::/\n");
    root.write ("/proc/self/mountinfo", "30 23 0:26 / /sys/my\\040groups rw - cgroup2 none rw\n"
                                        "broken\n1 2 - cgroup2\n");
    root.write ("/sys/my groups/memory.max", "65536\n");
    root.write ("/sys/my groups/cpu.max", "many 100000\n");
    const auto limits = limitsBelow (root);
    CHECK (limits.memoryBytes == 65536);
    CHECK (! limits.processors);
    CHECK (! limits.availableBytes);
}

// Limits that a container or a job scheduler sets for this process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace melstrom
{

/** Limits of the control groups of this process, each the smallest of the group and the groups
    around it. Empty: no limit. */
struct GroupLimits
{
    std::optional<double> processors; ///< time of so many processors, above 0: 2.5
    std::optional<std::int64_t> memoryBytes;
    /** What is left of that memory; the cache of files that were read counts as free. */
    std::optional<std::int64_t> availableBytes;
};

/** Reads the files of the kernel, versions 1 and 2 (cgroups(7), and the kernel's
    admin-guide/cgroup-v2 and cgroup-v1/memory). What cannot be read sets no limit.
    root: folder that stands for "/"; for tests. Thread: any. Throws std::bad_alloc. */
GroupLimits groupLimits (const std::string& root = {});

} // namespace melstrom

#include "Engine/Core/System/Hardware.h"

#include "Engine/Core/System/ControlGroups.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sched.h>
#include <sys/utsname.h>
#include <thread>

namespace melstrom
{

namespace
{
/** The value of the first line "key : value" of a file in /proc. */
std::string valueIn (const char* path, const std::string& key)
{
    std::ifstream file (path);
    for (std::string line; std::getline (file, line);)
    {
        const auto colon = line.find (':');
        if (colon == std::string::npos || ! line.starts_with (key))
            continue;
        const auto start = line.find_first_not_of (" \t", colon + 1);
        return start == std::string::npos ? std::string () : line.substr (start);
    }
    return {};
}

std::int64_t memoryIn (const std::string& key)
{
    constexpr std::int64_t kibibyte = 1024;
    return std::atoll (valueIn ("/proc/meminfo", key).c_str ()) * kibibyte;
}

std::int64_t lowered (std::int64_t bytes, std::optional<std::int64_t> limit)
{
    return limit && (bytes == 0 || *limit < bytes) ? *limit : bytes;
}

int allowedProcessors ()
{
    cpu_set_t set;
    CPU_ZERO (&set);
    if (sched_getaffinity (0, sizeof set, &set) == 0)
        return CPU_COUNT (&set);
    return static_cast<int> (std::thread::hardware_concurrency ());
}
} // namespace

std::string processorName ()
{
    static const std::string kName = valueIn ("/proc/cpuinfo", "model name"); // slow, of many cores
    return kName.empty () ? "unknown" : kName;
}

int usableProcessors ()
{
    const int allowed = allowedProcessors ();
    const auto limit = groupLimits ().processors;
    return limit && *limit < allowed ? std::max (1, static_cast<int> (std::ceil (*limit)))
                                     : allowed;
}

std::int64_t memoryBytes ()
{
    return lowered (memoryIn ("MemTotal"), groupLimits ().memoryBytes);
}

std::int64_t availableMemoryBytes ()
{
    return lowered (memoryIn ("MemAvailable"), groupLimits ().availableBytes);
}

std::string systemName ()
{
    utsname name {};
    if (uname (&name) != 0)
        return {};
    return std::string (name.sysname) + " " + name.release + " " + name.machine;
}

} // namespace melstrom

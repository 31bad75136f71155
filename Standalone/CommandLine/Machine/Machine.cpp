#include "Standalone/CommandLine/Machine/Machine.h"

#include "Engine/Core/Clock.h"

#include <cstdio>
#include <ctime>
#include <fstream>
#include <sched.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <thread>
#include <unistd.h>

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

int usableThreads ()
{
    cpu_set_t set;
    CPU_ZERO (&set);
    if (sched_getaffinity (0, sizeof set, &set) == 0)
        return CPU_COUNT (&set);
    return static_cast<int> (std::thread::hardware_concurrency ());
}

} // namespace

Machine thisMachine ()
{
    Machine machine;
    machine.processor = valueIn ("/proc/cpuinfo", "model name");
    if (machine.processor.empty ())
        machine.processor = "unknown";
    machine.numThreads = usableThreads ();
    machine.memoryBytes = memoryIn ("MemTotal");
    machine.availableBytes = memoryIn ("MemAvailable");
    utsname name {};
    if (uname (&name) == 0)
        machine.system = std::string (name.sysname) + " " + name.release + " " + name.machine;
#if defined(__clang__)
    machine.compiler = "Clang " __clang_version__;
#elif defined(__GNUC__)
    machine.compiler = "GCC " __VERSION__;
#endif
    return machine;
}

std::int64_t residentBytes ()
{
    std::ifstream file ("/proc/self/statm");
    std::int64_t all = 0, resident = 0;
    file >> all >> resident;
    return resident * sysconf (_SC_PAGESIZE);
}

std::int64_t peakResidentBytes ()
{
    constexpr std::int64_t kibibyte = 1024;
    rusage usage {};
    getrusage (RUSAGE_SELF, &usage);
    return usage.ru_maxrss * kibibyte;
}

std::string utcNow ()
{
    return utcText (std::time (nullptr));
}

} // namespace melstrom

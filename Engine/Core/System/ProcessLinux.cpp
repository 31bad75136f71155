#include "Engine/Core/System/Process.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <malloc.h>
#include <optional>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

namespace melstrom
{

namespace
{
/** The arguments of this process, with the program's name first. */
std::vector<std::string> ownArguments ()
{
    std::ifstream file ("/proc/self/cmdline", std::ios::binary);
    std::vector<std::string> arguments;
    for (std::string argument; std::getline (file, argument, '\0');)
        arguments.push_back (argument);
    return arguments;
}
} // namespace

int processNumber () noexcept
{
    return getpid ();
}

double threadSeconds () noexcept
{
    timespec taken {};
    clock_gettime (CLOCK_THREAD_CPUTIME_ID, &taken);
    return static_cast<double> (taken.tv_sec) + 1e-9 * static_cast<double> (taken.tv_nsec);
}

bool hasRaisedRights () noexcept
{
    return getauxval (AT_SECURE) != 0;
}

std::uint32_t effectiveUser () noexcept
{
    return geteuid ();
}

std::vector<std::string> ownEnvironment ()
{
    std::vector<std::string> lines;
    for (char** line = environ; line != nullptr && *line != nullptr; ++line)
        lines.emplace_back (*line);
    return lines;
}

bool isProgram (const std::string& path) noexcept
{
    struct stat status
    {
    };
    return stat (path.c_str (), &status) == 0 && S_ISREG (status.st_mode) &&
           access (path.c_str (), X_OK) == 0;
}

void restartProgram (const char* variable, const std::string& value)
{
    std::vector<std::string> arguments = ownArguments ();
    if (arguments.empty ())
        return;
    const char* const present = std::getenv (variable);
    const auto former = present != nullptr ? std::optional<std::string> (present) : std::nullopt;
    setenv (variable, value.c_str (), 1);
    std::vector<char*> pointers;
    std::transform (arguments.begin (), arguments.end (), std::back_inserter (pointers),
                    [] (std::string& argument) { return argument.data (); });
    pointers.push_back (nullptr);
    execv ("/proc/self/exe", pointers.data ());
    if (former)
        setenv (variable, former->c_str (), 1);
    else
        unsetenv (variable);
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

void giveBackFreedMemory () noexcept
{
    malloc_trim (0);
}

void returnLargeMemoryAtOnce () noexcept
{
    // slabs and tiles of rows; not what is painted with in each frame, which would cost page faults
    constexpr int kLargeBytes = 512 << 10;
    mallopt (M_MMAP_THRESHOLD, kLargeBytes);
}

} // namespace melstrom

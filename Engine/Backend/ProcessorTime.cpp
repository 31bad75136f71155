#include "Engine/Backend/ProcessorTime.h"

#include "Engine/Core/System/ForkCount.h"
#include "Engine/Core/System/Process.h"

#include <utility>

namespace melstrom
{

ProcessorTime& ProcessorTime::ofLiveRows ()
{
    return registryOfProcess<ProcessorTime> ();
}

void ProcessorTime::record (const char*, std::chrono::steady_clock::time_point, std::int64_t)
{
    thread_local double before = 0;
    const double now = threadSeconds ();
    seconds_ += now - std::exchange (before, now);
}

} // namespace melstrom

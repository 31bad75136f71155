// The processor time that a CPU backend takes for its work.
#pragma once

#include "Engine/Backend/Backend.h"

#include <atomic>
#include <string>

namespace melstrom
{

/** An observer that adds up the processor time of the threads which it observes: without the time
    in which they wait, or in which the system runs other work. A thread may be observed by one
    object only. Thread: any. */
class ProcessorTime final : public WorkObserver
{
public:
    /** That of all CPU backends of this process which compute live rows. */
    static ProcessorTime& ofLiveRows ();

    double seconds () const noexcept { return seconds_; } ///< up to the last end of a piece of work

    void nameThread (const std::string&) override {}
    void record (const char*, std::chrono::steady_clock::time_point, std::int64_t) override;

private:
    std::atomic<double> seconds_ {0};
};

} // namespace melstrom

// How long an audio thread waits for the worker.
#pragma once

#include <chrono>
#include <optional>
#include <thread>

namespace melstrom
{

/** By default it looks once. */
struct LivePatience
{
    /** Offline, a worker that has not answered within this time counts as hung. */
    static constexpr std::chrono::seconds kOffline {10};
    /** For offline rendering: polls until the condition holds, for kOffline at most.
        Thread: any. */
    template <typename Condition>
    static void waitOffline (Condition isSo)
    {
        using Clock = std::chrono::steady_clock;
        const auto last = Clock::now () + kOffline;
        while (! isSo () && Clock::now () < last)
            std::this_thread::sleep_for (std::chrono::microseconds (20));
    }

    bool isOffline = false; ///< waits up to kOffline
    /** polls until then; empty: looks once */
    std::optional<std::chrono::steady_clock::time_point> deadline;
};

} // namespace melstrom

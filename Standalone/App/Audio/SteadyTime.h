// The clock that callbacks and MIDI messages are timed by.
#pragma once

#include <chrono>
#include <cstdint>

namespace melstrom
{

/** Nanoseconds of the steady clock. No system call on Linux (vDSO). Thread: any, audio too. */
inline std::int64_t steadyNs () noexcept
{
    return std::chrono::nanoseconds (std::chrono::steady_clock::now ().time_since_epoch ())
        .count ();
}

} // namespace melstrom

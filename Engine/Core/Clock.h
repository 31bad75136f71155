// Elapsed seconds, and instants as text.
#pragma once

#include <array>
#include <chrono>
#include <ctime>
#include <string>

namespace melstrom
{

inline double secondsSince (std::chrono::steady_clock::time_point start)
{
    return std::chrono::duration<double> (std::chrono::steady_clock::now () - start).count ();
}

/** "2026-11-21T05:54:00Z"; empty if the system has no such date. Thread: any. */
inline std::string utcText (std::time_t time)
{
    std::tm utc {};
    std::array<char, 32> text {};
    if (gmtime_r (&time, &utc) == nullptr)
        return {};
    return {text.data (), std::strftime (text.data (), text.size (), "%Y-%m-%dT%H:%M:%SZ", &utc)};
}

} // namespace melstrom

// The lock that every user of FFTW's planner holds.
#pragma once

#include <mutex>

namespace melstrom
{

/** FFTW's planner, which makes and destroys plans, must not run on two threads at once; its other
    functions may. One for the whole process. */
inline std::mutex& fftwPlannerMutex ()
{
    static std::mutex mutex;
    return mutex;
}

} // namespace melstrom

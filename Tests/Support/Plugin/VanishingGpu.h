// An emulated GPU for the whole process that is lost again and again.
#pragma once

#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/Live/SeededCrossover.h"

namespace melstrom::testing
{

/** The GPU is worthwhile for any sound. */
inline constexpr Crossover kGpuAlways {0, 0};

/** During its lifetime this process has an emulated GPU. Each opened device lasts for
    numCallsUntilLost calls; the first request after its last owner has released it opens a new one.
    Its crossover was measured before, unless `crossover` is empty. Thread: constructed before other
    threads start and destroyed after they end. */
class VanishingGpu
{
public:
    explicit VanishingGpu (int numCallsUntilLost,
                           const std::optional<Crossover>& crossover = kGpuAlways);
    ~VanishingGpu (); ///< releases it

    // Thread: any.
    int numAsked () const;  ///< openings that began since the construction
    int numOpened () const; ///< since the construction
    int numLost () const;
    void hold (); ///< from now on an opening waits until `release`
    void release ();

private:
    SeededCrossover cache_;
    EnvironmentVariable module_, behaviour_;
};

} // namespace melstrom::testing

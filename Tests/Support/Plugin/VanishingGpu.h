// A GPU that whatever runs in this process finds, and that is lost again and again.
#pragma once

#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/Live/SeededCrossover.h"

namespace melstrom::testing
{

/** Worth it for whatever sounds. */
inline constexpr Crossover kGpuAlways {0, 0};

/** While it lives, this process has an emulated GPU. Each time that it is opened it lasts for so many calls; when all
    have let go of it, the next one who asks opens it anew. It was measured before, unless `crossover` is empty.
    Thread: the one that has no others beside it yet, and none any more. */
class VanishingGpu
{
public:
    explicit VanishingGpu (int numCallsUntilLost,
                           const std::optional<Crossover>& crossover = kGpuAlways);
    ~VanishingGpu (); ///< releases it

    // Thread: any.
    int numAsked () const;  ///< since it was made; opening it began
    int numOpened () const; ///< since it was made
    int numLost () const;
    void hold (); ///< from now on opening it lasts until it is released
    void release ();

private:
    SeededCrossover cache_;
    EnvironmentVariable module_, behaviour_;
};

} // namespace melstrom::testing

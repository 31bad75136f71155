// A cache folder of a test's own, with a crossover that was measured before.
#pragma once

#include "Engine/Live/DeviceCrossover.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/TemporaryFolder.h"

#include <optional>

namespace melstrom::testing
{

/** While it lives, $XDG_CACHE_HOME is an empty folder, or one in which that crossover was measured on `on`.
    Thread: the one that has no others beside it yet, and none any more. */
class SeededCrossover
{
public:
    explicit SeededCrossover (const std::optional<Crossover>& crossover,
                              const MeasuredOn& on = measuredHere ())
        : variable_ ("XDG_CACHE_HOME", folder_.path ().c_str ())
    {
        forgetCrossover ();
        if (crossover)
            set (*crossover, on);
    }
    ~SeededCrossover () { forgetCrossover (); }

    /** As another process would. */
    static bool set (const Crossover& crossover, const MeasuredOn& on = measuredHere ())
    {
        return rememberCrossover (defaultMeasuredFile (), on, crossover);
    }
    std::string file () const { return folder_.file ("melstrom/measured.json"); }

private:
    TemporaryFolder folder_;
    EnvironmentVariable variable_;
};

} // namespace melstrom::testing

// A cache folder of a test's own, with a crossover that was measured before.
#pragma once

#include "Engine/Live/Device/DeviceCrossover.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/TemporaryFolder.h"

#include <optional>
#include <string>

namespace melstrom::testing
{

/** The release of the driver that a SeededCrossover shows. */
inline constexpr const char* kSeededRelease = "570.1";

/** As a GPU measured it with that driver. */
inline MeasuredOn seededOn (const std::string& release = kSeededRelease)
{
    auto on = measuredHere ();
    on.device = "Seeded GPU";
    on.driver = release + ", CUDA 13.0";
    return on;
}

/** While it lives, $XDG_CACHE_HOME is an empty folder, or one in which that crossover was measured on `on`, and the system's
    driver is of kSeededRelease. Thread: the one that has no others beside it yet, and none any more. */
class SeededCrossover
{
public:
    explicit SeededCrossover (const std::optional<Crossover>& crossover,
                              const MeasuredOn& on = seededOn ())
        : variable_ ("XDG_CACHE_HOME", folder_.path ().c_str ()),
          system_ ("MELSTROM_SYSTEM_FILES", folder_.path ().c_str ())
    {
        folder_.write ("sys/module/nvidia/version", std::string (kSeededRelease) + "\n");
        forgetCrossover ();
        if (crossover)
            set (*crossover, on);
    }
    ~SeededCrossover () { forgetCrossover (); }

    /** As another process would. */
    static bool set (const Crossover& crossover, const MeasuredOn& on = seededOn ())
    {
        return rememberCrossover (defaultMeasuredFile (), on, crossover);
    }
    std::string file () const { return folder_.file ("melstrom/measured.json"); }

private:
    TemporaryFolder folder_;
    EnvironmentVariable variable_, system_;
};

} // namespace melstrom::testing

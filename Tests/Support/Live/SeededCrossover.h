// A private cache folder with a crossover that was measured before.
#pragma once

#include "Engine/Live/Device/VoiceEngine.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/TemporaryFolder.h"

#include <optional>
#include <string>

namespace melstrom::testing
{

/** Driver release of a SeededCrossover. */
inline constexpr const char* kSeededRelease = "570.1";

/** The record of a GPU that was measured with that driver. */
inline MeasuredOn seededOn (const std::string& release = kSeededRelease)
{
    auto on = measuredHere ();
    on.device = "Seeded GPU";
    on.driver = release + ", CUDA 13.0";
    return on;
}

/** During its lifetime $XDG_CACHE_HOME is a private folder: empty, or with that crossover, measured
    on `on`. The system's driver has the release kSeededRelease. Thread: constructed before other
    threads start and destroyed after they end. */
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

    /** Sets the crossover as a second process would. */
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

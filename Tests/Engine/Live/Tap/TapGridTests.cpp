// Places of rows with their own rate among the host's samples.
#include "Engine/Live/Tap/TapGrid.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"

#include <random>

using namespace melstrom;

namespace
{

/** Whether the host's sample is the one nearest to own sample n: |host x own rate - n x host rate|
    is at most half the own rate. */
bool isNearest (std::int64_t hostSample, std::int64_t ownSample, int hostHz, int ownHz)
{
    const auto twice = 2 * (hostSample * ownHz - ownSample * hostHz);
    return twice <= ownHz && -twice <= ownHz;
}

} // namespace

TEST_CASE ("rows begin on the samples of the host that are nearest to their places", "[live][tap]")
{
    std::mt19937 random (21);
    for (const auto& [preset, hostHz] :
         {std::pair {"whisper-openai-80", 48000}, std::pair {"hifigan-22k", 48000},
          std::pair {"hifigan-22k", 44101}, std::pair {"leak", 44100},
          std::pair {"whisper-openai-80", 8000}, std::pair {"hifigan-22k", 50},
          std::pair {"leak", 768000}})
    {
        const MelSpec spec = findPreset (preset)->spec;
        const auto geometry = geometryAt (spec, *spec.rateHz);
        REQUIRE (geometry.ok ());
        const TapGrid grid (hostHz, *geometry);
        CHECK (grid.hostSampleOf (0) == 0);
        CHECK (grid.firstRowFrom (0) == 0);
        bool areNearest = true, areFirst = true;
        for (int i = 0; i < 2000; ++i)
        {
            const auto own = std::int64_t (random () % 4'000'000) - 1'000'000;
            areNearest =
                areNearest && isNearest (grid.hostSampleOf (own), own, hostHz, geometry->rateHz);
            const auto host = std::int64_t (random () % 4'000'000);
            const auto row = grid.firstRowFrom (host);
            areFirst = areFirst && grid.hostSampleOfRow (row) >= host &&
                       (row == 0 || grid.hostSampleOfRow (row - 1) < host);
        }
        INFO (preset << " at " << hostHz);
        CHECK (areNearest);
        CHECK (areFirst);
        // A whole number of seconds is a whole number of samples at any rate, also after a century.
        constexpr std::int64_t kSeconds = 3'155'760'000;
        CHECK (grid.hostSampleOf (kSeconds * geometry->rateHz) == kSeconds * hostHz);
    }
}

TEST_CASE ("rows at the host's rate begin a whole number of hops after the first", "[live][tap]")
{
    const auto geometry = geometryAt (findPreset ("librosa-db")->spec, 48000);
    REQUIRE (geometry.ok ());
    const TapGrid grid (48000, *geometry);
    for (std::int64_t sample = -3000; sample < 3000; sample += 7)
    {
        CHECK (grid.hostSampleOf (sample) == sample);
        if (sample >= 0)
            CHECK (grid.firstRowFrom (sample) ==
                   (sample + geometry->hopSamples - 1) / geometry->hopSamples);
    }
}

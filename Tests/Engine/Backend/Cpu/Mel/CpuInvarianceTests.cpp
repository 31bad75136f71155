// Bits must not depend on the cutting, the order or the threads of the work.
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Mel/BackendChecks.h"

#include <array>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
void checkInvariance (const Trial& trial)
{
    INFO (trial.name);
    REQUIRE (trial.spec.validate ().ok ());
    auto one = makeCpuBackend (1), three = makeCpuBackend (3);
    const std::array<Backend*, 2> backends {one->get (), three->get ()};
    CHECK (cutsThatDiffer (trial, **one, backends) == std::vector<std::string> {});
}
} // namespace

TEST_CASE ("rows of every preset have the same bits however they are cut", "[cpu][invariance]")
{
    const auto index = GENERATE (range (std::size_t {0}, builtInPresets ().size ()));
    checkInvariance (longPresetTrial (index));
}

TEST_CASE ("statistics, PCEN, deltas and dither have the same bits however they are cut",
           "[cpu][invariance]")
{
    const auto index = GENERATE (range (std::size_t {0}, dependentTrials ().size ()));
    checkInvariance (dependentTrials ()[index]);
}

TEST_CASE ("rows of every kind of transform have the same bits however they are cut",
           "[cpu][invariance]")
{
    const int fftSamples = GENERATE (882, 551, 1103, 2206);
    Trial trial = transformTrial (fftSamples);
    trial.signal = broadbandSignal (200'003, 23);
    checkInvariance (trial);
}

TEST_CASE ("signals of every format have the same bits in one batch as alone", "[cpu][invariance]")
{
    const auto backend = makeCpuBackend (3);
    CHECK (formatsThatDifferTogether (**backend) == std::vector<std::string> {});
}

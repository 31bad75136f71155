// Also on a GPU, bits must not depend on the cutting, the order, the repetition or the storage of
// the work.
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/CudaUnderTest.h"
#include "Tests/Support/Mel/BackendChecks.h"

#include <algorithm>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
std::vector<std::byte> rowsOf (const Trial& trial, Backend& backend)
{
    return computeWhole (backend, trial.spec, trial.rateHz, trial.signal);
}

void checkInvariance (const Trial& trial)
{
    for (const CudaUnderTest& cuda : cudaBackends ())
    {
        INFO (cuda.name << ", " << trial.name);
        CHECK (cutsThatDiffer (trial, *cuda.backend, {&cuda.backend, 1}) ==
               std::vector<std::string> {});
    }
}

/** Like computeWhole, with input and output in the backend's own memory. */
std::vector<std::byte> computeInSlabs (const Trial& trial, Backend& backend)
{
    const auto geometry = geometryAt (trial.spec, trial.rateHz);
    MelSpan span;
    span.numSamples = span.signalSamples = trial.signal.numSamples;
    span.format = trial.signal.format;
    span.numRows = geometry->numRows (trial.signal.numSamples);
    const auto outputBytes = static_cast<std::size_t> (span.numRows * geometry->rowBytes ());
    auto input = backend.allocate (trial.signal.bytes.size ()),
         output = backend.allocate (outputBytes);
    REQUIRE (input.ok ());
    REQUIRE (output.ok ());
    std::copy (trial.signal.bytes.begin (), trial.signal.bytes.end (), (*input)->data ());
    auto plan =
        backend.planMel (trial.spec, trial.rateHz, {trial.signal.bytes.size (), outputBytes, 1});
    REQUIRE (plan.ok ());
    const Ticket ticket =
        (*plan)->submit ({(*input)->data (), (*output)->data (), {&span, 1}, MelPass::whole});
    REQUIRE ((*plan)->wait (ticket).ok ());
    return {(*output)->data (), (*output)->data () + outputBytes};
}
} // namespace

TEST_CASE ("CUDA: rows of every preset have the same bits however they are cut",
           "[cuda][gpu][invariance]")
{
    const auto index = GENERATE (range (std::size_t {0}, builtInPresets ().size ()));
    checkInvariance (longPresetTrial (index));
}

TEST_CASE ("CUDA: statistics, PCEN, deltas and dither have the same bits however they are cut",
           "[cuda][gpu][invariance]")
{
    const auto index = GENERATE (range (std::size_t {0}, dependentTrials ().size ()));
    checkInvariance (dependentTrials ()[index]);
}

TEST_CASE ("CUDA: signals of every format have the same bits in one batch as alone",
           "[cuda][gpu][invariance]")
{
    for (const CudaUnderTest& cuda : cudaBackends ())
    {
        INFO (cuda.name);
        CHECK (formatsThatDifferTogether (*cuda.backend) == std::vector<std::string> {});
    }
}

TEST_CASE ("CUDA: repeated runs give the same bits", "[cuda][gpu][invariance]")
{
    const auto index = GENERATE (range (std::size_t {0}, dependentTrials ().size ()));
    const Trial& trial = dependentTrials ()[index];
    for (const CudaUnderTest& cuda : cudaBackends ())
    {
        INFO (cuda.name << ", " << trial.name);
        const auto first = rowsOf (trial, *cuda.backend);
        CHECK (! first.empty ());
        for (int repeat = 0; repeat < 5; ++repeat)
            CHECK (rowsOf (trial, *cuda.backend) == first);
        CHECK (rowsOf (trial, *openCuda (cuda.variant)) == first);
    }
}

TEST_CASE ("CUDA: slabs of the backend and any other memory give the same bits",
           "[cuda][gpu][invariance]")
{
    const auto index = GENERATE (range (std::size_t {0}, builtInPresets ().size ()));
    const Trial trial = presetTrial (index, 300 + static_cast<unsigned> (index));
    for (const CudaUnderTest& cuda : cudaBackends ())
    {
        INFO (cuda.name << ", " << trial.name);
        CHECK (computeInSlabs (trial, *cuda.backend) == rowsOf (trial, *cuda.backend));
    }
}

// Rows of several frames: counts, edges, cuts, passes and devices. The expected rows are put
// together from the frames by the words of the tools (Tests/Reference/ReferenceFeatures.h).
#include "Engine/Core/Half.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Reference/ReferenceFeatures.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/GpuEmulation.h"
#include "Tests/Support/Mel/BackendChecks.h"

#include <cstring>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
MelSpec specOf (const std::string& preset, const std::vector<std::string>& settings)
{
    MelSpec spec = findPreset (preset)->spec;
    for (const auto& setting : settings)
        REQUIRE (applySetting (spec, setting));
    return spec;
}

Matrix framesOf (Backend& backend, const MelSpec& spec, const TestSignal& signal)
{
    const MelSpec frames = spec.unstacked ();
    const auto geometry = geometryAt (frames, 16000);
    Matrix made (geometry->numRows (signal.numSamples), geometry->numFeatures);
    made.values = valuesOf (computeWhole (backend, frames, 16000, signal), frames.storedType);
    return made;
}

/** The rows of the stacked spec against those that its frames make, bit for bit. */
void checkRows (Backend& backend, const MelSpec& spec, const TestSignal& signal)
{
    const auto geometry = geometryAt (spec, 16000);
    REQUIRE (geometry.ok ());
    const Matrix expected = referenceStack (spec, framesOf (backend, spec, signal));
    REQUIRE (geometry->numRows (signal.numSamples) == expected.rows);
    REQUIRE (geometry->numFeatures == expected.columns);
    CHECK ((expected.rows > 0) == (signal.numSamples >= geometry->leastSamples ()));
    if (expected.rows == 0)
        return;
    const auto rows = computeWhole (backend, spec, 16000, signal);
    CHECK (valuesOf (rows, spec.storedType) == expected.values);
}

/** Short frames, so that a signal has many. */
const std::vector<std::string> kShort {"window_samples=64", "hop_samples=32", "fft_samples=64",
                                       "bands=5"};

MelSpec randomStack (std::mt19937& random)
{
    const auto below = [&] (unsigned end) { return static_cast<int> (random () % end); };
    auto settings = kShort;
    const char* const edges[] = {"cut", "zero", "repeat"};
    settings.push_back ("stack=" + std::to_string (1 + below (8)));
    settings.push_back ("stack_hop=" + std::to_string (1 + below (9)));
    settings.push_back (std::string ("stack_edge=") + edges[below (3)]);
    if (below (3) == 0)
        settings.push_back ("delta_order=1");
    if (below (3) == 0)
        settings.push_back ("stored=f16");
    const char* const framings[] = {"valid", "centred", "hifigan"};
    settings.push_back (std::string ("framing=") + framings[below (3)]);
    return specOf ("torchaudio", settings);
}
} // namespace

TEST_CASE ("stacked rows are the frames one after another, for any length", "[cpu][stack]")
{
    constexpr unsigned seed = 71;
    std::mt19937 random (seed);
    const auto backend = makeCpuBackend (2);
    for (int trial = 0; trial < 300; ++trial)
    {
        const auto spec = randomStack (random);
        const auto samples = static_cast<std::int64_t> (1 + random () % (trial % 2 ? 300 : 3000));
        INFO ("seed " << seed << ", trial " << trial << ": " << samples << " samples, "
                      << toToml (spec));
        checkRows (**backend, spec, broadbandSignal (samples, 5));
    }
}

TEST_CASE ("stacked rows have the same bits however they are cut", "[cpu][stack]")
{
    constexpr unsigned seed = 72;
    std::mt19937 random (seed);
    const auto backend = makeCpuBackend (2);
    for (int trial = 0; trial < 60; ++trial)
    {
        auto spec = randomStack (random);
        if (trial % 3 == 0 && spec.stackEdge != StackEdge::repeat && spec.deltaOrder == 0)
            spec.normalisation = Normalisation::perFeature;
        if (trial % 3 == 1 && spec.stackEdge != StackEdge::repeat && spec.deltaOrder == 0)
            spec.pcen = Pcen {};
        INFO ("seed " << seed << ", trial " << trial << ", " << toToml (spec));
        // several blocks of statistics, each of 1024 rows
        const auto signal = broadbandSignal (40'000 + static_cast<int> (random () % 320'000), 6);
        const auto whole = computeWhole (**backend, spec, 16000, signal);
        REQUIRE_FALSE (whole.empty ());
        CHECK (computeInPieces (**backend, spec, 16000, signal, random) == whole);
    }
}

TEST_CASE ("statistics of stacked rows count every frame, whatever the rows hold", "[cpu][stack]")
{
    const auto backend = makeCpuBackend (2);
    for (const auto* stacking : {"stack=3", "stack=1"}) // with frames twice, with frames left out
        for (const auto* edge : {"cut", "zero"})
        {
            auto settings = kShort;
            settings.insert (settings.end (),
                             {stacking, "stack_hop=2", "log=ln", "framing=valid",
                              std::string ("stack_edge=") + edge, "normalisation=per-feature"});
            for (const int samples : {1000, 1032, 90'000, 90'032})
            {
                INFO (stacking << ", " << edge << ", " << samples);
                checkRows (**backend, specOf ("torchaudio", settings),
                           broadbandSignal (samples, 7));
            }
        }
}

TEST_CASE ("an emulated GPU stacks its frames", "[cuda][stack]")
{
    auto gpu = emulateGpu ({}, fusedOptions ());
    std::mt19937 random (73);
    for (const auto* preset : {"paraformer", "seamless-m4t"})
    {
        INFO (preset);
        const auto spec = findPreset (preset)->spec;
        const auto signal = broadbandSignal (16'000 + static_cast<int> (random () % 5000), 8);
        checkRows (*gpu.backend, spec, signal);
        CHECK (computeInPieces (*gpu.backend, spec, 16000, signal, random) ==
               computeWhole (*gpu.backend, spec, 16000, signal));
        const auto frames = gpu.backend->variantOf (spec.unstacked (), 16000);
        const auto stacked = gpu.backend->variantOf (spec, 16000);
        REQUIRE (frames.ok ());
        REQUIRE (stacked.ok ());
        CHECK (*frames == *stacked);
        CHECK (gpu.backend->pinVariant (spec, 16000, *frames).ok ());
    }
}

TEST_CASE ("a stack that no row can have is refused with its reason", "[stack]")
{
    const auto messageOf = [] (const std::string& preset, const std::vector<std::string>& settings)
    {
        const auto geometry = geometryAt (specOf (preset, settings), 16000);
        return geometry ? std::string () : geometry.error ().message;
    };
    CHECK (messageOf ("leak", {"rate_hz=16000", "stack=2"}) ==
           "stack = 2: needs layout = \"frames\"");
    CHECK (messageOf ("leak", {"rate_hz=16000", "stack_hop=2"}) ==
           "stack_hop = 2: needs layout = \"frames\"");
    CHECK (messageOf ("librosa-db", {"stack=2", "stack_edge=repeat"})
               .starts_with ("stack_edge = \"repeat\": cannot be combined with top_db"));
    CHECK (messageOf ("librosa", {"bands=2000", "stack=64"})
               .starts_with ("stack = 64: gives 128000 features a row; at most 65536"));
    CHECK (messageOf ("librosa-db", {"stack=2", "stack_edge=zero"}) == "");
    MelSpec spec;
    CHECK_FALSE (applySetting (spec, "stack=0").ok ());
    CHECK_FALSE (applySetting (spec, "stack_hop=0").ok ());
    CHECK_FALSE (applySetting (spec, "stack=65").ok ());
}

TEST_CASE ("a spec without stacking is written as before", "[stack]")
{
    const MelSpec plain;
    for (const auto* key : {"stack", "difference"})
        CHECK (toToml (plain).find (key) == std::string::npos);
    const auto stacked = specOf ("paraformer", {});
    CHECK (stacked.unstacked () == findPreset ("wespeaker")->spec);
    CHECK (toToml (stacked).find ("stack_edge = \"repeat\"") != std::string::npos);
}

// The rows that a stream may compute, and the samples that it may drop, for every possible end of
// the signal.
#include "Engine/Live/Tap/MelStream.h"
#include "Engine/Live/Tap/SettledRows.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Mel/SpecSamples.h"

#include <algorithm>
#include <random>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr std::int64_t kAll = 1 << 20;

MelGeometry presetGeometry (const MelPreset& preset)
{
    const auto spec = MelStream::streamable (preset.spec, false);
    return *geometryAt (spec, spec.rateHz.value_or (16000));
}

/** Presets, every framing with deltas, and presets with random settings. */
std::vector<MelGeometry> geometries ()
{
    std::vector<MelGeometry> all;
    for (const MelPreset& preset : builtInPresets ())
        if (preset.spec.longWindowSamples < 100000)
            all.push_back (presetGeometry (preset));
    for (const char* const framing : {"valid", "centred", "kaldi-edges", "hifigan"})
        for (const char* const padding : {"constant", "reflect", "symmetric"})
            for (const char* const drop : {"false", "true"})
            {
                MelSpec spec = findPreset ("kaldi-fbank")->spec;
                for (const std::string& setting :
                     {std::string ("framing=") + framing, std::string ("padding=") + padding,
                      std::string ("drop_last_frame=") + drop, std::string ("delta_order=1"),
                      std::string ("preemphasis_scope=signal")})
                    REQUIRE (applySetting (spec, setting));
                for (const bool fills : {false, true})
                {
                    spec.fillLastFrame = fills;
                    if (const auto geometry = geometryAt (spec, 8000))
                        all.push_back (*geometry);
                }
            }
    for (const char* const hop : {"3", "128", "700", "1500"}) // long windows overlap, or leave gaps
    {
        MelSpec spec = findPreset ("leak-fine")->spec;
        REQUIRE (applySetting (spec, std::string ("long_hop_samples=") + hop));
        all.push_back (*geometryAt (spec, 4096));
    }
    std::mt19937 random (31);
    for (int i = 0; i < 300; ++i)
    {
        const auto& preset = builtInPresets ()[random () % builtInPresets ().size ()];
        const auto spec = MelStream::streamable (mutatedSpec (preset.spec, random), false);
        const auto geometry = geometryAt (spec, 16000);
        if (geometry && geometry->fftSamples <= 4096 && geometry->hopSamples <= 4096 &&
            geometry->leastSamples () < 20000)
            all.push_back (*geometry);
    }
    REQUIRE (all.size () > 150);
    return all;
}

/** Lengths from `least` on where frames, reflections and long windows may begin or end. */
std::vector<std::int64_t> lengthsFrom (std::int64_t least, const MelGeometry& g)
{
    std::vector<std::int64_t> lengths;
    for (std::int64_t more = 0; more < 40; ++more)
        lengths.push_back (least + more);
    const std::int64_t period =
        g.spec.layout == Layout::segments ? g.spec.longHopSamples : g.hopSamples;
    for (std::int64_t i = 1; i < 6; ++i)
        for (const std::int64_t beside : {-1, 0, 1})
        {
            lengths.push_back ((least / period + i) * period + beside);
            lengths.push_back (least + std::max<std::int64_t> (0, i * g.fftSamples / 3 + beside));
        }
    return lengths;
}

/** A random number of samples so far, often near a place where a count changes. */
std::int64_t drawnLength (const MelGeometry& g, std::mt19937& random)
{
    const auto some = static_cast<std::int64_t> (random () % 8);
    const auto beside = static_cast<std::int64_t> (random () % 5) - 2;
    const auto most = static_cast<unsigned> (g.leastSamples () + 6 * g.hopSamples + g.fftSamples);
    return std::max<std::int64_t> (0, random () % 2 == 0
                                          ? some * g.hopSamples + beside
                                          : static_cast<std::int64_t> (random () % most));
}
} // namespace

TEST_CASE ("settled rows do not see the end of the signal wherever it is", "[stream]")
{
    std::mt19937 random (32);
    int numSettled = 0;
    for (const MelGeometry& g : geometries ())
    {
        INFO (g.rateHz << " Hz\n" << toToml (g.spec));
        const auto halo = g.spec.layout == Layout::frames ? g.haloFrames () : 0;
        for (int i = 0; i < 12; ++i)
        {
            const auto come = drawnLength (g, random);
            const auto rows = numSettledRows (g, come, 0, kAll);
            if (rows == 0)
                continue;
            ++numSettled;
            for (const auto length : lengthsFrom (come, g))
            {
                INFO (come << " of " << length << " samples, " << rows << " rows");
                const auto range = g.samplesOfRows (length, 0, rows);
                CHECK (g.numRows (length) >= rows + halo);
                CHECK (range.end <= come);
                if (g.spec.layout == Layout::frames)
                    CHECK (g.frameStart (rows - 1 + halo) + g.spanSamples <= come);
            }
        }
    }
    CHECK (numSettled > 1000);
}

TEST_CASE ("samples that are forgotten are needed by no later row wherever the signal ends",
           "[stream]")
{
    std::mt19937 random (33);
    for (const MelGeometry& g : geometries ())
    {
        INFO (g.rateHz << " Hz\n" << toToml (g.spec));
        for (int i = 0; i < 12; ++i)
        {
            const auto come = drawnLength (g, random);
            // Rows may wait although they are ready.
            const auto waiting = static_cast<std::int64_t> (random () % 40);
            const auto next =
                std::max<std::int64_t> (0, numSettledRows (g, come, 0, kAll) - waiting);
            const auto kept = firstSampleNeeded (g, come, next);
            CHECK (kept <= come);
            for (const auto length : lengthsFrom (come, g))
            {
                INFO (come << " of " << length << " samples, row " << next);
                const auto end = std::min (g.numRows (length), next + 200);
                for (auto row = next; row < end; ++row)
                    REQUIRE (g.samplesOfRows (length, row, 1).first >= kept);
            }
        }
    }
}

/** Frames of five samples at the left of a transform of 400. With 200 samples of padding, the first
    thirteen frames lie wholly before the signal. A later frame mirrors earlier samples. */
TEST_CASE ("frames in the mirror before a signal keep its first samples", "[stream]")
{
    MelSpec spec = findPreset ("torchaudio")->spec;
    for (const char* const setting :
         {"window_ms=0.3333333333333333", "hop_samples=16", "fft_samples=400",
          "window_placement=left", "framing=centred"})
        REQUIRE (applySetting (spec, setting));
    for (const char* const padding : {"reflect", "symmetric"})
    {
        REQUIRE (applySetting (spec, std::string ("padding=") + padding));
        const MelGeometry g = *geometryAt (spec, 16000);
        REQUIRE (g.windowSamples == 5);
        INFO (padding);
        constexpr std::int64_t length = 5000;
        const std::int64_t edge = spec.padding == Padding::reflect ? 1 : 0;
        for (std::int64_t row = 0; row <= 12; ++row) // row r starts at -200 + 16 r
            CHECK (g.samplesOfRows (length, row, 1).first == 195 - 16 * row + edge);
        CHECK (g.samplesOfRows (length, 13, 1).first == 8);
        for (std::int64_t row = 0; row <= 12; ++row)
            CHECK (firstSampleNeeded (g, length, row) == 0);
        CHECK (firstSampleNeeded (g, length, 13) == 8);
    }
}

TEST_CASE ("a window of the size that is said settles so many rows", "[stream]")
{
    std::mt19937 random (34);
    for (const MelGeometry& g : geometries ())
    {
        INFO (g.rateHz << " Hz\n" << toToml (g.spec));
        for (const std::int64_t rows : {1, 2, 7, 64})
        {
            const auto come = drawnLength (g, random);
            const auto next = numSettledRows (g, come, 0, kAll);
            const auto kept = firstSampleNeeded (g, come, next);
            CHECK (areSettled (g, kept + mostSamplesNeeded (g, rows), next, rows));
        }
    }
}

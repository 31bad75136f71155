// The plugin's own front ends: their resolution of notes and onsets, and their computation like all
// other presets.
#include "Engine/Dsp/Mel/MelBank.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Standalone/CommandLine/Machine/BandCheck.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Live/StreamRuns.h"
#include "Tests/Support/Mel/BackendChecks.h"

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
std::vector<std::string> namesOf (const std::vector<MelPreset>& presets)
{
    std::vector<std::string> names;
    for (const auto& preset : presets)
        names.push_back (preset.name);
    return names;
}

const MelSpec& specOf (std::size_t index)
{
    return screenPresets ()[index].spec;
}

double frequencyOfKey (int key)
{
    return 440 * std::exp2 ((key - 69) / 12.0);
}

/** One second of a full-scale sine from `firstSeconds` on, with a second sine. */
std::vector<float> sines (int rateHz, double hz, double otherHz, double firstSeconds = 0)
{
    std::vector<float> samples (static_cast<std::size_t> (rateHz));
    const auto first = static_cast<std::size_t> (std::lround (firstSeconds * rateHz));
    for (std::size_t n = first; n < samples.size (); ++n)
    {
        const double turn = 2 * std::numbers::pi * static_cast<double> (n) / rateHz;
        samples[n] = static_cast<float> (std::sin (turn * hz));
        if (otherHz > 0)
            samples[n] += static_cast<float> (std::sin (turn * otherHz));
    }
    return samples;
}

/** Rows of a sound, and the frequencies of their bands. */
struct Rows
{
    Rows (const MelSpec& spec, int rateHz, const std::vector<float>& samples)
    {
        const auto backend = makeCpuBackend (1);
        const auto extracted = extractSamples (**backend, spec, rateHz, samples);
        REQUIRE (extracted.ok ());
        geometry = extracted->geometry;
        values = extracted->values ();
        centresHz = makeMelBank (geometry).centresHz;
        numRows = static_cast<int> (extracted->file.numRows);
    }
    double hopSeconds () const { return double (geometry.hopSamples) / geometry.rateHz; }
    double windowSeconds () const { return double (geometry.windowSamples) / geometry.rateHz; }
    /** The largest band between two frequencies. */
    float most (int row, double lowestHz, double highestHz) const
    {
        return *std::max_element (at (row, lowestHz), at (row, highestHz));
    }
    float least (int row, double lowestHz, double highestHz) const
    {
        return *std::min_element (at (row, lowestHz), at (row, highestHz));
    }

    MelGeometry geometry;
    std::vector<float> values;
    std::vector<double> centresHz;
    int numRows = 0;

private:
    std::vector<float>::const_iterator at (int row, double hz) const
    {
        return values.begin () + std::ptrdiff_t {row} * geometry.numBands +
               (std::ranges::lower_bound (centresHz, hz) - centresHz.begin ());
    }
};

/** Smallest gap between two notes a semitone apart, over rows whose windows hold both sines: the
    gap's level below the weaker note in dB. */
double gapDb (const MelSpec& spec, int rateHz, int key)
{
    const double hz = frequencyOfKey (key), otherHz = frequencyOfKey (key + 1);
    const Rows rows (spec, rateHz, sines (rateHz, hz, otherHz));
    const double reachHz = (otherHz - hz) / 2;
    double gap = 1000;
    for (int row = 0; row < rows.numRows; ++row)
        if (const double middle = row * rows.hopSeconds (), half = rows.windowSeconds () / 2;
            middle - half > 0 && middle + half < 1)
            gap = std::min (
                gap, double (std::min (rows.most (row, hz - reachHz, hz + reachHz),
                                       rows.most (row, otherHz - reachHz, otherHz + reachHz)) -
                             rows.least (row, hz, otherHz)));
    return gap;
}

enum Screen : std::size_t
{
    musical,
    detailed,
    fast
};
} // namespace

TEST_CASE ("three presets are the screen's own, and equal nothing published", "[presets]")
{
    CHECK (namesOf (screenPresets ()) == std::vector<std::string> {"musical", "detailed", "fast"});
    for (const auto& preset : screenPresets ())
    {
        INFO (preset.name);
        CHECK (preset.equals.empty ());
        CHECK (preset.version.empty ());
        CHECK_FALSE (preset.description.empty ());
        CHECK (std::ranges::count (namesOf (builtInPresets ()), preset.name) == 0);
        CHECK (findPreset (preset.name)->spec == preset.spec);
        // A batch computes the same rows as the screen.
        CHECK (MelStream::isStreamable (preset.spec));
        for (const auto& tool : builtInPresets ())
            CHECK_FALSE (tool.spec == preset.spec);
    }
}

TEST_CASE ("notes a semitone apart are two lines from C4 on in Musical, from D3 on in Detailed",
           "[presets]")
{
    constexpr int kD3 = 50, kC4 = 60, kHighest = 96;
    for (const int rateHz : {44100, 48000})
    {
        for (int key = kC4; key < kHighest; key += 5)
        {
            INFO ("Musical, key " << key << " at " << rateHz << " Hz");
            CHECK (gapDb (specOf (musical), rateHz, key) > 3);
        }
        for (int key = kD3; key < kHighest; key += 7)
        {
            INFO ("Detailed, key " << key << " at " << rateHz << " Hz");
            CHECK (gapDb (specOf (detailed), rateHz, key) > 3);
        }
        CHECK (gapDb (specOf (musical), rateHz, kD3) < 3); // the reason for Detailed
    }
}

TEST_CASE ("Musical shows a sine of full scale alike at every pitch, to within 5 dB", "[presets]")
{
    float lowest = 1000, highest = -1000;
    for (int key = 28; key < 124; key += 5)
    {
        const double hz = frequencyOfKey (key);
        const Rows rows (specOf (musical), 48000, sines (48000, hz, 0));
        const float level = rows.most (rows.numRows / 2, hz / 2, 2 * hz);
        lowest = std::min (lowest, level);
        highest = std::max (highest, level);
    }
    CHECK (highest - lowest < 5); // wide bands hold a sine's whole lobe, narrow bands its middle
}

TEST_CASE ("Fast shows where a sound begins to within 10 ms", "[presets]")
{
    constexpr double kBeginSeconds = 0.5;
    for (const double hz : {200.0, 1000.0, 5000.0})
    {
        INFO (hz << " Hz");
        const Rows rows (specOf (fast), 48000, sines (48000, hz, 0, kBeginSeconds));
        const float full = rows.most (rows.numRows * 3 / 4, 20, 20000);
        int first = 0;
        while (rows.most (first, 20, 20000) < full - 20)
            ++first;
        CHECK (std::abs (first * rows.hopSeconds () - kBeginSeconds) < 0.010);
        CHECK (rows.hopSeconds () <= 0.0025);
        CHECK (rows.geometry.fftSamples / 2 <= 0.012 * rows.geometry.rateHz); // latency of a row
    }
}

TEST_CASE ("the screen's presets agree with the reference and the definition",
           "[presets][agreement]")
{
    const auto backend = makeCpuBackend (1);
    const auto index = GENERATE (std::size_t {musical}, std::size_t {detailed}, std::size_t {fast});
    const auto& preset = screenPresets ()[index];
    INFO (preset.name);
    const Trial trial {preset.name, preset.spec,
                       16000,       broadbandSignal (16001, 300 + static_cast<unsigned> (index)),
                       1,           featureTolerance (preset.spec)};
    const auto energies =
        energiesAgree (trial, referenceEnergies (trial), energiesOf (trial, **backend));
    INFO (energies.where);
    CHECK (energies.ok);
    const auto features =
        featuresAgree (trial, referenceFeatures (trial), featuresOf (trial, **backend));
    INFO (features.where);
    CHECK (features.ok);
    const auto check = checkBands (**backend, preset.spec, usualRateHz (preset.spec));
    REQUIRE (check.ok ());
    CHECK (check->agrees ());
}

TEST_CASE ("a stream of the screen's presets has the rows of the whole signal", "[presets][stream]")
{
    const auto backend = makeCpuBackend (1);
    for (const auto& preset : screenPresets ())
        for (const int rateHz : {44100, 96000})
            for (const bool forDisplay : {false, true})
            {
                INFO (preset.name << " at " << rateHz << " Hz");
                const auto spec = MelStream::streamable (preset.spec, forDisplay);
                const auto samples = uniformNoise (60011, 4);
                const auto whole = wholeRows (**backend, spec, rateHz, samples);
                REQUIRE_FALSE (whole.empty ());
                const auto stream = makeStream (**backend, spec, rateHz);
                CHECK (streamed (*stream, samples, fixedCut (512)) == whole);
                CHECK (streamed (*stream, samples, randomCut (5)) == whole);
            }
}

TEST_CASE ("no band of the screen's presets is without a bin at any usual rate", "[presets]")
{
    for (const auto& preset : screenPresets ())
        for (const int rateHz : {16000, 22050, 32000, 44100, 48000, 88200, 96000})
        {
            INFO (preset.name << " at " << rateHz << " Hz");
            const auto geometry = geometryAt (preset.spec, rateHz);
            REQUIRE (geometry.ok ());
            CHECK (makeMelBank (*geometry).numEmptyBands () == 0);
        }
}

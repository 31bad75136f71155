// Tilt changes the spectrum of a sound but not its loudness: on the CPU and on emulated CUDA.
#include "Engine/Dsp/Voice/TiltGain.h"
#include "Tests/Reference/ReferenceVoices.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Gpu/EmulatedRenderer.h"
#include "Tests/Support/Voices/SynthRuns.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

namespace melstrom::testing
{
namespace
{
constexpr int kC3 = 48;

/** One held note without an envelope. */
Patch heldPatch (SpectrumShape shape, float tilt)
{
    Patch patch;
    patch[PatchKey::osc1Spectrum] = static_cast<float> (shape);
    patch[PatchKey::osc1Tilt] = tilt;
    patch[PatchKey::ampAttack] = 0;
    patch[PatchKey::ampSustain] = 1;
    return patch;
}

/** RMS level of the left channel in dB, from sample `first` to the end. */
double levelDb (const StereoSound& sound, int first)
{
    double squares = 0;
    for (int n = first; n < sound.size (); ++n)
        squares += std::pow (static_cast<double> (sound.left[static_cast<std::size_t> (n)]), 2);
    return 10 * std::log10 (squares / (sound.size () - first));
}

float peakOf (const StereoSound& sound)
{
    float peak = 0;
    for (const float x : sound.left)
        peak = std::max (peak, std::abs (x));
    return peak;
}

double tableOctaves (const PartialTable& table, double dbPerOctave, double rateHz)
{
    const auto tilt = static_cast<float> (dbPerOctave / kDbPerTiltExponent);
    const TiltGains gains = tiltGains (table, rateHz);
    return std::log2 (static_cast<double> (tiltGain (gains.data (), tilt)));
}
} // namespace

TEST_CASE ("a sustained C3 has the RMS that it has without tilt", "[voices][synth]")
{
    for (const double rateHz : {44100.0, 48000.0, 96000.0})
        for (const auto shape : {SpectrumShape::saw, SpectrumShape::square, SpectrumShape::triangle,
                                 SpectrumShape::organ, SpectrumShape::choir})
        {
            const auto levelAt = [&] (float tilt) {
                return levelDb (play (heldPatch (shape, tilt), {noteOn (0, kC3)}, 24000, rateHz),
                                4800);
            };
            const double plain = levelAt (0);
            for (const float tilt : {-24.0f, -6.0f, -3.1f, 3.0f, 6.0f, 11.9f, 24.0f})
            {
                CAPTURE (rateHz, static_cast<int> (shape), tilt);
                CHECK (levelAt (tilt) == Approx (plain).margin (0.2));
            }
        }
}

TEST_CASE ("on emulated CUDA a sustained C3 has the RMS that it has without tilt", "[cuda][voices]")
{
    const auto levelAt = [] (float tilt)
    {
        EmulatedRenderer emulated (kPlayCapacity);
        Patch patch = heldPatch (SpectrumShape::saw, tilt);
        patch[PatchKey::osc1Partials] = 160;
        return levelDb (playOn (std::move (emulated.renderer), patch, {noteOn (0, kC3)}, 4800),
                        1200);
    };
    const double plain = levelAt (0);
    for (const float tilt : {-6.0f, 6.0f, 24.0f})
    {
        CAPTURE (tilt);
        CHECK (levelAt (tilt) == Approx (plain).margin (0.2));
    }
}

TEST_CASE ("gains of tilts are those of the reference, and of no tilt 1", "[voices]")
{
    Patch patch = heldPatch (SpectrumShape::saw, 0);
    patch[PatchKey::osc1Density] = 3;
    const PartialTable table = makePartialTable (patch, 0);
    for (const double rateHz : {44100.0, 48000.0})
        for (double tilt = -24; tilt <= 24; tilt += 0.25)
            CHECK (tableOctaves (table, tilt, rateHz) ==
                   Approx (referenceTiltOctaves (table, tilt, rateHz)).margin (1e-4));
    // Between two exact tilts the gain is linear in decibels. The error of this is small.
    for (double tilt = -23.9; tilt < 24; tilt += 0.7)
        CHECK (6.0206 * tableOctaves (table, tilt, 48000) ==
               Approx (6.0206 * referenceTiltOctaves (table, tilt, 48000)).margin (0.05));
    const TiltGains none = tiltGains (PartialTable (), 48000);
    CHECK (tiltGain (none.data (), 2.0f) == 1.0f);
    CHECK (tiltGain (none.data (), 0.0f) == 1.0f);
    CHECK (tiltGain (none.data (), 1e9f) == 1.0f);
}

TEST_CASE ("an Init saw triad at +6 dB an octave no longer hurts", "[synth]")
{
    const std::vector<SynthEvent> triad {noteOn (0, 48), noteOn (0, 52), noteOn (0, 55)};
    const float plain = peakOf (play (heldPatch (SpectrumShape::saw, 0), triad, 24000));
    const auto peakDbOver = [&] (float tilt)
    {
        const auto sound = play (heldPatch (SpectrumShape::saw, tilt), triad, 24000);
        return 20 * std::log10 (static_cast<double> (peakOf (sound) / plain));
    };
    // A pulse of the same power has a higher peak than a saw: its N equal sines meet in one sample.
    CHECK (peakDbOver (6) < 20);
    CHECK (peakDbOver (24) < 20);
}

} // namespace melstrom::testing

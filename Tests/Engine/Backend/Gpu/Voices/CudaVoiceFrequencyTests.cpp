// Single partials and whole chords through the CUDA renderer: errors of every sample, and the
// difference from the CPU's sound.
#include "Tests/Reference/ReferenceVoices.h"
#include "Tests/Support/Gpu/DeviceRenderer.h"
#include "Tests/Support/Gpu/EmulatedRenderer.h"
#include "Tests/Support/Voices/VoiceSamples.h"

#include <cmath>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
/** Bound for one partial of amplitude 1: -108 dB, as for the CPU's kernels. */
constexpr double kPartialBound = 4e-6;
constexpr double kMostNullDb = -110;

double decibels (double amplitude)
{
    return 20 * std::log10 (amplitude);
}

/** Largest error over all samples. */
double errorOf (VoiceRenderer& renderer, const VoiceSample& sample, int numSegments)
{
    VoiceRun run {tablesOf (sineTable ()), segmentsOf (sample, numSegments), numSegments};
    REQUIRE (renderer.setTables (run.tables));
    const StereoSound sound = renderWhole (renderer, run);
    const ReferenceSound reference = referenceVoices (run.tables, run.voices, numSegments);
    double worst = 0;
    for (std::size_t n = 0; n < reference.left.size (); ++n)
        for (const double error : {static_cast<double> (sound.left[n]) - reference.left[n],
                                   static_cast<double> (sound.right[n]) - reference.right[n]})
            worst = std::isfinite (error) ? std::max (worst, std::abs (error)) : 1.0;
    return worst;
}

void checkFrequencies (VoiceRenderer& renderer)
{
    for (const double frequency :
         {1e-6,   1e-4, 0.001, 0.01,  0.0397, 0.0399, 0.1,    0.2, 0.2499, 0.25,
          0.2501, 0.3,  0.4,   0.449, 0.47,   0.489,  0.4901, 0.6, -0.01,  -0.3})
        for (const double growth : {1.0, 1.00001, 1.0003, 1.05, 0.9})
        {
            CAPTURE (frequency, growth);
            VoiceSample sample;
            sample.frequency = frequency;
            sample.growth = growth;
            CHECK (errorOf (renderer, sample, 16) < kPartialBound);
        }
}

/** From negative frequencies through 0 to beyond Nyquist, within one segment. */
void checkJumps (VoiceRenderer& renderer)
{
    for (const double frequency : {0.001, 0.05, 0.2, 0.44, 0.48, -0.1})
        for (const double growth : {-1.0, 0.0, 0.3, 1.0005, 1.8, 2.2, 6.0})
        {
            CAPTURE (frequency, growth);
            VoiceSample sample;
            sample.frequency = frequency;
            sample.growth = growth;
            CHECK (errorOf (renderer, sample, 2) < kPartialBound);
            sample.filter = FilterType::low;
            sample.cutoff = {0.05f, 0.2f};
            CHECK (errorOf (renderer, sample, 1) < kPartialBound);
        }
}

/** Clusters in unison with every kind of motion, and notes that begin and end. */
void checkAgainstCpu (VoiceRenderer& renderer)
{
    const Tables tables {sawTable (40, 4, 3), sawTable (25, 1, 1)};
    constexpr int kSegments = 16;
    const VoiceRun run {tables, chordOf (kSegments), kSegments};
    REQUIRE (renderer.setTables (tables));
    const StereoSound sound = renderWhole (renderer, run);
    const RenderedSound cpu = rendered (tables, run.voices, kSegments, kSegments, 1);
    double difference = 0, peak = 0;
    for (std::size_t n = 0; n < cpu.left.size (); ++n)
    {
        peak = std::max ({peak, std::abs (static_cast<double> (cpu.left[n])),
                          std::abs (static_cast<double> (cpu.right[n]))});
        difference += std::pow (static_cast<double> (sound.left[n]) - cpu.left[n], 2) +
                      std::pow (static_cast<double> (sound.right[n]) - cpu.right[n], 2);
    }
    const double residual =
        std::sqrt (difference / (2 * static_cast<double> (cpu.left.size ()))) / peak;
    CHECK (decibels (residual) < kMostNullDb);
}
} // namespace

TEST_CASE ("CUDA: one partial agrees with the reference at any frequency", "[cuda][voices]")
{
    EmulatedRenderer emulated (kSmallCapacity);
    checkFrequencies (*emulated.renderer);
}

TEST_CASE ("CUDA: frequencies that jump and turn agree with the reference", "[cuda][voices]")
{
    EmulatedRenderer emulated (kSmallCapacity);
    checkJumps (*emulated.renderer);
}

TEST_CASE ("CUDA: what the CPU renders cancels it", "[cuda][voices]")
{
    EmulatedRenderer emulated (kSmallCapacity);
    checkAgainstCpu (*emulated.renderer);
}

TEST_CASE ("CUDA: on the GPU, single partials agree with the reference and chords with the CPU",
           "[cuda][gpu][voices][smallest]")
{
    const auto renderer = deviceRenderer (kSmallCapacity);
    if (renderer == nullptr)
        return;
    checkFrequencies (*renderer);
    checkJumps (*renderer);
    checkAgainstCpu (*renderer);
}

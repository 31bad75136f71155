// The sound of unison: no pattern of beats repeats, and both channels have the same pitch. Rendered
// on the CPU and on emulated CUDA for every number of copies.
//   beats  autocorrelation of the envelope of a minute of a sine: see BeatEnvelope.h
//   pitch  of a channel: mean frequency weighted with power, from the phase between neighbouring
//          windows of 10 ms
#include "Tests/Support/Audio/BeatEnvelope.h"
#include "Tests/Support/Gpu/EmulatedRenderer.h"
#include "Tests/Support/Voices/VoiceSamples.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace melstrom::testing
{
namespace
{
/** Low rates make a minute quick to render: 32 samples are 10 ms. */
constexpr double kRateHz = 3200, kNoteHz = 500;
constexpr int kSegments = 6000;
constexpr VoiceCapacity kLongCapacity {1, kSegments, kRateHz};

struct Unison
{
    int copies = 3;
    double beatHz = 1; ///< frequency offset of the outermost copy
    float spread = 0.5f;
    int seed = 0; ///< of the patch
};

VoiceRun runOf (const Unison& unison)
{
    Patch patch;
    patch[PatchKey::osc1Unison] = static_cast<float> (unison.copies);
    patch[PatchKey::osc1Phase] = 1;
    patch[PatchKey::seed] = static_cast<float> (unison.seed);
    VoiceSample sample;
    sample.frequency = kNoteHz / kRateHz;
    sample.detune = unison.beatHz / kNoteHz;
    sample.spread = {unison.spread, unison.spread};
    return {tablesOf (makePartialTable (patch, 0)), segmentsOf (sample, kSegments), kSegments};
}

StereoSound soundOf (VoiceRenderer& renderer, const Unison& unison)
{
    const VoiceRun run = runOf (unison);
    REQUIRE (renderer.setTables (run.tables));
    return renderWhole (renderer, run);
}

std::unique_ptr<VoiceRenderer> cpuRenderer ()
{
    auto renderer = makeCpuVoiceRenderer (kLongCapacity, 1);
    REQUIRE (renderer);
    return *std::move (renderer);
}

/** Pitch in cents above the note. */
double pitchOf (const std::vector<float>& x)
{
    const double omega = 2 * std::numbers::pi * kNoteHz / kRateHz;
    std::complex<double> before, turned;
    for (std::size_t first = 0; first + kControlSamples <= x.size (); first += kControlSamples)
    {
        std::complex<double> sum;
        for (std::size_t n = first; n < first + kControlSamples; ++n)
            sum += static_cast<double> (x[n]) * std::polar (1.0, -omega * static_cast<double> (n));
        turned += std::conj (before) * sum;
        before = sum;
    }
    const double hertz = std::arg (turned) / (2 * std::numbers::pi) * kRateHz / kControlSamples;
    return 1200 * std::log2 (1 + hertz / kNoteHz);
}

void checkBeats (VoiceRenderer& renderer, const Unison& unison)
{
    CAPTURE (unison.copies, unison.beatHz, unison.spread, unison.seed);
    CHECK (highestCorrelation (envelopeOf (soundOf (renderer, unison), kRateHz), unison.beatHz) <
           0.5);
}

void checkPitch (VoiceRenderer& renderer, const Unison& unison)
{
    CAPTURE (unison.copies, unison.spread);
    const StereoSound sound = soundOf (renderer, unison);
    const double left = pitchOf (sound.left), right = pitchOf (sound.right);
    CAPTURE (left, right);
    CHECK (std::abs (left - right) < 1);
}
} // namespace

TEST_CASE ("three or more copies beat in no loop", "[voices][unison]")
{
    const auto renderer = cpuRenderer ();
    for (int copies = 3; copies <= kMaxCopies; ++copies)
        for (const double beatHz : {0.7, 1.3, 4.0})
            for (const float spread : {0.0f, 0.5f, 1.0f})
                for (int seed = 0; seed < 2; ++seed)
                    checkBeats (*renderer, {copies, beatHz, spread, seed});
}

TEST_CASE ("CUDA: three or more copies beat in no loop", "[cuda][voices][unison]")
{
    EmulatedRenderer emulated (kLongCapacity);
    for (int copies = 3; copies <= kMaxCopies; ++copies)
        checkBeats (*emulated.renderer, {copies, 1.3, 0.5f, 0});
}

TEST_CASE ("evenly spaced copies at rest would beat in a loop", "[voices][unison]")
{
    std::vector<double> envelope;
    for (int i = 0; i < 3000; ++i)
    {
        std::complex<double> sum;
        for (int copy = 0; copy < 5; ++copy)
            sum += std::polar (
                1.0, 2 * std::numbers::pi * (0.5 * copy - 1) * 1.3 * i / kEnvelopeHz + copy * copy);
        envelope.push_back (std::norm (sum));
    }
    CHECK (highestCorrelation (envelope, 1.3) > 0.95);
}

TEST_CASE ("left and right of three or more copies have one pitch", "[voices][unison]")
{
    const auto renderer = cpuRenderer ();
    for (int copies = 3; copies <= kMaxCopies; ++copies)
        for (const float spread : {0.5f, 1.0f})
            checkPitch (*renderer, {copies, 4.0, spread, 0});
}

TEST_CASE ("CUDA: left and right of three or more copies have one pitch", "[cuda][voices][unison]")
{
    EmulatedRenderer emulated (kLongCapacity);
    for (const int copies : {3, 4, 7, 16})
        checkPitch (*emulated.renderer, {copies, 4.0, 1.0f, 0});
}

TEST_CASE ("two copies are flat on the left and sharp on the right by the detune times the spread",
           "[voices][unison]")
{
    const auto renderer = cpuRenderer ();
    const StereoSound sound = soundOf (*renderer, {2, 4.0, 0.5f, 0});
    const double cents = 1200 * std::log2 (1 + 4.0 / kNoteHz);
    CHECK (pitchOf (sound.right) - pitchOf (sound.left) == Approx (2 * 0.5 * cents).margin (1));
}

TEST_CASE ("unison is the reference's, with and without detune, on the CPU and on CUDA",
           "[cuda][voices][unison]")
{
    EmulatedRenderer emulated (kSmallCapacity);
    for (const int copies : {1, 2, 3, 7, 16})
        for (const double detune : {0.0, 0.001, 0.06})
            for (const PhaseMode mode : {PhaseMode::random, PhaseMode::reset, PhaseMode::spread})
            {
                CAPTURE (copies, detune, static_cast<int> (mode));
                Patch patch;
                patch[PatchKey::osc1Spectrum] = static_cast<float> (SpectrumShape::saw);
                patch[PatchKey::osc1Partials] = 20;
                patch[PatchKey::osc1Unison] = static_cast<float> (copies);
                patch[PatchKey::osc1Phase] = 0.7f;
                patch[PatchKey::phaseMode] = static_cast<float> (mode);
                VoiceSample sample;
                sample.frequency = 0.01;
                sample.detune = detune;
                sample.spread = {0.3f, 0.9f};
                sample.firstSegment = 123456; // far into a note, after much wander
                const VoiceRun run {tablesOf (makePartialTable (patch, 0)), segmentsOf (sample, 16),
                                    16};
                CHECK (residualDb (run, renderWhole (emulated.with (run), run)) < kMostResidualDb);
                const auto cpu = cpuRenderer ();
                REQUIRE (cpu->setTables (run.tables));
                const StereoSound whole = renderWhole (*cpu, run);
                CHECK (residualDb (run, whole) < kMostResidualDb);
                CHECK (renderCut (*cpu, run, {0, 1, 5, 16}) == whole);
            }
}

} // namespace melstrom::testing

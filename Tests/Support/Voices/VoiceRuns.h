// Notes written by hand, without a patch, with every kind of motion that a renderer must follow.
#pragma once

#include "Engine/Backend/VoiceRenderer.h"
#include "Tests/Support/Audio/StereoSound.h"

#include <array>
#include <vector>

namespace melstrom::testing
{

/** Motion of a note while it sounds. */
enum class VoiceMotion
{
    rests,  ///< only level and pan move
    gains,  ///< also filter, tilt and the width of clusters
    bends,  ///< also every frequency, as in a vibrato
    sweeps, ///< the same, by octaves a second
    mixed   ///< each note starts and stops its motion at random
};

struct VoiceRunOptions
{
    VoiceMotion motion = VoiceMotion::rests;
    FilterType filter = FilterType::off;
    FilterSlope slope = FilterSlope::db12;
    int numSegments = 12, numNotes = 5;
    int numPartials = 60, numCopies = 3;
    double lowestHz = 40, highestHz = 2000; ///< of fundamentals, at 48 kHz
    bool isWide = true;                     ///< clusters, stretched
    bool leavesOut = false;                 ///< floors move up and down
    unsigned seed = 1;
};

/** A batch and its contents. */
struct VoiceRun
{
    std::array<PartialTable, kNumOscillators> tables;
    std::vector<VoiceSegment> voices;
    int numSegments = 0;

    /** A part of the batch, as a batch that begins at 0. */
    std::vector<VoiceSegment> part (int firstSegment, int endSegment) const;
};

VoiceRun makeVoiceRun (const VoiceRunOptions& options);

/** Renders consecutive batches of the segments between neighbouring cuts. Checks that the renderer
    writes only to the outputs. Throws std::runtime_error if the renderer fails. cuts: 0, ...,
    numSegments */
StereoSound renderCut (VoiceRenderer& renderer, const VoiceRun& run, const std::vector<int>& cuts);
inline StereoSound renderWhole (VoiceRenderer& renderer, const VoiceRun& run)
{
    return renderCut (renderer, run, {0, run.numSegments});
}

/** RMS of the difference from the reference, in dB relative to the reference's RMS. */
double residualDb (const VoiceRun& run, const StereoSound& sound);

} // namespace melstrom::testing

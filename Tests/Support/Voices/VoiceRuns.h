// Notes written down by hand, without a patch: every kind of motion that a renderer must follow.
#pragma once

#include "Engine/Backend/VoiceRenderer.h"
#include "Tests/Support/Audio/StereoSound.h"

#include <array>
#include <vector>

namespace melstrom::testing
{

/** What a note does while it sounds. */
enum class VoiceMotion
{
    rests,  ///< level and place move, nothing else
    gains,  ///< and filter, tilt and the width of clusters
    bends,  ///< and every frequency, as in a vibrato
    sweeps, ///< the same, octaves a second
    mixed   ///< each note starts and stops moving as it likes
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
    bool leavesOut = false;                 ///< floors go up and down
    unsigned seed = 1;
};

/** A batch and what it is made of. */
struct VoiceRun
{
    std::array<PartialTable, kNumOscillators> tables;
    std::vector<VoiceSegment> voices;
    int numSegments = 0;

    /** Part of it, as a batch that begins at 0. */
    std::vector<VoiceSegment> part (int firstSegment, int endSegment) const;
};

VoiceRun makeVoiceRun (const VoiceRunOptions& options);

/** One batch after another, of the segments between neighbouring cuts; checks that nothing is
    written beside the outputs. Throws std::runtime_error where the renderer fails. cuts: 0, ...,
    numSegments */
StereoSound renderCut (VoiceRenderer& renderer, const VoiceRun& run, const std::vector<int>& cuts);
inline StereoSound renderWhole (VoiceRenderer& renderer, const VoiceRun& run)
{
    return renderCut (renderer, run, {0, run.numSegments});
}

/** Root mean square of the difference from the reference over that of the reference, in dB. */
double residualDb (const VoiceRun& run, const StereoSound& sound);

} // namespace melstrom::testing

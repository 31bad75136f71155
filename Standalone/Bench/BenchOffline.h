// How fast patches are rendered when nobody waits for a block.
#pragma once

#include "Engine/Backend/Choice/VoiceBench.h"
#include "Standalone/Bench/BenchContext.h"

#include <memory>
#include <vector>

namespace melstrom
{

inline constexpr double kBenchRateHz = 48000;
inline constexpr int kBenchMostSegments = 16;

/** One who renders, under the name that it has in the tables. */
struct Contestant
{
    std::string name;
    std::unique_ptr<VoiceRenderer> renderer;
    VoiceWorkload large; ///< enough to keep it busy
};

/** Five notes for ten seconds by some patches, from events to stereo, with noise and effects; medians of three.
    Fails: as Synthesizer; interrupted. */
Result<void> benchOffline (const BenchContext& context, const std::vector<Contestant>& contestants);

} // namespace melstrom

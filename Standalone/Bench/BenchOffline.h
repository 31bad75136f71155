// Times the rendering of patches without a real-time deadline.
#pragma once

#include "Engine/Backend/Choice/VoiceBench.h"
#include "Standalone/Bench/BenchContext.h"

#include <memory>
#include <vector>

namespace melstrom
{

inline constexpr double kBenchRateHz = 48000;
inline constexpr int kBenchMostSegments = 16;

/** A renderer and its name in the tables. */
struct Contestant
{
    std::string name;
    std::unique_ptr<VoiceRenderer> renderer;
    VoiceWorkload large; ///< large enough to keep the renderer busy
};

/** Renders five notes of ten seconds with several patches, from events to stereo, with noise and
    effects. Reports the medians of three runs. Fails: as Synthesizer; interrupted. */
Result<void> benchOffline (const BenchContext& context, std::vector<Contestant> contestants);

} // namespace melstrom

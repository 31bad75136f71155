// Measures the audio of one file of a dataset.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Batch/Run/Folder/FileLine.h"
#include "Engine/Batch/Statistics/SoundPiece.h"
#include "Engine/Batch/Statistics/SoundRecord.h"
#include "Engine/Report/Bandwidth.h"

#include <atomic>
#include <optional>

namespace melstrom
{

enum class SoundState
{
    notRead, ///< the dataset has no rows of it, or audio was not asked for
    measured,
    missing, ///< no file with this path
    changed, ///< another rate, number of channels or length than in files.csv
    failed   ///< cannot be read any more
};

struct SoundFacts
{
    SoundState state = SoundState::notRead;
    bool hasSamples = false; ///< `samples` holds; also without the audio, from statistics.bin
    bool hasEdge = false;    ///< Bandwidth::hasEdge
    SoundRecord samples {};
    std::optional<float> snrDb {}; ///< NoiseMeter
    std::optional<float> loudnessLufs {};
    std::optional<float> bandwidthRatio {};

    bool isMeasured () const noexcept { return state == SoundState::measured; }
};

/** Reads all samples of a file or box, at its own rate and before any clip, and measures them. The
    bandwidth is that of the mean of all channels. Thread: any. Fails: interrupted, outOfMemory. */
Result<SoundFacts> measureSound (Storage& storage, const FileLine& file, const AudioOptions& audio,
                                 const std::atomic<bool>& stop);

/** The measurement of measureSound alone: interleaved samples. */
class SoundMeter
{
public:
    explicit SoundMeter (const SoundShape& shape);
    ~SoundMeter ();
    SoundMeter (SoundMeter&&) noexcept;

    /** numSamples of every channel, at most kMostSamples, in the format. */
    void add (const void* interleaved, std::int64_t numSamples);

    /** Call once. */
    SoundFacts finish ();

    static constexpr std::int64_t kMostSamples = 8192;

private:
    struct Meters;
    std::unique_ptr<Meters> meters_;
};

} // namespace melstrom

// Measurements of consecutive samples of a signal, which neighbours join without a difference.
#pragma once

#include "Engine/Batch/Statistics/ExactSum.h"
#include "Engine/Batch/Statistics/LevelRuns.h"
#include "Engine/Core/SampleFormat.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace melstrom
{

/** Of the power of a block; full scale is 0. */
inline constexpr double kSilenceDb = -60;

/** How the samples of a signal are stored, and cut into blocks of 20 ms from its first one on. */
struct SoundShape
{
    int rateHz = 0;
    int numChannels = 0;
    SampleFormat format = SampleFormat::int16;
    float fullScale = FullScale::int16; ///< samples from this magnitude on may be clipped

    std::int64_t blockSamples () const noexcept { return std::max (1, rateHz / 50); }
    std::size_t frameBytes () const noexcept
    {
        return static_cast<std::size_t> (numChannels * bytesPerSample (format));
    }
};

/** Everything is a count, a maximum or an exact sum of numbers of whole blocks: so a signal has the
    same measurement, in whichever pieces and order its blocks came. */
struct SoundPiece
{
    struct Channel
    {
        ExactSum sum;
        LevelRuns runs;
    };
    std::int64_t first = 0, numSamples = 0;
    std::int64_t numBlocks = 0, numSilent = 0; ///< whole blocks
    float peak = 0;
    std::vector<Channel> channels;

    std::int64_t end () const noexcept { return first + numSamples; }
    /** next: begins at end (). */
    void append (const SoundPiece& next);
};

/** Measures samples from the beginning of a block on, interleaved; any address. The last block may be
    shorter at the end of the signal only; then it is in the sums, but no block of silence. */
SoundPiece measureBlocks (const SoundShape& shape, std::int64_t first, const std::byte* samples,
                          std::int64_t numSamples);

/** True if the power of these samples is below that of silence. */
bool isSilence (const SoundShape& shape, const std::byte* samples, std::int64_t numSamples);

} // namespace melstrom

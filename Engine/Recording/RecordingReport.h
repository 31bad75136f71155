// What a recording did so far, for any thread.
#pragma once

#include "Engine/Core/Result.h"
#include "Engine/Recording/RecordingRing.h"
#include "Engine/Recording/RecordingSamples.h"

#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace melstrom
{

/** State of a recording. Gaps count as samples. */
struct RecordingStatus
{
    std::int64_t numSamples = 0;      ///< a channel, in the file or in the encoder
    std::int64_t bytes = 0;           ///< of the sound file
    std::int64_t numGaps = 0;         ///< all gaps
    std::int64_t numGapSamples = 0;   ///< a channel, silent in the file
    std::int64_t numClockChanges = 0; ///< see RecordingRing::write
    ChangedSamples changes;
    double ringFillRatio = 0;         ///< 0 .. 1, at the last visit of the writer
    std::optional<Error> error;       ///< set: the recording has ended by itself
    std::optional<Error> labelsError; ///< the labels of gaps are incomplete; the sound is not
};

struct RecordingReport : RecordingStatus
{
    std::vector<RecordingGap> gaps; ///< the first kMostListedGaps, in order
};

/** The writer thread tells, other threads ask. Thread: any but audio. */
class RecordingLedger
{
public:
    static constexpr std::size_t kMostListedGaps = 100'000;

    void set (const RecordingStatus& status);
    /** Throws std::bad_alloc. */
    void list (std::span<const RecordingGap> gaps);

    RecordingStatus status () const;
    std::vector<RecordingGap> gapsFrom (std::size_t index) const;
    RecordingReport report () const;

private:
    mutable std::mutex mutex_;
    RecordingReport report_;
};

} // namespace melstrom

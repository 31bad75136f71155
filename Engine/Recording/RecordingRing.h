// The ring from the audio thread to the writer of a recording, with the causes of gaps.
#pragma once

#include "Engine/Realtime/Queues/SampleRing.h"
#include "Engine/Realtime/Queues/SpscRing.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

namespace melstrom
{

enum class GapReason : std::int8_t
{
    device, ///< the device dropped samples: its position jumped
    stall   ///< the ring was full: the writer had stalled
};

/** Samples [position, position + numSamples) are missing; the recording is silent there. */
struct RecordingGap
{
    std::int64_t position = 0; ///< counted from the beginning of the recording
    std::int64_t numSamples = 0;
    GapReason reason = GapReason::device;
    bool operator== (const RecordingGap&) const = default;
};

/** One writer (the audio thread), one reader (the writer of the file). Construction allocates and
    touches the memory; nothing else allocates, waits or calls the system. */
class RecordingRing
{
public:
    /** Longer jumps are changes of the clock. */
    static constexpr std::int64_t kLongestGapSeconds = 3600;

    /** Holds ringSeconds at least. Throws std::bad_alloc. */
    RecordingRing (int rateHz, int numChannels, double ringSeconds);

    /** channels (numChannels, numSamples). position: of the first sample on the device's clock; the
        first call gives the origin. A jump ahead of up to an hour is a gap. A step back or a longer
        jump is a change of the clock: the sound goes on without a gap, and the change is counted. A
        block that does not fit is lost whole, which is a gap.
        thread  audio; wait-free */
    void write (const float* const* channels, int numSamples, std::int64_t position) noexcept;

    /** Copies up to numSamples samples to out (numChannels pointers), and returns their number. The
        gaps that lie directly before these samples are added to gapsBefore.
        thread  reader's        fails  throws std::bad_alloc */
    int read (float* const* out, int numSamples, std::vector<RecordingGap>& gapsBefore);

    /** The gap after the last sample. Call once, after the last `write` and when `read` gives
        0. */
    void readEnd (std::vector<RecordingGap>& gaps);

    std::int64_t numClockChanges () const noexcept; ///< thread: any
    /** Samples in the ring, as a part of its size. Thread: reader's. */
    double fillRatio () const noexcept;

private:
    /** Kept until the reader passes them. Further jumps count as parts of a stall. */
    static constexpr std::size_t kMostJumps = 1024;

    struct Jump ///< of the device
    {
        std::int64_t position = 0, numSamples = 0;
    };

    void addGaps (std::int64_t end, std::vector<RecordingGap>& gaps);

    int rateHz_, capacitySamples_;
    std::vector<float> memory_;
    SampleRing ring_;
    SpscRing<Jump> jumps_ {kMostJumps};

    // The audio thread's.
    std::int64_t devicePosition_ = 0; ///< expected next
    std::int64_t endPosition_ = 0;    ///< of the recording
    bool hasBegun_ = false;
    std::atomic<std::int64_t> numClockChanges_ {0};

    // The reader's.
    std::int64_t readPosition_ = 0;
    std::optional<Jump> nextJump_;
};

} // namespace melstrom

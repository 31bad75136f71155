// Segments that are computed, until somebody takes them out.
#pragma once

#include "Engine/Backend/VoiceRenderer.h"
#include "Engine/Live/Voices/SegmentNoise.h"
#include "Engine/Live/Voices/SegmentSums.h"
#include "Engine/Realtime/Segments/ScheduledVoices.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace melstrom
{

/** What a slot of tables means to one renderer. */
struct SlotTables
{
    const PreparedTables* prepared = nullptr; ///< null: silence
    std::array<float, kNumOscillators> centreShares {1, 1};
    bool operator== (const SlotTables&) const = default;
};
using SlotTablesList = std::array<SlotTables, kTableSlots>;

/** Sounds what a scheduler wrote down, and both ways where a timbre fades: sums of the current and of the
    former one are kept apart, for voices may still be added, and are mixed as samples are taken out. What comes
    out is the same bits whether voices are rendered together or added later.
    Thread: the one that renders. Construction allocates, nothing else does. */
class SegmentBuffer
{
public:
    explicit SegmentBuffer (const VoiceCapacity& capacity);

    std::int64_t start () const noexcept { return start_; } ///< of the first segment
    std::int64_t end () const noexcept                      ///< one past the last segment's end
    {
        return start_ + std::int64_t {numSegments_} * kControlSamples;
    }

    /** Whether the last segment sounds with those tables. */
    bool endsWithSlot (int slot) const noexcept;

    /** No segments; the next one starts at that sample, a control point. */
    void clear (std::int64_t start) noexcept;
    /** The same where time jumps. Filters of noise go on from `noise` in these places. */
    void jumpTo (std::int64_t start, const NoiseMemories& noise,
                 std::span<const std::int16_t> places) noexcept;
    /** One more, capacity.maxSegments at most. fade: what its voices are written for. */
    void addSegment (const TimbreFade& fade) noexcept;
    /** Gives all that there is to be rendered to the renderer, if it can be had in one batch, and returns; else renders it.
        voices: of all segments, by segment; must stay until `finish`. Fails: deviceLost; noise has gone on all the same. */
    Result<void> begin (VoiceRenderer& renderer, const SlotTablesList& slots,
                        const ScheduledVoices& voices) noexcept;
    /** Waits for what was begun; without that, nothing. Fails: deviceLost. */
    Result<void> finish (VoiceRenderer& renderer) noexcept;
    bool isBegun () const noexcept { return isBegun_; }
    /** Noise goes on where nothing can be rendered any more; all is silent. */
    void skip (const ScheduledVoices& voices) noexcept;
    /** Adds voices to segments that are rendered. Fails: deviceLost; noise has gone on all the same. */
    Result<void> add (VoiceRenderer& renderer, const SlotTablesList& slots,
                      const ScheduledVoices& voices) noexcept;
    void silence () noexcept; ///< all segments that there are
    /** Samples from `position` on; start () <= position, position + numSamples <= end (). left, right: overwritten. */
    void takeOut (std::int64_t position, float* left, float* right, int numSamples) const noexcept;
    /** What filters of noise remember in these places, at the end or at the start of the last segment. */
    void saveNoise (bool atEnd, std::span<const std::int16_t> places,
                    NoiseMemories& noise) const noexcept
    {
        noise_.save (places, atEnd ? kNever : end () - kControlSamples, noise);
    }

private:
    bool isOneBatch () const noexcept
    {
        return numSegments_ > 0 && endOfRun (0, Way::current) == numSegments_ &&
               std::none_of (fades_.begin (), fades_.begin () + numSegments_,
                             [] (const TimbreFade& fade) { return fade.isFading (); });
    }
    Result<void> beginPartials (VoiceRenderer& renderer, const SlotTablesList& slots,
                                std::span<const VoiceSegment> voices) noexcept;
    Result<void> renderPartials (VoiceRenderer& renderer, const SlotTablesList& slots,
                                 std::span<const VoiceSegment> voices, Way way) noexcept;
    Result<void> renderRun (VoiceRenderer& renderer, const SlotTablesList& slots,
                            std::span<const VoiceSegment> voices, Way way, int first,
                            int end) noexcept;
    Result<void> addPartials (VoiceRenderer& renderer, const SlotTablesList& slots,
                              const VoiceSegment& voice, Way way) noexcept;
    void addNoise (std::span<const ScheduledNoise> voices) noexcept;
    /** One past the last segment that follows `first` with the same tables. */
    int endOfRun (int first, Way way) const noexcept;
    VoiceSegment recordOf (const VoiceSegment& voice, const SlotTablesList& slots, Way way,
                           int firstSegment) const noexcept;
    const TimbreFade& fadeAt (int segment) const noexcept
    {
        return fades_[static_cast<std::size_t> (segment)];
    }

    std::int64_t start_ = 0;
    int numSegments_ = 0;
    bool isBegun_ = false;          ///< the renderer has a batch of all segments
    std::vector<TimbreFade> fades_; ///< of each segment
    SegmentSums sums_;
    SegmentSums::Stereo late_;
    SegmentNoise noise_;
    std::vector<VoiceSegment> batch_;
};

} // namespace melstrom

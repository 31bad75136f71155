// Rendered segments, until their samples are taken out.
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

/** The tables of one slot for one renderer. */
struct SlotTables
{
    const PreparedTables* prepared = nullptr; ///< null: silence
    std::array<float, kNumOscillators> centreShares {1, 1};
    bool operator== (const SlotTables&) const = default;
};
using SlotTablesList = std::array<SlotTables, kTableSlots>;

/** Renders a scheduler's segments, during a timbre fade with the current and the former timbre.
    Their sums stay apart, because voices may be added later; `takeOut` mixes them. The output is
    bit-identical whether voices are rendered together or added later.
    Thread: the rendering thread. Construction allocates; nothing else does. */
class SegmentBuffer
{
public:
    explicit SegmentBuffer (const VoiceCapacity& capacity);

    std::int64_t start () const noexcept { return start_; } ///< first sample of the first segment
    std::int64_t end () const noexcept                      ///< one past the last segment
    {
        return start_ + std::int64_t {numSegments_} * kControlSamples;
    }

    /** Whether the last segment uses those tables, as current or former ones. */
    bool endsWithSlot (int slot) const noexcept;

    /** Removes all segments; the next one starts at that sample, a control point. */
    void clear (std::int64_t start) noexcept;
    /** `clear` for a jump in time; noise filters of these places continue from `noise`. */
    void jumpTo (std::int64_t start, const NoiseMemories& noise,
                 std::span<const std::int16_t> places) noexcept;
    /** Adds a segment, capacity.maxSegments at most. fade: that its voices were written for. */
    void addSegment (const TimbreFade& fade) noexcept;
    /** Submits all segments to the renderer if one batch can hold them, and returns without a wait;
        else renders them. voices: of all segments, sorted by segment; must stay valid until
        `finish`.
        Fails: deviceLost; noise has advanced nevertheless. */
    Result<void> begin (VoiceRenderer& renderer, const SlotTablesList& slots,
                        const ScheduledVoices& voices) noexcept;
    /** Waits for the submitted batch; does nothing without one. Fails: deviceLost. */
    Result<void> finish (VoiceRenderer& renderer) noexcept;
    bool isBegun () const noexcept { return isBegun_; }
    /** After a failure: advances noise and silences all segments. */
    void skip (const ScheduledVoices& voices) noexcept;
    /** Adds voices to rendered segments. Fails: deviceLost; noise has advanced nevertheless. */
    Result<void> add (VoiceRenderer& renderer, const SlotTablesList& slots,
                      const ScheduledVoices& voices) noexcept;
    void silence () noexcept; ///< all segments
    /** Copies samples from `position` on; start () <= position, position + numSamples <= end ().
        left, right (numSamples): overwritten. */
    void takeOut (std::int64_t position, float* left, float* right, int numSamples) const noexcept;
    /** Saves the noise filters' state of these places, at the end or start of the last segment. */
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
    bool isBegun_ = false;          ///< the renderer works on a batch of all segments
    std::vector<TimbreFade> fades_; ///< of each segment
    SegmentSums sums_;
    SegmentSums::Stereo late_;
    SegmentNoise noise_;
    std::vector<VoiceSegment> batch_;
};

} // namespace melstrom

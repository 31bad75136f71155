// Noise of segments, for the current timbre and for the former timbre of a fade.
#pragma once

#include "Engine/Realtime/Noise/VoiceNoise.h"
#include "Engine/Realtime/Segments/TimbreFade.h"

#include <array>
#include <cstdint>
#include <span>

namespace melstrom
{

/** Place of a segment within a batch. */
struct NoisePlace
{
    std::int64_t start = 0; ///< its first sample
    bool isLast = false;    ///< last of the batch: a block may end within it
    const TimbreFade& fade; ///< that its voices were written for
};

/** Both channels of a sum. */
struct NoiseSides
{
    float *left = nullptr, *right = nullptr;
};

/** Noise filters have state, so add each segment of a voice once and in order. The filter state
    before a batch's last segment is saved, because another player may start there.
    Thread: the rendering thread. About 510 kB; allocates nothing after construction. */
class SegmentNoise
{
public:
    explicit SegmentNoise (double sampleRateHz) noexcept;

    /** Adds a voice's noise to `current`; during a fade, with the former timbre to `former` too. */
    void add (int place, const NoiseSegment& segment, const NoisePlace& at, NoiseSides current,
              NoiseSides former) noexcept;

    /** After a jump in time: filters of these places continue from `noise`. */
    void jumpTo (const NoiseMemories& noise, std::span<const std::int16_t> places) noexcept;
    /** Saves the filter state of these places: before the segment that starts at `beforeStart` if
        it was the last of a batch, else after the newest added segment. */
    void save (std::span<const std::int16_t> places, std::int64_t beforeStart,
               NoiseMemories& noise) const noexcept;

private:
    void keep (int place, std::int64_t start) noexcept;

    VoiceNoise current_, former_; ///< two, because each caches its filter designs
    NoiseMemories before_;        ///< state before a batch's last segment
    /** start of that segment, for each place of `before_` */
    std::array<std::int64_t, kVoicePlaces> keptAt_;
};

} // namespace melstrom

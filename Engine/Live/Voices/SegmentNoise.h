// Noise of segments, for the sound as it is and for a timbre that fades away.
#pragma once

#include "Engine/Realtime/Noise/VoiceNoise.h"
#include "Engine/Realtime/Segments/TimbreFade.h"

#include <array>
#include <cstdint>
#include <span>

namespace melstrom
{

/** What a segment of a batch is for noise. */
struct NoisePlace
{
    std::int64_t start = 0; ///< its first sample
    bool isLast = false;    ///< of the batch: a block may end within it
    const TimbreFade& fade; ///< that its voices were written for
};

/** Both sides of a sum. */
struct NoiseSides
{
    float *left = nullptr, *right = nullptr;
};

/** Filters of noise remember. So each voice's segments come once and in order; and of a batch's last segment what filters
    remembered before it is kept, because another player may have to begin with it anew.
    Thread: the one that renders; allocates nothing once made; of some 510 kB. */
class SegmentNoise
{
public:
    explicit SegmentNoise (double sampleRateHz) noexcept;

    /** Adds a voice's noise to `current`, and where the timbre fades as the former one sounds to `former`. */
    void add (int place, const NoiseSegment& segment, const NoisePlace& at, NoiseSides current,
              NoiseSides former) noexcept;

    /** Where time jumps: filters go on from `noise` in these places. */
    void jumpTo (const NoiseMemories& noise, std::span<const std::int16_t> places) noexcept;
    /** What filters remember in these places after what was added last; or before the segment that begins at
        `beforeStart`, if that was a batch's last one. */
    void save (std::span<const std::int16_t> places, std::int64_t beforeStart,
               NoiseMemories& noise) const noexcept;

private:
    void keep (int place, std::int64_t start) noexcept;

    VoiceNoise current_, former_; ///< apart: each remembers what it designed
    NoiseMemories before_;        ///< a batch's last segment
    /** where that began; of each place in `before_` */
    std::array<std::int64_t, kVoicePlaces> keptAt_;
};

} // namespace melstrom

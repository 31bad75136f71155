// Sums of all voices, segment by segment.
#pragma once

#include "Engine/Dsp/Voice/VoiceSegment.h"
#include "Engine/Realtime/Segments/TimbreFade.h"

#include <cstddef>
#include <span>
#include <vector>

namespace melstrom
{

/** The two timbres of a fade. */
enum class Way
{
    current,
    former
};

constexpr std::size_t offsetOfSegment (int segment) noexcept
{
    return static_cast<std::size_t> (segment) * kControlSamples;
}

/** Samples of several segments for both timbres. Partials and noise have separate sums, so that a
    voice can be added to either later. Thread: the rendering thread. Construction allocates;
    nothing else does. */
class SegmentSums
{
public:
    struct Stereo
    {
        std::vector<float> left, right;
    };
    struct Sums
    {
        Stereo partials, noise;
    };

    explicit SegmentSums (int maxSegments);

    Sums& of (Way way) noexcept { return way == Way::current ? current_ : former_; }
    void silence (int numSegments) noexcept; ///< the first numSegments segments
    /** Mixes both timbres and copies samples from `from` on. fades: one for each segment;
        left, right (numSamples): overwritten. */
    void takeOut (std::span<const TimbreFade> fades, std::size_t from, float* left, float* right,
                  int numSamples) const noexcept;

private:
    void mixFormer (std::size_t from, const TimbreFade& fade, float* left, float* right,
                    int numSamples) const noexcept;

    Sums current_, former_;
};

} // namespace melstrom

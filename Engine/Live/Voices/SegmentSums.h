// What segments sound like, voice added to voice.
#pragma once

#include "Engine/Dsp/Voice/VoiceSegment.h"
#include "Engine/Realtime/Segments/TimbreFade.h"

#include <cstddef>
#include <span>
#include <vector>

namespace melstrom
{

/** Whose timbre a voice sounds with, where one fades into another. */
enum class Way
{
    current,
    former
};

constexpr std::size_t offsetOfSegment (int segment) noexcept
{
    return static_cast<std::size_t> (segment) * kControlSamples;
}

/** Samples of several segments, in either way. Partials and noise are summed apart, so that a voice can be added to either
    later. Thread: the one that renders. Construction allocates, nothing else does. */
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
    void silence (int numSegments) noexcept; ///< the first ones
    /** Samples from `from` on, both ways mixed. fades: of each segment; left, right (numSamples): overwritten. */
    void takeOut (std::span<const TimbreFade> fades, std::size_t from, float* left, float* right,
                  int numSamples) const noexcept;

private:
    void mixFormer (std::size_t from, const TimbreFade& fade, float* left, float* right,
                    int numSamples) const noexcept;

    Sums current_, former_;
};

} // namespace melstrom

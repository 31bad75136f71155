// Voices of several segments, from the scheduler to the renderer.
#pragma once

#include "Engine/Realtime/Segments/VoiceWriter.h"

#include <span>
#include <vector>

namespace melstrom
{

/** The noise of a voice over one segment. */
struct ScheduledNoise
{
    std::int16_t place = 0; ///< of the voice
    std::int32_t segment = 0;
    NoiseSegment noise;
};

/** Voices of several segments in the order of `keep`. Partials and noise have separate lists,
    because they are rendered separately. Voices that do not fit are dropped. Construction
    allocates; nothing else does. */
class ScheduledVoices
{
public:
    ScheduledVoices (int maxVoicesPerSegment, int maxSegments)
        : maxPerSegment_ (static_cast<std::size_t> (maxVoicesPerSegment)),
          partials_ (maxPerSegment_ * static_cast<std::size_t> (maxSegments) + 1),
          noises_ (partials_.size ())
    {
    }

    void clear () noexcept
    {
        numPartials_ = numNoises_ = 0;
        beginSegment ();
    }
    /** The next voices belong to the next segment. */
    void beginSegment () noexcept
    {
        firstPartials_ = numPartials_;
        firstNoise_ = numNoises_;
    }
    /** Memory for the next voice; its former content is unused. */
    VoicePage page () noexcept { return {partials_[numPartials_], noises_[numNoises_].noise}; }
    /** Keeps the voice written to `page`. segment: index in the batch. Silent parts, and parts that
        do not fit, are dropped. */
    void keep (int place, int segment, bool hasPartials) noexcept
    {
        partials_[numPartials_].segment = segment;
        noises_[numNoises_].place = static_cast<std::int16_t> (place);
        noises_[numNoises_].segment = segment;
        const bool hasNoise = ! noises_[numNoises_].noise.isSilent ();
        numPartials_ += hasPartials && hasRoom (numPartials_, firstPartials_) ? 1 : 0;
        numNoises_ += hasNoise && hasRoom (numNoises_, firstNoise_) ? 1 : 0;
    }

    std::span<const VoiceSegment> partials () const noexcept
    {
        return std::span (partials_).first (numPartials_);
    }
    std::span<const ScheduledNoise> noises () const noexcept
    {
        return std::span (noises_).first (numNoises_);
    }

private:
    bool hasRoom (std::size_t count, std::size_t first) const noexcept
    {
        return count - first < maxPerSegment_ && count + 1 < partials_.size ();
    }

    std::size_t maxPerSegment_;
    std::vector<VoiceSegment> partials_; ///< the last element is scratch memory for `page`
    std::vector<ScheduledNoise> noises_;
    std::size_t numPartials_ = 0, numNoises_ = 0, firstPartials_ = 0, firstNoise_ = 0;
};

} // namespace melstrom

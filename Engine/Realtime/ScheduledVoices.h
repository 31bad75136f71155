// What a scheduler makes and a renderer takes: voices of some segments.
#pragma once

#include "Engine/Realtime/VoiceWriter.h"

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

/** Voices of some segments in the order in which they are added; partials and noise apart, for they are sounded apart.
    Keeps what it has room for. Construction allocates, nothing else does. */
class ScheduledVoices
{
public:
    ScheduledVoices (int maxVoicesPerSegment, int maxSegments)
        : maxPerSegment_ (static_cast<std::size_t> (maxVoicesPerSegment))
    {
        const std::size_t most = maxPerSegment_ * static_cast<std::size_t> (maxSegments);
        partials_.reserve (most);
        noises_.reserve (most);
    }

    void clear () noexcept
    {
        partials_.clear ();
        noises_.clear ();
        beginSegment ();
    }
    /** What is added from now on is of the next one. */
    void beginSegment () noexcept
    {
        firstPartials_ = partials_.size ();
        firstNoise_ = noises_.size ();
    }
    /** segment: of the batch. What is silent is left out, and so is what there is no room for. */
    void add (int place, int segment, const WrittenVoice& written) noexcept
    {
        if (written.hasPartials && hasRoom (partials_, firstPartials_))
        {
            partials_.push_back (written.partials);
            partials_.back ().segment = segment;
        }
        if (! written.noise.isSilent () && hasRoom (noises_, firstNoise_))
            noises_.push_back ({static_cast<std::int16_t> (place), segment, written.noise});
    }

    std::span<const VoiceSegment> partials () const noexcept { return partials_; }
    std::span<const ScheduledNoise> noises () const noexcept { return noises_; }

private:
    template <typename Item>
    bool hasRoom (const std::vector<Item>& items, std::size_t first) const noexcept
    {
        return items.size () - first < maxPerSegment_ && items.size () < items.capacity ();
    }

    std::vector<VoiceSegment> partials_;
    std::vector<ScheduledNoise> noises_;
    std::size_t maxPerSegment_, firstPartials_ = 0, firstNoise_ = 0;
};

} // namespace melstrom

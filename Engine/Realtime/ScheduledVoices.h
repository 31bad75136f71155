// What a scheduler makes and a renderer takes: voices of some segments.
#pragma once

#include "Engine/Realtime/VoiceWriter.h"

#include <span>
#include <vector>

namespace melstrom
{

/** A voice over one segment. */
struct ScheduledVoice
{
    std::int16_t place = 0;
    WrittenVoice written;
};

/** Voices of some segments in the order in which they are added. Keeps what it has room for. Construction allocates,
    nothing else does. */
class ScheduledVoices
{
public:
    ScheduledVoices (int maxVoicesPerSegment, int maxSegments)
        : maxPerSegment_ (static_cast<std::size_t> (maxVoicesPerSegment))
    {
        voices_.reserve (maxPerSegment_ * static_cast<std::size_t> (maxSegments));
    }

    void clear () noexcept
    {
        voices_.clear ();
        segmentStart_ = 0;
    }
    /** What is added from now on is of the next one. */
    void beginSegment () noexcept { segmentStart_ = voices_.size (); }
    /** false: no room. */
    bool add (const ScheduledVoice& voice) noexcept
    {
        const bool isFull = voices_.size () - segmentStart_ >= maxPerSegment_;
        if (isFull || voices_.size () == voices_.capacity ())
            return false;
        voices_.push_back (voice);
        return true;
    }
    std::size_t capacity () const noexcept { return voices_.capacity (); }
    std::span<const ScheduledVoice> all () const noexcept { return voices_; }

private:
    std::vector<ScheduledVoice> voices_;
    std::size_t maxPerSegment_, segmentStart_ = 0;
};

} // namespace melstrom

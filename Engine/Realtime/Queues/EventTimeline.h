// Events of a host on an absolute line of samples, kept until they are dropped.
#pragma once

#include "Engine/Realtime/Control/SynthEvent.h"

#include <algorithm>
#include <span>
#include <vector>

namespace melstrom
{

/** Events sorted by sample. Construction allocates; nothing else does. Thread: one at a time. */
class EventTimeline
{
public:
    explicit EventTimeline (std::size_t capacity) { events_.reserve (capacity); }

    void clear () noexcept { events_.clear (), first_ = 0; }

    /** Appends an event; a sample before the last event's becomes the last event's. false: it is
        full. */
    bool push (SynthEvent event) noexcept
    {
        if (events_.size () == events_.capacity ())
            compact ();
        if (events_.size () == events_.capacity ())
            return false;
        if (events_.size () > first_)
            event.sample = std::max (event.sample, events_.back ().sample);
        events_.push_back (event);
        return true;
    }

    /** Events at or after `sample`. This span and that of `between` are valid until the next
        `push`. */
    std::span<const SynthEvent> from (std::int64_t sample) const noexcept
    {
        return kept ().subspan (indexOf (sample));
    }
    std::span<const SynthEvent> between (std::int64_t start, std::int64_t end) const noexcept
    {
        const std::size_t first = indexOf (start);
        return kept ().subspan (first, indexOf (end) - first);
    }

    /** Drops events before `sample`. */
    void dropBefore (std::int64_t sample) noexcept { first_ += indexOf (sample); }

private:
    std::span<const SynthEvent> kept () const noexcept
    {
        return std::span (events_).subspan (first_);
    }
    std::size_t indexOf (std::int64_t sample) const noexcept
    {
        const auto all = kept ();
        const auto at = std::ranges::lower_bound (all, sample, {}, &SynthEvent::sample);
        return static_cast<std::size_t> (at - all.begin ());
    }
    void compact () noexcept
    {
        events_.erase (events_.begin (), events_.begin () + static_cast<std::ptrdiff_t> (first_));
        first_ = 0;
    }

    std::vector<SynthEvent> events_;
    std::size_t first_ = 0; ///< index of the first kept event
};

} // namespace melstrom

// Streams and events of an emulated device.
#pragma once

#include "Engine/Backend/Gpu/Device/CudaDevice.h"

#include <deque>
#include <functional>
#include <map>
#include <random>
#include <vector>

namespace melstrom::testing
{

/** Work is done in the order of its stream, and after what its stream was made to wait for. Late
    streams do it only while someone polls an event, and take turns at random. Thread: one at a
    time. */
class EmulatedStreams
{
public:
    EmulatedStreams (bool runsLate, unsigned seed) : runsLate_ (runsLate), random_ (seed) {}

    void add (cuda::StreamHandle stream) { streams_[stream]; }
    void add (cuda::EventHandle event) { events_[event]; }
    bool has (cuda::StreamHandle stream) const { return streams_.count (stream) > 0; }
    bool has (cuda::EventHandle event) const { return events_.count (event) > 0; }
    /** How much of its work was never done. */
    std::size_t remove (cuda::StreamHandle stream)
    {
        const std::size_t left = streams_[stream].size ();
        streams_.erase (stream);
        return left;
    }
    void remove (cuda::EventHandle event) { events_.erase (event); }

    void enqueue (cuda::StreamHandle stream, std::function<void ()> work)
    {
        push (stream, {std::move (work), nullptr});
    }
    void record (cuda::EventHandle event, cuda::StreamHandle stream)
    {
        const auto number = ++events_[event].recorded;
        push (stream, {[this, event, number] { reach (event, number); }, nullptr});
    }
    void makeWait (cuda::StreamHandle stream, cuda::EventHandle event)
    {
        const auto number = events_[event].recorded;
        push (stream, {[] {}, [this, event, number] { return hasReached (event, number); }});
    }
    bool isDone (cuda::EventHandle event)
    {
        for (auto steps = random_ () % 4; runsLate_ && steps > 0; --steps)
            stepAny ();
        return hasReached (event, events_[event].recorded);
    }

private:
    struct Item
    {
        std::function<void ()> work;
        std::function<bool ()> canStart; ///< null: at once
    };
    struct Event
    {
        std::uint64_t recorded = 0, reached = 0;
    };

    void reach (cuda::EventHandle event, std::uint64_t number)
    {
        if (const auto found = events_.find (event); found != events_.end ())
            found->second.reached = number;
    }
    bool hasReached (cuda::EventHandle event, std::uint64_t number) const
    {
        const auto found = events_.find (event);
        return found == events_.end () || found->second.reached >= number;
    }

    void push (cuda::StreamHandle stream, Item item)
    {
        streams_[stream].push_back (std::move (item));
        while (! runsLate_ && stepAny ())
        {
        }
    }

    /** One piece of work of a stream drawn at random; false when none can go on. */
    bool stepAny ()
    {
        std::vector<std::deque<Item>*> ready;
        for (auto& [handle, items] : streams_)
            if (! items.empty () && (! items.front ().canStart || items.front ().canStart ()))
                ready.push_back (&items);
        if (ready.empty ())
            return false;
        auto& items = *ready[random_ () % ready.size ()];
        const Item item = std::move (items.front ());
        items.pop_front ();
        item.work ();
        return true;
    }

    bool runsLate_;
    std::mt19937 random_;
    std::map<cuda::StreamHandle, std::deque<Item>> streams_;
    std::map<cuda::EventHandle, Event> events_;
};

} // namespace melstrom::testing

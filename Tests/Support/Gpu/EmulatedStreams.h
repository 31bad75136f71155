// Streams and events of an emulated device.
#pragma once

#include "Engine/Backend/Gpu/Device/Device.h"

#include <deque>
#include <functional>
#include <map>
#include <random>
#include <vector>

namespace melstrom::testing
{

/** Work executes in the order of its stream, and after the events that its stream waits for. Late
    streams execute work only while an event is polled, in random order of streams. Thread: one at a
    time. */
class EmulatedStreams
{
public:
    EmulatedStreams (bool runsLate, unsigned seed) : runsLate_ (runsLate), random_ (seed) {}

    void add (gpu::StreamHandle stream) { streams_[stream]; }
    void add (gpu::EventHandle event) { events_[event]; }
    bool has (gpu::StreamHandle stream) const { return streams_.count (stream) > 0; }
    bool has (gpu::EventHandle event) const { return events_.count (event) > 0; }
    /** Returns the amount of work that was never executed. */
    std::size_t remove (gpu::StreamHandle stream)
    {
        const std::size_t left = streams_[stream].size ();
        streams_.erase (stream);
        return left;
    }
    void remove (gpu::EventHandle event) { events_.erase (event); }

    void enqueue (gpu::StreamHandle stream, std::function<void ()> work)
    {
        push (stream, {std::move (work), nullptr});
    }
    void record (gpu::EventHandle event, gpu::StreamHandle stream)
    {
        const auto number = ++events_[event].recorded;
        push (stream, {[this, event, number] { reach (event, number); }, nullptr});
    }
    void makeWait (gpu::StreamHandle stream, gpu::EventHandle event)
    {
        const auto number = events_[event].recorded;
        push (stream, {[] {}, [this, event, number] { return hasReached (event, number); }});
    }
    bool isDone (gpu::EventHandle event)
    {
        for (auto steps = random_ () % 4; runsLate_ && steps > 0; --steps)
            stepAny ();
        return hasReached (event, events_[event].recorded);
    }

private:
    struct Item
    {
        std::function<void ()> work;
        std::function<bool ()> canStart; ///< null: can start at once
    };
    struct Event
    {
        std::uint64_t recorded = 0, reached = 0;
    };

    void reach (gpu::EventHandle event, std::uint64_t number)
    {
        if (const auto found = events_.find (event); found != events_.end ())
            found->second.reached = number;
    }
    bool hasReached (gpu::EventHandle event, std::uint64_t number) const
    {
        const auto found = events_.find (event);
        return found == events_.end () || found->second.reached >= number;
    }

    void push (gpu::StreamHandle stream, Item item)
    {
        streams_[stream].push_back (std::move (item));
        while (! runsLate_ && stepAny ())
        {
        }
    }

    /** Executes one piece of work of a random stream; false if no stream can proceed. */
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
    std::map<gpu::StreamHandle, std::deque<Item>> streams_;
    std::map<gpu::EventHandle, Event> events_;
};

} // namespace melstrom::testing

#include "Engine/Live/Voices/HostTimeline.h"

#include <algorithm>

namespace melstrom
{

namespace
{
/** Capacity for events that are still needed. */
constexpr std::size_t kMaxEvents = 16384;
/** Tempo for hosts that report none. */
constexpr double kDefaultBeatsPerSecond = 2;
} // namespace

HostTimeline::HostTimeline (double sampleRateHz)
    : sampleRateHz_ (sampleRateHz), events_ (kMaxEvents)
{
}

void HostTimeline::noteSong (const LivePart& part) noexcept
{
    const SongPlace& song = part.block.song;
    const double speed =
        song.beatsPerSample > 0 ? song.beatsPerSample : kDefaultBeatsPerSecond / sampleRateHz_;
    if (song.isRunning)
        song_.goOn (position_, song.beats + part.first * speed, speed);
    else
        song_.runFreely (position_, speed);
}

std::span<const SynthEvent> HostTimeline::takeEvents (const LivePart& part) noexcept
{
    const auto& events = part.block.events;
    const std::size_t first = nextEvent_;
    const bool isLast = part.first + part.numSamples == part.block.numSamples;
    while (nextEvent_ < events.size () &&
           (isLast || events[nextEvent_].sample < part.first + part.numSamples))
        ++nextEvent_;
    return events.subspan (first, nextEvent_ - first);
}

void HostTimeline::noteEvents (const LivePart& part, std::span<const SynthEvent> events) noexcept
{
    for (SynthEvent event : events)
    {
        event.sample = position_ +
                       std::clamp<std::int64_t> (event.sample - part.first, 0, part.numSamples - 1);
        if (! events_.push (event))
            numLost_.fetch_add (1, std::memory_order_relaxed);
    }
}

void HostTimeline::noteEvent (SynthEventKind kind, std::uint8_t index) noexcept
{
    events_.push ({position_, kind, 0, index, 0});
}

void HostTimeline::dropBefore (std::int64_t sample) noexcept
{
    events_.dropBefore (sample);
    song_.dropBefore (std::max<std::int64_t> (sample, 0));
}

} // namespace melstrom

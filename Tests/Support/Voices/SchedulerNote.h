// One note through the scheduler, segment by segment.
#pragma once

#include "Engine/Realtime/Segments/VoiceScheduler.h"
#include "Tests/Support/Voices/VoiceScene.h"

#include <cmath>

namespace melstrom::testing
{

/** Segments of so many seconds at 48 kHz. */
inline int segmentsOf (double seconds)
{
    return static_cast<int> (std::lround (seconds * 48000 / kControlSamples));
}

/** Key 69 of a patch, from a second of the line of time on, at 48 kHz. */
class SchedulerNote
{
public:
    SchedulerNote (const PatchValues& patch, std::int64_t second, float velocity)
        : scheduler_ (48000), segment_ (second * 48000 / kControlSamples), struck_ (segment_)
    {
        scheduler_.setPatch (patch, {1, 1});
        send (SynthEventKind::noteOn, 69, velocity);
    }

    void send (SynthEventKind kind, int key, float value)
    {
        scheduler_.apply (
            {segment_ * kControlSamples, kind, 0, static_cast<std::uint8_t> (key), value}, voices_);
    }
    void move (PatchKey key, float value)
    {
        send (SynthEventKind::parameter, static_cast<int> (key), value);
    }
    /** Another note, once the first has faded: all sound is off before it. */
    void strikeAgain ()
    {
        send (SynthEventKind::controller, 120, 0);
        for (int i = 0; i < 20; ++i)
            advance ();
        struck_ = segment_;
        send (SynthEventKind::noteOn, 69, 1);
    }
    /** One segment on; false: no note is there. song: empty: none runs */
    bool advance (const SongTime* song = nullptr)
    {
        voices_.clear ();
        scheduler_.beginSegment (segment_++, 0, song, voices_);
        return ! voices_.partials ().empty ();
    }
    /** At the last control point. The level is that of half a segment later: see Spline. */
    float level () const { return voices_.partials ().back ().oscillators[0].level.end; }
    double levelSeconds () const
    {
        return (static_cast<double> (segment_ - struck_) + 0.5) * kControlSamples / 48000;
    }
    float pan () const { return voices_.partials ().back ().oscillators[0].pan.end; }

private:
    VoiceScheduler scheduler_;
    ScheduledVoices voices_ {8, 1};
    std::int64_t segment_, struck_;
};

} // namespace melstrom::testing

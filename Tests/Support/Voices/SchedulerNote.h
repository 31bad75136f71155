// One note through the scheduler, segment by segment.
#pragma once

#include "Engine/Realtime/Segments/VoiceScheduler.h"
#include "Tests/Support/Voices/VoiceScene.h"

#include <cmath>

namespace melstrom::testing
{

/** Number of segments in `seconds` at 48 kHz. */
inline int segmentsOf (double seconds)
{
    return static_cast<int> (std::lround (seconds * 48000 / kControlSamples));
}

/** Key 69 of a patch, struck at `second` of the timeline, at 48 kHz. */
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
    /** Strikes the key again. All sound off ends the first note before that. */
    void strikeAgain ()
    {
        send (SynthEventKind::controller, 120, 0);
        for (int i = 0; i < 20; ++i)
            advance ();
        struck_ = segment_;
        send (SynthEventKind::noteOn, 69, 1);
    }
    /** Advances one segment; false: there is no note. song: null if no song runs */
    bool advance (const SongTime* song = nullptr)
    {
        voices_.clear ();
        scheduler_.beginSegment (segment_++, 0, song, voices_);
        return ! voices_.partials ().empty ();
    }
    /** Level at the last control point. It is the level half a segment later: see Spline. */
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

// Beats of a song over time.
#pragma once

#include <cstdint>

namespace melstrom
{

/** Beats (quarters) at any sample of the synthesizer's time. Repeated calls give the same value. */
class SongTime
{
public:
    virtual ~SongTime () = default;
    /** Thread: any, audio too. sample >= 0 */
    virtual double beatsAt (std::int64_t sample) const noexcept = 0;
    /** The song's speed there, > 0 unless the song jumps or stands. Thread: any, audio too. */
    virtual double beatsPerSampleAt (std::int64_t sample) const noexcept
    {
        return beatsAt (sample + 1) - beatsAt (sample);
    }
};

} // namespace melstrom

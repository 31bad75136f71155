// Where a song's beats are.
#pragma once

#include <cstdint>

namespace melstrom
{

/** Beats (quarters) at any sample of the synthesizer's time, the same however often it is asked. */
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

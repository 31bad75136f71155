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
};

} // namespace melstrom

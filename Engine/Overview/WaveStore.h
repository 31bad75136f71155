// The waveform of a sound at any resolution, for a screen.
#pragma once

#include <cstdint>
#include <vector>

namespace melstrom
{

/** Full scale is 1. */
struct WaveRange
{
    float lowest = 0, highest = 0;
    bool isThere = false;
};

/** Thread: message. */
class WaveStore
{
public:
    virtual ~WaveStore () = default;
    virtual double rateHz () const noexcept = 0;
    virtual int numChannels () const noexcept = 0;
    virtual std::int64_t firstSample () const noexcept = 0;
    virtual std::int64_t endSample () const noexcept = 0;
    /** Extremes of samples [first, end), first < end, as far as they are known. May be rounded
        outwards to the store's steps if the range is longer than a step. */
    virtual WaveRange range (int channel, std::int64_t first, std::int64_t end) const = 0;
    /** Samples [first, first + count) one by one, count at most 65,536; empty: not known (yet). The
        call never waits: a file's samples are fetched in the background and raise `revision`. */
    virtual std::vector<float> samples (int channel, std::int64_t first, int count) const = 0;
    /** As RowStore::revision. */
    virtual std::uint64_t revision () const noexcept = 0;
};

} // namespace melstrom

// The highest frequency in a sound, and sounds whose spectrum ends at a steep edge.
#pragma once

#include <optional>
#include <span>

namespace melstrom
{

struct Bandwidth
{
    double ratio = 1;     ///< share of the spectrum, 0 to 1, that has sound
    bool hasEdge = false; ///< the spectrum ends at a steep edge below 0.93 of its range
    bool operator== (const Bandwidth&) const = default;
};

/** powers: (bins) from 0 Hz to half of the rate, >= 0. Looks at 128 bands of even width, with the
    mean power of their bins.
    An edge: the bands of the 30 % below it lie within 25 dB of their mean. Every band from 10 or 20 %
    above it lies at least 20 dB below the weakest and 30 dB below the mean of these bands, and twice
    as far below the mean as their slope would lead. The edge stands between 1/16 and 0.93 of the
    spectrum; of several the one with the largest fall counts.
    Resampling from a lower rate leaves such an edge, and so do MP3 and AAC; the fall of a voice or
    an instrument is slower. A sound without power near half of its former rate has no edge.
    Without an edge: the top of the highest band within 80 dB of the strongest.
    Empty: no power. */
std::optional<Bandwidth> bandwidthOf (std::span<const double> powers);

} // namespace melstrom

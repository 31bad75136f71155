// All numbers of a written voice, for a comparison bit for bit.
#pragma once

#include "Tests/Support/Voices/WrittenRun.h"

#include <bit>
#include <vector>

namespace melstrom::testing
{

inline std::vector<TurnRamp> turnsOf (const WrittenSegment& written)
{
    std::vector<TurnRamp> all;
    for (const OscillatorSegment& o : written.partials.oscillators)
        all.insert (all.end (), {o.base, o.detune, o.bandwidth, o.stretch});
    all.push_back (written.noise.grains);
    return all;
}

inline std::vector<std::uint64_t> bitsOf (const WrittenSegment& written)
{
    std::vector<std::uint64_t> bits {written.partials.noteSeed, written.isOver, written.hasPartials,
                                     static_cast<std::uint64_t> (written.partials.firstSample),
                                     static_cast<std::uint64_t> (written.noise.samplesBefore)};
    for (const TurnRamp& turns : turnsOf (written))
        bits.insert (bits.end (), {turns.turns, static_cast<std::uint64_t> (turns.startRate),
                                   static_cast<std::uint64_t> (turns.endRate)});
    const auto add = [&] (const Ramp& ramp)
    {
        bits.push_back (std::bit_cast<std::uint32_t> (ramp.start));
        bits.push_back (std::bit_cast<std::uint32_t> (ramp.end));
    };
    for (const OscillatorSegment& o : written.partials.oscillators)
    {
        for (const Ramp& ramp : {o.tilt, o.centre, o.sides, o.floor})
            add (ramp);
        for (const Spline& spline : {o.level, o.pan, o.spread})
            for (const float value : {spline.before, spline.start, spline.end})
                bits.push_back (std::bit_cast<std::uint32_t> (value));
    }
    for (const Ramp& ramp : {written.partials.filter.cutoff, written.noise.level,
                             written.noise.grainDepth, written.noise.pan, written.noise.width})
        add (ramp);
    return bits;
}

} // namespace melstrom::testing

#include "Standalone/Midi/TempoMap.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

TempoMap::TempoMap () : TempoMap (TickLength {}, {}, 48000) {}

TempoMap::TempoMap (const TickLength& tick, const std::vector<TempoChange>& changes,
                    double sampleRateHz)
    : tick_ (tick), sampleRateHz_ (sampleRateHz)
{
    const auto beatsPerSample = [sampleRateHz] (std::int64_t microseconds)
    { return 1e6 / (static_cast<double> (microseconds) * sampleRateHz); };
    steps_.emplace_back ();
    steps_.back ().beatsPerSample = beatsPerSample (steps_.back ().microsecondsPerQuarter);
    for (const auto& change : changes)
    {
        const Step& before = steps_.back ();
        Step step;
        step.tick = change.tick;
        step.units = before.units + (change.tick - before.tick) * before.microsecondsPerQuarter;
        step.microsecondsPerQuarter = change.microsecondsPerQuarter;
        step.sample = exactSampleAt (before, change.tick);
        step.beats = before.beats + (step.sample - before.sample) * before.beatsPerSample;
        if (! tick.isTimeCode)
            step.beats = static_cast<double> (change.tick) / tick.ticksPerQuarter;
        step.beatsPerSample = beatsPerSample (change.microsecondsPerQuarter);
        if (change.tick == before.tick)
            steps_.pop_back ();
        steps_.push_back (step);
    }
}

double TempoMap::exactSampleAt (const Step& step, std::int64_t tick) const noexcept
{
    if (tick_.isTimeCode)
        return static_cast<double> (tick) * sampleRateHz_ / tick_.ticksPerSecond;
    const auto units = step.units + (tick - step.tick) * step.microsecondsPerQuarter;
    return static_cast<double> (units) * sampleRateHz_ / (1e6 * tick_.ticksPerQuarter);
}

std::int64_t TempoMap::sampleAt (std::int64_t tick) const noexcept
{
    const auto after = std::ranges::upper_bound (steps_, tick, {}, &Step::tick);
    return std::llround (exactSampleAt (*(after - 1), tick));
}

const TempoMap::Step& TempoMap::stepAt (std::int64_t sample) const noexcept
{
    const auto position = static_cast<double> (sample);
    return *(std::ranges::upper_bound (steps_, position, {}, &Step::sample) - 1);
}

double TempoMap::beatsAt (std::int64_t sample) const noexcept
{
    const Step& step = stepAt (sample);
    return step.beats + (static_cast<double> (sample) - step.sample) * step.beatsPerSample;
}

double TempoMap::beatsPerSampleAt (std::int64_t sample) const noexcept
{
    return stepAt (sample).beatsPerSample;
}

} // namespace melstrom

// Converts ticks of a MIDI file to samples, and samples to beats.
#pragma once

#include <cstdint>
#include <vector>

namespace melstrom
{

/** The ticks' unit, from a file's header. */
struct TickLength
{
    bool isTimeCode = false;   ///< ticks are parts of a film frame and ignore the tempo
    int ticksPerQuarter = 480; ///< without time code
    double ticksPerSecond = 0; ///< with it
};

struct TempoChange
{
    std::int64_t tick = 0;
    std::int64_t microsecondsPerQuarter = 500000; ///< 1 .. 2^24 - 1
};

/** Beats are quarters. The tempo is 120 a minute until the first change. Thread: any. */
class TempoMap
{
public:
    TempoMap (); ///< constant 120 a minute at 48 kHz
    /** changes: sorted by tick; at one tick the last counts. All ticks must be below 2^53, and all
        times in microseconds times ticksPerQuarter below 2^62: then positions are exact before they
        are rounded. */
    TempoMap (const TickLength& tick, const std::vector<TempoChange>& changes, double sampleRateHz);

    /** The nearest sample. */
    std::int64_t sampleAt (std::int64_t tick) const noexcept;
    /** Quarters since sample 0, linear between the samples of tempo changes. sample: >= 0.
        Thread: any, also audio. */
    double beatsAt (std::int64_t sample) const noexcept;
    double beatsPerSampleAt (std::int64_t sample) const noexcept; ///< sample, thread: as beatsAt

private:
    struct Step
    {
        std::int64_t tick = 0;
        std::int64_t units = 0; ///< time in microseconds / ticksPerQuarter; without time code
        std::int64_t microsecondsPerQuarter = 500000;
        double sample = 0, beats = 0, beatsPerSample = 0;
    };
    const Step& stepAt (std::int64_t sample) const noexcept;
    double exactSampleAt (const Step& step, std::int64_t tick) const noexcept;

    TickLength tick_;
    double sampleRateHz_ = 48000;
    std::vector<Step> steps_; ///< at least one, the first at 0
};

} // namespace melstrom

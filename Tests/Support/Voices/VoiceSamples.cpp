#include "Tests/Support/Voices/VoiceSamples.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>

namespace melstrom::testing
{
namespace
{
TurnRamp rampOf (std::int64_t start, std::int64_t end, std::int64_t segmentsBefore)
{
    return {static_cast<std::uint64_t> (start) *
                static_cast<std::uint64_t> (segmentsBefore * kControlSamples),
            start, end};
}

/** Advances the ramp to the next segment. */
void goOn (TurnRamp& ramp, double growth)
{
    ramp.turns =
        turnsAfter (ramp.turns, ramp.startRate, ramp.endRate, kControlSamples, kControlSamples);
    ramp.startRate = ramp.endRate;
    ramp.endRate = std::llround (static_cast<double> (ramp.startRate) * growth);
}
} // namespace

PartialTable sawTable (int numPartials, int copies, int density)
{
    std::mt19937 random (static_cast<unsigned> (numPartials * 1000 + copies * 17 + density));
    std::normal_distribution<double> gaussian;
    PartialTable table;
    for (int h = 1; h <= numPartials; ++h)
        for (int i = 0; i < density; ++i)
        {
            Partial partial;
            partial.ratio = toCoefficient (h);
            partial.bandwidth = i == 0 ? 0 : toCoefficient (h * gaussian (random));
            partial.stretch = toCoefficient (h * std::log2 (h));
            partial.amplitude = static_cast<float> ((h % 2 == 0 ? -2 : 2) / std::numbers::pi / h /
                                                    std::sqrt (density));
            table.partials.push_back (partial);
        }
    table.numCopies = copies;
    table.copyGain = static_cast<float> (1 / std::sqrt (copies));
    for (int copy = 0; copy < copies && copies > 1; ++copy)
    {
        const auto at = static_cast<std::size_t> (copy);
        table.copyPositions[at] = copy * 2048 / (copies - 1) - 1024;
        table.copyPlaces[at] = (copy % 2 == 0 ? 1 : -1) * (1024 - 50 * copy);
        table.copyPhases[at] = 0x12345679u * static_cast<std::uint32_t> (copy);
    }
    table.phaseAmount = copies > 2 ? 1.0f : (density > 1 ? 0.37f : 0.0f);
    table.seed = 77;
    return table;
}

PartialTable sineTable ()
{
    PartialTable table;
    table.partials.push_back ({toCoefficient (1), 0, 0, 1.0f});
    return table;
}

Tables tablesOf (PartialTable table)
{
    return {std::move (table), PartialTable ()};
}

std::vector<VoiceSegment> segmentsOf (const VoiceSample& sample, int numSegments)
{
    const auto ramp = [&] (double factor, auto toRate)
    {
        const double rate = sample.frequency * factor;
        return rampOf (toRate (rate), toRate (rate * sample.growth), sample.firstSegment);
    };
    VoiceSegment voice;
    voice.noteSeed = 4321;
    voice.filter = {sample.filter, sample.slope, sample.cutoff, sample.resonance};
    OscillatorSegment& oscillator = voice.oscillators[0];
    oscillator = {ramp (1, toTurnRate),
                  ramp (sample.detune, toDetuneRate),
                  ramp (sample.bandwidth, toTurnRate),
                  ramp (sample.stretch, toTurnRate),
                  sample.level,
                  sample.pan,
                  sample.spread,
                  sample.tilt,
                  sample.centre,
                  sample.sides,
                  true,
                  sample.floor};
    std::vector<VoiceSegment> voices;
    for (int segment = 0; segment < numSegments; ++segment)
    {
        voice.segment = segment;
        voices.push_back (voice);
        for (TurnRamp* rates :
             {&oscillator.base, &oscillator.detune, &oscillator.bandwidth, &oscillator.stretch})
            goOn (*rates, sample.growth);
    }
    return voices;
}

std::vector<VoiceSegment> chordOf (int numSegments)
{
    std::vector<VoiceSegment> voices;
    std::mt19937 random (3);
    for (int note = 0; note < 6; ++note)
    {
        VoiceSample sample;
        sample.frequency = 0.002 * (1 + note);
        sample.growth = note % 2 == 0 ? 1.0 : 1.001;
        sample.detune = 0.01;
        sample.bandwidth = note == 3 ? 0.02 : 0.0;
        sample.filter = static_cast<FilterType> (note % 5);
        sample.spread = {0.5f, note == 4 ? 0.6f : 0.5f};
        sample.level = {0.1f, 0.1f};
        auto segments = segmentsOf (sample, numSegments);
        for (VoiceSegment& voice : segments)
        {
            voice.noteSeed = static_cast<std::uint32_t> (note);
            voice.oscillators[1] = voice.oscillators[0];
            voice.oscillators[1].isOn = note != 2;
            voice.firstSample = static_cast<std::int32_t> (random () % 8);
            if (voice.segment >= note)
                voices.push_back (voice);
        }
    }
    std::ranges::stable_sort (voices, {}, &VoiceSegment::segment);
    return voices;
}

RenderedSound rendered (const Tables& tables, const std::vector<VoiceSegment>& voices,
                        int numSegments, int segmentsPerBatch, int numThreads)
{
    auto renderer = makeCpuVoiceRenderer ({}, numThreads);
    if (! renderer || ! (*renderer)->setTables (tables))
        throw std::runtime_error ("no renderer");
    constexpr float kCanary = 12345.0f;
    const auto size = static_cast<std::size_t> (numSegments * kControlSamples);
    RenderedSound sound {std::vector<float> (size + 1, kCanary),
                         std::vector<float> (size + 1, kCanary)};
    for (int first = 0; first < numSegments; first += segmentsPerBatch)
    {
        const int count = std::min (segmentsPerBatch, numSegments - first);
        std::vector<VoiceSegment> part;
        for (VoiceSegment voice : voices)
            if (voice.segment >= first && voice.segment < first + count)
            {
                voice.segment -= first;
                part.push_back (voice);
            }
        const auto at = first * kControlSamples;
        if (! (*renderer)->render ({part, count}, sound.left.data () + at,
                                   sound.right.data () + at))
            throw std::runtime_error ("the renderer failed");
        if (sound.left[static_cast<std::size_t> (at + count * kControlSamples)] != kCanary)
            throw std::runtime_error ("the renderer wrote beyond its output");
    }
    sound.left.pop_back ();
    sound.right.pop_back ();
    return sound;
}

double amplitudeOf (const std::vector<float>& samples, int bin)
{
    double re = 0, im = 0;
    const auto size = static_cast<std::int64_t> (samples.size ());
    for (std::int64_t n = 0; n < size; ++n)
    {
        const double angle = 2 * std::numbers::pi * static_cast<double> (n * bin % size) /
                             static_cast<double> (size);
        re += samples[static_cast<std::size_t> (n)] * std::cos (angle);
        im += samples[static_cast<std::size_t> (n)] * std::sin (angle);
    }
    return std::hypot (re, im) * 2 / static_cast<double> (size);
}

} // namespace melstrom::testing

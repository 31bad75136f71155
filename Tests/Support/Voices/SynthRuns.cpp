#include "Tests/Support/Voices/SynthRuns.h"

#include "Tests/Support/Catch.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace melstrom::testing
{

BlockCutter blocksOf (int numSamples)
{
    return [numSamples] (std::int64_t) { return numSamples; };
}

BlockCutter randomBlocks (unsigned seed)
{
    return [engine = std::mt19937 (seed)] (std::int64_t) mutable
    { return static_cast<int> (engine () % 301); };
}

SynthEvent noteOn (std::int64_t sample, int key, float velocity, int channel)
{
    return {sample, SynthEventKind::noteOn, static_cast<std::uint8_t> (channel),
            static_cast<std::uint8_t> (key), velocity};
}

SynthEvent noteOff (std::int64_t sample, int key, int channel)
{
    return {sample, SynthEventKind::noteOff, static_cast<std::uint8_t> (channel),
            static_cast<std::uint8_t> (key), 0.5f};
}

SynthEvent controller (std::int64_t sample, int number, float value, int channel)
{
    return {sample, SynthEventKind::controller, static_cast<std::uint8_t> (channel),
            static_cast<std::uint8_t> (number), value};
}

namespace
{
StereoSound playAt (const VoiceCapacity& capacity, std::unique_ptr<VoiceRenderer> renderer,
                    const Patch& patch, const std::vector<SynthEvent>& events, StereoSound sound,
                    const BlockCutter& cut)
{
    REQUIRE (renderer != nullptr);
    auto synth = Synthesizer::make (std::move (renderer), capacity);
    REQUIRE (synth);
    REQUIRE ((*synth)->setPatch (patch));
    auto next = events.begin ();
    for (int position = 0; position < sound.size ();)
    {
        const int count = std::min (cut (position), sound.size () - position);
        const auto end = std::find_if (next, events.end (),
                                       [&] (const SynthEvent& event)
                                       { return event.sample >= position + count; });
        SynthBlock block;
        block.events = std::span (next, end);
        block.left = sound.left.data () + position;
        block.right = sound.right.data () + position;
        block.numSamples = count;
        REQUIRE ((*synth)->process (block));
        next = end;
        position += count;
    }
    return sound;
}
} // namespace

StereoSound play (const Patch& patch, const std::vector<SynthEvent>& events, int numSamples,
                  double sampleRateHz, const BlockCutter& cut)
{
    VoiceCapacity capacity = kPlayCapacity;
    capacity.sampleRateHz = sampleRateHz;
    auto renderer = makeCpuVoiceRenderer (capacity, 1);
    REQUIRE (renderer);
    return playAt (capacity, *std::move (renderer), patch, events, StereoSound (numSamples), cut);
}

StereoSound playOn (std::unique_ptr<VoiceRenderer> renderer, const Patch& patch,
                    const std::vector<SynthEvent>& events, int numSamples, const BlockCutter& cut)
{
    return playAt (kPlayCapacity, std::move (renderer), patch, events, StereoSound (numSamples),
                   cut);
}

std::vector<double> differenceOf (const StereoSound& a, const StereoSound& b)
{
    REQUIRE (a.size () == b.size ());
    std::vector<double> differences;
    for (std::size_t n = 0; n < a.left.size (); ++n)
    {
        differences.push_back (static_cast<double> (a.left[n]) - b.left[n]);
        differences.push_back (static_cast<double> (a.right[n]) - b.right[n]);
    }
    return differences;
}

double peakDb (const std::vector<double>& values)
{
    double peak = 0;
    for (const double value : values)
        peak = std::max (peak, std::fabs (value));
    return 20 * std::log10 (peak);
}

} // namespace melstrom::testing

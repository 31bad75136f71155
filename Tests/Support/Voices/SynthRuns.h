// Patches played by the synthesizer, for tests.
#pragma once

#include "Engine/Live/Voices/Synthesizer.h"
#include "Tests/Support/Audio/StereoSound.h"

#include <functional>
#include <memory>
#include <vector>

namespace melstrom::testing
{

/** Returns the length of the block that begins at `position`. */
using BlockCutter = std::function<int (std::int64_t position)>;
BlockCutter blocksOf (int numSamples);
/** 0 to 300 samples, at random. */
BlockCutter randomBlocks (unsigned seed);

SynthEvent noteOn (std::int64_t sample, int key, float velocity = 1.0f, int channel = 0);
SynthEvent noteOff (std::int64_t sample, int key, int channel = 0);
SynthEvent controller (std::int64_t sample, int number, float value, int channel = 0);

/** Plays on the CPU with one thread. The same events and blocks give the same sound. */
StereoSound play (const Patch& patch, const std::vector<SynthEvent>& events, int numSamples,
                  double sampleRateHz = 48000, const BlockCutter& cut = blocksOf (512));

/** Capacity for the renderers of `playOn`. */
inline constexpr VoiceCapacity kPlayCapacity {64, 16, 48000};

/** The same on any renderer made for kPlayCapacity. */
StereoSound playOn (std::unique_ptr<VoiceRenderer> renderer, const Patch& patch,
                    const std::vector<SynthEvent>& events, int numSamples,
                    const BlockCutter& cut = blocksOf (512));

/** The difference of two sounds: samples of both channels. */
std::vector<double> differenceOf (const StereoSound& a, const StereoSound& b);

/** 20 log10 of the largest sample; -inf for silence. */
double peakDb (const std::vector<double>& values);

} // namespace melstrom::testing

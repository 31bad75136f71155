// The noise of voices: hashed, so that any sample of it can be asked for at any time.
#pragma once

#include "Engine/Dsp/Voice/NoiseShape.h"
#include "Engine/Dsp/Voice/VoiceSegment.h"
#include "Engine/Realtime/Voice.h"

#include <array>
#include <cstdint>

namespace melstrom
{

/** What is written down of a voice's noise for one segment of the grid. Plain data. */
struct NoiseSegment
{
    std::int32_t firstSample = 0; ///< within the segment
    std::uint32_t noteSeed = 0;
    std::int64_t samplesBefore =
        0;              ///< since the note began, at the segment's start; below 0 before it
    Ramp level;         ///< may be below 0 before `firstSample`
    Ramp pan;           ///< -1 .. 1
    Ramp width;         ///< 0: left and right alike, 1: independent; power is the same
    Ramp smoothSeconds; ///< length of the running mean
    Ramp grainDepth;    ///< 0 .. 1
    TurnRamp grains;    ///< cycles of the grain rate
    NoiseShape startShape, endShape; ///< at both control points

    bool isSilent () const noexcept { return level.start == 0 && level.end == 0; }
};

/** One sample of white noise: mean 0, power 1, evenly from -sqrt (3) to sqrt (3). stream: 0 or 1, independent of each
    other. index: samples since the note began, any sign. */
float whiteNoise (std::uint32_t noteSeed, int stream, std::int64_t index) noexcept;

/** Sounds noise: white noise of two streams, through a running mean and the shape's FIR, mixed to the left and the right
    by width and pan, times level and 1 - depth + depth x grains. Where shapes or lengths of the mean differ between the
    control points, what comes of both is crossfaded in a line. What it adds is a function of the segment
    alone. Longest mean: kMostSmoothSamples. Thread: the one that renders; allocates nothing once made; of some 180 kB. */
class VoiceNoise
{
public:
    explicit VoiceNoise (double sampleRateHz) noexcept : sampleRateHz_ (sampleRateHz) {}

    /** left, right (32): adds to samples firstSample .. 31. place: of the voice; its taps are kept there. */
    void add (int place, const NoiseSegment& segment, float* left, float* right) noexcept;

    static constexpr int kMostSmoothSamples = 2047;

private:
    /** Taps of a shape that was asked for before: usually the next segment begins with what this one ends with. */
    struct KnownTaps
    {
        bool isKnown = false;
        NoiseShape shape;
        NoiseTaps taps {};
    };
    using ShapePair = std::array<KnownTaps, 2>; ///< of both control points
    using Samples = std::array<float, kControlSamples>;

    void learn (ShapePair& taps, const NoiseSegment& segment) const noexcept;
    /** One stream, shaped and crossfaded; power 1 if nothing shapes it. */
    Samples streamOf (const ShapePair& taps, const NoiseSegment& segment,
                      int stream) const noexcept;

    double sampleRateHz_;
    std::array<ShapePair, kVoicePlaces> known_ {};
};

} // namespace melstrom

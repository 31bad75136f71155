// The noise of voices: hashed white noise, and filters that remember.
#pragma once

#include "Engine/Dsp/Voice/VoiceSegment.h"
#include "Engine/Realtime/Control/Voice.h"
#include "Engine/Realtime/Noise/NoiseRun.h"

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

/** What the filters of a voice's noise remember at the end of a segment. Plain data. */
struct NoiseMemory
{
    std::int64_t nextSample = 0; ///< since the note began: of what comes next
    std::uint32_t noteSeed = 0;
    std::array<NoiseStream, 2> streams {};
};

/** One sample of white noise: mean 0, power 1, evenly from -sqrt (3) to sqrt (3). stream: 0 or 1, independent of each
    other. index: samples since the note began, any sign. */
float whiteNoise (std::uint32_t noteSeed, int stream, std::int64_t index) noexcept;

/** Of all voices, for the sound as it is and for a timbre that fades away. Of places where no voice sounds: anything. */
struct NoiseMemories
{
    std::array<NoiseMemory, kVoicePlaces> current {}, former {};
};

/** Sounds noise: white noise of two streams, through a running mean, the colour and the filter, mixed to the left and the
    right by width and pan, times level and 1 - depth + depth x grains. Between control points the filters' coefficients go
    in a line, and what comes of two lengths of the mean is crossfaded in one. Filters begin at rest with the
    note, and anew where noise has been silent or has not passed them for a segment. So what it adds is a function of
    the note's segments in order. Longest mean: kMostSmoothSamples.
    Thread: the one that renders; allocates nothing once made; of some 220 kB. */
class VoiceNoise
{
public:
    explicit VoiceNoise (double sampleRateHz) noexcept
        : sampleRateHz_ (sampleRateHz), power_ (sampleRateHz)
    {
    }

    /** left, right (32): adds to samples firstSample .. 31. place: of the voice; what its filters remember is kept there. */
    void add (int place, const NoiseSegment& segment, float* left, float* right) noexcept;

    const NoiseMemory& memory (int place) const noexcept
    {
        return memories_[static_cast<std::size_t> (place)];
    }
    void setMemory (int place, const NoiseMemory& memory) noexcept
    {
        memories_[static_cast<std::size_t> (place)] = memory;
    }

    static constexpr int kMostSmoothSamples = 2047;

private:
    /** Of a shape that was asked for before: usually the next segment begins with what this one ends with. */
    struct KnownDesign
    {
        bool isKnown = false;
        NoiseShape shape;
        NoiseDesign design;
    };
    using ShapePair = std::array<KnownDesign, 2>; ///< of both control points
    using Samples = std::array<float, kControlSamples>;

    void learn (ShapePair& designs, const NoiseSegment& segment) const noexcept;
    /** One stream; power 1 if nothing shapes it. */
    Samples streamOf (const ShapePair& designs, const NoiseSegment& segment, int stream,
                      NoiseStream& memory) const noexcept;

    double sampleRateHz_;
    ColourPower power_;
    std::array<ShapePair, kVoicePlaces> known_ {};
    std::array<NoiseMemory, kVoicePlaces> memories_ {};
};

} // namespace melstrom

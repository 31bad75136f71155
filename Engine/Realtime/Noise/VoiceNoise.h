// Noise of voices: hashed white noise through filters with state.
#pragma once

#include "Engine/Dsp/Voice/VoiceSegment.h"
#include "Engine/Realtime/Control/Voice.h"
#include "Engine/Realtime/Noise/NoiseRun.h"

#include <array>
#include <cstdint>

namespace melstrom
{

/** Record of a voice's noise for one segment of the grid. Plain data. */
struct NoiseSegment
{
    std::int32_t firstSample = 0; ///< within the segment
    std::uint32_t noteSeed = 0;
    std::int64_t samplesBefore =
        0;              ///< from the note's start to the segment's start; may be below 0
    Ramp level;         ///< may be below 0 before `firstSample`
    Ramp pan;           ///< -1 .. 1
    Ramp width;         ///< 0: left and right equal, 1: independent; the power is constant
    Ramp smoothSeconds; ///< length of the running mean
    Ramp grainDepth;    ///< 0 .. 1
    TurnRamp grains;    ///< cycles of the grain rate
    NoiseShape startShape, endShape; ///< at both control points

    bool isSilent () const noexcept { return level.start == 0 && level.end == 0; }
};

/** Filter state of a voice's noise at the end of a segment. Plain data. */
struct NoiseMemory
{
    std::int64_t nextSample = 0; ///< start of the next segment, since the note's start
    std::uint32_t noteSeed = 0;
    std::array<NoiseStream, 2> streams {};
};

/** One sample of white noise: mean 0, power 1, uniform from -sqrt (3) to sqrt (3). stream: 0 or 1,
    which are independent. index: samples since the note's start, any sign. */
float whiteNoise (std::uint32_t noteSeed, int stream, std::int64_t index) noexcept;

/** Filter states of all voices, for the current timbre and for the former timbre of a fade. Places
    without a voice have undefined values. */
struct NoiseMemories
{
    std::array<NoiseMemory, kVoicePlaces> current {}, former {};
};

/** Renders noise: two streams of white noise pass a running mean, the colour and the filter, are
    mixed to left and right by width and pan, and are multiplied by level and 1 - depth + depth x
    grains. Between control points the filters' coefficients are interpolated linearly, and the
    outputs of two mean lengths are crossfaded linearly. Filters start at rest with the note; they
    restart if noise was silent, or bypassed them, for a segment. So the output depends only on the
    note's segments in order. Longest mean: kMostSmoothSamples.
    Thread: the rendering thread; allocates nothing after construction. About 220 kB. */
class VoiceNoise
{
public:
    explicit VoiceNoise (double sampleRateHz) noexcept
        : sampleRateHz_ (sampleRateHz), power_ (sampleRateHz)
    {
    }

    /** left, right (32): adds to samples firstSample .. 31. place: of the voice and its filter
        state. */
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
    /** Cached design of a shape: a segment usually starts with the shape at the former segment's
        end. */
    struct KnownDesign
    {
        bool isKnown = false;
        NoiseShape shape;
        NoiseDesign design;
    };
    using ShapePair = std::array<KnownDesign, 2>; ///< of both control points
    using Samples = std::array<float, kControlSamples>;

    void learn (ShapePair& designs, const NoiseSegment& segment) const noexcept;
    /** Renders one stream; power 1 without mean, colour and filter. */
    Samples streamOf (const ShapePair& designs, const NoiseSegment& segment, int stream,
                      NoiseStream& memory) const noexcept;

    double sampleRateHz_;
    ColourPower power_;
    std::array<ShapePair, kVoicePlaces> known_ {};
    std::array<NoiseMemory, kVoicePlaces> memories_ {};
};

} // namespace melstrom

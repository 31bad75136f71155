// A low shelf, a peak and a high shelf in series.
#pragma once

#include "Engine/Realtime/Control/EasedValue.h"
#include "Engine/Spec/Patch/PatchValues.h"

#include <array>

namespace melstrom
{

/** y[n] = b0 x[n] + b1 x[n-1] + b2 x[n-2] - a1 y[n-1] - a2 y[n-2] */
struct BiquadCoefficients
{
    double b0 = 1, b1 = 0, b2 = 0, a1 = 0, a2 = 0;
    bool operator== (const BiquadCoefficients&) const = default;
};

struct EqualizerBand
{
    double gainDb = 0;         ///< at 0 samples pass bit-identical
    double frequencyHz = 1000; ///< of a shelf: where it reaches half its decibels
    double q = 1;              ///< only for the peak
    bool operator== (const EqualizerBand&) const = default;
};

struct EqualizerSettings
{
    EqualizerBand low {.gainDb = 0, .frequencyHz = 120, .q = 1};
    EqualizerBand mid {.gainDb = 0, .frequencyHz = 1000, .q = 1};
    EqualizerBand high {.gainDb = 0, .frequencyHz = 8000, .q = 1};
    bool operator== (const EqualizerSettings&) const = default;
};
/** Settings of a patch. Thread: any, audio too. */
EqualizerSettings equalizerSettings (const PatchValues& patch) noexcept;

/** Shelves have the slope S = 1. Frequencies are limited to 0.45 of the rate. At 0 dB exactly y =
    x.
    Thread: any; allocates nothing.
    source  Bristow-Johnson, "Audio EQ Cookbook" */
BiquadCoefficients lowShelf (const EqualizerBand& band, double sampleRateHz) noexcept;
BiquadCoefficients peak (const EqualizerBand& band, double sampleRateHz) noexcept;
BiquadCoefficients highShelf (const EqualizerBand& band, double sampleRateHz) noexcept;

/** Time until an impulse's ringing has decayed by `decibels`. 0 if all gains are 0. Thread: any. */
double equalizerTailSeconds (const EqualizerSettings& settings, double decibels) noexcept;
/** Upper bound of the gain of all bands together in dB, >= 0. Thread: any. */
double equalizerMostGainDb (const EqualizerSettings& settings) noexcept;

/** Filters in double. Each coefficient moves by EasedValue: an eased value lies between former
    targets, and the region of stable (a1, a2) is convex, so that no change of settings is unstable.
    A band of 0 dB is skipped once its ringing has decayed.
    thread  the rendering thread; `prepare` any */
class Equalizer
{
public:
    void prepare (double sampleRateHz) noexcept; ///< resets
    void reset () noexcept;                      ///< silences; settings at their targets
    void setSettings (const EqualizerSettings& settings) noexcept;
    void process (float* left, float* right, int numSamples) noexcept; ///< in place

private:
    class Band
    {
    public:
        void prepare (double sampleRateHz) noexcept;
        void reset () noexcept { sides_ = {}; }
        void setTarget (const BiquadCoefficients& target, bool atOnce) noexcept;
        void process (float& left, float& right) noexcept;

    private:
        struct Side
        {
            double first = 0, second = 0; ///< transposed direct form II
        };
        bool isQuiet () const noexcept;
        float filtered (Side& side, float in) const noexcept;

        std::array<EasedValue, 5> eased_; ///< b0, b1, b2, a1, a2
        BiquadCoefficients now_, target_;
        std::array<Side, 2> sides_;
        bool isThere_ = true, isLeftOut_ = true;
    };

    double sampleRateHz_ = 48000;
    std::array<Band, 3> bands_;
    EqualizerSettings settings_;
    bool isFresh_ = true;
};

} // namespace melstrom

#include "Engine/Realtime/Effects/Equalizer.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom
{
namespace
{

/** Intermediate values of the Audio EQ Cookbook. */
struct Turn
{
    double amplitude, cosine, alpha; ///< A, cos (w0), alpha

    Turn (const EqualizerBand& band, double q, double sampleRateHz) noexcept
        : amplitude (std::pow (10.0, band.gainDb / 40))
    {
        const double hz = std::min (band.frequencyHz, 0.45 * sampleRateHz);
        const double angle = 2 * std::numbers::pi * hz / sampleRateHz;
        cosine = std::cos (angle);
        alpha = std::sin (angle) / (2 * q);
    }
};

constexpr double kShelfQ = 1 / std::numbers::sqrt2; // for the slope S = 1

BiquadCoefficients normalized (double b0, double b1, double b2, double a0, double a1,
                               double a2) noexcept
{
    return {b0 / a0, b1 / a0, b2 / a0, a1 / a0, a2 / a0};
}

/** 0 for values below about 2^-64, so that decaying ringing never becomes denormal. See `flushed`
    in SmoothedValue.h. */
double flushedDouble (double value) noexcept
{
    constexpr double kLift = 1.0 / 1024; // its last bit is 2^-62
    return (value + kLift) - kLift;
}

} // namespace

EqualizerSettings equalizerSettings (const PatchValues& patch) noexcept
{
    const auto value = [&] (PatchKey key) { return double {patch[key]}; };
    return {.low = {.gainDb = value (PatchKey::eqLowGain),
                    .frequencyHz = value (PatchKey::eqLowFrequency),
                    .q = 1},
            .mid = {.gainDb = value (PatchKey::eqMidGain),
                    .frequencyHz = value (PatchKey::eqMidFrequency),
                    .q = value (PatchKey::eqMidQ)},
            .high = {.gainDb = value (PatchKey::eqHighGain),
                     .frequencyHz = value (PatchKey::eqHighFrequency),
                     .q = 1}};
}

BiquadCoefficients lowShelf (const EqualizerBand& band, double sampleRateHz) noexcept
{
    const Turn turn (band, kShelfQ, sampleRateHz);
    const double a = turn.amplitude, c = turn.cosine, root = 2 * std::sqrt (a) * turn.alpha;
    return normalized (a * ((a + 1) - (a - 1) * c + root), 2 * a * ((a - 1) - (a + 1) * c),
                       a * ((a + 1) - (a - 1) * c - root), (a + 1) + (a - 1) * c + root,
                       -2 * ((a - 1) + (a + 1) * c), (a + 1) + (a - 1) * c - root);
}

BiquadCoefficients peak (const EqualizerBand& band, double sampleRateHz) noexcept
{
    const Turn turn (band, band.q, sampleRateHz);
    const double a = turn.amplitude, c = turn.cosine;
    return normalized (1 + turn.alpha * a, -2 * c, 1 - turn.alpha * a, 1 + turn.alpha / a, -2 * c,
                       1 - turn.alpha / a);
}

BiquadCoefficients highShelf (const EqualizerBand& band, double sampleRateHz) noexcept
{
    const Turn turn (band, kShelfQ, sampleRateHz);
    const double a = turn.amplitude, c = turn.cosine, root = 2 * std::sqrt (a) * turn.alpha;
    return normalized (a * ((a + 1) + (a - 1) * c + root), -2 * a * ((a - 1) + (a + 1) * c),
                       a * ((a + 1) + (a - 1) * c - root), (a + 1) - (a - 1) * c + root,
                       2 * ((a - 1) - (a + 1) * c), (a + 1) - (a - 1) * c - root);
}

double equalizerTailSeconds (const EqualizerSettings& settings, double decibels) noexcept
{
    // Poles of the prototypes: w0 A^(-+1/2) for shelves with Q = 1 / sqrt 2, w0 for a peak with
    // Q times A. Below Q = 1/2 poles are real, and the slower one determines the tail.
    double seconds = 0;
    const double nepers = decibels / 20 * std::numbers::ln10;
    const auto add = [&] (const EqualizerBand& band, double q, double frequencyShare)
    {
        const double w = 2 * std::numbers::pi * band.frequencyHz * frequencyShare;
        const double spread = std::sqrt (std::max (0.0, 1 - 4 * q * q));
        const double nepersPerSecond = w * (1 - spread) / (2 * q);
        if (band.gainDb != 0)
            seconds += nepers / nepersPerSecond;
    };
    const auto amplitude = [] (const EqualizerBand& band)
    { return std::pow (10.0, band.gainDb / 40); };
    add (settings.low, kShelfQ, 1 / std::sqrt (amplitude (settings.low)));
    add (settings.mid, settings.mid.q * amplitude (settings.mid), 1);
    add (settings.high, kShelfQ, std::sqrt (amplitude (settings.high)));
    return seconds;
}

double equalizerMostGainDb (const EqualizerSettings& settings) noexcept
{
    return std::max (0.0, settings.low.gainDb) + std::max (0.0, settings.mid.gainDb) +
           std::max (0.0, settings.high.gainDb);
}

void Equalizer::Band::prepare (double sampleRateHz) noexcept
{
    for (auto& value : eased_)
        value.prepare (sampleRateHz);
}

void Equalizer::Band::setTarget (const BiquadCoefficients& target, bool atOnce) noexcept
{
    const std::array<double, 5> values {target.b0, target.b1, target.b2, target.a1, target.a2};
    for (std::size_t i = 0; i < eased_.size (); ++i)
    {
        eased_[i].setTarget (values[i]);
        if (atOnce)
            eased_[i].snapTo (values[i]);
    }
    if (atOnce)
        now_ = target;
    isThere_ = atOnce;
    target_ = target;
    isLeftOut_ = atOnce && target.b0 == 1 && target.b1 == target.a1 && target.b2 == target.a2;
}

bool Equalizer::Band::isQuiet () const noexcept
{
    constexpr double kQuiet = 1e-9; // -180 dB
    return std::ranges::all_of (
        sides_, [] (const Side& side)
        { return std::abs (side.first) < kQuiet && std::abs (side.second) < kQuiet; });
}

float Equalizer::Band::filtered (Side& side, float in) const noexcept
{
    const double x = double {in};
    const double y = now_.b0 * x + side.first;
    side.first = flushedDouble (now_.b1 * x - now_.a1 * y + side.second);
    side.second = flushedDouble (now_.b2 * x - now_.a2 * y);
    return static_cast<float> (y);
}

void Equalizer::Band::process (float& left, float& right) noexcept
{
    if (isLeftOut_)
        return;
    if (! isThere_)
    {
        now_ = {eased_[0].next (), eased_[1].next (), eased_[2].next (), eased_[3].next (),
                eased_[4].next ()};
        isThere_ = now_ == target_;
    }
    left = filtered (sides_[0], left);
    right = filtered (sides_[1], right);
    const bool isFlat = now_.b0 == 1 && now_.b1 == now_.a1 && now_.b2 == now_.a2;
    if (isThere_ && isFlat && isQuiet ())
    {
        isLeftOut_ = true;
        reset ();
    }
}

void Equalizer::prepare (double sampleRateHz) noexcept
{
    sampleRateHz_ = sampleRateHz;
    for (auto& band : bands_)
        band.prepare (sampleRateHz);
    settings_ = {};
    reset ();
}

void Equalizer::reset () noexcept
{
    for (auto& band : bands_)
        band.reset ();
    isFresh_ = true;
    setSettings (settings_);
}

void Equalizer::setSettings (const EqualizerSettings& settings) noexcept
{
    if (settings == settings_ && ! isFresh_)
        return;
    const auto set = [&] (Band& band, const EqualizerBand& to, const EqualizerBand& from,
                          const BiquadCoefficients& target)
    {
        const bool isStillFlat = to.gainDb == 0 && from.gainDb == 0;
        if (isFresh_ || (to != from && ! isStillFlat))
            band.setTarget (target, isFresh_);
    };
    set (bands_[0], settings.low, settings_.low, lowShelf (settings.low, sampleRateHz_));
    set (bands_[1], settings.mid, settings_.mid, peak (settings.mid, sampleRateHz_));
    set (bands_[2], settings.high, settings_.high, highShelf (settings.high, sampleRateHz_));
    settings_ = settings;
}

void Equalizer::process (float* left, float* right, int numSamples) noexcept
{
    for (int n = 0; n < numSamples; ++n)
    {
        isFresh_ = false;
        for (auto& band : bands_)
            band.process (left[n], right[n]);
    }
}

} // namespace melstrom

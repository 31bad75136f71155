#include "Engine/Realtime/Effects/Chorus.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom
{
namespace
{

/** A sine, and the same shifted by one and two thirds of a cycle. */
struct Swings
{
    std::array<std::array<double, kChorusTaps>, 2> of; ///< side, tap
};

Swings swingsAt (std::uint64_t phase) noexcept
{
    const double angle = 2 * std::numbers::pi * std::ldexp (static_cast<double> (phase >> 11), -53);
    const double sine = std::sin (angle), cosine = std::cos (angle);
    constexpr double kThirdCosine = -0.5, kThirdSine = std::numbers::sqrt3 / 2;
    return {{{{sine, sine * kThirdCosine + cosine * kThirdSine,
               sine * kThirdCosine - cosine * kThirdSine},
              {cosine, cosine * kThirdCosine - sine * kThirdSine,
               cosine * kThirdCosine + sine * kThirdSine}}}};
}

} // namespace

ChorusSettings chorusSettings (const PatchValues& patch) noexcept
{
    return {.mix = double {patch[PatchKey::chorusMix]},
            .rateHz = double {patch[PatchKey::chorusRate]},
            .depthSeconds = 0.001 * double {patch[PatchKey::chorusDepth]}}; // from ms
}

void Chorus::prepare (double sampleRateHz)
{
    sampleRateHz_ = sampleRateHz;
    const double longestSeconds = kChorusTapSeconds.back () + kChorusLongestDepthSeconds;
    memorySamples_ = static_cast<int> (longestSeconds * sampleRateHz) + 4;
    for (auto& line : lines_)
        line.prepare (memorySamples_);
    const int numRampSamples = rampSamples (sampleRateHz);
    mix_.prepare (sampleRateHz);
    rateHz_.prepare (numRampSamples);
    depthSamples_.prepare (numRampSamples);
    rest_.prepare (sampleRateHz);
    rest_.setPatience (memorySamples_);
    settings_ = {};
    reset ();
}

void Chorus::reset () noexcept
{
    clearLines ();
    phase_ = 0;
    isFresh_ = true;
    rest_.fallAsleep ();
    setSettings (settings_);
}

void Chorus::clearLines () noexcept
{
    for (auto& line : lines_)
        line.reset ();
    numZeros_ = memorySamples_;
}

void Chorus::setSettings (const ChorusSettings& settings) noexcept
{
    settings_ = settings;
    setMix (settings.mix);
    const double depth = std::clamp (settings.depthSeconds, 0.0, kChorusLongestDepthSeconds);
    rateHz_.setTarget (settings.rateHz);
    depthSamples_.setTarget (depth * sampleRateHz_);
    if (isFresh_)
    {
        rateHz_.snapTo (settings.rateHz);
        depthSamples_.snapTo (depth * sampleRateHz_);
    }
}

void Chorus::setMix (double mix) noexcept
{
    settings_.mix = mix;
    mix_.setMix (std::clamp (mix, 0.0, 1.0), isFresh_);
}

void Chorus::process (float* left, float* right, int numSamples) noexcept
{
    const double turnsPerHz = std::ldexp (1.0, 64) / sampleRateHz_;
    constexpr float kTapGain = 0.577350269f; // 1 / sqrt 3: three uncorrelated taps
    for (int n = 0; n < numSamples; ++n)
    {
        if (rest_.fallsAsleep (! mix_.isDryOnly (), isFresh_))
            clearLines ();
        isFresh_ = false;
        const double rateHz = rateHz_.next (), depth = depthSamples_.next ();
        const std::uint64_t phase = phase_;
        phase_ += static_cast<std::uint64_t> (rateHz * turnsPerHz);
        mix_.next ();
        if (rest_.isAsleep ())
            continue;

        const float intake = rest_.nextIntake ();
        const bool isSilent = left[n] == 0 && right[n] == 0;
        if (isSilent && numZeros_ >= memorySamples_)
        {
            left[n] = right[n] = 0;
            continue;
        }
        numZeros_ = isSilent ? numZeros_ + 1 : 0;
        const std::array<float*, 2> sides {left + n, right + n};
        const Swings swings = swingsAt (phase);
        for (std::size_t side = 0; side < 2; ++side)
        {
            lines_[side].write (intake * *sides[side]);
            float wet = 0;
            for (std::size_t tap = 0; tap < kChorusTaps; ++tap)
                wet += lines_[side].readBetween (kChorusTapSeconds[tap] * sampleRateHz_ +
                                                 depth * swings.of[side][tap]);
            if (! mix_.isDryOnly ())
                *sides[side] = mix_.of (*sides[side], kTapGain * wet);
        }
    }
}

} // namespace melstrom

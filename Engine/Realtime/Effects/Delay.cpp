#include "Engine/Realtime/Effects/Delay.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace melstrom
{

DelaySettings delaySettings (const PatchValues& patch) noexcept
{
    return {.mix = double {patch[PatchKey::delayMix]},
            .sync = static_cast<DelaySync> (patch.whole (PatchKey::delaySync)),
            .timeSeconds = 0.001 * double {patch[PatchKey::delayTime]}, // from ms
            .beats = double {patch[PatchKey::delayBeats]},
            .feedback = double {patch[PatchKey::delayFeedback]},
            .isPingPong = patch.whole (PatchKey::delayPingPong) != 0,
            .cutoffHz = double {patch[PatchKey::delayCutoff]}};
}

double delayTailSeconds (const DelaySettings& settings, double delaySeconds,
                         double decibels) noexcept
{
    if (settings.mix <= 0)
        return 0;
    const double feedback = std::clamp (settings.feedback, 0.0, kDelayHighestFeedback);
    if (feedback == 0)
        return delaySeconds;
    const double numRepeats = std::ceil (decibels / (-20 * std::log10 (feedback)));
    return delaySeconds * (1 + std::max (0.0, numRepeats));
}

void Delay::prepare (double sampleRateHz)
{
    sampleRateHz_ = sampleRateHz;
    const int longestSamples = static_cast<int> (kDelayLongestSeconds * sampleRateHz) + 1;
    for (auto& line : lines_)
        line.prepare (longestSamples);
    mix_.prepare (sampleRateHz);
    feedback_.prepare (sampleRateHz);
    damping_.prepare (sampleRateHz);
    pingPong_.prepare (sampleRateHz);
    rest_.prepare (sampleRateHz);
    rest_.setPatience (longestSamples);
    fadeSamples_ = std::max (1, static_cast<int> (kTimeFadeSeconds * sampleRateHz));
    settings_ = {};
    reset ();
}

void Delay::reset () noexcept
{
    numWritten_ = 0;
    damped_ = {};
    fadeLeft_ = 0;
    fadeShare_ = 0;
    beatsPerSecond_ = 2;
    isFresh_ = true;
    rest_.fallAsleep ();
    setSettings (settings_);
}

void Delay::setSettings (const DelaySettings& settings) noexcept
{
    settings_ = settings;
    const double damping =
        settings.cutoffHz >= kDelayOpenCutoffHz
            ? 1
            : 1 - std::exp (-2 * std::numbers::pi * settings.cutoffHz / sampleRateHz_);
    const double feedback = std::clamp (settings.feedback, 0.0, kDelayHighestFeedback);
    const double pingPong = settings.isPingPong ? 1 : 0;
    setMix (settings.mix);
    feedback_.setTarget (feedback);
    damping_.setTarget (damping);
    pingPong_.setTarget (pingPong);
    chooseTime ();
    if (isFresh_)
    {
        feedback_.snapTo (feedback);
        damping_.snapTo (damping);
        pingPong_.snapTo (pingPong);
    }
}

void Delay::setMix (double mix) noexcept
{
    settings_.mix = mix;
    mix_.setMix (std::clamp (mix, 0.0, 1.0), isFresh_);
}

/** Ignores rounding errors of a constant tempo. */
void Delay::hearTempo (const SongTime& song, std::int64_t sample) noexcept
{
    constexpr double kSame = 1e-5;
    const double heard = song.beatsPerSampleAt (sample) * sampleRateHz_;
    if (! (heard > 0) || std::abs (heard - beatsPerSecond_) <= kSame * beatsPerSecond_)
        return;
    beatsPerSecond_ = heard;
    chooseTime ();
}

void Delay::chooseTime () noexcept
{
    const double seconds = settings_.sync == DelaySync::tempo ? settings_.beats / beatsPerSecond_
                                                              : settings_.timeSeconds;
    const double samples = std::clamp (seconds, 0.0, kDelayLongestSeconds) * sampleRateHz_;
    wantedSamples_ = std::max (1, static_cast<int> (samples + 0.5));
    if (isFresh_)
        samples_ = nextSamples_ = wantedSamples_;
}

void Delay::moveTime () noexcept
{
    if (fadeLeft_ > 0 && --fadeLeft_ == 0)
        samples_ = nextSamples_;
    if (fadeLeft_ == 0 && wantedSamples_ != samples_)
    {
        nextSamples_ = wantedSamples_;
        fadeLeft_ = fadeSamples_;
    }
    // 6 x^5 - 15 x^4 + 10 x^3: slope and curvature are 0 at both ends. Source: Perlin 2002
    const float x = 1 - static_cast<float> (fadeLeft_) / static_cast<float> (fadeSamples_);
    fadeShare_ = fadeLeft_ == 0 ? 0 : x * x * x * (x * (6 * x - 15) + 10);
}

/** Call before the present sample is written. Returns 0 past the samples written so far. */
float Delay::read (const DelayLine& line, int delaySamples) const noexcept
{
    return delaySamples <= numWritten_ ? line.read (delaySamples - 1) : 0;
}

float Delay::echoOf (const DelayLine& line) const noexcept
{
    const float now = read (line, samples_);
    return fadeLeft_ == 0 ? now : now + fadeShare_ * (read (line, nextSamples_) - now);
}

/** Reads the echoes of the present sample from the lines, then writes the sample to the lines. */
std::array<float, 2> Delay::exchanged (float left, float right) noexcept
{
    const std::array<float, 2> echoes {echoOf (lines_[0]), echoOf (lines_[1])};
    const float feedback = static_cast<float> (feedback_.next ());
    const float damping = static_cast<float> (damping_.next ());
    const float crossed = static_cast<float> (pingPong_.next ());
    for (std::size_t side = 0; side < 2; ++side)
        damped_[side] = damping == 1
                            ? echoes[side]
                            : flushed (damped_[side] + damping * (echoes[side] - damped_[side]));
    const auto between = [crossed] (float straight, float over) {
        return crossed == 0   ? straight
               : crossed == 1 ? over
                              : straight + crossed * (over - straight);
    };
    lines_[0].write (flushed (
        between (left + feedback * damped_[0], 0.5f * (left + right) + feedback * damped_[1])));
    lines_[1].write (flushed (between (right + feedback * damped_[1], feedback * damped_[0])));
    ++numWritten_;
    return echoes;
}

void Delay::process (float* left, float* right, int numSamples, const SongTime* song,
                     std::int64_t start) noexcept
{
    for (int n = 0; n < numSamples; ++n)
    {
        if (song != nullptr && (isFresh_ || (start + n) % kTempoGridSamples == 0))
            hearTempo (*song, start + n);
        if (rest_.fallsAsleep (! mix_.isDryOnly (), isFresh_))
        {
            numWritten_ = 0;
            damped_ = {};
        }
        isFresh_ = false;
        mix_.next ();
        moveTime ();
        if (rest_.isAsleep ())
            continue;
        const float intake = rest_.nextIntake ();
        const auto echoes = exchanged (intake * left[n], intake * right[n]);
        if (mix_.isDryOnly ())
            continue;
        left[n] = mix_.of (left[n], echoes[0]);
        right[n] = mix_.of (right[n], echoes[1]);
    }
}

} // namespace melstrom

#include "Engine/Realtime/Effects/Reverb.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{
namespace
{

/** Multiplies by the Hadamard matrix of order 16 over 4, in place. Source: Fino & Algazi 1976 (fast
    transform). */
void mixLines (std::array<float, kReverbLines>& lines) noexcept
{
    for (std::size_t half = 1; half < kReverbLines; half *= 2)
        for (std::size_t first = 0; first < kReverbLines; first += 2 * half)
            for (std::size_t line = first; line < first + half; ++line)
            {
                const float a = lines[line], b = lines[line + half];
                lines[line] = a + b;
                lines[line + half] = a - b;
            }
    for (float& line : lines)
        line *= 0.25f;
}

/** Below -289 dB. Some losses never decay to 0: multiples of 2^-63 are rounded to themselves. */
bool isSilent (float value) noexcept
{
    constexpr float kSilence = 1.0f / (1ull << 48);
    return std::abs (value) <= kSilence;
}

} // namespace

ReverbSettings reverbSettings (const PatchValues& patch) noexcept
{
    return {.mix = double {patch[PatchKey::reverbMix]},
            .timeSeconds = double {patch[PatchKey::reverbTime]},
            .damping = double {patch[PatchKey::reverbDamping]},
            .predelaySeconds = 0.001 * double {patch[PatchKey::reverbPredelay]}}; // from ms
}

float Reverb::AllPass::process (float value) noexcept
{
    const float later = line.read (samples - 1);
    const float inside = flushed (value + kReverbDiffusion * later);
    line.write (inside);
    return later - kReverbDiffusion * inside;
}

void Reverb::prepare (double sampleRateHz)
{
    sampleRateHz_ = sampleRateHz;
    rampSamples_ = rampSamples (sampleRateHz);
    mix_.prepare (sampleRateHz);
    rest_.prepare (sampleRateHz);
    for (std::size_t side = 0; side < 2; ++side)
    {
        predelay_[side].prepare (static_cast<int> (kReverbLongestPredelaySeconds * sampleRateHz) +
                                 1);
        for (std::size_t n = 0; n < kReverbDiffusers; ++n)
        {
            auto& diffuser = diffusers_[side][n];
            const double seconds = kReverbDiffuserSeconds[n] * (side == 0 ? 1 : kReverbRightLonger);
            diffuser.samples = std::max (1, static_cast<int> (seconds * sampleRateHz));
            diffuser.line.prepare (diffuser.samples);
        }
    }
    lengths_ = reverbLineSamples (sampleRateHz);
    losses_.prepare (sampleRateHz, rampSamples_);
    early_ = reverbEarly (sampleRateHz);
    for (auto& line : earlyLines_)
        line.prepare (early_.samples[1].back ());
    memorySamples_ = std::max (static_cast<int> (kReverbLongestPredelaySeconds * sampleRateHz) + 1,
                               early_.samples[1].back ());
    swingSamples_ = kReverbSwingSeconds * sampleRateHz;
    for (std::size_t line = 0; line < kReverbLines; ++line)
    {
        constexpr int kRoom = 8; // extra samples for the interpolation
        const int longest = lengths_[line] + static_cast<int> (swingSamples_) + kRoom;
        lines_[line].prepare (longest);
        memorySamples_ = std::max (memorySamples_, longest);
        const double hz = kReverbSwingHz * std::exp2 (static_cast<double> (line) / kReverbLines);
        swingSteps_[line] = static_cast<std::uint64_t> (std::ldexp (hz / sampleRateHz, 64));
    }
    settings_ = {};
    reset ();
}

void Reverb::reset () noexcept
{
    clear ();
    rest_.fallAsleep ();
    fadeLeft_ = 0;
    isFresh_ = true;
    constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15; // golden section of 2^64
    for (std::size_t line = 0; line < kReverbLines; ++line)
        swings_[line] = line * kGolden;
    setSettings (settings_);
}

void Reverb::clear () noexcept
{
    for (std::size_t side = 0; side < 2; ++side)
    {
        predelay_[side].reset ();
        for (auto& diffuser : diffusers_[side])
            diffuser.line.reset ();
    }
    for (auto& line : earlyLines_)
        line.reset ();
    for (auto& line : lines_)
        line.reset ();
    states_ = {};
    numSilent_ = memorySamples_;
}

void Reverb::setSettings (const ReverbSettings& settings) noexcept
{
    if (settings == settings_ && ! isFresh_)
        return;
    settings_ = settings;
    const double time = std::max (0.01, settings.timeSeconds);
    const double damping = std::clamp (settings.damping, 0.0, 1.0);
    const double predelay =
        std::clamp (settings.predelaySeconds, 0.0, kReverbLongestPredelaySeconds);
    setMix (settings.mix);
    rest_.setPatience (static_cast<std::int64_t> ((time + predelay) * sampleRateHz_));
    wantedPredelaySamples_ = static_cast<int> (predelay * sampleRateHz_ + 0.5);

    losses_.set (time, damping, isFresh_);
    if (isFresh_)
        predelaySamples_ = nextPredelaySamples_ = wantedPredelaySamples_;
}

void Reverb::setMix (double mix) noexcept
{
    settings_.mix = mix;
    mix_.setMix (std::clamp (mix, 0.0, 1.0), isFresh_);
}

void Reverb::movePredelay () noexcept
{
    if (fadeLeft_ > 0 && --fadeLeft_ == 0)
        predelaySamples_ = nextPredelaySamples_;
    if (fadeLeft_ == 0 && wantedPredelaySamples_ != predelaySamples_)
    {
        nextPredelaySamples_ = wantedPredelaySamples_;
        fadeLeft_ = rampSamples_;
    }
}

Reverb::Sides Reverb::delayed (float left, float right) noexcept
{
    predelay_[0].write (left);
    predelay_[1].write (right);
    const Sides now {predelay_[0].read (predelaySamples_), predelay_[1].read (predelaySamples_)};
    if (fadeLeft_ == 0)
        return now;
    const float share = static_cast<float> (fadeLeft_) / static_cast<float> (rampSamples_);
    const Sides next {predelay_[0].read (nextPredelaySamples_),
                      predelay_[1].read (nextPredelaySamples_)};
    return {next.left + share * (now.left - next.left),
            next.right + share * (now.right - next.right)};
}

Reverb::Sides Reverb::early (Sides in) noexcept
{
    earlyLines_[0].write (in.left);
    earlyLines_[1].write (in.right);
    Sides out;
    for (std::size_t tap = 0; tap < kReverbEarlyTaps; ++tap)
    {
        const std::size_t other = tap % 2;
        out.left += early_.gains[tap] * earlyLines_[other].read (early_.samples[0][tap]);
        out.right += early_.gains[tap] * earlyLines_[1 - other].read (early_.samples[1][tap]);
    }
    constexpr float kGain = 0.5f; // square root of kReverbEarlyShare
    static_assert (kGain * kGain == kReverbEarlyShare);
    return {kGain * out.left, kGain * out.right};
}

Reverb::Sides Reverb::network (Sides in) noexcept
{
    const ReverbLosses::Values& losses = losses_.now ();
    ReverbLosses::Lines lines;
    Sides out;
    for (std::size_t line = 0; line < kReverbLines; ++line)
    {
        const double x =
            std::ldexp (1.0, -63) * static_cast<double> (static_cast<std::int64_t> (swings_[line]));
        // this sample is not written yet: the line's newest sample is one sample old
        const float value = lines_[line].readFinely (lengths_[line] - 1 +
                                                     swingSamples_ * 4 * x * (1 - std::abs (x)));
        out.left += kReverbLeftSigns[line] * value;
        out.right += kReverbRightSigns[line] * value;
        states_[line] = flushed (losses.gains[line] * value + losses.poles[line] * states_[line]);
        lines[line] = states_[line];
    }
    mixLines (lines);
    constexpr float kInputGain = 0.353553391f; // 1 / sqrt 8
    hasWritten_ = false;
    for (std::size_t line = 0; line < kReverbLines; ++line)
    {
        const float input = kInputGain * (line % 2 == 0 ? in.left : in.right);
        const float written = flushed (lines[line] + input);
        lines_[line].write (written);
        hasWritten_ = hasWritten_ || ! isSilent (written);
    }
    return {out.left * losses.wet, out.right * losses.wet};
}

void Reverb::swing () noexcept
{
    for (std::size_t line = 0; line < kReverbLines; ++line)
        swings_[line] += swingSteps_[line];
}

/** An all-pass that gives silence for silence has read and written silence. */
void Reverb::countSilence (Sides in, Sides delayed, Sides diffused) noexcept
{
    const auto areSilent = [] (Sides sides)
    { return isSilent (sides.left) && isSilent (sides.right); };
    const bool isQuiet = areSilent (in) && areSilent (delayed) && areSilent (diffused) &&
                         ! hasWritten_ && std::ranges::all_of (states_, isSilent);
    if (! isQuiet)
        numSilent_ = 0;
    else if (! isEmpty () && ++numSilent_ == memorySamples_)
        clear ();
}

void Reverb::process (float* left, float* right, int numSamples) noexcept
{
    for (int n = 0; n < numSamples; ++n)
    {
        if (rest_.fallsAsleep (! mix_.isDryOnly (), isFresh_))
            clear ();
        isFresh_ = false;
        mix_.next ();
        losses_.advance ();
        movePredelay ();
        if (rest_.isAsleep ())
            continue;

        const float intake = rest_.nextIntake ();
        const Sides in {intake * left[n], intake * right[n]};
        if (isEmpty () && left[n] == 0 && right[n] == 0)
        {
            swing ();
            left[n] = right[n] = 0;
            continue;
        }
        const Sides later = delayed (in.left, in.right);
        Sides sides = later;
        const Sides echoes = early (sides);
        for (int diffuser = 0; diffuser < kReverbDiffusers; ++diffuser)
        {
            sides.left = diffusers_[0][static_cast<std::size_t> (diffuser)].process (sides.left);
            sides.right = diffusers_[1][static_cast<std::size_t> (diffuser)].process (sides.right);
        }
        const Sides late = network (sides);
        swing ();
        countSilence (in, later, sides);
        if (mix_.isDryOnly ())
            continue;
        left[n] = mix_.of (left[n], echoes.left + late.left);
        right[n] = mix_.of (right[n], echoes.right + late.right);
    }
}

} // namespace melstrom

// Echoes.
#pragma once

#include "Engine/Realtime/Control/EasedValue.h"
#include "Engine/Realtime/Control/SongTime.h"
#include "Engine/Realtime/Effects/DelayLine.h"
#include "Engine/Realtime/Effects/SmoothedValue.h"
#include "Engine/Spec/Patch/PatchValues.h"

#include <array>
#include <cstdint>

namespace melstrom
{

inline constexpr double kDelayLongestSeconds = 4;
inline constexpr double kDelayHighestFeedback = 0.9;
/** A low-pass at or above this frequency is bypassed: samples pass exactly. */
inline constexpr double kDelayOpenCutoffHz = 20000;

struct DelaySettings
{
    double mix = 0; ///< 0 .. 1; at 0 samples pass bit-identical
    DelaySync sync = DelaySync::free;
    double timeSeconds = 0.375; ///< between echoes, if sync is `free`
    double beats = 0.75;        ///< between echoes, if sync is `tempo`
    double feedback = 0.35;     ///< 0 .. kDelayHighestFeedback
    bool isPingPong = false;
    double cutoffHz = 8000;
    bool operator== (const DelaySettings&) const = default;
};
/** Settings of a patch. Thread: any, audio too. */
DelaySettings delaySettings (const PatchValues& patch) noexcept;

/** Time from the last sound until echoes `delaySeconds` apart have decayed by `decibels`. 0 if mix
    is 0.
    Thread: any. */
double delayTailSeconds (const DelaySettings& settings, double delaySeconds,
                         double decibels) noexcept;

/** With D = round (delay x rate), g the feedback, LP the loop's low-pass
        echo(t) = line(t - D);  line(t) = x(t) + g LP echo(t)
    for each side. Ping-pong: the left line takes (left + right) / 2 + g LP of the right echo, the
    right line g LP of the left echo, so that echoes start on the left and change sides. LP is
    y[n] = y[n-1] + a (echo[n] - y[n-1]), a = 1 - exp (-2 pi cutoff / rate): the first echo is
    unfiltered, echo k + 1 has passed LP k times.
    In tempo, D follows the song's speed at samples that are multiples of kTempoGridSamples, up to
    kDelayLongestSeconds; without a song the speed is two beats per second. A new D crossfades over
    kTimeFadeSeconds, because a sliding delay would change the pitch. All other settings move by
    EasedValue and DryWet.
    thread  the rendering thread */
class Delay
{
public:
    static constexpr std::int64_t kTempoGridSamples = 32;
    static constexpr double kTimeFadeSeconds = 0.03;

    void prepare (double sampleRateHz); ///< allocates; resets
    void reset () noexcept;             ///< silences; settings at their targets
    void setSettings (const DelaySettings& settings) noexcept;
    void setMix (double mix) noexcept; ///< sets only the mix
    /** Works in place. song: null: no song. start: sample of the first sample in the song's
        time. */
    void process (float* left, float* right, int numSamples, const SongTime* song = nullptr,
                  std::int64_t start = 0) noexcept;
    /** Time between echoes at the last known tempo. */
    double seconds () const noexcept { return wantedSamples_ / sampleRateHz_; }

private:
    void hearTempo (const SongTime& song, std::int64_t sample) noexcept;
    void chooseTime () noexcept;
    void moveTime () noexcept;
    float echoOf (const DelayLine& line) const noexcept;
    float read (const DelayLine& line, int delaySamples) const noexcept;
    std::array<float, 2> exchanged (float left, float right) noexcept;

    double sampleRateHz_ = 48000, beatsPerSecond_ = 2;
    std::array<DelayLine, 2> lines_;
    std::int64_t numWritten_ = 0; ///< samples since the lines were empty
    std::array<float, 2> damped_ {};
    DryWet mix_;
    EasedValue feedback_, damping_, pingPong_;
    Rest rest_;
    int samples_ = 1, nextSamples_ = 1, wantedSamples_ = 1;
    int fadeSamples_ = 1, fadeLeft_ = 0;
    float fadeShare_ = 0; ///< share of nextSamples_
    DelaySettings settings_;
    bool isFresh_ = true;
};

} // namespace melstrom

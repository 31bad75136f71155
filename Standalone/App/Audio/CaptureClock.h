// The clock that callbacks and MIDI messages are timed by, and the gaps of a device: decides from
// the times of callbacks where samples were lost, and how many.
#pragma once

#include <chrono>
#include <cstdint>

namespace melstrom
{

/** Nanoseconds of the steady clock. No system call on Linux (vDSO). Thread: any, audio too. */
inline std::int64_t steadyNs () noexcept
{
    return std::chrono::nanoseconds (std::chrono::steady_clock::now ().time_since_epoch ())
        .count ();
}

/** Samples [position, position + numSamples) of the device's clock never came. */
struct DeviceGap
{
    std::int64_t position = 0, numSamples = 0;
    bool operator== (const DeviceGap&) const = default;
};

/** What to do with the samples of a callback. */
struct CaptureStep
{
    /** The samples kept until now have no gap before them: pass them on first. */
    bool releasesHeld = false;
    /** Keep this callback's samples until a later step tells how many are missing before them. */
    bool isHeld = false;
    /** Missing samples before the first kept sample, or before this callback's if none is kept. */
    std::int64_t gapSamples = 0;
    bool operator== (const CaptureStep&) const = default;
};

/** A device that loses samples calls late ever after, and counts an overrun. A device that was only
    kept waiting calls late too, and then in quick succession, until it is in time again. So a gap
    needs both: an overrun, and a lateness that does not go away. The lateness of a callback is its
    time at the device's nominal rate, less the samples that came until then. Its lower envelope is
    the time of a callback that nothing delayed. The envelope follows a device whose clock differs
    from the nominal rate by up to kMostDrift.

    A callback that is late by kSuspiciousBlocks of its own length is suspicious. Its samples are
    held until a callback comes at its usual distance; after an overrun, a lateness of less than
    twice that length is watched for kMostHeld callbacks. Then the least lateness since is the gap if
    an overrun was counted, to within the jitter of the callbacks and kMostDrift of the gap. Without
    an overrun it is mere lateness. An overrun may be counted up to kOverrunCalls callbacks before that.
    Pure arithmetic. Thread: one at a time, audio too. */
class CaptureClock
{
public:
    static constexpr double kMostDrift = 500e-6;      ///< USB devices stay below 300 ppm
    static constexpr int kOverrunCalls = 4;           ///< devices count on threads of their own
    static constexpr double kSuspiciousBlocks = 0.75; ///< JACK loses whole blocks: one is a gap
    static constexpr int kMostHeld = 8; ///< callbacks; then the decision is made without more

    /** Call before the first step of a device. numOverruns: as the device counts now; below 0: it
        does not count, so that no gap is ever found. */
    void start (double rateHz, int numOverruns) noexcept;

    /** One callback of numSamples > 0. timeNs: of a steady clock, at the callback's begin. canHold:
        there is room to keep these samples. */
    CaptureStep step (std::int64_t timeNs, int numSamples, int numOverruns, bool canHold) noexcept;

private:
    static constexpr int kSettlingCalls = 64; ///< after a gap

    void measure (std::int64_t timeNs, int numSamples) noexcept;
    void followEnvelope (double late, int numSamples) noexcept;
    CaptureStep decide (bool isLate) noexcept;
    bool hasOverrun () const noexcept { return overrunCalls_ > 0; }

    double rateHz_ = 0;
    bool hasBegun_ = false;
    std::int64_t startNs_ = 0, lastNs_ = 0;
    std::int64_t position_ = 0; ///< samples and gaps until now
    double envelope_ = 0;       ///< lateness of a callback that nothing delayed, in samples
    double above_ = 0;          ///< lateness of this callback above the envelope
    double sinceLast_ = 0;      ///< callback, in samples
    double accepted_ = 0;       ///< lateness above the envelope that is known not to be a gap
    double least_ = 0;          ///< lateness above the envelope since a callback was held
    int numHeld_ = 0;
    int numOverruns_ = 0;
    // A gap found too long lets the next callbacks come too early: the next gap is shorter by that.
    double envelopeAtGap_ = 0, early_ = 0;
    int callsSinceGap_ = kSettlingCalls;
    int overrunCalls_ = 0; ///< above 0: an overrun was counted so recently
};

} // namespace melstrom

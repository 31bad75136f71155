#include "Standalone/App/Audio/CaptureClock.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

void CaptureClock::start (double rateHz, int numOverruns) noexcept
{
    *this = {};
    rateHz_ = rateHz;
    numOverruns_ = numOverruns;
}

CaptureStep CaptureClock::step (std::int64_t timeNs, int numSamples, int numOverruns,
                                bool canHold) noexcept
{
    measure (timeNs, numSamples);
    if (numOverruns > numOverruns_)
        overrunCalls_ = kOverrunCalls;
    numOverruns_ = numOverruns;

    const double suspiciousSamples = kSuspiciousBlocks * numSamples;
    if (numHeld_ == 0)
    {
        if (above_ - (hasOverrun () ? 0 : accepted_) < suspiciousSamples)
        {
            overrunCalls_ = std::max (overrunCalls_ - 1, 0);
            return {};
        }
        least_ = above_;
    }
    else if (above_ >= least_ + 2 * suspiciousSamples)
    {
        // Later than the held samples: if any are missing, they are missing between.
        least_ = above_;
        numHeld_ = 1;
        return {.releasesHeld = true, .isHeld = true};
    }
    least_ = std::min (least_, above_);
    const bool isInTime = least_ < suspiciousSamples;
    const bool isAtUsualDistance = numHeld_ > 0 && 2 * sinceLast_ >= numSamples;
    const bool isClear = ! hasOverrun () || least_ >= 2 * suspiciousSamples;
    if (isInTime || (isAtUsualDistance && isClear) || ! canHold || numHeld_ == kMostHeld)
        return decide (! isInTime);
    ++numHeld_;
    return {.isHeld = true};
}

void CaptureClock::measure (std::int64_t timeNs, int numSamples) noexcept
{
    const auto samplesOf = [this] (std::int64_t ns)
    { return 1e-9 * static_cast<double> (ns) * rateHz_; };
    if (! hasBegun_)
        startNs_ = lastNs_ = timeNs;
    sinceLast_ = samplesOf (timeNs - lastNs_);
    lastNs_ = timeNs;
    position_ += numSamples;
    followEnvelope (samplesOf (timeNs - startNs_) - static_cast<double> (position_), numSamples);
}

void CaptureClock::followEnvelope (double late, int numSamples) noexcept
{
    envelope_ = hasBegun_ ? std::min (late, envelope_ + kMostDrift * numSamples) : late;
    hasBegun_ = true;
    above_ = late - envelope_;
    accepted_ = std::min (accepted_, above_);
    if (callsSinceGap_ < kSettlingCalls)
    {
        ++callsSinceGap_;
        early_ = std::max (early_, envelopeAtGap_ - envelope_);
    }
}

CaptureStep CaptureClock::decide (bool isLate) noexcept
{
    numHeld_ = 0;
    accepted_ = least_;
    const auto missing = std::llround (least_ - early_);
    if (! isLate || ! hasOverrun () || missing <= 0)
    {
        overrunCalls_ = std::max (overrunCalls_ - 1, 0);
        return {};
    }
    overrunCalls_ = 0;
    accepted_ = 0;
    early_ = 0;
    envelopeAtGap_ = envelope_;
    callsSinceGap_ = 0;
    position_ += missing;
    return {.gapSamples = missing};
}

} // namespace melstrom

#include "Engine/Live/Voices/ShedControl.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
/** Initial cost of a sinusoid at 48 kHz as share of a core, and its factor per level, until both
    are measured. */
constexpr double kFirstCost = 1.0 / 100'000, kStepShare = 0.85;
/** A measured cost is never 0. */
constexpr double kLeastCost = 1e-12;
/** A higher load comes from other threads on the processor, not from voices. */
constexpr double kMostLoad = 2;
/** Smoothing of measured costs: a rise counts faster than a fall. */
constexpr double kRisingShare = 0.5, kFallingShare = 0.1;
} // namespace

ShedControl::ShedControl (double sampleRateHz) noexcept : sampleRateHz_ (sampleRateHz) {}

double ShedControl::sinusoids () const noexcept
{
    return (block_.numSounding + block_.numStarting) * static_cast<double> (block_.numSinusoids);
}

/** Interpolates costs geometrically between measured levels. */
double ShedControl::costAt (int level) const noexcept
{
    const auto measured = [this] (int at) { return costs_[static_cast<std::size_t> (at)]; };
    int below = level, above = level;
    while (below > 0 && measured (below) == 0)
        --below;
    while (above < kMostShedLevel && measured (above) == 0)
        ++above;
    const double lower =
        measured (below) > 0 ? measured (below) : kFirstCost * sampleRateHz_ / 48'000;
    if (below == level || measured (above) == 0)
        return lower * std::pow (kStepShare, level - below);
    const double share = static_cast<double> (level - below) / (above - below);
    return lower * std::pow (measured (above) / lower, share);
}

int ShedControl::begin (const ShedBlock& block) noexcept
{
    if (block.numSinusoids != block_.numSinusoids)
        std::fill (costs_.begin () + 1, costs_.end (), 0.0); // a level sheds another share of them
    block_ = block;
    const bool isSettled = settlingSeconds_ <= 0 || block.numStarting > 0;
    if (block.isOnCpu && isSettled && level_ < kMostShedLevel && loadAt (level_) > kHighLoad)
        raise ();
    return level_;
}

void ShedControl::raise () noexcept
{
    const int before = level_, most = std::min (level_ + kMostSteps, kMostShedLevel);
    do
        ++level_;
    while (level_ < most && loadAt (level_) > kAimedLoad);
    settlingSeconds_ = (level_ - before) * kControlSamples / sampleRateHz_;
    calmSeconds_ = 0;
    if (sinceFallSeconds_ < kBounceSeconds)
        neededCalmSeconds_ = std::min (2 * neededCalmSeconds_, kMostCalmSeconds);
    sinceFallSeconds_ = kBounceSeconds;
}

void ShedControl::end (double takenSeconds, int numSounding) noexcept
{
    // A note may have started several voices (chord mode).
    block_.numSounding = std::max (block_.numSounding, numSounding);
    block_.numStarting = 0;
    const double load = block_.isOnCpu ? std::min (takenSeconds / block_.seconds, kMostLoad) : 0.0;
    if (block_.isOnCpu)
        measure (load);
    settlingSeconds_ -= block_.seconds;
    sinceFallSeconds_ += block_.seconds;
    lowerWhenCalm (load);
}

void ShedControl::measure (double load) noexcept
{
    const auto approach = [] (double& value, double seen)
    { value += (seen - value) * (seen > value ? kRisingShare : kFallingShare); };
    if (! (sinusoids () > 0))
        return approach (baseLoad_, load);
    if (settlingSeconds_ > 0 && block_.seconds < settlingSeconds_)
        return; // the new level has no full effect yet
    const double seen = std::max ((load - baseLoad_) / sinusoids (), kLeastCost);
    const double before = costs_[static_cast<std::size_t> (level_)];
    double cost = before > 0 ? before : seen;
    approach (cost, seen);
    if (before > 0) // a slower processor is slower at every level
        for (double& other : costs_)
            other *= cost / before;
    costs_[static_cast<std::size_t> (level_)] = cost;
}

void ShedControl::lowerWhenCalm (double load) noexcept
{
    calmSeconds_ = load < kLowLoad ? calmSeconds_ + block_.seconds : 0;
    if (level_ == 0 && calmSeconds_ > kBounceSeconds)
        neededCalmSeconds_ = kCalmSeconds;
    if (level_ == 0 || calmSeconds_ < neededCalmSeconds_)
        return;
    const bool isSilent = ! (sinusoids () > 0);
    const bool isEnough = isSilent || ! block_.isOnCpu || loadAt (level_ - 1) <= kHighLoad;
    if (! isEnough && calmSeconds_ < kRetryCalms * neededCalmSeconds_)
        return;
    level_ = isSilent ? 0 : level_ - 1;
    if (! isEnough)
        costs_[static_cast<std::size_t> (level_)] = 0;
    calmSeconds_ = sinceFallSeconds_ = 0;
}

} // namespace melstrom

// Chooses the shed level so that blocks meet their deadline.
#pragma once

#include "Engine/Realtime/Segments/VoiceShedding.h"

#include <array>
#include <cstdint>

namespace melstrom
{

/** One block, for the prediction of its load. */
struct ShedBlock
{
    double seconds = 0;            ///< of sound; above 0
    int numSounding = 0;           ///< voices that already sound
    int numStarting = 0;           ///< notes that start in it
    std::int64_t numSinusoids = 0; ///< of one voice
    bool isOnCpu = true;           ///< the audio thread renders voices; else they cost it no time
};

/** Chooses a level of kShedSteps for each block. It predicts the block's load, its time over its
    length, from the measured cost of a sinusoid and from the number of voices.
      rises  when the predicted load exceeds kHighLoad: before the block is rendered, to the first
             level with a predicted load of at most kAimedLoad, by kMostSteps at most
      falls  by one, when the load stayed below kLowLoad for kCalmSeconds and the prediction for the
             level below is at most kHighLoad. If the prediction is higher, the level falls after
             kRetryCalms times as long, because the cost may have changed. A rise within
             kBounceSeconds after a fall doubles these times, up to kMostCalmSeconds. To 0 when no
             voice sounds.
    The caller measures time. Plain data. Thread: audio; allocates nothing. */
class ShedControl
{
public:
    static constexpr double kHighLoad = 0.7, kAimedLoad = 0.55, kLowLoad = 0.4;
    static constexpr double kCalmSeconds = 0.25, kMostCalmSeconds = 4, kRetryCalms = 4;
    static constexpr double kBounceSeconds = 2;
    static constexpr int kMostSteps = 4; ///< floors rise by one step per segment

    explicit ShedControl (double sampleRateHz) noexcept;

    /** Returns the level for the next block. */
    int begin (const ShedBlock& block) noexcept;
    /** takenSeconds: the block's rendering time. numSounding: voices that sound after it. */
    void end (double takenSeconds, int numSounding) noexcept;
    /** Sets level 0 and forgets all measurements. */
    void reset () noexcept { *this = ShedControl (sampleRateHz_); }

    int level () const noexcept { return level_; }

private:
    double sinusoids () const noexcept; ///< of all voices of the block
    double costAt (int level) const noexcept;
    double loadAt (int level) const noexcept { return baseLoad_ + costAt (level) * sinusoids (); }
    void raise () noexcept;
    void measure (double load) noexcept;
    void lowerWhenCalm (double load) noexcept;

    double sampleRateHz_;
    ShedBlock block_;
    int level_ = 0;
    /** Share of real time per sinusoid at each level; 0: not measured. */
    std::array<double, kShedSteps.size ()> costs_ {};
    double baseLoad_ = 0;        ///< of a block without voices
    double settlingSeconds_ = 0; ///< until the last rise has its full effect
    double calmSeconds_ = 0;     ///< since the last load of kLowLoad or more, or change of level
    double neededCalmSeconds_ = kCalmSeconds;
    double sinceFallSeconds_ = kBounceSeconds;
};

} // namespace melstrom

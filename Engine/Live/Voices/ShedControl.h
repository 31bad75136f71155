// How much is left out so that blocks are done in time.
#pragma once

#include "Engine/Realtime/Segments/VoiceShedding.h"

#include <array>
#include <cstdint>

namespace melstrom
{

/** What is to be sounded. */
struct ShedBlock
{
    double seconds = 0;            ///< of sound; above 0
    int numSounding = 0;           ///< voices that sound already
    int numStarting = 0;           ///< notes that begin
    std::int64_t numSinusoids = 0; ///< of a voice
    bool isOnCpu = true; ///< the audio thread sounds voices; else they take none of its time
};

/** Chooses a level of kShedSteps for each block, from what blocks before it took and from how many voices it has: time grows
    with voices.
      rises  where the block is expected to take more than kHighLoad of its length: before the block is sounded, to the
             first level that is expected to take no more than kAimedLoad, by kMostSteps at most
      falls  by one, when all blocks of kCalmSeconds have taken less than kLowLoad and the level below is not expected to
             take more than kHighLoad; where it is, after kRetryCalms times as long, for that may have changed. A level that
             rises again within kBounceSeconds doubles these times, up to kMostCalmSeconds. To 0 where nothing sounds.
    Time comes from the caller. Plain data. Thread: audio; allocates nothing. */
class ShedControl
{
public:
    static constexpr double kHighLoad = 0.7, kAimedLoad = 0.55, kLowLoad = 0.4;
    static constexpr double kCalmSeconds = 0.25, kMostCalmSeconds = 4, kRetryCalms = 4;
    static constexpr double kBounceSeconds = 2;
    static constexpr int kMostSteps = 4; ///< floors rise by one step a segment

    explicit ShedControl (double sampleRateHz) noexcept;

    /** The level of the block that comes. */
    int begin (const ShedBlock& block) noexcept;
    /** That block took so long; so many voices sound after it. */
    void end (double takenSeconds, int numSounding) noexcept;
    /** Nothing is left out, and what blocks took is forgotten. */
    void reset () noexcept { *this = ShedControl (sampleRateHz_); }

    int level () const noexcept { return level_; }

    /** of all voices of the block */
private:
    double sinusoids () const noexcept;
    double costAt (int level) const noexcept;
    double loadAt (int level) const noexcept { return baseLoad_ + costAt (level) * sinusoids (); }
    void raise () noexcept;
    void measure (double load) noexcept;
    void lowerWhenCalm (double load) noexcept;

    double sampleRateHz_;
    ShedBlock block_;
    int level_ = 0;
    /** Share of real time that a sinusoid takes at each level; 0: not measured. */
    std::array<double, kShedSteps.size ()> costs_ {};
    double baseLoad_ = 0;        ///< of a block without voices
    double settlingSeconds_ = 0; ///< until what was raised last is heard in full
    double calmSeconds_ = 0;     ///< since the load was high, or the level moved
    double neededCalmSeconds_ = kCalmSeconds;
    double sinceFallSeconds_ = kBounceSeconds;
};

} // namespace melstrom

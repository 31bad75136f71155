// What is left out where there is no time for all of it, level by level.
#pragma once

#include "Engine/Realtime/Control/Voice.h"
#include "Engine/Realtime/Segments/VoiceFloor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace melstrom
{

/** Of one level. Powers of 2 are over the level of the loudest voice; empty: nothing goes. */
struct ShedStep
{
    std::optional<int> tailExponent;  ///< released voices that are no louder fade out
    std::optional<int> floorExponent; ///< of what is left out of an oscillator: see PartialGain.h
    int maxVoices = kMaxVoices;       ///< that sound and do not fade
};

/** Tails go first, then quiet partials, and voices last. Up to kLastQuietShedLevel all that goes lies 60 dB below the
    sound. Level 0 leaves nothing out but what is never heard. */
inline constexpr std::array<ShedStep, 16> kShedSteps {{{},
                                                       {-10, {}},
                                                       {-10, -13},
                                                       {-10, -12},
                                                       {-10, -11},
                                                       {-10, -10},
                                                       {-8, -9},
                                                       {-7, -8},
                                                       {-6, -7},
                                                       {-5, -6},
                                                       {-4, -5},
                                                       {-3, -4},
                                                       {-3, -4, 32},
                                                       {-3, -4, 16},
                                                       {-3, -4, 8},
                                                       {-3, -4, 4}}};
inline constexpr int kMostShedLevel = static_cast<int> (kShedSteps.size ()) - 1;
inline constexpr int kLastQuietShedLevel = 5;

/** The level, and how loud the loudest voice is. The voices of a segment are measured by the loudest of the segment before, so
    that their order does not count. Plain data. Thread: the one that renders. */
class VoiceShedding
{
public:
    /** From the next segment on. level: 0 .. kMostShedLevel; beyond: the nearest */
    void setLevel (int level) noexcept { level_ = std::clamp (level, 0, kMostShedLevel); }
    int level () const noexcept { return level_; }

    void beginSegment () noexcept
    {
        reference_ = loudest_;
        loudest_ = 0;
    }
    /** Of a voice of the segment, at its end. */
    void hear (float loudness) noexcept { loudest_ = std::max (loudest_, std::fabs (loudness)); }

    /** As ControlContext has it. */
    std::optional<int> floorExponent () const noexcept
    {
        const auto wanted = step ().floorExponent;
        if (! wanted || reference_ == 0)
            return std::nullopt;
        return *wanted + exponentOf (reference_);
    }
    /** Of a released voice that is so loud. */
    bool endsTail (float loudness) const noexcept
    {
        return step ().tailExponent &&
               std::fabs (loudness) <= std::ldexp (reference_, *step ().tailExponent);
    }
    int maxVoices () const noexcept { return step ().maxVoices; }

private:
    const ShedStep& step () const noexcept { return kShedSteps[static_cast<std::size_t> (level_)]; }

    int level_ = 0;
    float reference_ = 0, loudest_ = 0;
};

} // namespace melstrom

// Shedding levels: what a voice omits when time is short.
#pragma once

#include "Engine/Realtime/Control/Voice.h"
#include "Engine/Realtime/Segments/VoiceFloor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace melstrom
{

/** One level. Exponents are of 2, relative to the loudest voice; empty: nothing is omitted. */
struct ShedStep
{
    std::optional<int> tailExponent;  ///< released voices up to this loudness fade out
    std::optional<int> floorExponent; ///< floor of an oscillator's partials: see PartialGain.h
    int maxVoices = kMaxVoices;       ///< of sounding, non-fading voices
};

/** Tails are shed first, then quiet partials, voices last. Up to kLastQuietShedLevel all omitted
    parts lie 60 dB below the sound. Level 0 omits only inaudible parts. */
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

/** The level, and the loudness of the loudest voice. Voices are compared with the loudest voice of
    the former segment, so that their order does not matter. Plain data. Thread: the rendering
    thread. */
class VoiceShedding
{
public:
    /** Takes effect from the next segment on. level: clamped to 0 .. kMostShedLevel */
    void setLevel (int level) noexcept { level_ = std::clamp (level, 0, kMostShedLevel); }
    int level () const noexcept { return level_; }

    void beginSegment () noexcept
    {
        reference_ = loudest_;
        loudest_ = 0;
    }
    /** loudness: of one voice at the segment's end. */
    void hear (float loudness) noexcept { loudest_ = std::max (loudest_, std::fabs (loudness)); }

    /** For ControlContext::floorExponent. */
    std::optional<int> floorExponent () const noexcept
    {
        const auto wanted = step ().floorExponent;
        if (! wanted || reference_ == 0)
            return std::nullopt;
        return *wanted + exponentOf (reference_);
    }
    /** Whether a released voice of this loudness fades out. */
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

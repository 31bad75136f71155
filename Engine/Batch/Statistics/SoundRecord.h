// What the statistics of a dataset hold about the samples of one file.
#pragma once

#include <cstdint>
#include <optional>

namespace melstrom
{

struct SoundRecord
{
    float peak = 0;        ///< largest |x| of all channels; full scale is 1
    float dcOffset = 0;    ///< mean of the channel whose mean is farthest from 0, with its sign
    float silentRatio = 0; ///< share of the blocks below kSilenceDb; 1 without a sample
    std::int64_t numClipped = 0; ///< samples in runs at full scale, over all channels

    bool operator== (const SoundRecord&) const = default;
};

/** A record or none, no larger than a record, because a million are held. */
class OptionalSound
{
public:
    OptionalSound () = default;
    OptionalSound (const SoundRecord& sound) noexcept : sound_ (sound) {}
    OptionalSound (const std::optional<SoundRecord>& sound) noexcept
        : sound_ (sound ? *sound : kNone)
    {
    }

    explicit operator bool () const noexcept { return sound_.silentRatio >= 0; }
    const SoundRecord& operator* () const noexcept { return sound_; }
    const SoundRecord* operator->() const noexcept { return &sound_; }
    std::optional<SoundRecord> value () const noexcept
    {
        return *this ? std::optional (sound_) : std::nullopt;
    }
    bool operator== (const OptionalSound&) const = default;

private:
    static constexpr SoundRecord kNone {0, 0, -1, 0};
    SoundRecord sound_ = kNone;
};

} // namespace melstrom

// The samples under the taps of a polyphase filter.
#pragma once

#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Dsp/Resample/PolyphaseFilter.h"

#include <algorithm>
#include <type_traits>
#include <vector>

namespace melstrom
{

/** A part of a signal that moves on, one plane a channel, with what the tool puts before its beginning
    and behind its end. Sample: float or std::int16_t; int16 only from int16. Thread: one. */
template <typename Sample>
class KeptSamples
{
public:
    static constexpr std::int64_t kBlockSamples = 8192; ///< of the source, taken at a time

    KeptSamples (std::unique_ptr<AudioReader> source, const PolyphaseShape& shape)
        : source_ (std::move (source)), info_ (source_->info ()), shape_ (shape),
          end_ (info_.numSamples + shape_.mirroredAtEnd (info_.numSamples))
    {
        const auto numChannels = static_cast<std::size_t> (info_.numChannels);
        stored_.resize (static_cast<std::size_t> (kBlockSamples) * numChannels *
                        static_cast<std::size_t> (bytesPerSample (info_.format)));
        if (! isAsStored () && numChannels > 1)
            values_.resize (static_cast<std::size_t> (kBlockSamples) * numChannels);
        planes_.resize (numChannels);
    }

    const AudioReader& source () const noexcept { return *source_; }

    /** The next `keep` begins before the signal. */
    void restart ()
    {
        sourcePosition_ = 0;
        keptFrom_ = shape_.firstTap;
        for (auto& plane : planes_)
            plane.assign (static_cast<std::size_t> (-shape_.firstTap), Sample {});
        needsMirror_ = shape_.mirrorsEdges;
    }

    /** Sample `at` of a channel and those behind it, as far as they are kept. */
    const Sample* from (std::size_t channel, std::int64_t at) const noexcept
    {
        return planes_[channel].data () + (at - keptFrom_);
    }

    /** Keeps samples [first, end), and drops those before. */
    Result<void> keep (std::int64_t first, std::int64_t end)
    {
        const auto dropped = std::min (first, keptEnd ()) - keptFrom_;
        if (dropped > 0)
        {
            for (auto& plane : planes_)
                plane.erase (plane.begin (), plane.begin () + dropped);
            keptFrom_ += dropped;
        }
        while (keptEnd () < std::min (end, info_.numSamples))
            MELSTROM_TRY (takeInput ());
        for (auto& plane : planes_)
            extend (plane, end);
        if (needsMirror_)
            for (auto& plane : planes_)
                for (std::int64_t at = shape_.firstTap; at < 0; ++at)
                    plane[static_cast<std::size_t> (at - keptFrom_)] =
                        plane[static_cast<std::size_t> (-at - keptFrom_)];
        needsMirror_ = false;
        return {};
    }

private:
    bool isAsStored () const noexcept
    {
        return info_.format ==
               (std::is_same_v<Sample, float> ? SampleFormat::float32 : SampleFormat::int16);
    }

    std::int64_t keptEnd () const noexcept
    {
        return keptFrom_ + static_cast<std::int64_t> (planes_[0].size ());
    }

    /** Behind the end of the source: the end mirrored, as far as the tool does, then zeros. */
    void extend (std::vector<Sample>& plane, std::int64_t end) const
    {
        for (auto at = keptFrom_ + static_cast<std::int64_t> (plane.size ()); at < end; ++at)
        {
            const auto mirrored = 2 * info_.numSamples - 1 - at - keptFrom_;
            plane.push_back (at < end_ ? plane[static_cast<std::size_t> (mirrored)] : Sample {});
        }
    }

    Result<void> takeInput ()
    {
        const auto count = std::min (kBlockSamples, info_.numSamples - sourcePosition_);
        const auto at = planes_[0].size ();
        for (auto& plane : planes_)
            plane.resize (at + static_cast<std::size_t> (count));
        const bool isMono = planes_.size () == 1;
        Sample* const first = planes_[0].data () + at;
        MELSTROM_TRY (source_->read (isAsStored () && isMono ? static_cast<void*> (first)
                                                             : static_cast<void*> (stored_.data ()),
                                     sourcePosition_, count));
        sourcePosition_ += count;
        if (! isAsStored ())
            convert (isMono ? first : values_.data (), count * info_.numChannels);
        if (! isMono)
            spread (isAsStored () ? reinterpret_cast<const Sample*> (stored_.data ())
                                  : values_.data (),
                    at, count);
        return {};
    }

    void convert (Sample* to, std::int64_t numValues) const noexcept
    {
        if constexpr (std::is_same_v<Sample, float>)
            toFloat32 (stored_.data (), info_.format, to, numValues);
    }

    /** Interleaved values to the planes. */
    void spread (const Sample* values, std::size_t at, std::int64_t count) noexcept
    {
        const auto numChannels = static_cast<std::int64_t> (planes_.size ());
        for (auto& plane : planes_)
        {
            for (std::int64_t i = 0; i < count; ++i)
                plane[at + static_cast<std::size_t> (i)] = values[i * numChannels];
            ++values;
        }
    }

    std::unique_ptr<AudioReader> source_;
    AudioInfo info_;
    PolyphaseShape shape_;
    std::int64_t end_; ///< of the source and its mirrored end
    std::vector<std::byte> stored_;
    std::vector<Sample> values_;              // one block, interleaved
    std::vector<std::vector<Sample>> planes_; ///< samples from keptFrom_ on
    std::int64_t keptFrom_ = 0, sourcePosition_ = 0;
    bool needsMirror_ = false;
};

} // namespace melstrom

#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Audio/RateReaders.h"
#include "Engine/Batch/Telemetry/WorkTimes.h"
#include "Engine/Dsp/Resample/PolyphaseFilter.h"
#include "Engine/Dsp/Resample/PolyphaseKernel.h"

#include <algorithm>
#include <type_traits>

namespace melstrom
{
namespace
{

constexpr std::int64_t kBlockSamples = 8192; ///< of the source, taken at a time

/** Every output is a function of the samples under its taps, so no cut of the reads changes a bit.
    Keeps those samples, one plane a channel. Sample: float or std::int16_t. */
template <typename Sample>
class PolyphaseReader final : public AudioReader
{
public:
    PolyphaseReader (std::unique_ptr<AudioReader> source, int rateHz, PolyphaseFilter filter,
                     std::int64_t numSamples)
        : source_ (std::move (source)), sourceInfo_ (source_->info ()), info_ (sourceInfo_),
          filter_ (std::move (filter)), shape_ (filter_.shape ()),
          end_ (sourceInfo_.numSamples + shape_.mirroredAtEnd (sourceInfo_.numSamples))
    {
        info_.rateHz = rateHz;
        info_.numSamples = numSamples;
        info_.format = std::is_same_v<Sample, float> ? SampleFormat::float32 : SampleFormat::int16;
        info_.randomAccess = false;
        if constexpr (! std::is_same_v<Sample, float>)
            taps16_ = filter_.taps16 ();
        const auto numChannels = static_cast<std::size_t> (info_.numChannels);
        // whole rounds of the kernel, which takes four of each phase
        const std::int64_t round = std::int64_t {4} * shape_.numPhases;
        mostOutputs_ =
            std::max<std::int64_t> (1, kBlockSamples * shape_.numPhases / shape_.inputStep);
        mostOutputs_ -= mostOutputs_ > round ? mostOutputs_ % round : 0;
        stored_.resize (static_cast<std::size_t> (kBlockSamples) * numChannels *
                        static_cast<std::size_t> (bytesPerSample (sourceInfo_.format)));
        if (info_.format != sourceInfo_.format && numChannels > 1)
            values_.resize (static_cast<std::size_t> (kBlockSamples) * numChannels);
        planes_.resize (numChannels);
    }

    const AudioInfo& info () const noexcept override { return info_; }
    std::int64_t nonFiniteCount () const noexcept override { return source_->nonFiniteCount (); }

    Result<void> read (void* to, std::int64_t first, std::int64_t count) override
    {
        const std::string name = "resampled sound";
        if (auto inside = checkRange (name, info_, first, count); ! inside || count == 0)
            return inside;
        if (first == 0)
            MELSTROM_TRY (start ());
        if (first != position_)
            return audioFault (ErrorCode::internalFault, name,
                               "was read out of order, at sample " + std::to_string (first));
        auto* out = static_cast<Sample*> (to);
        for (auto left = count; left > 0;)
        {
            const auto some = std::min (left, mostOutputs_);
            if (auto made = make (out, some); ! made)
            {
                position_ = -1; // only a read from 0 can go on
                return made;
            }
            out += some * info_.numChannels;
            left -= some;
        }
        return {};
    }

private:
    Result<void> start ()
    {
        position_ = sourcePosition_ = 0;
        keptFrom_ = shape_.firstTap;
        for (auto& plane : planes_)
            plane.assign (static_cast<std::size_t> (-shape_.firstTap), Sample {});
        needsMirror_ = shape_.mirrorsEdges;
        return {};
    }

    std::int64_t keptEnd () const noexcept
    {
        return keptFrom_ + static_cast<std::int64_t> (planes_[0].size ());
    }

    Result<void> make (Sample* out, std::int64_t count)
    {
        const WorkTimer timer (Work::resample);
        const auto first = shape_.firstSampleOf (position_);
        const auto last = shape_.firstSampleOf (position_ + count - 1);
        MELSTROM_TRY (keep (first, last + filter_.rowTaps ()));
        const PolyphaseRun run {count, static_cast<int> (position_ % shape_.numPhases),
                                shape_.numPhases, shape_.inputStep, filter_.rowTaps ()};
        for (std::size_t channel = 0; channel < planes_.size (); ++channel)
        {
            const Sample* const samples = planes_[channel].data () + (first - keptFrom_);
            if constexpr (std::is_same_v<Sample, float>)
                runPolyphase (run, filter_.taps (), samples, out + channel, info_.numChannels);
            else
                runPolyphase (run, taps16_.data (), samples, out + channel, info_.numChannels);
        }
        position_ += count;
        return {};
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
        while (keptEnd () < std::min (end, sourceInfo_.numSamples))
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

    /** Behind the end of the source: the end mirrored, as far as the tool does, then zeros. */
    void extend (std::vector<Sample>& plane, std::int64_t end) const
    {
        for (auto at = keptFrom_ + static_cast<std::int64_t> (plane.size ()); at < end; ++at)
        {
            const auto mirrored = 2 * sourceInfo_.numSamples - 1 - at - keptFrom_;
            plane.push_back (at < end_ ? plane[static_cast<std::size_t> (mirrored)] : Sample {});
        }
    }

    Result<void> takeInput ()
    {
        const auto count = std::min (kBlockSamples, sourceInfo_.numSamples - sourcePosition_);
        const auto at = planes_[0].size ();
        for (auto& plane : planes_)
            plane.resize (at + static_cast<std::size_t> (count));
        const bool isAsStored = info_.format == sourceInfo_.format, isMono = planes_.size () == 1;
        Sample* const first = planes_[0].data () + at;
        MELSTROM_TRY (source_->read (isAsStored && isMono ? static_cast<void*> (first)
                                                          : static_cast<void*> (stored_.data ()),
                                     sourcePosition_, count));
        sourcePosition_ += count;
        if (! isAsStored)
            convert (isMono ? first : values_.data (), count * info_.numChannels);
        if (! isMono)
            spread (isAsStored ? reinterpret_cast<const Sample*> (stored_.data ())
                               : values_.data (),
                    at, count);
        return {};
    }

    void convert (Sample* to, std::int64_t numValues) const noexcept
    {
        if constexpr (std::is_same_v<Sample, float>)
            toFloat32 (stored_.data (), sourceInfo_.format, to, numValues);
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
    AudioInfo sourceInfo_, info_;
    PolyphaseFilter filter_;
    PolyphaseShape shape_;
    std::int64_t end_;             ///< of the source and its mirrored end
    std::int64_t mostOutputs_ = 1; ///< made at a time
    std::vector<std::int16_t> taps16_;
    std::vector<std::byte> stored_;
    std::vector<Sample> values_;              // one block, interleaved
    std::vector<std::vector<Sample>> planes_; ///< samples from keptFrom_ on
    std::int64_t keptFrom_ = 0, sourcePosition_ = 0;
    std::int64_t position_ = -1; ///< next output; below 0: a read must begin at 0
    bool needsMirror_ = false;
};

template <typename Sample>
std::unique_ptr<AudioReader> readerOf (std::unique_ptr<AudioReader> source, int rateHz,
                                       PolyphaseFilter filter, std::int64_t numSamples)
{
    return std::make_unique<PolyphaseReader<Sample>> (std::move (source), rateHz,
                                                      std::move (filter), numSamples);
}

} // namespace

Result<std::unique_ptr<AudioReader>> polyphaseReader (std::unique_ptr<AudioReader> source,
                                                      int rateHz, const Resampling& resampling,
                                                      bool keepsInt16)
{
    const AudioInfo& info = source->info ();
    MELSTROM_TRY_VALUE (auto filter, PolyphaseFilter::make (resampling, info.rateHz, rateHz));
    const auto numSamples = resampledCount (resampling, info.numSamples, info.rateHz, rateHz);
    const bool isInt16 = keepsInt16 && info.format == SampleFormat::int16;
    return (isInt16 ? readerOf<std::int16_t> : readerOf<float>)(std::move (source), rateHz,
                                                                std::move (filter), numSamples);
}

} // namespace melstrom

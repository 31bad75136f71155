#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Audio/KeptSamples.h"
#include "Engine/Batch/Audio/RateReaders.h"
#include "Engine/Batch/Telemetry/WorkTimes.h"
#include "Engine/Dsp/Resample/PolyphaseFilter.h"
#include "Engine/Dsp/Resample/PolyphaseKernel.h"
#include "Engine/Dsp/Resample/PolyphasePeriods.h"

#include <algorithm>
#include <optional>
#include <type_traits>

namespace melstrom
{
namespace
{

constexpr int kRoundPeriods = PolyphasePeriods::kMostLanes;

/** Every output is a function of the samples under its taps, so no cut of the reads changes a bit.
    Sample: float or std::int16_t. */
template <typename Sample>
class PolyphaseReader final : public AudioReader
{
public:
    PolyphaseReader (std::unique_ptr<AudioReader> source, int rateHz, PolyphaseFilter filter,
                     std::int64_t numSamples)
        : info_ (source->info ()), filter_ (std::move (filter)), shape_ (filter_.shape ()),
          kept_ (std::move (source), shape_)
    {
        info_.rateHz = rateHz;
        info_.numSamples = numSamples;
        info_.format = std::is_same_v<Sample, float> ? SampleFormat::float32 : SampleFormat::int16;
        info_.randomAccess = false;
        if constexpr (std::is_same_v<Sample, float>)
            periods_ = PolyphasePeriods::of (filter_);
        else
            taps16_ = filter_.taps16 ();
        // whole rounds of the kernel, which takes four of each phase
        const std::int64_t round = std::int64_t {4} * shape_.numPhases;
        mostOutputs_ = std::max<std::int64_t> (1, KeptSamples<Sample>::kBlockSamples *
                                                      shape_.numPhases / shape_.inputStep);
        mostOutputs_ -= mostOutputs_ > round ? mostOutputs_ % round : 0;
    }

    const AudioInfo& info () const noexcept override { return info_; }
    std::int64_t nonFiniteCount () const noexcept override
    {
        return kept_.source ().nonFiniteCount ();
    }

    Result<void> read (void* to, std::int64_t first, std::int64_t count) override
    {
        const std::string name = "resampled sound";
        if (auto inside = checkRange (name, info_, first, count); ! inside || count == 0)
            return inside;
        if (first == 0)
        {
            kept_.restart ();
            position_ = 0;
        }
        if (first != position_)
            return audioFault (ErrorCode::internalFault, name,
                               "was read out of order, at sample " + std::to_string (first));
        auto* out = static_cast<Sample*> (to);
        for (auto left = count; left > 0;)
        {
            const auto some = std::min (left, periods_ ? periodsLeft () : mostOutputs_);
            if (auto made = periods_ ? takePeriods (out, some) : make (out, some); ! made)
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
    std::size_t numChannels () const noexcept
    {
        return static_cast<std::size_t> (info_.numChannels);
    }

    Result<void> make (Sample* out, std::int64_t count)
    {
        const WorkTimer timer (Work::resample);
        const auto first = shape_.firstSampleOf (position_);
        const auto last = shape_.firstSampleOf (position_ + count - 1);
        MELSTROM_TRY (kept_.keep (first, last + filter_.rowTaps ()));
        const PolyphaseRun run {count, static_cast<int> (position_ % shape_.numPhases),
                                shape_.numPhases, shape_.inputStep, filter_.rowTaps ()};
        for (std::size_t channel = 0; channel < numChannels (); ++channel)
        {
            const Sample* const samples = kept_.from (channel, first);
            if constexpr (std::is_same_v<Sample, float>)
                runPolyphase (run, filter_.taps (), samples, out + channel, info_.numChannels);
            else
                runPolyphase (run, taps16_.data (), samples, out + channel, info_.numChannels);
        }
        position_ += count;
        return {};
    }

    /** Outputs up to the end of the round of periods at position_. */
    std::int64_t periodsLeft () const noexcept
    {
        const auto round = std::int64_t {kRoundPeriods} * periods_->outputs ();
        return round - position_ % round;
    }

    /** Takes `count` outputs of a round of periods. Makes those of its periods that are not made yet
        and no more: what lies behind the last sample that is asked for may be damaged. */
    Result<void> takePeriods (Sample* out, std::int64_t count)
    {
        const auto round = std::int64_t {kRoundPeriods} * periods_->outputs ();
        const auto at = position_ % round;
        if (at == 0)
            numMade_ = 0;
        if (at + count > numMade_)
            MELSTROM_TRY (makePeriods (position_ - at, at + count));
        for (std::size_t channel = 0; channel < numChannels (); ++channel)
        {
            const float* const from =
                made_.data () + static_cast<std::int64_t> (channel) * round + at;
            if (info_.numChannels == 1)
                std::copy_n (from, count, out);
            else
                for (std::int64_t i = 0; i < count; ++i)
                    out[i * info_.numChannels + static_cast<std::int64_t> (channel)] = from[i];
        }
        position_ += count;
        return {};
    }

    /** Whole periods of the round that begins at output `begin`, up to `end` outputs of it. */
    Result<void> makePeriods (std::int64_t begin, std::int64_t end)
    {
        const WorkTimer timer (Work::resample);
        const auto outputs = std::int64_t {periods_->outputs ()};
        const auto numPeriods = (end - numMade_ + outputs - 1) / outputs;
        const auto first = shape_.firstSampleOf (begin + numMade_);
        MELSTROM_TRY (kept_.keep (first, first + (numPeriods - 1) * periods_->samples () +
                                             periods_->reach ()));
        made_.resize (numChannels () * static_cast<std::size_t> (kRoundPeriods * outputs));
        if constexpr (std::is_same_v<Sample, float>)
            for (std::size_t channel = 0; channel < numChannels (); ++channel)
                periods_->run (kept_.from (channel, first), numPeriods,
                               made_.data () +
                                   static_cast<std::int64_t> (channel) * kRoundPeriods * outputs +
                                   numMade_);
        numMade_ += numPeriods * outputs;
        return {};
    }

    AudioInfo info_;
    PolyphaseFilter filter_;
    PolyphaseShape shape_;
    KeptSamples<Sample> kept_;
    std::int64_t mostOutputs_ = 1; ///< made at a time
    std::vector<std::int16_t> taps16_;
    std::optional<PolyphasePeriods> periods_; ///< long filters of floats
    std::vector<float> made_;                 ///< a round of periods, one plane a channel
    std::int64_t numMade_ = 0;                ///< outputs of the round in made_
    std::int64_t position_ = -1;              ///< next output; below 0: a read must begin at 0
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

#include "Engine/Batch/Statistics/MeasuredReader.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::int64_t kReadBytes = 1 << 16;
}

MeasuredReader::MeasuredReader (std::unique_ptr<AudioReader> source)
    : source_ (std::move (source)),
      tally_ (source_->info ().rateHz, source_->info ().numChannels, source_->info ().format),
      frameBytes_ (std::int64_t {source_->info ().numChannels} *
                   bytesPerSample (source_->info ().format))
{
}

Result<void> MeasuredReader::read (void* to, std::int64_t first, std::int64_t count)
{
    if (auto done = source_->read (to, first, count); ! done)
        return done;
    position_ = first + count;
    if (first <= measured_ && measured_ < position_)
    {
        tally_.add (static_cast<const std::byte*> (to) + (measured_ - first) * frameBytes_,
                    position_ - measured_);
        measured_ = position_;
    }
    return {};
}

Result<SoundRecord> MeasuredReader::finish (const std::atomic<bool>& stop)
{
    const AudioInfo& info = source_->info ();
    std::vector<std::byte> samples;
    while (! isComplete ())
    {
        if (stop)
            return Error {ErrorCode::interrupted, "interrupted while reading audio", {}};
        const std::int64_t first = info.randomAccess ? measured_ : std::min (position_, measured_);
        const std::int64_t most = std::max<std::int64_t> (1, kReadBytes / frameBytes_);
        const std::int64_t count = std::min (most, info.numSamples - first);
        samples.resize (static_cast<std::size_t> (count * frameBytes_));
        MELSTROM_TRY (read (samples.data (), first, count));
    }
    return tally_.record ();
}

} // namespace melstrom

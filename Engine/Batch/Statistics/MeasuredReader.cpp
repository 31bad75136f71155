#include "Engine/Batch/Statistics/MeasuredReader.h"

#include <algorithm>
#include <vector>

namespace melstrom
{

namespace
{
constexpr std::int64_t kReadBytes = 1 << 16;
}

MeasuredReader::MeasuredReader (std::unique_ptr<AudioReader> source,
                                std::shared_ptr<SoundTally> tally)
    : source_ (std::move (source)),
      tally_ (tally != nullptr ? std::move (tally)
                               : std::make_shared<SoundTally> (soundShapeOf (source_->info ()))),
      frameBytes_ (static_cast<std::int64_t> (soundShapeOf (source_->info ()).frameBytes ()))
{
}

Result<void> MeasuredReader::read (void* to, std::int64_t first, std::int64_t count)
{
    if (auto done = source_->read (to, first, count); ! done)
        return done;
    position_ = first + count;
    tally_->add (to, first, count);
    return {};
}

Result<void> MeasuredReader::readRest (const std::atomic<bool>& stop)
{
    const AudioInfo& info = source_->info ();
    std::vector<std::byte> samples;
    for (;;)
    {
        const SoundTally::Range left = tally_->firstMissing (info.numSamples);
        if (left.first == left.end)
            return {};
        if (stop)
            return Error {ErrorCode::interrupted, "interrupted while reading audio", {}};
        const std::int64_t first =
            info.randomAccess ? left.first : std::min (position_, left.first);
        const std::int64_t most = std::max<std::int64_t> (1, kReadBytes / frameBytes_);
        const std::int64_t count = std::min (most, left.end - first);
        samples.resize (static_cast<std::size_t> (count * frameBytes_));
        MELSTROM_TRY (read (samples.data (), first, count));
    }
}

std::optional<SoundRecord> MeasuredReader::record () const
{
    if (tally_->numMeasured () < info ().numSamples)
        return {};
    return tally_->record ();
}

} // namespace melstrom

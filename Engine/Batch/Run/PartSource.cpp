#include "Engine/Batch/Run/PartSource.h"

#include "Engine/Core/Printable.h"
#include "Engine/Spec/SignalClip.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::int64_t kSkipBytes = 1 << 16;
}

Result<std::unique_ptr<AudioReader>> openPlanned (Storage& storage, const PlannedFile& file,
                                                  const AudioOptions& options, const MelSpec& spec)
{
    auto reader = openAudio (storage, file.path, options);
    if (! reader)
        return reader;
    const AudioInfo& info = (*reader)->info ();
    if (info.rateHz != file.rateHz || info.numChannels != file.numChannels ||
        info.numSamples != file.numSamples || info.format != file.sourceFormat ||
        info.randomAccess == file.sourceInOrder)
        return Error {ErrorCode::fileChanged,
                      printable (file.path) + " changed since its header was read: " +
                          std::to_string (file.numSamples) + " samples then, " +
                          std::to_string (info.numSamples) + " now",
                      {}};
    if (file.featureRateHz != file.rateHz)
        reader = resampled (std::move (*reader), file.featureRateHz);
    const auto clip = clipOf (spec, file.featureRateHz, file.wholeSamples);
    if (! reader || clip.isWhole (file.wholeSamples))
        return reader;
    return clipped (std::move (*reader), clip);
}

void PartSource::close ()
{
    if (reader_)
        ledger_.addNonFinite (file_, reader_->nonFiniteCount ());
    reader_.reset ();
    file_ = -1;
}

Result<void> PartSource::open (std::int32_t file)
{
    if (file_ == file)
        return {};
    close ();
    auto reader = openPlanned (storage_, plan_.files[static_cast<std::size_t> (file)],
                               options_.audio, options_.preset.spec);
    if (! reader)
        return reader.error ();
    reader_ = std::move (*reader);
    file_ = file;
    position_ = tailStart_ = 0;
    tail_.clear ();
    return {};
}

Result<void> PartSource::skipTo (std::int64_t first)
{
    if (first < position_)
        position_ = 0;
    const std::int64_t frameBytes = plan_.files[static_cast<std::size_t> (file_)].bytesPerFrame ();
    std::vector<std::byte> unwanted;
    while (position_ < first)
    {
        const std::int64_t count =
            std::min (first - position_, std::max<std::int64_t> (1, kSkipBytes / frameBytes));
        unwanted.resize (static_cast<std::size_t> (count * frameBytes));
        if (auto done = reader_->read (unwanted.data (), position_, count); ! done)
            return done;
        position_ += count;
    }
    return {};
}

Result<void> PartSource::readInOrder (std::int64_t first, std::int64_t count, std::byte* to)
{
    const std::int64_t frameBytes = plan_.files[static_cast<std::size_t> (file_)].bytesPerFrame ();
    std::int64_t kept = 0;
    if (first >= tailStart_ && first <= position_)
    {
        kept = std::min (position_ - first, count);
        std::copy_n (tail_.data () + (first - tailStart_) * frameBytes, kept * frameBytes, to);
    }
    else
    {
        if (auto there = skipTo (first); ! there)
            return there;
        tail_.clear ();
        tailStart_ = first;
    }
    if (kept == count)
        return {};
    return reader_->read (to + kept * frameBytes, first + kept, count - kept);
}

void PartSource::keepTail (std::int64_t keepFrom, std::int64_t first, std::int64_t count,
                           const std::byte* samples)
{
    const std::int64_t frameBytes = plan_.files[static_cast<std::size_t> (file_)].bytesPerFrame ();
    const std::int64_t end = std::max (position_, first + count);
    const std::int64_t from = std::clamp (keepFrom, tailStart_, end);
    const std::int64_t dropped = std::min (from, position_) - tailStart_;
    tail_.erase (tail_.begin (), tail_.begin () + dropped * frameBytes);
    if (const std::int64_t added = std::max (from, position_); added < first + count)
        tail_.insert (tail_.end (), samples + (added - first) * frameBytes,
                      samples + count * frameBytes);
    tailStart_ = from;
    position_ = end;
}

Result<void> PartSource::read (const ChunkPart& part, std::int64_t keepFrom, std::byte* to)
{
    if (auto opened = open (part.file); ! opened)
        return opened;
    if (! plan_.files[static_cast<std::size_t> (part.file)].inOrderOnly)
        return reader_->read (to, part.firstSample, part.numSamples);
    if (auto done = readInOrder (part.firstSample, part.numSamples, to); ! done)
        return done;
    keepTail (keepFrom, part.firstSample, part.numSamples, to);
    return {};
}

} // namespace melstrom

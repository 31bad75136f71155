#include "Engine/Batch/Run/Verify/StatisticsCheck.h"

#include "Engine/Batch/Statistics/MeasuredReader.h"
#include "Engine/Core/Hash.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{
std::int64_t numRowsOf (const FinishedDataset& dataset)
{
    std::int64_t numRows = 0;
    for (const FileLine& line : dataset.files)
        numRows += line.numRows;
    return numRows;
}

/** Versions before the jobs of a long file shared its measurement summed floating-point samples in
    one go, and no version number tells them apart. Their sum of n values in float64 errs by at most
    (n - 1) 2^-53 sum |x|, with |x| <= peak; the present one adds within a block only, and blocks
    exactly: it errs by as much with the samples of a block for n. Then each mean is rounded to
    float32. Of several channels, another may then be the one whose mean is farthest from 0, so
    magnitudes are compared. Sums of int16 are exact in all versions.
    source  Jeannerod and Rump, "Improved error bounds for inner products in floating-point
            arithmetic" 2013, for the bound without terms of higher order */
bool isSameOffset (float found, float recorded, float peak, const AudioInfo& info)
{
    const SoundShape shape = soundShapeOf (info);
    if (shape.format == SampleFormat::int16)
        return found == recorded;
    double a = found, b = recorded;
    if (shape.numChannels > 1)
    {
        a = std::fabs (a);
        b = std::fabs (b);
    }
    const auto numAdded = info.numSamples + std::min (shape.blockSamples (), info.numSamples);
    const double summing = std::ldexp (static_cast<double> (numAdded), -53) * peak;
    const double rounding = 2 * std::ldexp (std::max (std::fabs (a), std::fabs (b)), -24);
    return std::fabs (a - b) <= summing + rounding;
}

bool isSameSound (const SoundRecord& found, const SoundRecord& recorded, const AudioInfo& info)
{
    SoundRecord same = found;
    same.dcOffset = recorded.dcOffset;
    return same == recorded && isSameOffset (found.dcOffset, recorded.dcOffset, found.peak, info);
}

/** Older versions compared samples of every coding with this, so that those of 8 bits, A-law and
    mu-law were never clipped, but for -128 of 8 bits. No version number tells them apart. */
constexpr float kOlderFullScale = FullScale::int16;

bool isDescribed (const FileLine& line) noexcept
{
    return line.isIn && line.numRows > 0;
}
} // namespace

StatisticsCheck::StatisticsCheck (const FinishedDataset& dataset,
                                  const DatasetStatistics& statistics, VerifyReport& report)
    : dataset_ (dataset), statistics_ (statistics), report_ (report),
      found_ (dataset.shape, dataset.files.size (), numRowsOf (dataset))
{
}

ReadAt StatisticsCheck::reading (const FileLine& line, ReadAt from)
{
    pending_.clear ();
    nextRow_ = 0;
    return [this, &line, from = std::move (from)] (void* to, std::size_t bytes,
                                                   std::int64_t offset) -> Result<std::size_t>
    {
        auto got = from (to, bytes, offset);
        if (got && isDescribed (line))
            take (line, static_cast<const std::byte*> (to), *got);
        return got;
    };
}

void StatisticsCheck::take (const FileLine& line, const std::byte* bytes, std::size_t numBytes)
{
    const auto rowBytes = static_cast<std::size_t> (dataset_.shape.bytes ());
    if (rowBytes == 0)
        return;
    pending_.insert (pending_.end (), bytes, bytes + numBytes);
    const auto numRows =
        std::min (static_cast<std::int64_t> (pending_.size () / rowBytes), line.numRows - nextRow_);
    const FileOfRows file {static_cast<std::int32_t> (indexOf (line)),
                           std::max<int> (0, line.split), line.numRows,
                           hashBytes (std::string_view (line.path).substr (line.relativeAt))};
    found_.addRows (file, {nextRow_, numRows}, pending_.data ());
    nextRow_ += numRows;
    pending_.erase (pending_.begin (),
                    pending_.begin () + static_cast<std::ptrdiff_t> (
                                            static_cast<std::size_t> (numRows) * rowBytes));
}

void StatisticsCheck::compareRows ()
{
    const DatasetStatistics found =
        found_.result ([this] (std::int32_t index)
                       { return isDescribed (dataset_.files[static_cast<std::size_t> (index)]); });
    for (std::size_t i = 0; i < found.files.size (); ++i)
        if (const FileLine& line = dataset_.files[i];
            line.isChecked && found.files[i].numOnFloor != statistics_.files[i].numOnFloor)
            report_.faults.push_back (std::string (kStatisticsName) +
                                      " does not describe the rows of " + printable (line.path));
    if (! report_.subset && found.splits != statistics_.splits)
        report_.faults.push_back (
            std::string (kStatisticsName) +
            " does not describe the rows: its sums by band differ from theirs");
}

Result<void> StatisticsCheck::compareSound (Storage& storage, const FileLine& line,
                                            const std::atomic<bool>& stop)
{
    const auto& recorded = statistics_.files[indexOf (line)].sound;
    if (! recorded || line.isBox)
        return {};
    for (const bool isOlder : {false, true})
    {
        auto reader = openAudio (storage, line.soundPath (), dataset_.audio, {{}, &stop, false});
        if (! reader) // then its rows are no longer those of the dataset either
            return {};
        SoundShape shape = soundShapeOf ((*reader)->info ());
        if (isOlder && shape.fullScale == kOlderFullScale)
            break;
        if (isOlder)
            shape.fullScale = kOlderFullScale;
        MeasuredReader sound (*std::move (reader), std::make_shared<SoundTally> (shape));
        const auto read = sound.readRest (stop);
        if (! read && (read.error ().code == ErrorCode::interrupted ||
                       read.error ().code == ErrorCode::outOfMemory))
            return read.error ();
        if (! read)
            return {};
        const auto found = sound.record ();
        if (found && isSameSound (*found, *recorded, sound.info ()))
            return {};
    }
    report_.faults.push_back (std::string (kStatisticsName) + " does not describe the samples of " +
                              printable (line.path));
    return {};
}

} // namespace melstrom

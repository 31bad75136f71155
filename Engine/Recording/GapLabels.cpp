#include "Engine/Recording/GapLabels.h"

#include "Engine/Core/NumberText.h"

namespace melstrom
{

GapLabels::GapLabels (Storage& storage, const std::string& recordingPath, int rateHz)
    : storage_ (storage), path_ (gapLabelsPathOf (recordingPath)), rateHz_ (rateHz)
{
}

Result<void> GapLabels::add (const RecordingGap& gap)
{
    if (file_ == nullptr)
    {
        MELSTROM_TRY_VALUE (file_, storage_.create (path_));
    }
    const auto line = labelOf (gap, rateHz_);
    MELSTROM_TRY (file_->writeAt (line.data (), line.size (), bytes_));
    bytes_ += static_cast<std::int64_t> (line.size ());
    return {};
}

Result<void> GapLabels::finish ()
{
    if (file_ == nullptr)
        return {};
    MELSTROM_TRY (file_->sync ());
    return file_->close ();
}

std::string gapLabelsPathOf (const std::string& recordingPath)
{
    return recordingPath + ".gaps.txt";
}

std::string labelOf (const RecordingGap& gap, int rateHz)
{
    const auto seconds = [rateHz] (std::int64_t position)
    {
        constexpr int kDecimals = 9; // the nearest sample is the right one at all rates
        return fixedText (static_cast<double> (position) / rateHz, kDecimals);
    };
    const auto end = gap.position + gap.numSamples;
    return seconds (gap.position) + "\t" + seconds (end) + "\tgap: " +
           (gap.reason == GapReason::device ? "the device dropped " : "the disk stalled, lost ") +
           std::to_string (gap.numSamples) + (gap.numSamples == 1 ? " sample" : " samples") +
           " from " + std::to_string (gap.position) + "\n";
}

} // namespace melstrom

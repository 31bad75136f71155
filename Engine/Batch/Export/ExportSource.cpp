#include "Engine/Batch/Export/ExportSource.h"

#include "Engine/Batch/Export/ExportNames.h"
#include "Engine/Batch/Inputs/Csv.h"
#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Batch/Run/Folder/LabelIds.h"
#include "Engine/Batch/Run/Verify/ChecksumCheck.h"
#include "Engine/Core/Crc32c.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <map>
#include <set>

namespace melstrom
{

namespace
{
constexpr std::int64_t kPieceBytes = 1 << 20;
constexpr std::size_t kLeastDigits = 6;

Error damaged (const std::string& what)
{
    return {ErrorCode::verificationFailed, what + "; --batch --verify names all damage", {}};
}

bool isExported (const FileLine& line)
{
    return line.isIn && line.numRows > 0;
}
} // namespace

bool ExportSource::isBoxes () const noexcept
{
    return ! dataset_.files.empty () && dataset_.files.front ().isBox;
}

std::int64_t ExportSource::numLeftOut () const noexcept
{
    return std::ranges::count_if (dataset_.files,
                                  [] (const FileLine& line) { return ! isExported (line); });
}

Result<ExportSource> ExportSource::open (const std::string& folder, const BatchContext& context)
{
    ExportSource source (context);
    MELSTROM_TRY_VALUE (source.dataset_, readDescription (context.storage, folder));
    VerifyReport report;
    MELSTROM_TRY (ChecksumCheck (source.dataset_, context, report).checkFiles ());
    if (! report.faults.empty ())
        return damaged (printable (folder) + ": " + report.faults.front ());
    MELSTROM_TRY_VALUE (source.dataset_.files, readFileLines (context.storage, source.dataset_));
    MELSTROM_TRY (source.readLabels ());
    MELSTROM_TRY (source.checkRows ());
    return source;
}

Result<void> ExportSource::readLabels ()
{
    MELSTROM_TRY_VALUE (const auto file,
                        context_->storage.openForReading (dataset_.path ("files.csv")));
    std::map<std::string, std::uint32_t> known;
    std::set<std::string> fields;
    std::optional<std::size_t> column;
    const auto take = [&] (const CsvRow& row) -> Result<void>
    {
        if (! column)
        {
            column = static_cast<std::size_t> (std::ranges::find (row.fields, "label") -
                                               row.fields.begin ());
            return {};
        }
        const std::string label =
            *column < row.fields.size () ? row.fields[*column] : std::string ();
        const auto [place, isNew] =
            known.emplace (label, static_cast<std::uint32_t> (labelTexts_.size ()));
        if (isNew)
        {
            labelTexts_.push_back (validText (label));
            fields.insert (label);
        }
        labelOf_.push_back (place->second);
        return {};
    };
    MELSTROM_TRY (forEachCsvRow (*file, take));
    if (labelOf_.size () != dataset_.files.size ())
        return damaged ("files.csv changed while it was read");
    const LabelIds ids (labels (), fields);
    labelIds_.assign (labelTexts_.size (), -1);
    for (const auto& [label, place] : known)
        labelIds_[place] = label.empty () ? -1 : ids.find (label).value_or (-1);
    return {};
}

/** Every exported row must lie in its array. */
Result<void> ExportSource::checkRows () const
{
    for (const FileLine& line : dataset_.files)
        if (isExported (line))
            MELSTROM_TRY (placeOf (line));
    return {};
}

Result<ExportSource::Place> ExportSource::placeOf (const FileLine& line) const
{
    const auto holds = [&] (std::int64_t firstRow, std::int64_t bytes)
    {
        const std::int64_t held = rowBytes () > 0 ? bytes / rowBytes () : 0;
        return line.firstRow >= firstRow && line.firstRow - firstRow <= held &&
               line.numRows <= held - (line.firstRow - firstRow);
    };
    for (const ArrayLine& array : dataset_.arrays)
        if (array.isFeatures () && array.split == line.splitName () && array.offset >= 0 &&
            holds (0, array.bytes))
            return Place {dataset_.path (array.file), array.offset + line.firstRow * rowBytes ()};
    for (const SourceEntry& source : dataset_.sources)
        for (const SourceEntry::Array& array : source.arrays)
            if ((array.name == "features" || array.name == "segments_mel") &&
                source.split == line.splitName () && holds (source.firstRow, array.bytes))
                return Place {joinPath (dataset_.folder, source.file),
                              array.offset + (line.firstRow - source.firstRow) * rowBytes ()};
    return damaged (printable (line.path) + ": no array of the dataset has its rows");
}

std::vector<ExportShard> ExportSource::shards (std::int64_t shardBytes) const
{
    std::vector<ExportShard> shards;
    for (int split = -1; split < static_cast<int> (std::size (kSplitNames)); ++split)
    {
        const std::size_t first = shards.size ();
        std::int64_t bytes = 0;
        for (std::size_t i = 0; i < dataset_.files.size (); ++i)
        {
            const FileLine& line = dataset_.files[i];
            if (! isExported (line) || line.split != split)
                continue;
            const std::int64_t more = line.numRows * rowBytes ();
            if (shards.size () == first || (bytes > 0 && more > shardBytes - bytes))
            {
                shards.push_back ({partOf (line.splitName ()), {}, 0, shards.size () - first, 1});
                bytes = 0;
            }
            bytes += more;
            shards.back ().files.push_back (static_cast<std::uint32_t> (i));
            shards.back ().numRows += line.numRows;
        }
        for (std::size_t i = first; i < shards.size (); ++i)
            shards[i].count = shards.size () - first;
    }
    return shards;
}

ExportItem ExportSource::item (std::uint32_t file) const
{
    const FileLine& line = dataset_.files[file];
    const std::size_t digits =
        std::max (kLeastDigits, std::to_string (dataset_.files.size ()).size ());
    return {&line,
            paddedNumber (file, digits) + "-" + stemOf (line.soundPath ()),
            validText (line.path),
            labelTexts_[labelOf_[file]],
            labelIds_[labelOf_[file]],
            file};
}

Result<void> ExportSource::forEachPiece (std::uint32_t file, const RowSink& sink)
{
    const FileLine& line = dataset_.files[file];
    MELSTROM_TRY_VALUE (const auto place, placeOf (line));
    if (openPath_ != place.path)
    {
        MELSTROM_TRY_VALUE (open_, context_->storage.openForReading (place.path));
        openPath_ = place.path;
    }
    const std::int64_t rowsAtOnce = std::max<std::int64_t> (1, kPieceBytes / rowBytes ());
    std::uint32_t crc = 0;
    for (std::int64_t row = 0; row < line.numRows; row += rowsAtOnce)
    {
        if (context_->stop)
            return Error {ErrorCode::interrupted, "interrupted while exporting", {}};
        const std::int64_t rows = std::min (rowsAtOnce, line.numRows - row);
        buffer_.resize (static_cast<std::size_t> (rows * rowBytes ()));
        MELSTROM_TRY_VALUE (const auto got, open_->readAt (buffer_.data (), buffer_.size (),
                                                           place.offset + row * rowBytes ()));
        if (got != buffer_.size ())
            return damaged (printable (place.path) + " is too short");
        crc = crc32c (crc, buffer_.data (), buffer_.size ());
        context_->counters.bytesRead += static_cast<std::int64_t> (got);
        MELSTROM_TRY (sink (buffer_));
        context_->counters.rowsDone += rows;
    }
    if (crc != line.crc)
        return damaged ("the rows of " + printable (line.path) + " in " + printable (place.path) +
                        " changed after they were written: their checksum differs");
    ++context_->counters.filesDone;
    return {};
}

} // namespace melstrom

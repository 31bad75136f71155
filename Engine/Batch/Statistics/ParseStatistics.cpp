// Reads the bytes of statistics.bin.
#include "Engine/Batch/Statistics/DatasetStatistics.h"
#include "Engine/Batch/Statistics/StatisticsLayout.h"
#include "Engine/Core/Crc32c.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace melstrom
{

using namespace statisticsfile;

namespace
{
/** Takes values from bytes of any origin. */
class Reading
{
public:
    explicit Reading (std::string_view bytes) : bytes_ (bytes) {}

    bool has (std::uint64_t number, std::size_t size) const noexcept
    {
        return number <= bytes_.size () / size;
    }
    template <typename T>
    bool take (T& value) noexcept
    {
        if (bytes_.size () < sizeof value)
            return false;
        std::memcpy (&value, bytes_.data (), sizeof value);
        bytes_.remove_prefix (sizeof value);
        return true;
    }
    bool isAtEnd () const noexcept { return bytes_.empty (); }

private:
    std::string_view bytes_;
};

ExactSum sumOf (const std::uint32_t (&digits)[ExactSum::kNumDigits])
{
    std::array<std::uint32_t, ExactSum::kNumDigits> copy;
    std::ranges::copy (digits, copy.begin ());
    return ExactSum::ofDigits (copy);
}

bool read (Reading& from, BandCounts& counts)
{
    std::uint64_t number = 0;
    if (! from.take (number) || ! from.has (number, sizeof (CellRecord)))
        return false;
    for (CellRecord cell; number > 0 && from.take (cell); --number)
    {
        if (cell.band >= counts.numBands () || cell.cell >= kNumBandCells)
            return false;
        counts.countCell (cell.band, cell.cell,
                          cell.countLow | std::uint64_t {cell.countHigh} << 32);
    }
    return true;
}

bool read (Reading& from, RowTotals& totals)
{
    if (! from.take (totals.numRows) || totals.numRows < 0)
        return false;
    for (BandTotals& band : totals.bands)
    {
        BandRecord record;
        if (! from.take (record))
            return false;
        band = {sumOf (record.sum), sumOf (record.squares), record.numNonFinite};
    }
    return read (from, totals.counted) && (! totals.whole || read (from, *totals.whole));
}

bool isOurs (const Header& header)
{
    return std::equal (std::begin (kMagic), std::end (kMagic), header.magic) &&
           header.version == kVersion && header.fileBytes == sizeof (FileRecord) &&
           header.bandBytes == sizeof (BandRecord) && header.cellBytes == sizeof (CellRecord) &&
           header.countedStep == kCountedStep && header.framesPerRow >= 1 &&
           header.numFeatures >= 0 && header.numFeatures <= kMostFeatures;
}

bool read (Reading& from, const Header& header, DatasetStatistics& to)
{
    if (! from.has (header.numFiles, sizeof (FileRecord)))
        return false;
    to.numFeatures = header.numFeatures;
    to.framesPerRow = header.framesPerRow;
    to.files.reserve (header.numFiles);
    for (FileRecord record; to.files.size () < header.numFiles && from.take (record);)
    {
        FileStatistics& file = to.files.emplace_back ();
        file.numOnFloor = record.numOnFloor;
        if (! std::isfinite (record.peak) || ! std::isfinite (record.dcOffset) ||
            ! (record.silentRatio >= 0 && std::isfinite (record.silentRatio)))
            return false;
        if ((record.flags & kHasSound) != 0)
            file.sound =
                SoundRecord {record.peak, record.dcOffset, record.silentRatio, record.numClipped};
    }
    for (std::size_t split = 0; split < to.splits.size (); ++split)
        if ((header.flags >> split & 1) != 0)
        {
            if (! from.has (static_cast<std::uint64_t> (header.numFeatures), sizeof (BandRecord)))
                return false;
            to.splits[split].emplace (header.numFeatures, (header.flags & kHasWhole) != 0);
            if (! read (from, *to.splits[split]))
                return false;
        }
    return from.isAtEnd ();
}
} // namespace

std::optional<DatasetStatistics> parseStatistics (std::string_view bytes)
{
    std::uint32_t crc = 0;
    if (bytes.size () < sizeof (Header) + sizeof crc)
        return {};
    const std::string_view body = bytes.substr (0, bytes.size () - sizeof crc);
    std::memcpy (&crc, bytes.data () + body.size (), sizeof crc);
    Header header;
    DatasetStatistics statistics;
    Reading from (body);
    if (crc != crc32c (0, body.data (), body.size ()) || ! from.take (header) ||
        ! isOurs (header) || ! read (from, header, statistics))
        return {};
    return statistics;
}

} // namespace melstrom

// Writes the bytes of statistics.bin.
#include "Engine/Batch/Statistics/DatasetStatistics.h"
#include "Engine/Batch/Statistics/StatisticsLayout.h"
#include "Engine/Core/Crc32c.h"

#include <algorithm>

namespace melstrom
{

using namespace statisticsfile;

namespace
{
constexpr std::size_t kPieceBytes = 1 << 16;

FileRecord recordOf (const FileStatistics& file)
{
    FileRecord record;
    record.numOnFloor = file.numOnFloor;
    if (! file.sound)
        return record;
    record.numClipped = file.sound->numClipped;
    record.peak = file.sound->peak;
    record.dcOffset = file.sound->dcOffset;
    record.silentRatio = file.sound->silentRatio;
    record.flags = kHasSound;
    return record;
}

/** Collects values into pieces for a sink, and their checksum. */
class Writing
{
public:
    explicit Writing (const TextSink& sink) : sink_ (sink) {}

    template <typename T>
    void add (const T& value)
    {
        piece_.append (reinterpret_cast<const char*> (&value), sizeof value);
        if (piece_.size () >= kPieceBytes)
            pass ();
    }
    Result<void> finish ()
    {
        pass ();
        piece_.assign (reinterpret_cast<const char*> (&crc_), sizeof crc_);
        return done_ ? sink_ (piece_) : done_;
    }

private:
    void pass ()
    {
        crc_ = crc32c (crc_, piece_.data (), piece_.size ());
        if (done_)
            done_ = sink_ (piece_);
        piece_.clear ();
    }

    const TextSink& sink_;
    std::string piece_;
    std::uint32_t crc_ = 0;
    Result<void> done_;
};

void write (Writing& to, const BandCounts& counts)
{
    std::uint64_t number = 0;
    counts.forEach ([&number] (int, int, std::uint64_t) { ++number; });
    to.add (number);
    counts.forEach (
        [&to] (int band, int cell, std::uint64_t count)
        {
            to.add (CellRecord {
                static_cast<std::uint16_t> (band), static_cast<std::uint16_t> (cell),
                static_cast<std::uint32_t> (count), static_cast<std::uint32_t> (count >> 32)});
        });
}

void write (Writing& to, const RowTotals& totals, bool hasWhole)
{
    to.add (totals.numRows);
    for (const BandTotals& band : totals.bands)
    {
        BandRecord record;
        record.numNonFinite = band.numNonFinite;
        std::ranges::copy (band.sum.digits (), record.sum);
        std::ranges::copy (band.squares.digits (), record.squares);
        to.add (record);
    }
    write (to, totals.counted);
    if (hasWhole)
        write (to, *totals.whole);
}
} // namespace

Result<void> writeStatistics (const TextSink& sink, const DatasetStatistics& statistics,
                              const FilesOfStatistics& files)
{
    Header header;
    std::copy (std::begin (kMagic), std::end (kMagic), header.magic);
    header.fileBytes = sizeof (FileRecord);
    header.bandBytes = sizeof (BandRecord);
    header.cellBytes = sizeof (CellRecord);
    header.numFiles = files.count;
    header.numFeatures = statistics.numFeatures;
    header.framesPerRow = statistics.framesPerRow;
    bool hasWhole = true;
    for (std::size_t split = 0; split < statistics.splits.size (); ++split)
        if (const auto& totals = statistics.splits[split])
        {
            header.flags |= 1u << split;
            hasWhole = hasWhole && totals->whole.has_value ();
        }
    header.flags |= hasWhole ? kHasWhole : 0;
    Writing to (sink);
    to.add (header);
    for (std::size_t i = 0; i < files.count; ++i)
        to.add (recordOf (files.at (i)));
    for (const auto& totals : statistics.splits)
        if (totals)
            write (to, *totals, hasWhole);
    return to.finish ();
}

Result<void> writeStatistics (const TextSink& sink, const DatasetStatistics& statistics)
{
    return writeStatistics (
        sink, statistics,
        {statistics.files.size (), [&statistics] (std::size_t i) { return statistics.files[i]; }});
}

} // namespace melstrom

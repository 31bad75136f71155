// The bytes of statistics.bin.
#include "Engine/Batch/Statistics/DatasetStatistics.h"
#include "Engine/Core/Crc32c.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace melstrom
{

namespace
{
static_assert (std::endian::native == std::endian::little, "statistics.bin is little-endian");

constexpr char kMagic[8] = {'M', 'E', 'L', 'S', 'T', 'A', 'T', 'S'};
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kPieceBytes = 1 << 16;
constexpr std::int32_t kMostFeatures = 1 << 16;
constexpr std::uint32_t kHasSound = 1;  ///< flag of a file
constexpr std::uint32_t kHasWhole = 16; ///< flag of the header, above one bit a split

struct Header
{
    char magic[8] {};
    std::uint32_t version = kVersion, fileBytes = 0, bandBytes = 0, cellBytes = 0;
    std::uint64_t numFiles = 0;
    std::int64_t framesPerRow = 0;
    std::int32_t numFeatures = 0;
    std::uint32_t countedStep = kCountedStep, flags = 0, unused = 0;
};
static_assert (sizeof (Header) == 56);

struct FileRecord
{
    std::int64_t numOnFloor = 0, numClipped = 0;
    float peak = 0, dcOffset = 0, silentRatio = 0;
    std::uint32_t flags = 0;
};
static_assert (sizeof (FileRecord) == 32);

struct BandRecord
{
    std::int64_t numNonFinite = 0;
    std::uint32_t sum[ExactSum::kNumDigits] {}, squares[ExactSum::kNumDigits] {};
};
static_assert (sizeof (BandRecord) == 168);

struct CellRecord
{
    std::uint16_t band = 0, cell = 0;
    std::uint32_t countLow = 0, countHigh = 0;
};
static_assert (sizeof (CellRecord) == 12);

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

RowTotals DatasetStatistics::allRows () const
{
    std::int64_t numRows = 0;
    for (const auto& split : splits)
        numRows += split ? split->numRows : 0;
    RowTotals all (numFeatures, numRows <= kMostRowsCountedWhole);
    for (const auto& split : splits)
        if (split)
            all.add (*split);
    all.carry ();
    return all;
}

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

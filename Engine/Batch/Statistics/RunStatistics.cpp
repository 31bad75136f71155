#include "Engine/Batch/Statistics/RunStatistics.h"

#include "Engine/Core/Crc32c.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace melstrom
{

/** A file of which some rows have come. */
struct RunStatistics::OpenFile
{
    struct Edge
    {
        std::vector<std::byte> rows; ///< of a whole stretch
        std::int64_t numRows = 0;    ///< that have come
    };
    std::mutex mutex;
    std::vector<RowsPiece> pieces;
    std::int64_t numRows = 0; ///< in the pieces
    Floor floor;
    std::map<std::int64_t, Edge> edges; ///< by the first row of their stretch
};

/** Totals to which one thread adds at a time. */
struct RunStatistics::Adder
{
    explicit Adder (const RowShape& shape) : adding (shape) {}

    StretchAdding adding;
    std::array<std::optional<RowTotals>, 3> splits;
};

/** An adder, lent to a thread. */
class RunStatistics::Lease
{
public:
    explicit Lease (RunStatistics& owner) : owner_ (owner)
    {
        {
            const std::lock_guard lock (owner_.mutex_);
            if (! owner_.adders_.empty ())
            {
                adder_ = std::move (owner_.adders_.back ());
                owner_.adders_.pop_back ();
                return;
            }
        }
        adder_ = std::make_unique<Adder> (owner_.shape_);
        const std::lock_guard lock (owner_.mutex_);
        owner_.adders_.reserve (++owner_.numAdders_); // so that giving back cannot fail
    }
    ~Lease ()
    {
        const std::lock_guard lock (owner_.mutex_);
        owner_.adders_.push_back (std::move (adder_));
    }
    Adder& operator* () const noexcept { return *adder_; }

private:
    RunStatistics& owner_;
    std::unique_ptr<Adder> adder_;
};

RunStatistics::RunStatistics (const RowShape& shape, std::size_t numFiles, std::int64_t numRows)
    : shape_ (shape), countsWhole_ (numRows <= kMostRowsCountedWhole),
      isClaimed_ (std::make_unique<std::atomic<bool>[]> (numFiles)), files_ (numFiles)
{
}

RunStatistics::~RunStatistics () = default;

Floor RunStatistics::addStretch (Adder& adder, const FileOfRows& file, const RowStretch& stretch,
                                 int sign)
{
    auto& totals = adder.splits[static_cast<std::size_t> (file.split)];
    if (! totals)
        totals.emplace (shape_.numFeatures, countsWhole_);
    RowStretch counted = stretch;
    counted.phase =
        static_cast<std::int64_t> (file.nameHash % static_cast<std::uint64_t> (kCountedStep));
    return adder.adding.add (counted, *totals, sign);
}

/** Adds rows that are a part of a stretch; the open file is locked. */
void RunStatistics::addToEdge (OpenFile& open, Adder& adder, const FileOfRows& file,
                               const RowStretch& part, int sign)
{
    const std::int64_t most = stretchRows (shape_), first = part.firstRow / most * most;
    const std::int64_t wanted = std::min (most, file.numRows - first);
    const auto rowBytes = static_cast<std::size_t> (shape_.bytes ());
    OpenFile::Edge& edge = open.edges[first];
    edge.rows.resize (static_cast<std::size_t> (wanted) * rowBytes);
    std::memcpy (edge.rows.data () + static_cast<std::size_t> (part.firstRow - first) * rowBytes,
                 part.rows, static_cast<std::size_t> (part.numRows) * rowBytes);
    edge.numRows += part.numRows;
    if (edge.numRows < wanted)
        return;
    open.floor.add (addStretch (adder, file, {edge.rows.data (), first, wanted}, sign));
    open.edges.erase (first);
}

void RunStatistics::addPiece (OpenFile& open, Adder& adder, const FileOfRows& file,
                              const RowsPiece& piece, const std::byte* rows, int sign)
{
    const std::int64_t most = stretchRows (shape_), end = piece.firstRow + piece.numRows;
    for (std::int64_t row = piece.firstRow; row < end;)
    {
        const std::int64_t first = row / most * most;
        const std::int64_t stretchEnd = std::min (first + most, file.numRows);
        const std::int64_t next = std::min (stretchEnd, end);
        const RowStretch part {rows + (row - piece.firstRow) * shape_.bytes (), row, next - row};
        const bool isWhole = row == first && next == stretchEnd;
        const Floor floor = isWhole ? addStretch (adder, file, part, sign) : Floor ();
        const std::lock_guard lock (open.mutex);
        if (isWhole)
            open.floor.add (floor);
        else
            addToEdge (open, adder, file, part, sign);
        row = next;
    }
}

void RunStatistics::addRows (const FileOfRows& file, const RowsPiece& piece, const std::byte* rows)
{
    if (shape_.numValues () == 0 || piece.numRows == 0)
        return;
    const Lease adder (*this);
    if (piece.numRows == file.numRows)
    {
        OpenFile whole;
        addPiece (whole, *adder, file, piece, rows, 1);
        const std::lock_guard lock (mutex_);
        files_[static_cast<std::size_t> (file.index)].numOnFloor = whole.floor.count;
        return;
    }
    OpenFile* open = nullptr;
    {
        const std::lock_guard lock (mutex_);
        auto& found = open_[file.index];
        if (found == nullptr)
            found = std::make_unique<OpenFile> ();
        open = found.get ();
    }
    addPiece (*open, *adder, file, piece, rows, 1);
    bool isLast = false;
    {
        const std::lock_guard lock (open->mutex);
        open->pieces.push_back (piece);
        open->numRows += piece.numRows;
        isLast = open->numRows == file.numRows;
    }
    if (! isLast)
        return;
    const std::lock_guard lock (mutex_);
    files_[static_cast<std::size_t> (file.index)].numOnFloor = open->floor.count;
    open_.erase (file.index);
}

Result<void> RunStatistics::removeRows (const FileOfRows& file, const ReadRows& read)
{
    std::unique_ptr<OpenFile> there;
    {
        const std::lock_guard lock (mutex_);
        const auto found = open_.find (file.index);
        if (found == open_.end ())
            return {};
        there = std::move (found->second);
        open_.erase (found);
    }
    // the same pieces complete the same stretches
    const Lease adder (*this);
    OpenFile again;
    std::vector<std::byte> rows;
    for (const RowsPiece& piece : there->pieces)
    {
        rows.resize (static_cast<std::size_t> (piece.numRows * shape_.bytes ()));
        MELSTROM_TRY (read (piece.firstRow, piece.numRows, rows.data ()));
        if (crc32c (0, rows.data (), rows.size ()) != piece.crc)
            return Error {ErrorCode::writeFailed,
                          "rows that were read back differ from the written ones; check the disk",
                          {}};
        addPiece (again, *adder, file, piece, rows.data (), -1);
    }
    return {};
}

std::shared_ptr<SoundTally> RunStatistics::sharedTally (std::int32_t file, const SoundShape& shape)
{
    const std::lock_guard lock (mutex_);
    if (files_[static_cast<std::size_t> (file)].sound)
        return nullptr;
    auto& tally = tallies_[file];
    if (tally == nullptr)
        tally = std::make_shared<SoundTally> (shape);
    return tally;
}

void RunStatistics::setSound (std::int32_t file, const SoundRecord& sound)
{
    isClaimed_[static_cast<std::size_t> (file)] = true;
    const std::lock_guard lock (mutex_);
    files_[static_cast<std::size_t> (file)].sound = sound;
    tallies_.erase (file);
}

std::optional<SoundRecord> RunStatistics::soundOf (std::int32_t file) const
{
    const std::lock_guard lock (mutex_);
    return files_[static_cast<std::size_t> (file)].sound.value ();
}

void RunStatistics::add (const DatasetStatistics& part, std::size_t firstFile)
{
    const Lease lease (*this);
    for (std::size_t split = 0; split < part.splits.size (); ++split)
    {
        if (! part.splits[split])
            continue;
        auto& totals = (*lease).splits[split];
        if (! totals)
            totals.emplace (shape_.numFeatures, countsWhole_);
        totals->add (*part.splits[split]);
    }
    const std::lock_guard lock (mutex_);
    std::ranges::copy (part.files, files_.begin () + static_cast<std::ptrdiff_t> (firstFile));
}

/** Without the files; mutex_ held. Takes the rows from the adders: a copy of their counts takes longer
    than counting a few files. */
const DatasetStatistics& RunStatistics::totals () const
{
    totals_.numFeatures = shape_.numFeatures;
    totals_.framesPerRow = shape_.framesPerRow;
    for (const auto& adder : adders_)
        for (std::size_t split = 0; split < totals_.splits.size (); ++split)
        {
            auto& taken = adder->splits[split];
            auto& to = totals_.splits[split];
            if (taken && to)
                to->add (*taken);
            else if (taken)
                to = std::move (taken);
            taken.reset ();
        }
    for (auto& totals : totals_.splits)
        if (totals && totals->numRows == 0) // all of them were taken back
            totals.reset ();
        else if (totals)
            totals->carry ();
    return totals_;
}

FileStatistics RunStatistics::fileAt (std::size_t index,
                                      const std::function<bool (std::int32_t)>& isIn) const
{
    return isIn (static_cast<std::int32_t> (index)) ? files_[index] : FileStatistics ();
}

DatasetStatistics RunStatistics::result (const std::function<bool (std::int32_t)>& isIn) const
{
    const std::lock_guard lock (mutex_);
    const DatasetStatistics& rows = totals ();
    DatasetStatistics all;
    all.numFeatures = rows.numFeatures;
    all.framesPerRow = rows.framesPerRow;
    for (std::size_t split = 0; split < all.splits.size (); ++split)
        if (rows.splits[split])
        {
            all.splits[split].emplace (shape_.numFeatures, countsWhole_);
            all.splits[split]->add (*rows.splits[split]);
        }
    all.files.reserve (files_.size ());
    for (std::size_t i = 0; i < files_.size (); ++i)
        all.files.push_back (fileAt (i, isIn));
    return all;
}

Result<void> RunStatistics::write (const TextSink& sink,
                                   const std::function<bool (std::int32_t)>& isIn) const
{
    const std::lock_guard lock (mutex_);
    return writeStatistics (sink, totals (), {files_.size (), [&] (std::size_t index) {
                                                  return fileAt (index, isIn);
                                              }});
}

} // namespace melstrom

// A finished dataset as items to export: files with their labels and rows.
#pragma once

#include "Engine/Batch/Dataset/BatchContext.h"
#include "Engine/Batch/Run/Folder/FinishedDataset.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** A file of the dataset. */
struct ExportItem
{
    const FileLine* line = nullptr;
    std::string key;       ///< unique, in the order of the files; of A-Z, a-z, 0-9, _ and -
    std::string path;      ///< valid UTF-8: U+FFFD replaces other bytes
    std::string label;     ///< as in files.csv; "" without
    int labelId = -1;      ///< of a label that dataset.json lists; -1: none, or several
    std::int64_t file = 0; ///< number in files.csv
};

/** Files of one split, in the order of files.csv: all of them, or a share. */
struct ExportShard
{
    std::string part; ///< "train", "validation" or "test"; "" without splits
    std::vector<std::uint32_t> files;
    std::int64_t numRows = 0;
    std::size_t index = 0, count = 1; ///< of the shards of this part
};

/** Takes whole rows, as the dataset stores them; they are valid during the call. */
using RowSink = std::function<Result<void> (std::span<const std::byte>)>;

/** Thread: one at a time. */
class ExportSource
{
public:
    /** context: must outlive it. Fails: badUsage, verificationFailed, readFailed, interrupted. */
    static Result<ExportSource> open (const std::string& folder, const BatchContext& context);

    /** The parts with files, cut into shards of at most `shardBytes` of rows. */
    std::vector<ExportShard> shards (std::int64_t shardBytes) const;
    ExportItem item (std::uint32_t file) const;

    /** Gives the sink the rows of a file, about 1 MiB at a time. Fails: verificationFailed (the
        checksum of the rows is wrong), readFailed, interrupted, as the sink does. */
    Result<void> forEachPiece (std::uint32_t file, const RowSink& sink);

    const FinishedDataset& dataset () const noexcept { return dataset_; }
    const std::vector<std::string>& labels () const noexcept { return dataset_.labels; }
    bool hasLabels () const noexcept { return ! labels ().empty (); }
    bool isHalf () const noexcept { return dataset_.shape.isHalf; }
    bool isSegments () const noexcept { return dataset_.spec.layout == Layout::segments; }
    bool isBoxes () const noexcept;
    std::int64_t numBands () const noexcept { return dataset_.shape.numFeatures; }
    /** of one row: 1 in the frames layout */
    std::int64_t numFrames () const noexcept { return dataset_.shape.framesPerRow; }
    std::int64_t valuesPerRow () const noexcept { return dataset_.shape.numValues (); }
    std::int64_t rowBytes () const noexcept { return dataset_.shape.bytes (); }
    std::int64_t numLeftOut () const noexcept;

private:
    explicit ExportSource (const BatchContext& context) : context_ (&context) {}
    Result<void> readLabels ();
    Result<void> checkRows () const;
    struct Place
    {
        std::string path;
        std::int64_t offset = 0;
    };
    Result<Place> placeOf (const FileLine& line) const;

    const BatchContext* context_;
    FinishedDataset dataset_;
    std::vector<std::string> labelTexts_ {}; ///< different fields of files.csv, as valid UTF-8
    std::vector<int> labelIds_ {};           ///< of each: ExportItem::labelId
    std::vector<std::uint32_t> labelOf_ {};  ///< index in labelTexts_ for each file
    std::string openPath_;
    std::unique_ptr<ReadableFile> open_;
    std::vector<std::byte> buffer_;
};

} // namespace melstrom

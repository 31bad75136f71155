#include "Engine/Batch/Run/Folder/InputChanges.h"

#include "Engine/Batch/Dataset/DatasetLayout.h"
#include "Engine/Batch/Dataset/DatasetWarnings.h"
#include "Engine/Batch/Files/InputChecksum.h"
#include "Engine/Batch/Run/Folder/DatasetFolder.h"
#include "Engine/Batch/Run/Folder/FinishedDataset.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/ParallelFor.h"

#include <map>
#include <mutex>
#include <unordered_map>

namespace melstrom
{

namespace
{
/** The inputs.bin of this dataset, if it is sound. */
Result<std::optional<InputsFile>>
recordedInputs (const BatchWork& work, const std::string& planDigest, std::size_t numFiles)
{
    using Found = std::optional<InputsFile>;
    auto inputs = readInputs (work.context.storage, work.options.outputFolder);
    if (! inputs)
        return inputs;
    const bool belongs =
        *inputs && (*inputs)->planDigest == planDigest && (*inputs)->files.size () == numFiles;
    return belongs ? std::move (inputs) : Found ();
}

/** CRC-32C of a file's whole bytes of today. */
std::optional<std::uint32_t> checksumOfInput (const BatchContext& context, const std::string& path)
{
    auto file = context.storage.openForReading (path);
    if (! file)
        return {};
    const auto crc = checksumInput (*file, context.stop);
    return crc ? std::optional (*crc) : std::nullopt;
}

/** Checksums of recordings, each computed once. Thread: any. */
class RecordingChecksums
{
public:
    explicit RecordingChecksums (const BatchContext& context) : context_ (context) {}

    std::optional<std::uint32_t> of (const std::string& path)
    {
        Entry* entry = nullptr;
        {
            const std::lock_guard lock (mutex_);
            entry = &entries_[path];
        }
        const std::lock_guard lock (entry->mutex);
        if (! entry->isKnown)
            entry->crc = checksumOfInput (context_, path);
        entry->isKnown = true;
        return entry->crc;
    }

private:
    struct Entry
    {
        std::mutex mutex;
        bool isKnown = false;
        std::optional<std::uint32_t> crc;
    };
    const BatchContext& context_;
    std::mutex mutex_;
    std::map<std::string, Entry> entries_; ///< elements never move
};

class Comparing
{
public:
    /** statistics: null if they are unknown. */
    Comparing (const BatchWork& work, const FinishedDataset& there, const InputsFile* inputs,
               const DatasetStatistics* statistics)
        : work_ (work), plan_ (work.plan), there_ (there), inputs_ (inputs),
          statistics_ (statistics)
    {
    }

    Result<void> compare ()
    {
        std::unordered_map<std::string_view, std::size_t> lines;
        for (std::size_t i = 0; i < there_.files.size (); ++i)
            lines.emplace (there_.files[i].path, i);
        std::vector<std::size_t> known; // places in the plan of files that were there
        std::vector<InputState> recorded;
        for (std::size_t i = 0; i < plan_.files.size (); ++i)
        {
            const auto line = lines.find (plan_.files[i].path);
            if (line == lines.end ())
            {
                ++numAdded_;
                continue;
            }
            known.push_back (i);
            lineOf_.push_back (line->second);
            recorded.push_back (inputs_ != nullptr ? inputs_->files[line->second].state
                                                   : InputState {});
        }
        numRemoved_ = static_cast<std::int64_t> (there_.files.size () - known.size ());
        MELSTROM_TRY_VALUE (
            const auto states,
            compareStates (
                work_.context, known.size (),
                [&] (std::size_t i) -> ComparedInput
                {
                    const PlannedFile& file = plan_.files[known[i]];
                    return {file.soundPath (), file.stat, recorded[i], file.facts.box >= 0};
                }));
        for (std::size_t i = 0; i < known.size (); ++i)
            judge (known[i], there_.files[lineOf_[i]], lineOf_[i], states.isSame[i]);
        return {};
    }

    bool isNone (bool isSamePlan) const
    {
        return isSamePlan && inputs_ != nullptr &&
               numChanged_ + numAdded_ + numRemoved_ + numRetried_ == 0;
    }

    std::vector<std::string> warnings () const { return datasetWarnings (plan_, nonFinite_); }

    std::string sentence (bool isUnchanged) const
    {
        if (inputs_ == nullptr)
            return "the inputs of the dataset are unknown (inputs.bin is missing or damaged): "
                   "every row is made again";
        if (isUnchanged)
            return "the inputs of the dataset are unchanged, but their warnings changed: " +
                   keptText ();
        std::string text = "since the dataset was made, " + countText (numChanged_, "input") +
                           " changed, " + countText (numAdded_, "was", "were") + " added and " +
                           countText (numRemoved_, "was", "were") + " removed";
        if (numRetried_ > 0)
            text += "; " + countText (numRetried_, "failed input is", "failed inputs are") +
                    " tried again";
        return text + ": " + keptText () +
               (numMoved_ > 0
                    ? ", and " + countText (numMoved_,
                                            "unchanged file moves to other rows and is made again",
                                            "unchanged files move to other rows and are made again")
                    : "");
    }

    JournalEntries seeds;

private:
    void judge (std::size_t index, const FileLine& line, std::size_t lineIndex, bool isSame)
    {
        const PlannedFile& file = plan_.files[index];
        if (inputs_ != nullptr && inputs_->files[lineIndex].numNonFinite > 0)
            nonFinite_.push_back (static_cast<std::int32_t> (index));
        const bool failedBefore = ! line.isIn;
        if (! isSame)
            ++numChanged_;
        else if (failedBefore)
            numRetried_ += file.error && file.error->code == line.failure ? 0 : 1;
        if (! isSame || failedBefore || file.error || file.numRows == 0 ||
            work_.options.needsRawRows ()) // every row depends on all training files
            return;
        const std::string_view split = plan_.hasSplits ? kSplitNames[file.split] : "";
        if (line.firstRow != file.firstRow || line.numRows != file.numRows ||
            line.splitName () != split || line.rateHz != file.rateHz)
        {
            ++numMoved_;
            return;
        }
        ++numKept_;
        const auto place = static_cast<std::int32_t> (index);
        const RecordedInput& recorded = inputs_->files[lineIndex];
        const std::int64_t rowBytes = storedRowBytes (plan_, work_.options);
        seeds.rows.push_back (
            {place, line.crc, 0, file.numRows, file.numRows * rowBytes, recorded.numNonFinite});
        if (work_.options.waveform)
            seeds.waveforms.push_back (
                {place, recorded.waveformCrc, 0, file.numRows,
                 4 * file.numRows * work_.options.preset.spec.shortWindowSamples, 0});
        seeds.inputs.push_back (
            {place,
             {file.stat, recorded.state.crc},
             statistics_ != nullptr ? statistics_->files[lineIndex].sound.value () : std::nullopt});
    }

    std::string keptText () const
    {
        const auto numFiles = static_cast<std::int64_t> (plan_.files.size ());
        return "rows of " + groupedText (numKept_) + " of " + countText (numFiles, "file") +
               " stay";
    }

    const BatchWork& work_;
    const DatasetPlan& plan_;
    const FinishedDataset& there_;
    const InputsFile* inputs_;
    const DatasetStatistics* statistics_;
    std::vector<std::size_t> lineOf_;
    std::vector<std::int32_t> nonFinite_; ///< files with samples that became 0
    std::int64_t numChanged_ = 0, numAdded_ = 0, numRemoved_ = 0, numRetried_ = 0, numKept_ = 0,
                 numMoved_ = 0;
};
} // namespace

Result<InputComparison> compareStates (const BatchContext& context, std::size_t numInputs,
                                       const std::function<ComparedInput (std::size_t)>& inputAt)
{
    std::vector<char> isSame (numInputs); // one byte each: threads write neighbouring elements
    std::atomic<bool> anyStatDiffers {false};
    RecordingChecksums recordings (context);
    parallelFor (static_cast<std::int64_t> (numInputs), context.numHostThreads (),
                 [&] (std::int64_t index)
                 {
                     const auto i = static_cast<std::size_t> (index);
                     if (context.stop)
                         return;
                     const ComparedInput input = inputAt (i);
                     isSame[i] = input.stat == input.recorded.stat;
                     if (isSame[i])
                         return;
                     anyStatDiffers = true;
                     if (! input.recorded.crc || input.stat.bytes != input.recorded.stat.bytes)
                         return;
                     isSame[i] = (input.isBox ? recordings.of (input.path)
                                              : checksumOfInput (context, input.path)) ==
                                 input.recorded.crc;
                     if (isSame[i])
                         input.recorded.stat = input.stat;
                 });
    if (context.stop)
        return Error {ErrorCode::interrupted, "interrupted while comparing the inputs", {}};
    return InputComparison {{isSame.begin (), isSame.end ()}, anyStatDiffers};
}

Result<InputChanges> compareInputs (const BatchWork& work, const std::string& planDigestThere,
                                    const std::string& planDigestNow)
{
    Storage& storage = work.context.storage;
    MELSTROM_TRY_VALUE (auto there, readDescription (storage, work.options.outputFolder));
    MELSTROM_TRY_VALUE (there.files, readFileLines (storage, there));
    MELSTROM_TRY_VALUE (const auto inputs,
                        recordedInputs (work, planDigestThere, there.files.size ()));
    const auto statistics = readStatistics (storage, there);
    Comparing comparing (work, there, inputs ? &*inputs : nullptr,
                         statistics && *statistics ? &**statistics : nullptr);
    MELSTROM_TRY (comparing.compare ());
    InputChanges changes;
    changes.isNone = comparing.isNone (planDigestThere == planDigestNow);
    if (changes.isNone)
        changes.warnings = comparing.warnings ();
    changes.sentence = comparing.sentence (changes.isNone);
    changes.seeds = std::move (comparing.seeds);
    return changes;
}

} // namespace melstrom

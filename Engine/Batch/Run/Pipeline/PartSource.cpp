#include "Engine/Batch/Run/Pipeline/PartSource.h"

#include "Engine/Batch/Audio/SignalSteps.h"
#include "Engine/Batch/Files/InputChecksum.h"
#include "Engine/Core/Printable.h"
#include "Engine/Spec/Mel/SignalClip.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::int64_t kSkipBytes = 1 << 16;
/** Samples of a shared file that a job reads besides its own, so that the file's record reaches the
    journal with its rows. Another job may be reading them. */
constexpr std::int64_t kLittleBytes = 1 << 16;

/** True if the signal holds at least half of the file's samples: then a run measures them all. */
bool usesMostSamples (const PlannedFile& file, const MelSpec& spec)
{
    const std::int64_t whole = file.wholeSamples (spec);
    return 2 * clipOf (spec, file.featureRateHz, whole).takenSamples >= whole;
}
} // namespace

Result<std::unique_ptr<AudioReader>> soundOfPlanned (std::unique_ptr<ReadableFile> opened,
                                                     const PlannedFile& file, const Box* box,
                                                     const AudioOptions& options,
                                                     const std::atomic<bool>* stop)
{
    const bool isSameFile = inputStatOf (opened->info ()) == file.stat;
    const std::string path = file.soundPath ();
    const std::int64_t numSamples = box != nullptr ? box->recordingSamples : file.numSamples;
    const OpeningContext context {
        file.byFfmpeg ? std::optional (KnownSound {file.rateHz, file.numChannels, numSamples})
                      : std::nullopt,
        stop};
    auto reader = openAudioFile (std::move (opened), path, options, context);
    if (! reader)
        return reader;
    const AudioInfo& info = (*reader)->info ();
    if (info.rateHz != file.rateHz || info.numChannels != file.numChannels ||
        info.numSamples != numSamples || info.format != file.sourceFormat ||
        info.randomAccess == file.sourceInOrder)
        return Error {ErrorCode::fileChanged,
                      printable (path) +
                          " changed since its header was read: " + std::to_string (numSamples) +
                          " samples then, " + std::to_string (info.numSamples) + " now",
                      {}};
    if (! isSameFile)
        return Error {ErrorCode::fileChanged,
                      printable (path) +
                          " was modified after its header was read; run again when no program "
                          "writes to it",
                      {}};
    return reader;
}

bool PartSource::hasLittleLeft () const
{
    return measured_->bytesLeft () <= (isShared_ ? kLittleBytes : 0);
}

/** Records the samples of the present file. Much of a shared one is left to its other jobs, and what
    none of them reads to the seal. If its last samples cannot be read, it has no record: its rows are
    as good without. */
void PartSource::endMeasurement ()
{
    if (measured_ == nullptr)
        return;
    if ((! isShared_ || hasLittleLeft ()) && measured_->readRest (stop_))
        if (const auto sound = measured_->record ())
            ledger_.statistics ().setSound (file_, *sound);
    measured_ = nullptr;
}

void PartSource::endFile ()
{
    endMeasurement ();
    reader_.reset ();
    file_ = -1;
}

Result<void> PartSource::measure (std::int32_t index)
{
    const PlannedFile& file = plan_.files[static_cast<std::size_t> (index)];
    if (! usesMostSamples (file, options_.preset.spec))
        return {};
    const Box* const box = plan_.boxOf (file);
    MELSTROM_TRY_VALUE (auto sound, box != nullptr ? boxReader (index, *box) : openSound (index));
    auto tally = ledger_.statistics ().sharedTally (index, soundShapeOf (sound->info ()));
    MeasuredReader measured (std::move (sound), std::move (tally));
    MELSTROM_TRY (measured.readRest (stop_));
    if (const auto record = measured.record ())
        ledger_.statistics ().setSound (index, *record);
    return {};
}

void PartSource::close ()
{
    endFile ();
    recording_.reset ();
    recordingFile_ = -1;
}

/** Opens the whole of the file, and computes its checksum if no thread has. */
Result<std::unique_ptr<AudioReader>> PartSource::openSound (std::int32_t index)
{
    const PlannedFile& file = plan_.files[static_cast<std::size_t> (index)];
    const std::string path = file.soundPath ();
    MELSTROM_TRY_VALUE (auto opened, storage_.openForReading (path));
    if (ledger_.claimInput (index))
    {
        auto crc = checksumInput (opened, stop_);
        if (! crc)
            return Error {crc.error ().code, printable (path) + ": " + crc.error ().message,
                          crc.error ().byteOffset};
        ledger_.setInputChecksum (index, *crc);
    }
    return soundOfPlanned (std::move (opened), file, plan_.boxOf (file), options_.audio, &stop_);
}

Result<std::unique_ptr<AudioReader>> PartSource::boxReader (std::int32_t index, const Box& box)
{
    const PlannedFile& file = plan_.files[static_cast<std::size_t> (index)];
    const bool isOpen =
        recordingFile_ >= 0 &&
        plan_.isSameRecording (plan_.files[static_cast<std::size_t> (recordingFile_)], file);
    if (! isOpen)
    {
        recordingFile_ = -1;
        MELSTROM_TRY_VALUE (auto sound, openSound (index));
        recording_ = std::make_shared<SharedSource> (std::move (sound));
        recordingFile_ = index;
    }
    return partOf (recording_, samplesOf (box, file.rateHz).first, file.numSamples);
}

/** A reader that measures the file's samples, if they are to be measured here. */
std::unique_ptr<AudioReader> PartSource::measured (const ChunkPart& part,
                                                   std::unique_ptr<AudioReader> sound)
{
    const PlannedFile& file = plan_.files[static_cast<std::size_t> (part.file)];
    if (! usesMostSamples (file, options_.preset.spec))
        return sound;
    RunStatistics& statistics = ledger_.statistics ();
    isShared_ = ! file.inOrderOnly && part.numRows < file.rowsPerSignal ();
    std::shared_ptr<SoundTally> tally;
    if (isShared_)
        tally = statistics.sharedTally (part.file, soundShapeOf (sound->info ()));
    if (isShared_ ? tally == nullptr : ! statistics.claimSound (part.file))
        return sound;
    auto reader = std::make_unique<MeasuredReader> (std::move (sound), std::move (tally));
    measured_ = reader.get ();
    return reader;
}

Result<std::unique_ptr<AudioReader>> PartSource::openFile (const ChunkPart& part)
{
    const std::int32_t index = part.file;
    const PlannedFile& file = plan_.files[static_cast<std::size_t> (index)];
    const Box* const box = plan_.boxOf (file);
    MELSTROM_TRY_VALUE (auto sound, box != nullptr ? boxReader (index, *box) : openSound (index));
    return signalOf (measured (part, std::move (sound)), file.featureRateHz, options_.preset.spec);
}

Result<void> PartSource::open (const ChunkPart& part)
{
    if (file_ == part.file)
        return {};
    endFile ();
    auto opened = openFile (part);
    if (! opened)
    {
        measured_ = nullptr; // gone with its owner
        return opened.error ();
    }
    reader_ = *std::move (opened);
    file_ = part.file;
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
        MELSTROM_TRY (reader_->read (unwanted.data (), position_, count));
        position_ += count;
    }
    return {};
}

/** Reads from `first` to the part's end. Samples that an earlier part has are not counted again. */
Result<void> PartSource::readNew (const ChunkPart& part, std::int64_t first, std::byte* to)
{
    const std::int64_t end = part.firstSample + part.numSamples;
    const std::int64_t counted = std::clamp (part.firstNewSample, first, end);
    if (counted > first)
    {
        MELSTROM_TRY (reader_->read (to, first, counted - first));
        to += (counted - first) * plan_.files[static_cast<std::size_t> (file_)].bytesPerFrame ();
    }
    if (counted == end)
        return {};
    const std::int64_t before = reader_->nonFiniteCount ();
    auto done = reader_->read (to, counted, end - counted);
    numNonFinite_ += reader_->nonFiniteCount () - before;
    return done;
}

Result<void> PartSource::readInOrder (const ChunkPart& part, std::byte* to)
{
    const std::int64_t first = part.firstSample, count = part.numSamples;
    const std::int64_t frameBytes = plan_.files[static_cast<std::size_t> (file_)].bytesPerFrame ();
    std::int64_t kept = 0;
    if (first >= tailStart_ && first <= position_)
    {
        kept = std::min (position_ - first, count);
        std::copy_n (tail_.data () + (first - tailStart_) * frameBytes, kept * frameBytes, to);
    }
    else
    {
        MELSTROM_TRY (skipTo (first));
        tail_.clear ();
        tailStart_ = first;
    }
    if (kept == count)
        return {};
    return readNew (part, first + kept, to + kept * frameBytes);
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

Result<std::int64_t> PartSource::read (const ChunkPart& part, std::int64_t keepFrom, std::byte* to)
{
    MELSTROM_TRY (open (part));
    numNonFinite_ = 0;
    const bool inOrder = plan_.files[static_cast<std::size_t> (part.file)].inOrderOnly;
    if (auto done = inOrder ? readInOrder (part, to) : readNew (part, part.firstSample, to); ! done)
    {
        measured_ = nullptr; // the file has failed
        endFile ();
        return done.error ();
    }
    if (inOrder)
        keepTail (keepFrom, part.firstSample, part.numSamples, to);
    if (measured_ != nullptr && hasLittleLeft ())
        endMeasurement ();
    return numNonFinite_;
}

} // namespace melstrom

#include "Engine/Recording/RecordingWriter.h"

#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <utility>

namespace melstrom
{
namespace
{

constexpr int kPieceSamples = 4096;                          // a channel, read and written at once
constexpr std::chrono::milliseconds kLongestStaleTime {250}; // of a header, in a long drain

} // namespace

RecordingWriter::RecordingWriter (Storage& storage, std::string path, const RecordingSpec& spec,
                                  std::unique_ptr<RecordingFile> file, RecordingRing& ring,
                                  RecordingLedger& ledger)
    : storage_ (storage), path_ (std::move (path)), spec_ (spec), file_ (std::move (file)),
      ring_ (ring), ledger_ (ledger), labels_ (storage, path_, spec.rateHz),
      lastRefresh_ (std::chrono::steady_clock::now ())
{
    const auto numChannels = static_cast<std::size_t> (spec.numChannels);
    planar_.resize (numChannels * kPieceSamples);
    interleaved_.resize (planar_.size ());
    silence_.resize (planar_.size ());
    for (std::size_t channel = 0; channel < numChannels; ++channel)
        planes_.push_back (planar_.data () + channel * kPieceSamples);
    publish ();
}

Result<void> RecordingWriter::drain ()
{
    status_.ringFillRatio = ring_.fillRatio ();
    bool isNew = false;
    for (;;)
    {
        const int count = ring_.read (planes_.data (), kPieceSamples, gaps_);
        if (count == 0)
            break;
        isNew = true;
        MELSTROM_TRY (appendGaps ());
        MELSTROM_TRY (appendSamples (count));
        MELSTROM_TRY (refreshWhenDue ());
    }
    return isNew ? refresh () : Result<void> ();
}

Result<void> RecordingWriter::complete ()
{
    ring_.readEnd (gaps_);
    MELSTROM_TRY (appendGaps ());
    auto finished = file_->finish ();
    if (auto labelled = labels_.finish (); ! labelled && ! status_.labelsError)
        status_.labelsError = labelled.error ();
    MELSTROM_TRY (finished);
    publish ();
    const std::string folder (folderOf (path_));
    return storage_.syncFolder (folder.empty () ? "." : folder);
}

void RecordingWriter::end (const Error& error)
{
    file_->keep ();
    static_cast<void> (labels_.finish ()); // the disk has failed already
    status_.error = endingOf (error);
    publish ();
}

Result<void> RecordingWriter::appendSamples (int numSamples)
{
    const auto piece =
        std::span (interleaved_).first (static_cast<std::size_t> (numSamples) * planes_.size ());
    interleave (planes_.data (), spec_.numChannels, numSamples, piece, nonFinite_);
    return file_->append (piece);
}

Result<void> RecordingWriter::appendGaps ()
{
    for (const auto& gap : gaps_)
    {
        if (! status_.labelsError)
            if (auto labelled = labels_.add (gap); ! labelled)
                status_.labelsError = labelled.error ();
        ++status_.numGaps;
        MELSTROM_TRY (appendSilence (gap.numSamples));
        status_.numGapSamples += gap.numSamples;
    }
    ledger_.list (gaps_);
    gaps_.clear ();
    return {};
}

Result<void> RecordingWriter::appendSilence (std::int64_t numSamples)
{
    while (numSamples > 0)
    {
        const auto count = std::min<std::int64_t> (numSamples, kPieceSamples);
        MELSTROM_TRY (file_->append (
            std::span (silence_).first (static_cast<std::size_t> (count) * planes_.size ())));
        MELSTROM_TRY (refreshWhenDue ());
        numSamples -= count;
    }
    return {};
}

Result<void> RecordingWriter::refreshWhenDue ()
{
    if (std::chrono::steady_clock::now () - lastRefresh_ < kLongestStaleTime)
        return {};
    return refresh ();
}

Result<void> RecordingWriter::refresh ()
{
    MELSTROM_TRY (file_->refresh ());
    lastRefresh_ = std::chrono::steady_clock::now ();
    publish ();
    return {};
}

void RecordingWriter::publish ()
{
    status_.numSamples = file_->numSamples ();
    status_.bytes = file_->bytes ();
    status_.changes = {nonFinite_.numNonFinite, file_->changes ().numClipped};
    status_.numClockChanges = ring_.numClockChanges ();
    ledger_.set (status_);
}

/** What happened, what is kept, and what helps. */
Error RecordingWriter::endingOf (const Error& error) const
{
    const auto numSamples = file_->numSamples ();
    const auto kept = "; the recording has ended, and its first " +
                      fixedText (static_cast<double> (numSamples) / spec_.rateHz, 3) + " s (" +
                      countText (numSamples, "sample) is", "samples) are") + " kept; ";
    if (error.code == ErrorCode::diskFull) // of `error`, the sentence speaks of commands
        return {error.code,
                printable (path_) + ": the disk is full" + kept +
                    "make room, or choose a folder on another disk, and record again",
                error.byteOffset};
    return {error.code, error.message + kept + "choose another folder and record again",
            error.byteOffset};
}

} // namespace melstrom

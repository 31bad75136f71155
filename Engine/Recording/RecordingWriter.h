// The writer thread's part of a recording: from the ring to the file.
#pragma once

#include "Engine/Recording/GapLabels.h"
#include "Engine/Recording/RecordingFile.h"
#include "Engine/Recording/RecordingReport.h"
#include "Engine/Recording/RecordingRing.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace melstrom
{

/** Reads the ring, puts silence in the place of gaps, and appends to the file. Thread: the writer
    thread. All functions may throw std::bad_alloc. */
class RecordingWriter
{
public:
    /** storage, ring, ledger: outlive this object. */
    RecordingWriter (Storage& storage, std::string path, const RecordingSpec& spec,
                     std::unique_ptr<RecordingFile> file, RecordingRing& ring,
                     RecordingLedger& ledger);

    /** Writes all of the ring. The header names these samples at the end, and at least every 250 ms
        in between. Fails: as RecordingFile::append; then only `end` is allowed. */
    Result<void> drain ();
    /** Call once, after the last drain: writes the gap at the end, and completes the file. Fails: as
        drain. */
    Result<void> complete ();
    /** After a failure, call once: keeps what was written, and tells the error with its cure. */
    void end (const Error& error);

    const std::string& path () const noexcept { return path_; }

private:
    Result<void> appendSamples (int numSamples);
    Result<void> appendGaps ();
    Result<void> appendSilence (std::int64_t numSamples);
    Result<void> refreshWhenDue ();
    Result<void> refresh ();
    void publish ();
    Error endingOf (const Error& error) const;

    Storage& storage_;
    std::string path_;
    RecordingSpec spec_;
    std::unique_ptr<RecordingFile> file_;
    RecordingRing& ring_;
    RecordingLedger& ledger_;
    GapLabels labels_;

    std::vector<float> planar_, interleaved_, silence_;
    std::vector<float*> planes_;
    std::vector<RecordingGap> gaps_; ///< before the next samples
    std::chrono::steady_clock::time_point lastRefresh_;
    ChangedSamples nonFinite_;
    RecordingStatus status_;
};

} // namespace melstrom

// The sound file of a recording, readable at any time.
#pragma once

#include "Engine/Batch/Audio/SndfileOutput.h"
#include "Engine/Recording/RecordingSamples.h"
#include "Engine/Recording/RecordingSpec.h"

#include <memory>
#include <string>
#include <vector>

namespace melstrom
{

/** Written under its final name. After `refresh` the header names all samples in the file, so that
    a process that ends by force leaves a complete file behind; what lies after them is ignored by
    readers. A WAV is RIFF with room for RF64's sizes: above 4 GiB its header is replaced in place.
    The samples of the last, incomplete FLAC block (1152 samples below 16 kHz, else 4096) are not
    in the file before `finish`. Thread: any, one at a time. */
class RecordingFile
{
public:
    /** storage: outlives this object. Fails: badSpec; notAFile; writeFailed if there is a file of
        that name; errors of `storage`. */
    static Result<std::unique_ptr<RecordingFile>> create (Storage& storage, std::string path,
                                                          const RecordingSpec& spec);

    /** samples: whole frames, interleaved, finite. Fails: diskFull, writeFailed; then only `keep`
        is allowed. */
    Result<void> append (std::span<const float> samples);
    /** Brings the header up to date. Fails: as append. */
    Result<void> refresh ();
    /** Call once: completes, syncs and closes the file. Fails: as append. */
    Result<void> finish ();
    /** After a failure: cuts an incomplete frame, and makes the header name what was written.
        Needs no room on the disk. Does not report further failures. */
    void keep () noexcept;

    /** Appended samples a channel; after `keep`: those in the file. */
    std::int64_t numSamples () const noexcept { return numSamples_; }
    std::int64_t bytes () const noexcept { return output_.size (); }
    const ChangedSamples& changes () const noexcept { return changes_; }

private:
    RecordingFile (std::string path, const RecordingSpec& spec, std::unique_ptr<WritableFile> file);
    Result<void> open ();
    bool isFlac () const noexcept { return spec_.format == RecordingFormat::flac24; }
    std::int64_t frameBytes () const noexcept;
    std::int64_t flacSamples () const noexcept; ///< in complete blocks in the file
    Result<std::uint64_t> readFlacWord ();
    Result<void> writeFlacLength (std::int64_t numSamples);

    std::string path_;
    RecordingSpec spec_;
    std::unique_ptr<WritableFile> file_;
    SndfileOutput output_;
    std::int64_t numSamples_ = 0;
    std::int64_t namedSamples_ = 0; ///< by the header
    std::int64_t headerBytes_ = 0, numHeaderWrites_ = 0;
    bool isComplete_ = false;
    ChangedSamples changes_;
    std::vector<std::int32_t> steps_;
};

} // namespace melstrom

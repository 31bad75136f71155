// libsndfile writing into a WritableFile. Faults of the file stay apart from faults of the codec.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <sndfile.h>
#include <string>

namespace melstrom
{

/** The virtual file and the handle of libsndfile. `file` is empty at the beginning and outlives
    this object. The address of this object must not change after `open`. Thread: any, one at a
    time. */
class SndfileOutput
{
public:
    explicit SndfileOutput (WritableFile& file) : file_ (file) {}

    /** Call once. False: see `fault`. */
    bool open (SF_INFO info);
    SNDFILE* handle () const noexcept { return handle_.get (); } ///< after `open`, until `close`
    /** Writes the rest of the codec and the header's final sizes. Does not close the file. */
    bool close ();

    /** The first failure of the file. After it, only bytes inside the file are written, for a
        header. libsndfile itself learns only that fewer bytes were written. */
    const std::optional<Error>& error () const noexcept { return error_; }
    /** error (), or what the codec says. path: of the file, for the message. */
    Error fault (const std::string& path) const;

    std::int64_t size () const noexcept { return size_; }
    /** End of the last successful write; beyond it lies part of a failed write. */
    std::int64_t wholeSize () const noexcept { return wholeSize_; }
    std::int64_t numFailures () const noexcept { return numFailures_; } ///< of the file's writes
    /** Number of successful writes that began at the end of the file. */
    std::int64_t numAppended () const noexcept { return numAppended_; }
    /** Cuts the file. Fails: writeFailed. */
    Result<void> cut (std::int64_t bytes);

private:
    struct Calls; ///< libsndfile's callbacks
    std::int64_t numWritten (std::int64_t bytes, const Error& error);

    WritableFile& file_;
    std::int64_t position_ = 0, size_ = 0, wholeSize_ = 0, numAppended_ = 0, numFailures_ = 0;
    std::optional<Error> error_;
    std::unique_ptr<SNDFILE, int (*) (SNDFILE*)> handle_ {nullptr, &sf_close};
};

} // namespace melstrom

// Files for --bench batch, in a folder that goes with them.
#pragma once

#include "Engine/Core/Result.h"

#include <atomic>
#include <cstdint>
#include <string>

namespace melstrom
{

/** WAV files of noise, mono int16, in a temporary folder under TMPDIR or /tmp. The destructor removes
    the folder. Thread: one. */
class BatchInputs
{
public:
    static constexpr int kNumFiles = 5000, kFilesAFolder = 500, kRateHz = 4096,
                         kFileSamples = 40960;

    /** Writes the files. Fails: writeFailed, diskFull; interrupted if `stop` is set. */
    static Result<BatchInputs> make (const std::atomic<bool>& stop);
    BatchInputs (BatchInputs&& other) noexcept;
    BatchInputs& operator= (BatchInputs&&) = delete;
    ~BatchInputs ();

    std::string inputs () const { return path_ + "/in"; }
    std::string output () const { return path_ + "/out"; } ///< not there yet
    std::int64_t fileBytes () const noexcept { return fileBytes_; }

private:
    explicit BatchInputs (std::string path) : path_ (std::move (path)) {}
    Result<void> write (const std::atomic<bool>& stop);

    std::string path_; ///< empty: moved from
    std::int64_t fileBytes_ = 0;
};

} // namespace melstrom

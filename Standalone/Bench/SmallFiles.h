// Many small files for --bench files, in a folder that goes with them.
#pragma once

#include "Engine/Core/Result.h"

#include <atomic>
#include <string>

namespace melstrom
{

/** Files in a new folder "melstrom-bench-XXXXXX". The destructor removes the folder. Thread: one. */
class SmallFiles
{
public:
    static constexpr int kNumFiles = 5000, kFileBytes = 4096;

    /** Writes the files into a folder in `parent`. Fails: writeFailed, diskFull; interrupted if
        `stop` is set. */
    static Result<SmallFiles> make (const std::string& parent, const std::atomic<bool>& stop);
    SmallFiles (SmallFiles&& other) noexcept;
    SmallFiles& operator= (SmallFiles&&) = delete;
    ~SmallFiles ();

    /** Seconds to list all names. Fails: internalFault if the number is wrong, and as
        Storage::listFolder. */
    Result<double> list () const;
    /** Seconds to open, read and close each file once, by this number of threads. Fails: as
        Storage::openForReading; truncated. */
    Result<double> read (int numThreads) const;
    const std::string& folder () const noexcept { return path_; }
    /** Seconds that the creation of all files took. */
    double makeSeconds () const noexcept { return makeSeconds_; }

private:
    explicit SmallFiles (std::string path) : path_ (std::move (path)) {}
    std::string file (std::int64_t index) const { return path_ + "/" + std::to_string (index); }

    std::string path_; ///< empty: moved from
    double makeSeconds_ = 0;
};

} // namespace melstrom

#include "Standalone/Bench/SmallFiles.h"

#include "Engine/Batch/Files/Storage.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/ParallelFor.h"
#include "Engine/Core/Printable.h"
#include "Engine/Core/TimedRuns.h"
#include "Standalone/Bench/BenchContext.h"

#include <array>
#include <cstdlib>
#include <filesystem>
#include <utility>

namespace melstrom
{

SmallFiles::SmallFiles (SmallFiles&& other) noexcept
    : path_ (std::exchange (other.path_, {})), makeSeconds_ (other.makeSeconds_)
{
}

SmallFiles::~SmallFiles ()
{
    std::error_code ignored; // a destructor cannot report errors
    if (! path_.empty ())
        std::filesystem::remove_all (path_, ignored);
}

Result<SmallFiles> SmallFiles::make (const std::string& parent, const std::atomic<bool>& stop)
{
    std::string path = parent + "/melstrom-bench-XXXXXX";
    if (! mkdtemp (path.data ()))
        return Error {ErrorCode::writeFailed,
                      printable (parent) + ": no folder can be made there; name one that exists "
                                           "and can be written",
                      {}};
    SmallFiles made (path);
    const std::string bytes (kFileBytes, 'm');
    MELSTROM_TRY_VALUE (made.makeSeconds_,
                        secondsOf (
                            [&] () -> Result<void>
                            {
                                for (int index = 0; index < kNumFiles; ++index)
                                {
                                    if (stop)
                                        return Error {ErrorCode::interrupted, "interrupted", {}};
                                    MELSTROM_TRY (writeFile (made.file (index), bytes));
                                }
                                return {};
                            }));
    return made;
}

Result<double> SmallFiles::list () const
{
    return secondsOf (
        [this] () -> Result<void>
        {
            MELSTROM_TRY_VALUE (const auto entries, posixStorage ().listFolder (path_));
            if (entries.size () != kNumFiles)
                return Error {
                    ErrorCode::internalFault, "the folder lists a wrong number of files", {}};
            return {};
        });
}

Result<double> SmallFiles::read (int numThreads) const
{
    std::atomic<bool> isRead {true};
    const auto readOne = [this] (std::int64_t index) -> Result<void>
    {
        std::array<char, kFileBytes> bytes;
        MELSTROM_TRY_VALUE (auto opened, posixStorage ().openForReading (file (index)));
        MELSTROM_TRY_VALUE (const auto got, opened->readAt (bytes.data (), bytes.size (), 0));
        if (got != bytes.size ())
            return Error {ErrorCode::truncated, printable (file (index)) + ": is too short", {}};
        return {};
    };
    return secondsOf (
        [&] () -> Result<void>
        {
            parallelFor (kNumFiles, numThreads,
                         [&] (std::int64_t index)
                         {
                             if (! readOne (index))
                                 isRead = false;
                         });
            if (! isRead)
                return Error {ErrorCode::readFailed,
                              printable (path_) + ": a file in it could not be read",
                              {}};
            return {};
        });
}

} // namespace melstrom

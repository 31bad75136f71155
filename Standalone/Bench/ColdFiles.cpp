#include "Standalone/Bench/ColdFiles.h"

#include "Engine/Batch/Output/ScratchOutput.h"
#include "Engine/Batch/Reading/CacheFill.h"
#include "Engine/Core/TimedRuns.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <new>
#include <vector>

namespace melstrom
{

namespace
{
constexpr std::int64_t kBlockBytes = 4 << 20;
constexpr std::align_val_t kPageAlignment {4096};

struct BlockDeleter
{
    void operator() (char* bytes) const noexcept { ::operator delete (bytes, kPageAlignment); }
};

constexpr std::size_t kMostProbes = 100;
/** Other programs, such as an indexer, may read a file at any time. */
constexpr double kMostInMemoryRatio = 0.02;

Error interruption ()
{
    return {ErrorCode::interrupted, "interrupted while timing the disk", {}};
}
} // namespace

std::optional<std::string> makeCold (const std::string& folder)
{
    namespace fs = std::filesystem;
    std::error_code ignored;
    std::vector<std::string> paths;
    for (const auto& entry : fs::recursive_directory_iterator (folder, ignored))
        if (entry.is_regular_file (ignored))
            paths.push_back (entry.path ().string ());
    std::size_t numKept = 0;
    for (const std::string& path : paths)
        numKept += dropFromCache (path) ? 0 : 1;
    std::ofstream ("/proc/sys/vm/drop_caches") << "2"; // only root may; pages of others stay
    if (paths.empty () || numKept > 0)
        return "the files cannot be opened";
    const std::size_t step = std::max<std::size_t> (1, paths.size () / kMostProbes);
    std::size_t numProbed = 0, numInMemory = 0;
    for (std::size_t i = 0; i < paths.size (); i += step, ++numProbed)
        numInMemory += isInMemory (paths[i]) ? 1 : 0;
    if (static_cast<double> (numInMemory) <= kMostInMemoryRatio * static_cast<double> (numProbed))
        return std::nullopt;
    return std::to_string (numInMemory) + " of " + std::to_string (numProbed) +
           " files stay in memory on this file system";
}

Result<double> diskReadGbPerS (const std::string& folder, std::int64_t bytes,
                               const std::atomic<bool>& stop)
{
    const std::int64_t numBlocks = std::max<std::int64_t> (1, bytes / kBlockBytes);
    MELSTROM_TRY_VALUE (const auto place, ScratchOutput::make (folder));
    const std::unique_ptr<char, BlockDeleter> block (
        static_cast<char*> (::operator new (kBlockBytes, kPageAlignment)));
    std::fill_n (block.get (), kBlockBytes, 'm');
    MELSTROM_TRY_VALUE (auto written, posixStorage ().openForUpdate (place.path ()));
    for (std::int64_t i = 0; i < numBlocks; ++i)
    {
        if (stop)
            return interruption ();
        MELSTROM_TRY (written->writeAt (block.get (), kBlockBytes, i * kBlockBytes));
    }
    MELSTROM_TRY (written->sync ());
    auto uncached = openUncached (place.path ());
    if (! uncached)
        return Error {ErrorCode::unsupportedFormat, "this file system has no O_DIRECT", {}};
    MELSTROM_TRY_VALUE (
        const double seconds,
        secondsOf (
            [&] () -> Result<void>
            {
                for (std::int64_t i = 0; i < numBlocks; ++i)
                {
                    if (stop)
                        return interruption ();
                    MELSTROM_TRY ((*uncached)->readAt (block.get (), kBlockBytes, i * kBlockBytes));
                }
                return {};
            }));
    return static_cast<double> (numBlocks * kBlockBytes) / seconds * 1e-9;
}

} // namespace melstrom

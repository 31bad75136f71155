#include "Standalone/Bench/ColdFiles.h"

#include "Engine/Batch/Output/ScratchOutput.h"
#include "Engine/Batch/Reading/CacheFill.h"
#include "Engine/Core/TimedRuns.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <new>

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

Error interruption ()
{
    return {ErrorCode::interrupted, "interrupted while timing the disk", {}};
}
} // namespace

bool makeCold (const std::string& folder)
{
    namespace fs = std::filesystem;
    std::error_code ignored;
    std::string last;
    for (const auto& entry : fs::recursive_directory_iterator (folder, ignored))
        if (entry.is_regular_file (ignored) && dropFromCache (entry.path ().string ()))
            last = entry.path ().string ();
    std::ofstream ("/proc/sys/vm/drop_caches") << "2"; // only root may; pages of others stay
    const auto bytes = fs::file_size (last, ignored);
    return ! last.empty () && ! ignored &&
           ! makeDirectFill ()->isCached ({last, 0, static_cast<std::int64_t> (bytes)});
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

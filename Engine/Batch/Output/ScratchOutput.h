// Files without a name, for measurements: they go with the process, also after a kill.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <string>

namespace melstrom
{

/** An empty file in a folder. On file systems without O_TMPFILE it has a name for an instant.
    Thread: one. */
class ScratchOutput
{
public:
    /** Fails: fileMissing, permissionDenied, writeFailed, diskFull. */
    static Result<ScratchOutput> make (const std::string& folder);
    ScratchOutput (ScratchOutput&& other) noexcept;
    ScratchOutput& operator= (ScratchOutput&&) = delete;
    ~ScratchOutput ();

    /** Opens the same file as often as wanted, while this object lives; needs /proc. */
    std::string path () const { return "/proc/self/fd/" + std::to_string (descriptor_); }

private:
    explicit ScratchOutput (int descriptor) : descriptor_ (descriptor) {}
    int descriptor_ = -1; ///< as in POSIX, -1: none
};

/** As Storage::openForUpdate, past the page cache (O_DIRECT): memory, sizes and offsets are
    multiples of 4096. Fails besides: writeFailed where the file system has no such access. */
Result<std::unique_ptr<WritableFile>> openUncached (const std::string& path);

} // namespace melstrom

#include "Engine/Batch/Output/ScratchOutput.h"

#include "Engine/Batch/Files/DescriptorPosix.h"
#include "Engine/Batch/Files/StoragePosix.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace melstrom
{

Result<ScratchOutput> ScratchOutput::make (const std::string& folder)
{
    auto unnamed = openDescriptor (folder, O_TMPFILE | O_RDWR, 0600);
    if (unnamed.get () >= 0)
        return ScratchOutput (unnamed.release ());
    if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL) // not: no such files here
        return writingError ("make a file in", folder, errno);
    std::string path = folder + "/.melstrom-scratch-XXXXXX";
    const int descriptor = mkostemp (path.data (), O_CLOEXEC);
    if (descriptor < 0)
        return writingError ("make a file in", folder, errno);
    unlink (path.c_str ());
    return ScratchOutput (descriptor);
}

ScratchOutput::ScratchOutput (ScratchOutput&& other) noexcept
    : descriptor_ (std::exchange (other.descriptor_, -1))
{
}

ScratchOutput::~ScratchOutput ()
{
    if (descriptor_ >= 0)
        ::close (descriptor_);
}

Result<std::unique_ptr<WritableFile>> openUncached (const std::string& path)
{
    return openPosixForWriting (path, O_RDWR | O_DIRECT);
}

} // namespace melstrom

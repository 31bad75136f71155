#include "Engine/Batch/Files/DescriptorPosix.h"
#include "Standalone/Bench/ColdFiles.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace melstrom
{

/** By mincore, because a read that may not wait (preadv2) starts the disk, and finds the page if the
    disk is fast. */
bool isInMemory (const std::string& path)
{
    const auto file = openDescriptor (path, O_RDONLY);
    if (file.get () < 0)
        return true;
    const auto pageBytes = static_cast<std::size_t> (sysconf (_SC_PAGESIZE));
    void* const mapped = mmap (nullptr, pageBytes, PROT_READ, MAP_SHARED, file.get (), 0);
    if (mapped == MAP_FAILED)
        return true;
    unsigned char inMemory = 1;
    const bool isTold = mincore (mapped, pageBytes, &inMemory) == 0;
    (void)munmap (mapped, pageBytes);
    return ! isTold || (inMemory & 1) != 0;
}

} // namespace melstrom

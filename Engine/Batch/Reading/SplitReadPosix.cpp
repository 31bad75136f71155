#include "Engine/Batch/Reading/SplitRead.h"

#include "Engine/Batch/Files/ReadableFilePosix.h"
#include "Engine/Batch/Files/RepeatedReads.h"
#include "Engine/Batch/Telemetry/WorkTimes.h"

#include <array>
#include <sys/uio.h>

namespace melstrom
{

namespace
{
/** True if one call read all bytes. */
bool areReadAtOnce (const PosixReadableFile& file, std::span<std::byte> front,
                    std::span<std::byte> rest)
{
    WorkTimer timer (Work::read);
    const std::array to {iovec {front.data (), front.size ()}, iovec {rest.data (), rest.size ()}};
    const auto count = againAfterInterrupt (
        [&] { return preadv (file.descriptor (), to.data (), static_cast<int> (to.size ()), 0); });
    if (count < 0)
        (void)RepeatedReads::again (errno, 0); // the reads that follow are the repetition
    const bool isWhole = count == static_cast<ssize_t> (front.size () + rest.size ());
    if (isWhole)
        timer.addBytes (count);
    return isWhole;
}
} // namespace

Result<std::size_t> readSplit (ReadableFile& file, std::span<std::byte> front,
                               std::span<std::byte> rest)
{
    const auto* const onDisk = dynamic_cast<const PosixReadableFile*> (&file);
    if (onDisk != nullptr && areReadAtOnce (*onDisk, front, rest))
        return front.size () + rest.size ();
    MELSTROM_TRY_VALUE (const auto count, file.readAt (front.data (), front.size (), 0));
    if (count < front.size ())
        return count;
    MELSTROM_TRY_VALUE (const auto more, file.readAt (rest.data (), rest.size (),
                                                      static_cast<std::int64_t> (count)));
    return count + more;
}

} // namespace melstrom

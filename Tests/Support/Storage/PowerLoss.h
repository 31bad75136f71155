// The state of a disk after a power failure.
#pragma once

#include "Tests/Support/Storage/DiskEvent.h"
#include "Tests/Support/Storage/DiskImage.h"

#include <cstdint>
#include <vector>

namespace melstrom::testing
{

/** Power failure after any event of a recorded run.

    Promised
        fdatasync, fsync   every byte written to the file before the call, and the file's size
        fsync of a folder  every entry made, renamed or removed in it before the call
    Not promised, and therefore lost or kept at random
        a write            each sector of 512 bytes independently, in any order. A sector is whole:
                           old or new
        a size             independently: a file may be long enough for lost bytes, or too short for
                           kept bytes. Lost bytes in a new part of the file are zeros or, as POSIX
                           does not define them, random
        an entry           each change independently, in any order. A rename is one change: both
                           names or neither
        a folder's entry   with all contents of the folder
    fsync of a file does not promise its entry, and a rename does not promise the bytes of the
    renamed file, though ext4 mostly gives both (its mount options `auto_da_alloc` and
    `data=ordered`).
    Sources: POSIX.1-2017 (fsync, fdatasync, "Synchronized I/O Data Integrity Completion"); Linux's
    fsync(2) and rename(2); the kernel's Documentation/admin-guide/ext4.rst.
    Thread: any. */
class PowerLoss
{
public:
    /** `before`: the stable disk when the recording began. */
    PowerLoss (DiskImage before, std::vector<DiskEvent> events);

    std::size_t numEvents () const noexcept { return events_.size (); }
    const std::vector<DiskEvent>& events () const noexcept { return events_; }
    /** Number of changes that a power failure after `numEvents` events could lose. */
    std::size_t numAtRisk (std::size_t numEvents) const;

    /** The disk after a power failure behind `numEvents` events. The same seed gives the same disk.
        A seed chooses the survival probabilities of data, sizes and entries, then the fate of each
        change. All survive (as after kill -9) and none survive are among the choices. */
    DiskImage after (std::size_t numEvents, std::uint64_t seed) const;

private:
    DiskImage before_;
    std::vector<DiskEvent> events_;
    /** for each event: the event count from which a sync promises it */
    std::vector<std::size_t> promisedAfter_;
};

} // namespace melstrom::testing

// What is left of a disk when the power fails.
#pragma once

#include "Tests/Support/Storage/DiskEvent.h"
#include "Tests/Support/Storage/DiskImage.h"

#include <cstdint>
#include <vector>

namespace melstrom::testing
{

/** Lost power after any event of a recorded run.

    Promised
        fdatasync, fsync   every byte written to the file before the call, and the file's size
        fsync of a folder  every entry made, renamed or removed in it before the call
    Not promised, and therefore lost or kept by chance
        a write            each sector of 512 bytes by itself, in any order. A sector is whole: old or new
        a size             by itself: a file may be long enough for bytes that were lost, and too short for
                           bytes that were kept. Bytes lost in a part that the file never had before are
                           zeros or, as POSIX says nothing, anything
        an entry           each change by itself, in any order. A rename is one change: both names or neither
        a folder's entry   with all that is in the folder
    fsync of a file does not promise its entry, and a rename does not promise the bytes of what is renamed,
    though ext4 mostly gives both (its mount options `auto_da_alloc` and `data=ordered`).
    Sources: POSIX.1-2017 (fsync, fdatasync, "Synchronized I/O Data Integrity Completion"); Linux's
    fsync(2) and rename(2); the kernel's Documentation/admin-guide/ext4.rst.
    Thread: any. */
class PowerLoss
{
public:
    /** `before`: stable when the recording began. */
    PowerLoss (DiskImage before, std::vector<DiskEvent> events);

    std::size_t numEvents () const noexcept { return events_.size (); }
    const std::vector<DiskEvent>& events () const noexcept { return events_; }
    /** How many changes could be lost after `numEvents` events. */
    std::size_t numAtRisk (std::size_t numEvents) const;

    /** The disk when the power fails after `numEvents` events. The same seed gives the same disk. A
       seed chooses how likely data, sizes and entries survive, then each by itself: all of them, as
       after kill -9, and none are among the choices. */
    DiskImage after (std::size_t numEvents, std::uint64_t seed) const;

private:
    DiskImage before_;
    std::vector<DiskEvent> events_;
    std::vector<std::size_t> promisedAfter_; ///< a place of each event's: so many events promise it
};

} // namespace melstrom::testing

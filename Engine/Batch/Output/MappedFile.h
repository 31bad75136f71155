// An output file whose bytes are copied into a shared mapping instead of written by pwrite.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <functional>

namespace melstrom
{

/** Whether a file of this size should be mapped. */
using MappingChoice = std::function<bool (std::int64_t bytes)>;

/** The same file, mapped from `allocate` on if `choice` agrees and fallocate(2) reserved its full
    size. glibc's posix_fallocate would emulate it, and a hole in a mapping is a SIGBUS on a full
    disk. Otherwise, before that and for bytes beyond that size, the calls of `file` serve.

    writeAt     sets up the page table of its own block, copies, and takes the pages out again, so
                that a large file is no memory of the process; less than 64 KiB are written by
                pwrite; a page without a block becomes the error of pwrite, or writeFailed if
                another process truncated the file
    allocate    from 64 MiB on, on tmpfs, a thread reserves; blocks that it has not reached yet are
                written by pwrite
    syncs       those of `file`: on Linux fsync and fdatasync include pages dirtied by a mapping
                (Linux 6.1, mm/page-writeback.c, folio_clear_dirty_for_io)
    path        of `file`; is opened once more for the mapping
    Bytes, errors and threads otherwise as `file`. */
std::unique_ptr<WritableFile> mappedFile (std::unique_ptr<WritableFile> file, std::string path,
                                          MappingChoice choice);

/** The same for a file that an earlier call may have reserved: mapped at once if `choice` agrees
    with its size. Never changes the size. */
std::unique_ptr<WritableFile> mappedExistingFile (std::unique_ptr<WritableFile> file,
                                                  std::string path, MappingChoice choice);

} // namespace melstrom

// Brings parts of files into the page cache before they are read.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace melstrom
{

/** Bytes of a file on disk. */
struct FileStretch
{
    std::string path;
    std::int64_t first = 0, bytes = 0;
    bool operator== (const FileStretch&) const = default;
};

/** Requests to the system's page cache. Thread: one at a time. */
class CacheFill
{
public:
    virtual ~CacheFill () = default;
    virtual const char* name () const noexcept = 0; ///< of the system's interface, after a `fill`

    /** Asks the system to read; returns when it has taken the requests. Leaves out files that cannot
        be opened: their reader meets the error. */
    virtual void fill (std::span<const FileStretch> stretches) = 0;
    /** True if the page cache has the last byte of the stretch, or if the file cannot be read at
        all. Where the system does not tell, reads the byte: true if it came faster than from a
        disk. */
    virtual bool isCached (const FileStretch& stretch) = 0;
};

/** By io_uring where this kernel and its filters allow it, else as makeDirectFill. Never null. */
std::unique_ptr<CacheFill> makeCacheFill ();

/** By reads that may not wait (preadv2), or on file systems that always wait by posix_fadvise. */
std::unique_ptr<CacheFill> makeDirectFill ();

/** Brings the file's bytes to stable storage and takes them out of the page cache. False: the file
    cannot be opened. Other programs that map it keep its pages, and so does a file system in
    memory: see isCached. Thread: any. */
bool dropFromCache (const std::string& path);

} // namespace melstrom

// The bytes of a file at scattered addresses, in memory until the file is written at once.
#pragma once

#include "Engine/Batch/Files/Storage.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace melstrom
{

/** Reads zeros where nothing was written. Memory: that of the pages touched. Thread: one. */
class SparseImage
{
public:
    static constexpr std::int64_t kPageBytes = 65536;

    /** offset + bytes must fit into int64. Without memory the bytes are lost, and `complete`
        returns false from then on. */
    void write (std::int64_t offset, const void* from, std::size_t bytes) noexcept;
    void read (std::int64_t offset, void* to, std::size_t bytes) const noexcept;
    bool complete () const noexcept { return complete_; }

    std::int64_t sizeBytes () const noexcept { return sizeBytes_; }
    void resize (std::int64_t bytes) noexcept { sizeBytes_ = bytes; } ///< bytes past the end stay
    void clear () noexcept;

    /** Reserves room for the whole file, gives it its size, then writes the pages touched, in
       order. Fails: diskFull, writeFailed. */
    Result<void> writeTo (WritableFile& file) const;
    /** Writes bytes [offset, offset + bytes), zeros too. Fails: diskFull, writeFailed. */
    Result<void> writeRange (WritableFile& file, std::int64_t offset, std::int64_t bytes) const;

private:
    using Page = std::vector<unsigned char>;
    unsigned char* page (std::int64_t index) noexcept; // nullptr without memory

    std::map<std::int64_t, Page> pages_; // by offset / kPageBytes
    std::int64_t sizeBytes_ = 0;
    bool complete_ = true;
};

} // namespace melstrom

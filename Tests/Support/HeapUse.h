// Whether code allocates from the heap, by malloc or by new.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <malloc.h>
#include <memory>
#include <vector>

namespace melstrom::testing
{

/** Bytes of the heap in use. glibc keeps freed pieces in a cache of each thread, and would reuse
    them unnoticed. An object of this class empties the cache of its thread during its lifetime.
    Under sanitizers, which bring their own heap, allocations are not noticed: see `works`. */
class HeapUse
{
public:
    HeapUse ()
    {
        constexpr int kPiecesReady = 7; // glibc's limit for each size and thread
        constexpr std::size_t kLargestReady = 1040;
        for (std::size_t bytes = 8; bytes <= kLargestReady; bytes += 16)
            for (int i = 0; i < kPiecesReady; ++i)
                held_.emplace_back (std::malloc (bytes), &std::free);
    }

    /** Sum over all threads. */
    std::size_t bytes () const noexcept
    {
        const auto info = mallinfo2 ();
        return info.uordblks + info.hblkhd;
    }
    bool works () const
    {
        const std::size_t before = bytes ();
        const std::unique_ptr<void, void (*) (void*)> piece (std::malloc (300), &std::free);
        return piece != nullptr && bytes () > before;
    }

private:
    std::vector<std::unique_ptr<void, void (*) (void*)>> held_;
};

} // namespace melstrom::testing

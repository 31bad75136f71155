// Whether a piece of code took memory from the heap, by malloc or by new.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <malloc.h>
#include <memory>
#include <vector>

namespace melstrom::testing
{

/** What is taken of the heap at the moment. Pieces that were freed lie ready for the thread that freed them and would not be
    noticed when taken again: while one of these lives, the thread that made it has none. Under sanitizers, which bring a
    heap of their own, nothing is noticed: see `works`. */
class HeapUse
{
public:
    HeapUse ()
    {
        constexpr int kPiecesReady = 7; // of a size and thread, by glibc
        constexpr std::size_t kLargestReady = 1040;
        for (std::size_t bytes = 8; bytes <= kLargestReady; bytes += 16)
            for (int i = 0; i < kPiecesReady; ++i)
                held_.emplace_back (std::malloc (bytes), &std::free);
    }

    /** Of all threads. */
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

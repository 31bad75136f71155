// Maxima of an endless series at steps of four, with gaps, within a limit of memory.
#pragma once

#include "Engine/Overview/RowStore.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace melstrom
{

/** A step has `width` floats; a node of four has their maxima, as soon as a later step ends it.
    Blocks without a step cost no memory. Thread: one at a time. */
class MaximumPyramid
{
public:
    static constexpr int kBlockNodes = 64;

    MaximumPyramid (std::size_t width, std::size_t mostBytes) noexcept
        : width_ (width), mostBytes_ (mostBytes)
    {
    }

    /** Adds step `step` >= endStep (). Beyond the limit, the oldest steps go, block by block; one
        block a level stays. values (width). Throws std::bad_alloc. */
    void append (std::int64_t step, const float* values);

    /** Drops the oldest block of steps. false: one block is there, or none. */
    bool dropBlock ();

    std::int64_t firstStep () const noexcept { return firstStep_; }
    std::int64_t endStep () const noexcept { return endStep_; }
    std::size_t memoryBytes () const noexcept { return numBlocks_ * blockBytes (); }
    std::size_t mostBytes () const noexcept { return mostBytes_; }
    std::size_t width () const noexcept { return width_; }
    std::uint64_t revision () const noexcept { return revision_; } ///< changes with each drop

    /** Maxima over the present steps of [first, end).
        to   (width); unchanged if missing */
    RowPresence maximum (std::int64_t first, std::int64_t end, float* to) const;

private:
    struct Block
    {
        std::int64_t index = 0; ///< its first node is index x kBlockNodes
        std::array<RowPresence, kBlockNodes> presence {};
        std::vector<float> values; ///< (kBlockNodes, width)
    };
    using Level = std::deque<Block>;

    std::size_t blockBytes () const noexcept
    {
        return sizeof (Block) + kBlockNodes * width_ * sizeof (float);
    }
    const Block* find (std::size_t level, std::int64_t node) const noexcept;
    Block& blockFor (std::size_t level, std::int64_t node);
    void put (std::size_t level, std::int64_t node, RowPresence presence, const float* values);
    void closeNodes (std::int64_t end);
    void close (std::size_t level, std::int64_t node);
    void dropOldest ();

    std::size_t width_, mostBytes_;
    std::deque<Level> levels_;
    std::size_t numBlocks_ = 0;
    std::int64_t firstStep_ = 0, endStep_ = 0;
    std::uint64_t revision_ = 0;
    std::vector<float> joined_;
};

} // namespace melstrom

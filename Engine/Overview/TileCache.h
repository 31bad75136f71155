// Tiles of a file by their index, the last used ones within a limit of memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <unordered_map>
#include <utility>
#include <vector>

namespace melstrom
{

/** Tile n covers kLength positions from n x kLength on: rows or samples; the last one may be shorter.
    Tile: has `index` and `bytes ()`. Thread: one at a time. */
template <typename Tile, std::int64_t kLength>
class TileCache
{
public:
    explicit TileCache (std::size_t mostBytes) noexcept : mostBytes_ (mostBytes) {}

    /** nullptr: it is not there. Valid until the next `put` or `clear`. */
    const Tile* find (std::int64_t index) const noexcept
    {
        const auto found = entries_.find (index);
        return found == entries_.end () ? nullptr : &found->second.tile;
    }

    /** Calls visit (tile, firstOfTile, endOfTile) for each tile of positions [first, end) that is
        there, in order; the two positions are those of a full tile. Returns true if all are. */
    template <typename Visit>
    bool visit (std::int64_t first, std::int64_t end, Visit visit) const
    {
        bool isWhole = true;
        for (auto index = first / kLength; index * kLength < end; ++index)
        {
            const Tile* const tile = find (index);
            isWhole = isWhole && tile != nullptr;
            if (tile != nullptr)
                visit (*tile, index * kLength, (index + 1) * kLength);
        }
        return isWhole;
    }

    /** The tiles of positions [first, end) that are missing; the others become the last used
        ones. */
    std::vector<std::int64_t> missing (std::int64_t first, std::int64_t end)
    {
        std::vector<std::int64_t> indices;
        for (auto index = first / kLength; index * kLength < end; ++index)
        {
            touch (index);
            if (find (index) == nullptr)
                indices.push_back (index);
        }
        return indices;
    }

    /** Makes the tile the last used one. */
    void touch (std::int64_t index) noexcept
    {
        if (const auto found = entries_.find (index); found != entries_.end ())
            order_.splice (order_.begin (), order_, found->second.place);
    }

    /** Adds a tile, which becomes the last used one; drops others beyond the limit. */
    void put (Tile tile)
    {
        const auto index = tile.index;
        const auto tileBytes = tile.bytes ();
        if (entries_.contains (index))
            return touch (index);
        order_.push_front (index);
        entries_.emplace (index, Entry {std::move (tile), tileBytes, order_.begin ()});
        bytes_ += tileBytes;
        while (bytes_ > mostBytes_ && order_.size () > 1)
        {
            const auto oldest = entries_.find (order_.back ());
            bytes_ -= oldest->second.bytes;
            entries_.erase (oldest);
            order_.pop_back ();
        }
    }

    void clear () noexcept
    {
        entries_.clear ();
        order_.clear ();
        bytes_ = 0;
    }

    std::size_t bytes () const noexcept { return bytes_; }
    std::size_t mostBytes () const noexcept { return mostBytes_; }

private:
    struct Entry
    {
        Tile tile;
        std::size_t bytes;
        std::list<std::int64_t>::iterator place;
    };

    std::size_t mostBytes_, bytes_ = 0;
    std::list<std::int64_t> order_; ///< the last used one first
    std::unordered_map<std::int64_t, Entry> entries_;
};

} // namespace melstrom

// Tiles by their index, the last used ones within a limit of memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <unordered_map>
#include <utility>

namespace melstrom
{

/** Thread: one at a time. */
template <typename Tile>
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

    /** Makes the tile the last used one. */
    void touch (std::int64_t index) noexcept
    {
        if (const auto found = entries_.find (index); found != entries_.end ())
            order_.splice (order_.begin (), order_, found->second.place);
    }

    /** Adds a tile, which becomes the last used one; drops others beyond the limit. */
    void put (std::int64_t index, Tile tile, std::size_t tileBytes)
    {
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

// Ring between one writer thread and one reader thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

namespace melstrom
{

/** Fixed capacity. Construction allocates; nothing else does. It replaces moodycamel's
    ReaderWriterQueue, because the thread sanitizer does not support the fences of that queue. Item:
    copying allocates nothing. */
template <typename Item>
class SpscRing
{
public:
    explicit SpscRing (std::size_t capacityItems) : items_ (capacityItems + 1) {}

    /** Writer's thread; wait-free. false: it is full. */
    bool tryPush (const Item& item) noexcept
    {
        const std::size_t at = written_.load (std::memory_order_relaxed);
        const std::size_t next = after (at);
        if (next == read_.load (std::memory_order_acquire))
            return false;
        items_[at] = item;
        written_.store (next, std::memory_order_release);
        return true;
    }

    /** Reader's thread; wait-free. false: it is empty. */
    bool tryPop (Item& item) noexcept
    {
        const std::size_t at = read_.load (std::memory_order_relaxed);
        if (at == written_.load (std::memory_order_acquire))
            return false;
        item = items_[at];
        read_.store (after (at), std::memory_order_release);
        return true;
    }

private:
    std::size_t after (std::size_t index) const noexcept
    {
        return index + 1 == items_.size () ? 0 : index + 1;
    }

    std::vector<Item> items_;                           ///< one item stays unused
    alignas (64) std::atomic<std::size_t> written_ {0}; ///< the writer's
    alignas (64) std::atomic<std::size_t> read_ {0};    ///< the reader's
};

} // namespace melstrom

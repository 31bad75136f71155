#include "Engine/Overview/MaximumPyramid.h"

#include "Engine/Overview/StepNodes.h"

#include <algorithm>

namespace melstrom
{

namespace
{
void raise (float* to, const float* from, std::size_t width) noexcept
{
    for (std::size_t i = 0; i < width; ++i)
        to[i] = std::max (to[i], from[i]);
}

std::size_t placeInBlock (std::int64_t node) noexcept
{
    return static_cast<std::size_t> (node % MaximumPyramid::kBlockNodes);
}
} // namespace

const MaximumPyramid::Block* MaximumPyramid::find (std::size_t level,
                                                   std::int64_t node) const noexcept
{
    const auto index = node / kBlockNodes;
    const auto& blocks = levels_[level];
    const auto found =
        std::lower_bound (blocks.begin (), blocks.end (), index,
                          [] (const Block& block, std::int64_t i) { return block.index < i; });
    return found != blocks.end () && found->index == index ? &*found : nullptr;
}

MaximumPyramid::Block& MaximumPyramid::blockFor (std::size_t level, std::int64_t node)
{
    while (levels_.size () <= level)
        levels_.emplace_back ();
    auto& blocks = levels_[level];
    const auto index = node / kBlockNodes;
    if (blocks.empty () || blocks.back ().index != index)
    {
        Block block;
        block.index = index;
        block.values.resize (kBlockNodes * width_);
        blocks.push_back (std::move (block));
        ++numBlocks_;
    }
    return blocks.back ();
}

void MaximumPyramid::put (std::size_t level, std::int64_t node, RowPresence presence,
                          const float* values)
{
    Block& block = blockFor (level, node);
    const auto place = placeInBlock (node);
    std::copy_n (values, width_,
                 block.values.begin () + static_cast<std::ptrdiff_t> (place * width_));
    block.presence[place] = presence;
}

void MaximumPyramid::append (std::int64_t step, const float* values)
{
    if (step > endStep_)
        closeNodes (step);
    put (0, step, RowPresence::whole, values);
    endStep_ = step + 1;
    closeNodes (endStep_);
    dropOldest ();
}

/** Makes the nodes that hold the last step and end at `end` or before. */
void MaximumPyramid::closeNodes (std::int64_t end)
{
    if (endStep_ == 0)
        return;
    for (std::size_t level = 1;; ++level)
    {
        const auto shift = kNodeShift * static_cast<int> (level);
        const auto node = (endStep_ - 1) >> shift;
        if (((node + 1) << shift) > end)
            return;
        close (level, node);
    }
}

void MaximumPyramid::close (std::size_t level, std::int64_t node)
{
    if (level < levels_.size ())
        if (const Block* const block = find (level, node);
            block != nullptr && block->presence[placeInBlock (node)] != RowPresence::missing)
            return;
    joined_.resize (width_);
    int numWhole = 0;
    bool isThere = false;
    for (std::int64_t child = node << kNodeShift; child < (node + 1) << kNodeShift; ++child)
    {
        const Block* const block = find (level - 1, child);
        const auto place = placeInBlock (child);
        if (block == nullptr || block->presence[place] == RowPresence::missing)
            continue;
        const float* const values = block->values.data () + place * width_;
        if (isThere)
            raise (joined_.data (), values, width_);
        else
            std::copy_n (values, width_, joined_.begin ());
        isThere = true;
        numWhole += block->presence[place] == RowPresence::whole ? 1 : 0;
    }
    if (isThere)
        put (level, node, numWhole == 1 << kNodeShift ? RowPresence::whole : RowPresence::sampled,
             joined_.data ());
}

void MaximumPyramid::dropOldest ()
{
    while (memoryBytes () > mostBytes_ && dropBlock ())
    {
    }
}

bool MaximumPyramid::dropBlock ()
{
    if (levels_.empty () || levels_[0].size () <= 1)
        return false;
    levels_[0].pop_front ();
    --numBlocks_;
    ++revision_;
    firstStep_ = levels_[0].front ().index * kBlockNodes;
    for (std::size_t level = 1; level < levels_.size (); ++level)
    {
        auto& blocks = levels_[level];
        const auto shift = kNodeShift * static_cast<int> (level);
        while (blocks.size () > 1 &&
               (((blocks.front ().index + 1) * kBlockNodes) << shift) <= firstStep_)
        {
            blocks.pop_front ();
            --numBlocks_;
        }
    }
    return true;
}

RowPresence MaximumPyramid::maximum (std::int64_t first, std::int64_t end, float* to) const
{
    // a node that reaches before firstStep_ or behind endStep_ is never asked
    bool isWhole = first >= firstStep_ && end <= endStep_, isThere = false;
    first = std::max (first, firstStep_);
    end = std::min (end, endStep_);
    visitNodes (first, end, static_cast<int> (levels_.size ()),
                [&] (int level, std::int64_t node)
                {
                    const Block* const block = find (static_cast<std::size_t> (level), node);
                    const auto place = placeInBlock (node);
                    const auto presence =
                        block == nullptr ? RowPresence::missing : block->presence[place];
                    isWhole = isWhole && presence == RowPresence::whole;
                    if (presence == RowPresence::missing)
                        return;
                    const float* const values = block->values.data () + place * width_;
                    if (isThere)
                        raise (to, values, width_);
                    else
                        std::copy_n (values, width_, to);
                    isThere = true;
                });
    if (! isThere)
        return RowPresence::missing;
    return isWhole ? RowPresence::whole : RowPresence::sampled;
}

} // namespace melstrom

#include "Engine/Overview/StepMaxima.h"

#include "Engine/Overview/StepNodes.h"

#include <algorithm>

namespace melstrom
{

StepMaxima::StepMaxima (std::size_t width, std::int64_t mostSteps) : width_ (width)
{
    for (auto nodes = mostSteps; nodes > 0; nodes >>= kNodeShift)
        levels_.emplace_back (static_cast<std::size_t> ((nodes + kBlockNodes - 1) / kBlockNodes));
}

std::size_t StepMaxima::bytesFor (std::size_t width, std::int64_t numSteps) noexcept
{
    std::size_t bytes = 0;
    for (auto nodes = numSteps; nodes > 0; nodes >>= kNodeShift)
    {
        const auto blocks = static_cast<std::size_t> ((nodes + kBlockNodes - 1) / kBlockNodes);
        bytes += blocks * (kBlockNodes * width * sizeof (float) + sizeof (Blocks::value_type));
    }
    return bytes;
}

const float* StepMaxima::node (int level, std::int64_t index) const noexcept
{
    const auto& blocks = levels_[static_cast<std::size_t> (level)];
    return blocks[static_cast<std::size_t> (index / kBlockNodes)].get () +
           static_cast<std::size_t> (index % kBlockNodes) * width_;
}

float* StepMaxima::newNode (int level, std::int64_t index)
{
    auto& block =
        levels_[static_cast<std::size_t> (level)][static_cast<std::size_t> (index / kBlockNodes)];
    if (block == nullptr)
        block = std::make_unique<float[]> (kBlockNodes * width_);
    return block.get () + static_cast<std::size_t> (index % kBlockNodes) * width_;
}

void StepMaxima::append (const float* values)
{
    std::copy_n (values, width_, newNode (0, numSteps_));
    ++numSteps_;
    for (int level = 1; (numSteps_ & ((std::int64_t {1} << (kNodeShift * level)) - 1)) == 0;
         ++level)
    {
        const auto index = (numSteps_ >> (kNodeShift * level)) - 1;
        float* const to = newNode (level, index);
        const auto child = index << kNodeShift;
        std::copy_n (node (level - 1, child), width_, to);
        for (int i = 1; i < 1 << kNodeShift; ++i)
        {
            const float* const from = node (level - 1, child + i);
            for (std::size_t n = 0; n < width_; ++n)
                to[n] = std::max (to[n], from[n]);
        }
    }
}

void StepMaxima::maximum (std::int64_t first, std::int64_t end, float* to) const noexcept
{
    visitNodes (first, end, static_cast<int> (levels_.size ()),
                [&] (int level, std::int64_t index)
                {
                    const float* const from = node (level, index);
                    for (std::size_t n = 0; n < width_; ++n)
                        to[n] = std::max (to[n], from[n]);
                });
}

} // namespace melstrom

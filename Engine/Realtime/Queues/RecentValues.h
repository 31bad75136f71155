// Quantiles of recent values, for example durations, from a thread that must not wait.
#pragma once

#include "Engine/Core/Quantile.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

namespace melstrom
{

/** The last kKept values since `forget`. Thread: `add`: one, audio too, wait-free; all else: any
    other. `quantiles` allocates. */
class RecentValues
{
public:
    static constexpr std::uint64_t kKept = 4096;

    void add (float value) noexcept
    {
        const auto index = count_.load (std::memory_order_relaxed);
        values_[index % kKept].store (value, std::memory_order_relaxed);
        count_.store (index + 1, std::memory_order_release);
    }

    /** Drops all present values. */
    void forget () noexcept { first_.store (count_.load (std::memory_order_relaxed)); }

    struct Quantiles
    {
        float p50 = 0, p99 = 0, p999 = 0, worst = 0;
    };
    Quantiles quantiles () const
    {
        const std::uint64_t first = first_.load (), end = count_.load (std::memory_order_acquire);
        std::vector<float> values (static_cast<std::size_t> (std::min (end - first, kKept)));
        if (values.empty ())
            return {};
        for (std::size_t i = 0; i < values.size (); ++i)
            values[i] = values_[(end - 1 - i) % kKept].load (std::memory_order_relaxed);
        std::ranges::sort (values);
        return {quantileOf<float> (values, 0.5), quantileOf<float> (values, 0.99),
                quantileOf<float> (values, 0.999), values.back ()};
    }

private:
    std::array<std::atomic<float>, kKept> values_ {};
    std::atomic<std::uint64_t> count_ {0}, first_ {0};
};

} // namespace melstrom

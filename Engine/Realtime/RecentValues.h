// How long something takes, again and again, on a thread that must not wait.
#pragma once

#include "Engine/Core/Quantile.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

namespace melstrom
{

/** The last kKept values. Thread: `add` one, audio too, wait-free; `quantiles` any other, allocates. */
class RecentValues
{
public:
    static constexpr std::size_t kKept = 4096;

    void add (float value) noexcept
    {
        const auto index = count_.load (std::memory_order_relaxed);
        values_[index % kKept].store (value, std::memory_order_relaxed);
        count_.store (index + 1, std::memory_order_release);
    }

    std::uint64_t count () const noexcept { return count_.load (std::memory_order_acquire); }

    struct Quantiles
    {
        float p50 = 0, p99 = 0, p999 = 0, worst = 0;
    };
    Quantiles quantiles () const
    {
        std::vector<float> values (
            static_cast<std::size_t> (std::min<std::uint64_t> (count (), kKept)));
        if (values.empty ())
            return {};
        for (std::size_t i = 0; i < values.size (); ++i)
            values[i] = values_[i].load (std::memory_order_relaxed);
        std::ranges::sort (values);
        return {quantileOf<float> (values, 0.5), quantileOf<float> (values, 0.99),
                quantileOf<float> (values, 0.999), values.back ()};
    }

private:
    std::array<std::atomic<float>, kKept> values_ {};
    std::atomic<std::uint64_t> count_ {0};
};

} // namespace melstrom

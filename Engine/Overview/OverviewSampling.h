// The places of the sampled overview that are still to be computed.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

namespace melstrom
{

/** First rows: the middles of 1, 2, 4, ... equal parts of the file, so that each beginning of the
    list is spread over it. Thread: one at a time. */
class OverviewSampling
{
public:
    /** None for a file that is whole as soon. */
    void begin (std::int64_t numRows);
    void end () noexcept { left_ = {}; }
    bool isDone () const noexcept { return left_.empty (); }

    /** OverviewLook::places removes places from its front. */
    std::span<const std::int64_t>& left () noexcept { return left_; }
    /** A file where jumps are slow gets fewer places: it ends after kMostTime. */
    void addTime (std::chrono::steady_clock::duration spent) noexcept;
    static constexpr std::chrono::milliseconds kMostTime {600};

private:
    std::vector<std::int64_t> places_;
    std::span<const std::int64_t> left_;
    std::chrono::steady_clock::duration spent_ {};
};

} // namespace melstrom

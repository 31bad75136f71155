#include "Engine/Overview/OverviewSampling.h"

#include "Engine/Overview/OverviewParts.h"

namespace melstrom
{

namespace
{
constexpr std::int64_t kMostPlaces = 4096;
} // namespace

void OverviewSampling::begin (std::int64_t numRows)
{
    places_.clear ();
    if (numRows > 4 * RowPlace::kRows * kMostPlaces)
        for (std::int64_t parts = 1; parts < kMostPlaces; parts *= 2)
            for (std::int64_t part = 0; part < parts; ++part)
                places_.push_back (numRows / (2 * parts) * (2 * part + 1));
    left_ = places_;
    spent_ = {};
}

void OverviewSampling::addTime (std::chrono::steady_clock::duration spent) noexcept
{
    spent_ += spent;
    if (spent_ > kMostTime)
        end ();
}

} // namespace melstrom

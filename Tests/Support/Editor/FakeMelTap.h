// A tap with rows and sound under a test's control.
#pragma once

#include "Engine/Live/Tap/MelTap.h"

#include <algorithm>
#include <utility>

namespace melstrom::testing
{

/** Records its calls. The next pop returns `rows`. Their settings are the spec of the last `set`,
    for display, at the spec's own rate or else at the rate of `prepare`. */
class FakeMelTap final : public MelTap
{
public:
    TapRows rows;
    TapSamples heard; ///< all samples so far
    std::vector<TapSettings> asked;
    bool isWatched = false;
    std::optional<Error> refusal; ///< error of the next `set`

    Result<void> prepare (double rateHz, int) override
    {
        rateHz_ = rateHz;
        return {};
    }
    void push (const float*, const float*, int) noexcept override {}
    void skip (std::int64_t) noexcept override {}
    void watch (bool isToBeWatched) override { isWatched = isToBeWatched; }

    Result<void> set (const TapSettings& settings, std::shared_ptr<LiveDevice>) override
    {
        asked.push_back (settings);
        if (refusal)
            return *std::exchange (refusal, std::nullopt);
        settings_ = settings;
        ++rows.generation;
        return {};
    }
    TapSettings settings () const override { return settings_; }

    std::optional<MelGeometry> geometry () const override
    {
        const MelSpec spec = MelStream::streamable (settings_.spec, true);
        auto found = geometryAt (spec, spec.rateHz.value_or (static_cast<int> (rateHz_)));
        return found ? std::optional (*found) : std::nullopt;
    }

    TapRows pop () override
    {
        TapRows all = rows;
        rows.firstRow += rows.numRows;
        rows.numRows = 0;
        rows.values.clear ();
        return all;
    }
    TapSamples lastSamples (double seconds) const override
    {
        TapSamples last = heard;
        for (auto& channel : last.channels)
        {
            const auto most = static_cast<std::size_t> (seconds * heard.rateHz);
            channel.erase (channel.begin (),
                           channel.end () -
                               static_cast<std::ptrdiff_t> (std::min (most, channel.size ())));
        }
        return last;
    }
    std::int64_t firstSampleOf (std::int64_t row) const override
    {
        return row * geometry ()->hopSamples;
    }
    std::string backendName () const override { return "fake"; }

private:
    double rateHz_ = 0;
    TapSettings settings_;
};

} // namespace melstrom::testing

// Rows and samples of a screen as functions, for tests.
#pragma once

#include "Engine/Overview/RowStore.h"
#include "Engine/Overview/WaveStore.h"
#include "Engine/Spec/Mel/MelSpecToml.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

namespace melstrom::testing
{

/** Rows of a built-in front end. A test changes the members. */
class FakeRowStore final : public RowStore
{
public:
    using Level = std::function<std::optional<float> (std::int64_t row, int band)>;

    /** level: in dB; empty: the row is missing. */
    FakeRowStore (const std::string& preset, int rateHz, std::int64_t numRows, Level function)
        : level (std::move (function)), end (numRows), geometry_ (geometryOf (preset, rateHz))
    {
    }

    Level level;
    std::int64_t first = 0, end = 0;
    std::uint64_t version = 1;
    RowPresence presence = RowPresence::whole; ///< of rows that are there
    mutable std::int64_t numCalls = 0;

    const MelGeometry& geometry () const noexcept override { return geometry_; }
    double firstRowSeconds () const noexcept override { return 0.005; }
    std::int64_t firstRow () const noexcept override { return first; }
    std::int64_t endRow () const noexcept override { return end; }
    std::uint64_t revision () const noexcept override { return version; }
    RowPresence maximum (std::int64_t from, std::int64_t to, std::span<float> levels) const override
    {
        ++numCalls;
        bool isThere = false;
        for (auto row = std::max (from, first); row < std::min (to, end); ++row)
            for (std::size_t band = 0; band < levels.size (); ++band)
                if (const auto value = level (row, static_cast<int> (band)))
                {
                    levels[band] = isThere ? std::max (levels[band], *value) : *value;
                    if (band + 1 == levels.size ())
                        isThere = true;
                }
        return isThere ? presence : RowPresence::missing;
    }

private:
    static MelGeometry geometryOf (const std::string& preset, int rateHz)
    {
        const auto found = findPreset (preset);
        if (! found)
            throw std::runtime_error ("no preset " + preset);
        const auto made = geometryAt (found->spec, rateHz);
        if (! made)
            throw std::runtime_error ("no geometry of " + preset);
        return *made;
    }

    MelGeometry geometry_;
};

/** Samples as a function. A test changes the members. */
class FakeWaveStore final : public WaveStore
{
public:
    using Sample = std::function<std::optional<float> (int channel, std::int64_t sample)>;

    FakeWaveStore (double rateHz, int numChannels, std::int64_t numSamples, Sample function)
        : sample (std::move (function)), end (numSamples), rateHz_ (rateHz),
          numChannels_ (numChannels)
    {
    }

    Sample sample; ///< empty: not known
    std::int64_t end = 0;
    std::uint64_t version = 1;
    bool hasSamples = true;  ///< one by one
    int mostSteps = 1 << 20; ///< of `range`; longer ranges are looked at in steps

    double rateHz () const noexcept override { return rateHz_; }
    int numChannels () const noexcept override { return numChannels_; }
    std::int64_t firstSample () const noexcept override { return 0; }
    std::int64_t endSample () const noexcept override { return end; }
    std::uint64_t revision () const noexcept override { return version; }
    WaveRange range (int channel, std::int64_t from, std::int64_t to) const override
    {
        WaveRange all;
        const auto step = std::max<std::int64_t> (1, (to - from) / mostSteps);
        for (auto at = from; at < std::min (to, end); at += step)
            if (const auto value = sample (channel, at))
            {
                all.lowest = all.isThere ? std::min (all.lowest, *value) : *value;
                all.highest = all.isThere ? std::max (all.highest, *value) : *value;
                all.isThere = true;
            }
        return all;
    }
    std::vector<float> samples (int channel, std::int64_t from, int count) const override
    {
        std::vector<float> values;
        for (int n = 0; n < count && hasSamples; ++n)
            values.push_back (sample (channel, from + n).value_or (0));
        return values;
    }

private:
    double rateHz_;
    int numChannels_;
};

} // namespace melstrom::testing

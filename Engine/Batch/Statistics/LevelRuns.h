// Runs of samples at full scale, of pieces of a channel that can be joined.
#pragma once

#include <cstdint>

namespace melstrom
{

/** The runs of consecutive samples of one channel. A run: samples that are all at + full scale
    (sign 1), all at - full scale (-1), or all below (0). What is counted does not depend on where the
    channel is cut: the run at each end stays open until the neighbour is known. */
class LevelRuns
{
public:
    static constexpr int kClippedRun = 3; ///< samples of a run that count as clipped, at least

    /** `count` samples of one sign follow. */
    void add (int sign, std::int64_t count) noexcept;
    /** The samples of `next` follow. */
    void append (const LevelRuns& next) noexcept;

    std::int64_t numSamples () const noexcept { return numSamples_; }
    /** Samples in runs of at least kClippedRun at full scale, if no others follow. */
    std::int64_t numClipped () const noexcept;

private:
    struct Run
    {
        int sign = 0;
        std::int64_t length = 0;
        std::int64_t numClipped () const noexcept
        {
            return sign != 0 && length >= kClippedRun ? length : 0;
        }
    };
    bool isOneRun () const noexcept { return back_.length == numSamples_; }

    Run front_, back_; ///< equal if one run is everything
    std::int64_t numSamples_ = 0;
    std::int64_t closed_ = 0; ///< clipped samples of the runs between front and back
};

} // namespace melstrom

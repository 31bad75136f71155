#include "Engine/Batch/Duplicates/PeakMatch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace melstrom
{

namespace
{
constexpr std::size_t kMostCompared = 4096;
constexpr int kNumBins = 256;
constexpr int kNearFrames = 2; // 16 ms
/** The limits of isNearDuplicate. */
constexpr int kLeastMatched = 6;
constexpr double kLeastOverlapRatio = 0.5, kLeastSimilarity = 0.4, kChance = 1.2;
/** Noise adds peaks to one of two sounds, so the larger of the two shares counts more. */
constexpr double kLargerShare = 0.8;

/** Frames of the peaks of each bin. */
class FramesByBin
{
public:
    explicit FramesByBin (std::span<const SpectralPeak> peaks) : frames_ (peaks.size ())
    {
        for (const auto peak : peaks)
            ++begins_[static_cast<std::size_t> (peak.bin ()) + 1];
        for (std::size_t bin = 1; bin < begins_.size (); ++bin)
            begins_[bin] += begins_[bin - 1];
        auto next = begins_;
        for (const auto peak : peaks)
            frames_[next[static_cast<std::size_t> (peak.bin ())]++] = peak.frame ();
    }
    std::span<const int> of (int bin) const noexcept
    {
        const auto i = static_cast<std::size_t> (bin);
        return std::span (frames_).subspan (begins_[i], begins_[i + 1] - begins_[i]);
    }

private:
    std::array<std::size_t, kNumBins + 1> begins_ {};
    std::vector<int> frames_;
};

/** Calls use (frames) for the bins within one of the peak's. */
template <typename Use>
void nearBins (const FramesByBin& peaks, int bin, Use use)
{
    for (int other = std::max (0, bin - 1); other <= std::min (kNumBins - 1, bin + 1); ++other)
        use (peaks.of (other));
}

bool hasNear (const FramesByBin& peaks, int bin, int frame)
{
    bool found = false;
    nearBins (peaks, bin,
              [&] (std::span<const int> frames)
              {
                  const auto at = std::ranges::lower_bound (frames, frame - kNearFrames);
                  found = found || (at != frames.end () && *at <= frame + 1);
              });
    return found;
}

struct Counted
{
    int numCompared = 0, numMatched = 0;
    double ratio () const noexcept
    {
        return static_cast<double> (numMatched) / std::max (1, numCompared);
    }
};

/** Peaks whose place in the other sound lies in [0, lastFrame]. */
Counted count (std::span<const SpectralPeak> peaks, std::size_t step, const FramesByBin& others,
               int offset, int lastFrame)
{
    Counted counted;
    for (std::size_t i = 0; i < peaks.size (); i += step)
    {
        const int frame = peaks[i].frame () + offset;
        if (frame < 0 || frame > lastFrame)
            continue;
        ++counted.numCompared;
        counted.numMatched += hasNear (others, peaks[i].bin (), frame) ? 1 : 0;
    }
    return counted;
}

int bestOffset (std::span<const SpectralPeak> first, std::size_t step, const FramesByBin& second,
                int lastFirst, int lastSecond)
{
    std::vector<int> votes (static_cast<std::size_t> (lastFirst + lastSecond + 3));
    for (std::size_t i = 0; i < first.size (); i += step)
        nearBins (
            second, first[i].bin (),
            [&] (std::span<const int> frames)
            {
                for (const int frame : frames)
                    ++votes[static_cast<std::size_t> (frame - first[i].frame () + lastFirst + 1)];
            });
    int best = 0, most = -1;
    for (std::size_t i = 1; i + 1 < votes.size (); ++i)
        if (const int sum = votes[i - 1] + 2 * votes[i] + votes[i + 1]; sum > most)
        {
            most = sum;
            best = static_cast<int> (i);
        }
    return best - lastFirst - 1;
}
} // namespace

PeakMatch matchPeaks (std::span<const SpectralPeak> first, std::span<const SpectralPeak> second)
{
    if (first.empty () || second.empty ())
        return {};
    const std::size_t stepFirst = first.size () / kMostCompared + 1,
                      stepSecond = second.size () / kMostCompared + 1;
    const int lastFirst = first.back ().frame (), lastSecond = second.back ().frame ();
    const FramesByBin firstByBin (first), secondByBin (second);
    PeakMatch match;
    match.offsetFrames = bestOffset (first, stepFirst, secondByBin, lastFirst, lastSecond);
    const auto there = count (first, stepFirst, secondByBin, match.offsetFrames, lastSecond);
    const auto back = count (second, stepSecond, firstByBin, -match.offsetFrames, lastFirst);
    match.numMatched = std::min (there.numMatched, back.numMatched);
    const int numCompared = there.numCompared + back.numCompared;
    const double thereRatio = there.ratio (), backRatio = back.ratio ();
    match.similarity = kLargerShare * std::max (thereRatio, backRatio) +
                       (1 - kLargerShare) * std::min (thereRatio, backRatio);
    match.overlapRatio =
        static_cast<double> (numCompared) /
        static_cast<double> (first.size () / stepFirst + second.size () / stepSecond + 2);
    return match;
}

bool isNearDuplicate (const PeakMatch& match) noexcept
{
    return match.numMatched >= kLeastMatched && match.overlapRatio >= kLeastOverlapRatio &&
           match.similarity >= kLeastSimilarity + kChance / std::sqrt (match.numMatched);
}

} // namespace melstrom

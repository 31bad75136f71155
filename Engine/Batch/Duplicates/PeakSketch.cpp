#include "Engine/Batch/Duplicates/PeakSketch.h"

#include "Engine/Dsp/Hash/FeatureHash.h"

#include <algorithm>
#include <array>
#include <limits>

namespace melstrom
{

namespace
{
/** The peaks that follow an anchor: at most this many, this late, and this far in frequency. */
constexpr std::size_t kMostTargets = 6;
constexpr int kFarthestFrames = 64, kFarthestBins = 100;
/** From here on a peak is one of another event than the anchor: 32 ms. */
constexpr int kLaterFrames = 4;
/** A sketch of fewer values gets those of single events too. */
constexpr std::size_t kFewValues = 16;
/** Times are whole numbers of 16 ms, because an offset moves each peak by a frame. */
constexpr int kTimeStepFrames = 2;

enum class Targets
{
    otherBins,
    allBins
};

/** The anchor's targets from leastFrames behind it on, in the order of time. */
std::size_t targetsOf (std::span<const SpectralPeak> peaks, std::size_t anchor, int leastFrames,
                       Targets wanted, std::array<SpectralPeak, kMostTargets>& targets)
{
    std::size_t count = 0;
    for (std::size_t i = anchor + 1; i < peaks.size () && count < kMostTargets; ++i)
    {
        const int frames = peaks[i].frame () - peaks[anchor].frame ();
        if (frames > kFarthestFrames)
            break;
        const int bins = peaks[i].bin () - peaks[anchor].bin ();
        if (frames >= leastFrames && (bins != 0 || wanted == Targets::allBins) &&
            bins >= -kFarthestBins && bins <= kFarthestBins)
            targets[count++] = peaks[i];
    }
    return count;
}

std::uint64_t hashOf (SpectralPeak anchor, SpectralPeak first, SpectralPeak second)
{
    std::uint64_t packed = 0;
    for (const int field : {anchor.bin (), first.bin (), second.bin (),
                            (first.frame () - anchor.frame ()) / kTimeStepFrames,
                            (second.frame () - anchor.frame ()) / kTimeStepFrames})
        packed = packed << 8 | static_cast<std::uint64_t> (field);
    return mixBits (packed);
}

/** The kSketchValues smallest of many hashes, each once. Most are dropped by one comparison. */
class SmallestHashes
{
public:
    void add (std::uint64_t hash)
    {
        if (hash >= limit_)
            return;
        hashes_.push_back (hash);
        if (hashes_.size () == kMostHeld)
            reduce ();
    }
    /** Ascending. */
    const std::vector<std::uint64_t>& get ()
    {
        reduce ();
        return hashes_;
    }

private:
    static constexpr std::size_t kMostHeld = 8 * kSketchValues;

    void reduce ()
    {
        std::ranges::sort (hashes_);
        hashes_.erase (std::unique (hashes_.begin (), hashes_.end ()), hashes_.end ());
        if (hashes_.size () < kSketchValues)
            return;
        hashes_.resize (kSketchValues);
        limit_ = hashes_.back ();
    }

    std::vector<std::uint64_t> hashes_;
    std::uint64_t limit_ = std::numeric_limits<std::uint64_t>::max (); ///< larger ones are out
};

/** Anchor, a target, and a later target that is leastFrames behind the anchor at least. */
void addConstellations (std::span<const SpectralPeak> peaks, int leastFrames, Targets wanted,
                        SmallestHashes& to)
{
    std::array<SpectralPeak, kMostTargets> next, late;
    for (std::size_t anchor = 0; anchor < peaks.size (); ++anchor)
    {
        const std::size_t numNext = targetsOf (peaks, anchor, 0, wanted, next),
                          numLate = targetsOf (peaks, anchor, leastFrames, wanted, late);
        for (std::size_t i = 0; i < numNext; ++i)
            for (std::size_t j = 0; j < numLate; ++j)
                if (next[i] < late[j])
                    to.add (hashOf (peaks[anchor], next[i], late[j]));
    }
}
} // namespace

std::vector<std::uint32_t> sketchOf (std::span<const SpectralPeak> peaks)
{
    SmallestHashes smallest;
    addConstellations (peaks, kLaterFrames, Targets::otherBins, smallest);
    if (smallest.get ().size () < kFewValues)
        addConstellations (peaks, 0, Targets::otherBins, smallest);
    if (smallest.get ().empty ())
        addConstellations (peaks, 0, Targets::allBins, smallest);
    std::vector<std::uint32_t> sketch;
    for (const std::uint64_t hash : smallest.get ())
        sketch.push_back (static_cast<std::uint32_t> (hash));
    return sketch;
}

} // namespace melstrom

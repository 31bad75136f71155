#include "Engine/Batch/Duplicates/PeakSketch.h"

#include "Engine/Dsp/Hash/FeatureHash.h"

#include <algorithm>
#include <array>

namespace melstrom
{

namespace
{
/** The peaks that follow an anchor: at most this many, this late, and this far in frequency. */
constexpr std::size_t kMostTargets = 6;
constexpr int kFarthestFrames = 64, kFarthestBins = 100;
/** Times are whole numbers of 16 ms, because an offset moves each peak by a frame. */
constexpr int kTimeStepFrames = 2;

/** The anchor's targets, in the order of time. */
std::size_t targetsOf (std::span<const SpectralPeak> peaks, std::size_t anchor,
                       std::array<SpectralPeak, kMostTargets>& targets)
{
    std::size_t count = 0;
    for (std::size_t i = anchor + 1; i < peaks.size () && count < kMostTargets; ++i)
    {
        const int frames = peaks[i].frame () - peaks[anchor].frame ();
        if (frames > kFarthestFrames)
            break;
        const int bins = peaks[i].bin () - peaks[anchor].bin ();
        if (bins != 0 && bins >= -kFarthestBins && bins <= kFarthestBins)
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
} // namespace

std::vector<std::uint32_t> sketchOf (std::span<const SpectralPeak> peaks)
{
    std::vector<std::uint64_t> hashes;
    std::array<SpectralPeak, kMostTargets> targets;
    for (std::size_t anchor = 0; anchor < peaks.size (); ++anchor)
    {
        const std::size_t count = targetsOf (peaks, anchor, targets);
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t j = i + 1; j < count; ++j)
                hashes.push_back (hashOf (peaks[anchor], targets[i], targets[j]));
    }
    std::ranges::sort (hashes);
    hashes.erase (std::unique (hashes.begin (), hashes.end ()), hashes.end ());
    hashes.resize (std::min (hashes.size (), kSketchValues));
    std::vector<std::uint32_t> sketch;
    for (const std::uint64_t hash : hashes)
        sketch.push_back (static_cast<std::uint32_t> (hash));
    return sketch;
}

} // namespace melstrom

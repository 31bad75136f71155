#include "Engine/Batch/Duplicates/SpectralPeaks.h"

#include "Engine/Batch/Duplicates/PairSpectra.h"

#include <algorithm>
#include <array>

namespace melstrom
{

namespace
{
constexpr int kBins = PairSpectra::kNumBins;
/** 47 Hz to 3.6 kHz: the slope of a resampler to 8 kHz lies above. */
constexpr int kFirstBin = 3, kEndBin = 230;
/** A peak is the largest power within this distance: 40 ms, 47 Hz. */
constexpr int kNearFrames = 5, kNearBins = 3;
/** Lowest peak below the highest of the sound, 40 dB: white noise at 20 dB has few peaks above. */
constexpr float kLeastPowerRatio = 1e-4f;
/** Below this no sound has peaks: -100 dB of full scale. */
constexpr float kSilentPower = 1e-6f;
constexpr std::int64_t kFramesAtOnce = 4096;

struct PeakPower
{
    SpectralPeak peak;
    float power;
};

/** The powers of frames [first, end), and their maxima over near bins; both (frames, bins). */
class PowerRows
{
public:
    void compute (std::span<const float> samples, std::int64_t first, std::int64_t end)
    {
        first_ = first;
        end_ = end;
        const auto numRows = static_cast<std::size_t> (end - first + 1) * kBins; // one may be spare
        powers_.assign (numRows, 0);
        widened_.assign (numRows, 0);
        for (std::int64_t frame = first; frame < end; frame += 2)
        {
            copyFrame (samples, frame, one_);
            copyFrame (samples, frame + 1, two_);
            spectra_.transform (one_.data (), two_.data (), rowAt (powers_, frame),
                                rowAt (powers_, frame + 1));
        }
        for (std::int64_t frame = first; frame < end; ++frame)
            widen (rowAt (powers_, frame), rowAt (widened_, frame));
    }

    /** Adds the peaks of frames [first, end). */
    void addPeaks (std::int64_t first, std::int64_t end, std::vector<PeakPower>& peaks)
    {
        for (std::int64_t frame = first; frame < end; ++frame)
            for (int bin = kFirstBin; bin < kEndBin; ++bin)
                if (const float power = rowAt (powers_, frame)[bin];
                    power > kSilentPower && power >= rowAt (widened_, frame)[bin] &&
                    isLargest (frame, bin, power))
                    peaks.push_back ({SpectralPeak::at (frame, bin), power});
    }

private:
    float* rowAt (std::vector<float>& rows, std::int64_t frame)
    {
        return rows.data () + (frame - first_) * kBins;
    }

    static void copyFrame (std::span<const float> samples, std::int64_t frame,
                           std::array<float, PairSpectra::kLength>& to)
    {
        const std::int64_t begin = frame * kFingerprintHop - PairSpectra::kLength / 2;
        const auto count = static_cast<std::int64_t> (samples.size ());
        for (std::int64_t i = 0; i < PairSpectra::kLength; ++i)
            to[static_cast<std::size_t> (i)] = begin + i >= 0 && begin + i < count
                                                   ? samples[static_cast<std::size_t> (begin + i)]
                                                   : 0.0f;
    }

    static void widen (const float* row, float* widened)
    {
        for (int bin = kFirstBin; bin < kEndBin; ++bin)
            widened[bin] = *std::max_element (row + bin - kNearBins, row + bin + kNearBins + 1);
    }

    /** Of equal powers the first frame has the peak. */
    bool isLargest (std::int64_t frame, int bin, float power)
    {
        for (auto other = std::max (first_, frame - kNearFrames);
             other <= std::min (end_ - 1, frame + kNearFrames); ++other)
        {
            const float near = rowAt (widened_, other)[bin];
            if (other < frame ? power <= near : power < near)
                return false;
        }
        return true;
    }

    PairSpectra spectra_;
    std::array<float, PairSpectra::kLength> one_ {}, two_ {};
    std::vector<float> powers_, widened_;
    std::int64_t first_ = 0, end_ = 0;
};
} // namespace

std::vector<SpectralPeak> spectralPeaks (std::span<const float> samples)
{
    const auto numFrames = static_cast<std::int64_t> (samples.size ()) / kFingerprintHop + 1;
    std::vector<PeakPower> found;
    PowerRows rows;
    for (std::int64_t first = 0; first < numFrames; first += kFramesAtOnce)
    {
        const auto end = std::min (numFrames, first + kFramesAtOnce);
        rows.compute (samples, std::max<std::int64_t> (0, first - kNearFrames),
                      std::min (numFrames, end + kNearFrames));
        rows.addPeaks (first, end, found);
    }
    float highest = 0;
    for (const auto& each : found)
        highest = std::max (highest, each.power);
    std::vector<SpectralPeak> peaks;
    for (const auto& each : found)
        if (each.power >= highest * kLeastPowerRatio)
            peaks.push_back (each.peak);
    return peaks;
}

} // namespace melstrom

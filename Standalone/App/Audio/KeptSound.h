// The last minutes of the shown sound, with the gaps of the device.
#pragma once

#include "Engine/Live/Tap/MelTap.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

namespace melstrom
{

/** Consecutive stereo samples of one rate. Samples below numSamples never change. */
struct SoundBlock
{
    static constexpr int kCapacity = 16384;

    double rateHz = 0;
    std::int64_t position = 0; ///< of the first sample, on the timeline
    std::int64_t count = 0;    ///< samples that were kept before it
    int numSamples = 0;
    std::array<std::vector<float>, 2> channels; ///< left, right; kCapacity samples each

    std::int64_t end () const noexcept { return position + numSamples; }
};

/** Samples [begin, end) of a block: another thread may read them while the block grows. */
struct SoundPiece
{
    std::shared_ptr<const SoundBlock> block;
    int begin = 0, end = 0;
};

/** Sound of one rate between two times. */
struct SoundCut
{
    TapSamples samples; ///< gaps are silence of their exact length
    int numGaps = 0;    ///< within the samples
    std::int64_t numGapSamples = 0;
    double seconds () const noexcept;
};

/** Positions are samples of the timeline at the rate of their block: seconds x rate. Memory is
    limited by its owner, who calls dropOldest. Thread: one at a time. */
class KeptSound
{
public:
    static constexpr std::size_t kBlockBytes = 2 * SoundBlock::kCapacity * sizeof (float);
    /** Longest cut: 2 GiB. */
    static constexpr std::int64_t kMostCutSamples = std::int64_t {1} << 28;

    /** position: not before the end of the sound at the same rate. Throws std::bad_alloc. */
    void append (double rateHz, std::int64_t position, const float* left, const float* right,
                 int numSamples);

    bool isEmpty () const noexcept { return blocks_.empty (); }
    double beginSeconds () const noexcept; ///< 0: empty
    double endSeconds () const noexcept;
    double rateHz () const noexcept { return isEmpty () ? 0 : blocks_.back ()->rateHz; } ///< newest

    /** Samples from this count on; numKept () is the count of the next sample. */
    std::vector<SoundPiece> piecesFrom (std::int64_t count) const;
    std::int64_t numKept () const noexcept { return numKept_; }

    /** The sound in this time, at the rate of its last sample: it begins after the last change of
        the rate, at the oldest kept sample, or kMostCutSamples before its end. */
    SoundCut cut (double beginSeconds, double endSeconds) const;
    /** Samples of one channel at the newest rate; empty: not all of them are there. */
    std::vector<float> samples (int channel, std::int64_t first, int count) const;

    std::size_t memoryBytes () const noexcept { return blocks_.size () * kBlockBytes; }
    bool dropOldest (); ///< false: one block is there, or none

private:
    std::deque<std::shared_ptr<SoundBlock>> blocks_;
    std::int64_t numKept_ = 0;
};

} // namespace melstrom

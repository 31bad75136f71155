#include "Standalone/App/Audio/KeptSound.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

double SoundCut::seconds () const noexcept
{
    return samples.rateHz > 0 && ! samples.channels.empty ()
               ? static_cast<double> (samples.channels[0].size ()) / samples.rateHz
               : 0;
}

void KeptSound::append (double rateHz, std::int64_t position, const float* left, const float* right,
                        int numSamples)
{
    for (int done = 0; done < numSamples;)
    {
        const bool goesOn = ! isEmpty () && blocks_.back ()->rateHz == rateHz &&
                            blocks_.back ()->end () == position + done &&
                            blocks_.back ()->numSamples < SoundBlock::kCapacity;
        if (! goesOn)
        {
            auto made = std::make_shared<SoundBlock> ();
            made->rateHz = rateHz;
            made->position = position + done;
            made->count = numKept_;
            for (auto& channel : made->channels)
                channel.resize (SoundBlock::kCapacity);
            blocks_.push_back (std::move (made));
        }
        auto& block = *blocks_.back ();
        const int count = std::min (numSamples - done, SoundBlock::kCapacity - block.numSamples);
        std::copy_n (left + done, count, block.channels[0].begin () + block.numSamples);
        std::copy_n (right + done, count, block.channels[1].begin () + block.numSamples);
        block.numSamples += count;
        numKept_ += count;
        done += count;
    }
}

double KeptSound::beginSeconds () const noexcept
{
    return isEmpty () ? 0
                      : static_cast<double> (blocks_.front ()->position) / blocks_.front ()->rateHz;
}

double KeptSound::endSeconds () const noexcept
{
    return isEmpty () ? 0 : static_cast<double> (blocks_.back ()->end ()) / blocks_.back ()->rateHz;
}

std::vector<SoundPiece> KeptSound::piecesFrom (std::int64_t count) const
{
    std::vector<SoundPiece> pieces;
    for (auto block = blocks_.rbegin (); block != blocks_.rend (); ++block)
    {
        const auto& one = **block;
        if (one.count + one.numSamples <= count)
            break;
        const auto begin = std::max<std::int64_t> (count - one.count, 0);
        pieces.push_back ({*block, static_cast<int> (begin), one.numSamples});
    }
    std::ranges::reverse (pieces);
    return pieces;
}

SoundCut KeptSound::cut (double beginSeconds, double endSeconds) const
{
    SoundCut cut;
    cut.samples.channels.resize (2);
    const auto secondsOf = [] (std::int64_t position, const SoundBlock& block)
    { return static_cast<double> (position) / block.rateHz; };
    auto last = std::ptrdiff_t (blocks_.size ()) - 1;
    while (last >= 0 &&
           secondsOf (blocks_[size_t (last)]->position, *blocks_[size_t (last)]) >= endSeconds)
        --last;
    if (last < 0)
        return cut;
    const auto& newest = *blocks_[size_t (last)];
    const double rateHz = cut.samples.rateHz = newest.rateHz;
    const auto end = std::min<std::int64_t> (std::llround (endSeconds * rateHz), newest.end ());
    auto first =
        std::max<std::int64_t> (std::llround (beginSeconds * rateHz), end - kMostCutSamples);
    auto from = last; // the first block of the cut
    while (from > 0 && blocks_[size_t (from)]->position > first &&
           blocks_[size_t (from - 1)]->rateHz == rateHz)
        --from;
    if (blocks_[size_t (from)]->end () <= first && from < last)
        ++from; // the cut begins in a gap
    const auto there = blocks_[size_t (from)]->position;
    first =
        std::max (first, from == 0 || blocks_[size_t (from - 1)]->rateHz != rateHz ? there : first);
    cut.samples.firstSample = first;
    if (end <= first)
        return cut;
    for (auto& channel : cut.samples.channels)
        channel.assign (size_t (end - first), 0.0f);
    for (auto reached = first; from <= last; ++from)
    {
        const auto& block = *blocks_[size_t (from)];
        const auto begin = std::max (block.position, first), stop = std::min (block.end (), end);
        if (begin > reached)
        {
            ++cut.numGaps;
            cut.numGapSamples += begin - reached;
        }
        for (size_t channel = 0; channel < 2 && begin < stop; ++channel)
            std::copy_n (block.channels[channel].begin () + (begin - block.position), stop - begin,
                         cut.samples.channels[channel].begin () + (begin - first));
        reached = stop;
    }
    return cut;
}

std::vector<float> KeptSound::samples (int channel, std::int64_t first, int count) const
{
    std::vector<float> samples;
    if (isEmpty () || channel < 0 || channel > 1 || count <= 0)
        return samples;
    const double rateHz = blocks_.back ()->rateHz;
    auto block = blocks_.end ();
    while (block != blocks_.begin () && (*(block - 1))->rateHz == rateHz &&
           (*(block - 1))->end () > first)
        --block;
    for (auto position = first; block != blocks_.end (); ++block)
    {
        const auto& one = **block;
        if (one.position > position)
            break;
        const auto stop = std::min (one.end (), first + count);
        const auto& from = one.channels[size_t (channel)];
        samples.insert (samples.end (), from.begin () + (position - one.position),
                        from.begin () + (stop - one.position));
        position = stop;
        if (position == first + count)
            return samples;
    }
    return {};
}

bool KeptSound::dropOldest ()
{
    if (blocks_.size () <= 1)
        return false;
    blocks_.pop_front ();
    return true;
}

} // namespace melstrom

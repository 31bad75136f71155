#include "Engine/Overview/OverviewScan.h"

#include "Engine/Overview/WaveMaxima.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::size_t kLeastLanes = 8; ///< the compiler makes vectors of them

/** base times the lowest power of four whose steps fit. */
std::int64_t stepThatFits (std::size_t width, std::int64_t length, std::int64_t base,
                           std::size_t mostBytes) noexcept
{
    auto step = base;
    while (step < length && StepMaxima::bytesFor (width, (length + step - 1) / step) > mostBytes)
        step *= 4;
    return step;
}
} // namespace

RowScan::RowScan (std::size_t width, std::int64_t numRows, std::size_t mostBytes)
    : numRows_ (numRows), stepRows_ (stepThatFits (width, numRows, 1, mostBytes)),
      maxima_ (std::make_shared<StepMaxima> (width, (numRows + stepRows_ - 1) / stepRows_)),
      step_ (width)
{
}

void RowScan::add (const float* rows, std::int64_t numRows)
{
    for (std::int64_t n = 0; n < numRows; ++n, rows += step_.size ())
    {
        if (numAdded_ % stepRows_ == 0)
            std::copy_n (rows, step_.size (), step_.begin ());
        else
            for (std::size_t i = 0; i < step_.size (); ++i)
                step_[i] = std::max (step_[i], rows[i]);
        ++numAdded_;
        if (numAdded_ % stepRows_ == 0 || numAdded_ == numRows_)
            maxima_->append (step_.data ());
    }
}

WaveScan::WaveScan (int numChannels, std::int64_t numSamples, std::size_t mostBytes)
    : numChannels_ (static_cast<std::size_t> (numChannels)), numSamples_ (numSamples),
      stepSamples_ (stepThatFits (WaveMaxima::width (numChannels), numSamples, kBase, mostBytes)),
      maxima_ (std::make_shared<StepMaxima> (WaveMaxima::width (numChannels),
                                             (numSamples + stepSamples_ - 1) / stepSamples_)),
      step_ (WaveMaxima::width (numChannels))
{
    const auto lanes = numChannels_ * ((kLeastLanes + numChannels_ - 1) / numChannels_);
    highest_.assign (lanes, WaveMaxima::kNothing);
    lowest_.assign (lanes, -WaveMaxima::kNothing);
}

void WaveScan::add (const float* samples, std::int64_t first, std::int64_t count)
{
    const auto skipped = std::clamp<std::int64_t> (position_ - first, 0, count);
    samples += static_cast<std::size_t> (skipped) * numChannels_;
    for (count -= skipped; count > 0;)
    {
        const auto part = std::min (count, stepSamples_ - position_ % stepSamples_);
        addToStep (samples, part);
        samples += static_cast<std::size_t> (part) * numChannels_;
        count -= part;
        position_ += part;
        if (position_ % stepSamples_ == 0 || position_ == numSamples_)
            endStep ();
    }
}

void WaveScan::addToStep (const float* samples, std::int64_t count) noexcept
{
    const auto lanes = highest_.size ();
    const auto numValues = static_cast<std::size_t> (count) * numChannels_;
    float* const highest = highest_.data ();
    float* const lowest = lowest_.data ();
    for (std::size_t at = 0; at < numValues; at += lanes)
    {
        const auto part = std::min (lanes, numValues - at);
        for (std::size_t i = 0; i < part; ++i)
        {
            const float value = samples[at + i];
            highest[i] = value > highest[i] ? value : highest[i];
            lowest[i] = value < lowest[i] ? value : lowest[i];
        }
    }
}

void WaveScan::endStep ()
{
    for (std::size_t channel = 0; channel < numChannels_; ++channel)
    {
        WaveRange range {lowest_[channel], highest_[channel], true};
        for (auto lane = channel; lane < highest_.size (); lane += numChannels_)
        {
            range.lowest = std::min (range.lowest, lowest_[lane]);
            range.highest = std::max (range.highest, highest_[lane]);
        }
        WaveMaxima::write (range, static_cast<int> (channel), step_.data ());
    }
    maxima_->append (step_.data ());
    std::fill (highest_.begin (), highest_.end (), WaveMaxima::kNothing);
    std::fill (lowest_.begin (), lowest_.end (), -WaveMaxima::kNothing);
}

} // namespace melstrom

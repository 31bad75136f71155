// Blocks of stereo sound that wait for a decision.
#pragma once

#include <algorithm>
#include <vector>

namespace melstrom
{

/** Construction allocates; nothing else does. Thread: one at a time, audio too. */
class HeldSound
{
public:
    explicit HeldSound (int capacitySamples)
        : left_ (static_cast<std::size_t> (capacitySamples)), right_ (left_.size ())
    {
    }

    bool hasRoomFor (int numSamples) const noexcept
    {
        return numSamples_ + numSamples <= static_cast<int> (left_.size ());
    }
    /** hasRoomFor (numSamples) */
    void add (const float* left, const float* right, int numSamples) noexcept
    {
        std::copy_n (left, numSamples, left_.begin () + numSamples_);
        std::copy_n (right, numSamples, right_.begin () + numSamples_);
        numSamples_ += numSamples;
    }
    void clear () noexcept { numSamples_ = 0; }

    int numSamples () const noexcept { return numSamples_; }
    const float* left () const noexcept { return left_.data (); }
    const float* right () const noexcept { return right_.data (); }

private:
    std::vector<float> left_, right_;
    int numSamples_ = 0;
};

} // namespace melstrom

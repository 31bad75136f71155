// Fades the output of an instrument, for bypass and for a change of engine.
#pragma once

namespace melstrom
{

/** A gain that moves to 0 or 1 in a straight line. Thread: audio; `prepare` not while it runs. */
class OutputFade
{
public:
    static constexpr double kSeconds = 0.010;

    void prepare (double rateHz, bool isOpen) noexcept
    {
        step_ = static_cast<float> (1 / (kSeconds * rateHz));
        gain_ = isOpen ? 1.0f : 0.0f;
    }
    /** Samples of a whole fade, rounded up. */
    int numSamples () const noexcept { return static_cast<int> (1 / step_) + 2; }
    bool isClosed () const noexcept { return gain_ <= 0; }

    /** left, right (numSamples): multiplied in place; may be the same buffer. */
    void apply (bool isOpen, float* left, float* right, int numSamples) noexcept
    {
        if (gain_ >= 1 && isOpen)
            return;
        for (int n = 0; n < numSamples; ++n)
        {
            gain_ += isOpen ? step_ : -step_;
            gain_ = gain_ < 0 ? 0 : gain_ > 1 ? 1 : gain_;
            left[n] *= gain_;
            if (right != left)
                right[n] *= gain_;
        }
    }

private:
    float gain_ = 1, step_ = 1;
};

} // namespace melstrom

// The newest stereo samples of the output.
#pragma once

#include <cstdint>
#include <vector>

namespace melstrom
{

/** The newest consecutive samples, up to the capacity; a gap drops all earlier samples.
    Thread: one at a time, never audio. */
class SampleHistory
{
public:
    SampleHistory () = default;
    /** Allocates all memory. Throws std::bad_alloc. */
    explicit SampleHistory (std::int64_t capacitySamples);

    /** position: of the first sample. stereo (numSamples, 2). Allocates nothing. */
    void append (std::int64_t position, const float* stereo, int numSamples) noexcept;
    /** Copies the samples of `other`; if they do not fit, the newest ones. Allocates nothing. */
    void takeOver (const SampleHistory& other) noexcept;

    std::int64_t capacitySamples () const noexcept
    {
        return static_cast<std::int64_t> (left_.size ());
    }
    std::int64_t numSamples () const noexcept { return end_ - first_; }
    std::int64_t firstSample () const noexcept { return first_; }
    std::int64_t endSample () const noexcept { return end_; }
    /** Copies samples [first, first + numSamples), which it must hold. */
    void copy (std::int64_t first, std::int64_t numSamples, float* left,
               float* right) const noexcept;

private:
    std::vector<float> left_, right_; ///< position p is at index p modulo capacity
    std::int64_t first_ = 0, end_ = 0;
};

} // namespace melstrom

// The stereo samples that were heard last.
#pragma once

#include <cstdint>
#include <vector>

namespace melstrom
{

/** Samples that follow each other, as many as fit; what a gap parts from them is forgotten.
    Thread: one at a time, never audio. */
class SampleHistory
{
public:
    SampleHistory () = default;
    /** Takes all memory. Throws std::bad_alloc. */
    explicit SampleHistory (std::int64_t capacitySamples);

    /** The first of them at that position. Allocates nothing. */
    void append (std::int64_t position, const float* left, const float* right,
                 int numSamples) noexcept;
    /** Takes over what another one holds, its newest samples first. Allocates nothing. */
    void takeOver (const SampleHistory& other) noexcept;

    std::int64_t capacitySamples () const noexcept
    {
        return static_cast<std::int64_t> (left_.size ());
    }
    std::int64_t numSamples () const noexcept { return end_ - first_; }
    std::int64_t firstSample () const noexcept { return first_; }
    std::int64_t endSample () const noexcept { return end_; }
    /** Samples [first, first + numSamples), which it must hold. */
    void copy (std::int64_t first, std::int64_t numSamples, float* left,
               float* right) const noexcept;

    /** position p lies at p modulo the capacity */
private:
    std::vector<float> left_, right_;
    std::int64_t first_ = 0, end_ = 0;
};

} // namespace melstrom

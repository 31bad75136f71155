// Maxima of a known number of steps, written in order by one thread and read by another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace melstrom
{

/** As MaximumPyramid, without gaps and without a limit: memory grows with the steps and never moves.
    Threads: `append` and `numSteps` by one; `maximum` by another for steps below a numSteps that a
    mutex has brought over. */
class StepMaxima
{
public:
    /** mostSteps: of all. Throws std::bad_alloc. */
    StepMaxima (std::size_t width, std::int64_t mostSteps);

    /** Memory for this number of steps and for all levels above them. */
    static std::size_t bytesFor (std::size_t width, std::int64_t numSteps) noexcept;

    /** values (width); fewer than mostSteps before. Throws std::bad_alloc. */
    void append (const float* values);
    std::int64_t numSteps () const noexcept { return numSteps_; }

    /** Raises to (width) to the maxima of steps [first, end), first < end. */
    void maximum (std::int64_t first, std::int64_t end, float* to) const noexcept;

    std::size_t width () const noexcept { return width_; }

private:
    static constexpr std::int64_t kBlockNodes = 64;
    using Blocks = std::vector<std::unique_ptr<float[]>>;

    const float* node (int level, std::int64_t index) const noexcept;
    float* newNode (int level, std::int64_t index);

    std::size_t width_;
    std::int64_t numSteps_ = 0;
    std::vector<Blocks> levels_;
};

} // namespace melstrom

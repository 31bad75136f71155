// Queue of rows for a screen; when it is full, new rows replace the oldest.
#pragma once

#include <cstdint>
#include <vector>

namespace melstrom
{

/** Rows of float32 with their indices. Thread: one at a time, never audio. */
class TapRowQueue
{
public:
    TapRowQueue () = default;
    /** Allocates all memory. Throws std::bad_alloc. */
    TapRowQueue (int numFeatures, int capacityRows);

    /** Drops the oldest rows if the queue is full. Allocates nothing. */
    void push (std::int64_t firstRow, std::int64_t numRows, const float* values) noexcept;

    int numFeatures () const noexcept { return numFeatures_; }
    std::int64_t
    nextRow () const noexcept; ///< index of the oldest row; of an empty queue, the expected one
    /** Number of consecutive rows from the oldest on. */
    int numTogether () const noexcept;
    /** Takes out numRows rows, numTogether () at most. values (numRows, features): overwritten. */
    void pop (int numRows, float* values) noexcept;

private:
    int numFeatures_ = 0;
    std::vector<float> values_;         ///< (capacity, features)
    std::vector<std::int64_t> indices_; ///< of each row
    std::int64_t read_ = 0, written_ = 0;
    std::int64_t expected_ = 0;

    std::size_t placeOf (std::int64_t count) const noexcept
    {
        return static_cast<std::size_t> (count) % indices_.size ();
    }
};

} // namespace melstrom

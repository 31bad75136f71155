#include "Engine/Live/Tap/SampleHistory.h"

#include <algorithm>

namespace melstrom
{

namespace
{
/** Calls f (place, offset, count) for the one or two parts of positions [first, first + count). */
template <typename Function>
void forParts (std::int64_t first, std::int64_t count, std::int64_t capacity, Function f) noexcept
{
    for (std::int64_t done = 0; done < count;)
    {
        const auto place = (first + done) % capacity;
        const auto part = std::min (count - done, capacity - place);
        f (place, done, part);
        done += part;
    }
}
} // namespace

SampleHistory::SampleHistory (std::int64_t capacitySamples)
    : left_ (static_cast<std::size_t> (capacitySamples)),
      right_ (static_cast<std::size_t> (capacitySamples))
{
}

void SampleHistory::append (std::int64_t position, const float* stereo, int numSamples) noexcept
{
    if (position != end_)
        first_ = position;
    end_ = position + numSamples;
    const auto from = std::max (position, end_ - capacitySamples ());
    forParts (from, end_ - from, capacitySamples (),
              [&] (std::int64_t place, std::int64_t offset, std::int64_t count)
              {
                  const float* const at = stereo + 2 * (from - position + offset);
                  float *const left = left_.data () + place, *const right = right_.data () + place;
                  for (std::int64_t i = 0; i < count; ++i)
                  {
                      left[i] = at[2 * i];
                      right[i] = at[2 * i + 1];
                  }
              });
    first_ = std::max (first_, end_ - capacitySamples ());
}

void SampleHistory::takeOver (const SampleHistory& other) noexcept
{
    end_ = other.end_;
    first_ = std::max (other.first_, end_ - capacitySamples ());
    forParts (
        first_, end_ - first_, capacitySamples (),
        [&] (std::int64_t place, std::int64_t offset, std::int64_t count)
        { other.copy (first_ + offset, count, left_.data () + place, right_.data () + place); });
}

void SampleHistory::copy (std::int64_t first, std::int64_t numSamples, float* left,
                          float* right) const noexcept
{
    forParts (first, numSamples, capacitySamples (),
              [&] (std::int64_t place, std::int64_t offset, std::int64_t count)
              {
                  std::copy_n (left_.data () + place, count, left + offset);
                  std::copy_n (right_.data () + place, count, right + offset);
              });
}

} // namespace melstrom

#include "Standalone/App/Audio/SoundFeed.h"

#include <array>
#include <bit>
#include <cmath>

namespace melstrom
{

namespace
{
constexpr int kChannels = 2, kPieceSamples = 4096;
} // namespace

void SoundFeed::prepare (double rateHz, std::int64_t position)
{
    ring_.reset ();
    const auto capacity = std::bit_ceil (static_cast<unsigned> (std::ceil (kSeconds * rateHz)));
    memory_.assign (std::size_t {kChannels} * capacity, 0.0f);
    ring_ = std::make_unique<SampleRing> (memory_, kChannels, static_cast<int> (capacity));
    rateHz_ = rateHz;
    firstPosition_ = position;
}

void SoundFeed::add (const float* left, const float* right, int numSamples) noexcept
{
    const std::array channels {left, right};
    if (ring_)
        static_cast<void> (ring_->tryPush (channels.data (), numSamples));
}

void SoundFeed::skip (std::int64_t numSamples) noexcept
{
    if (ring_)
        ring_->skip (numSamples);
}

void SoundFeed::update (KeptSound& sound)
{
    if (! ring_)
        return;
    std::array<std::array<float, kPieceSamples>, kChannels> piece;
    const std::array<float*, kChannels> out {piece[0].data (), piece[1].data ()};
    while (ring_->numReadable () > 0)
    {
        const auto position = firstPosition_ + ring_->position ();
        const int count = ring_->pop (out.data (), kPieceSamples);
        sound.append (rateHz_, position, out[0], out[1], count);
    }
}

} // namespace melstrom

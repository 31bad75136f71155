// The level of a channel, for a meter.
#pragma once

#include <cstdint>

namespace melstrom
{

struct ChannelLevel
{
    float peak = 0, rms = 0;     ///< full scale 1, since the last call
    std::int64_t numClipped = 0; ///< samples at or beyond full scale since the device started
};

} // namespace melstrom

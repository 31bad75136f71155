// A gap of an audio device.
#pragma once

#include <cstdint>

namespace melstrom
{

/** Samples [position, position + numSamples) of the device's clock never came. */
struct DeviceGap
{
    std::int64_t position = 0, numSamples = 0;
    bool operator== (const DeviceGap&) const = default;
};

} // namespace melstrom

// Stored samples to float32: full scale is 1. No other code converts integer samples.
#pragma once

#include "Engine/Core/SampleFormat.h"

#include <cstdint>

namespace melstrom
{

/** Converts `count` values in `format` at `from` (any address) to float32 at `to`: int16 / 2^15,
    int24 / 2^23 exactly, int32 / 2^31 rounded to nearest, float32 as it is. No overlap. */
void toFloat32 (const void* from, SampleFormat format, float* to, std::int64_t count) noexcept;

} // namespace melstrom

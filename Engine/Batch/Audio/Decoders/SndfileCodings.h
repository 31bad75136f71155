// What Melstrom does with each of libsndfile's formats.
#pragma once

#include "Engine/Batch/Audio/Containers/Container.h"
#include "Engine/Core/SampleFormat.h"

namespace melstrom
{

struct SndfileCoding
{
    SampleFormat delivered = SampleFormat::float32;
    int storedBytes = 0; ///< of one value in the file; 0: it has no fixed length
};

/** `format` as in SF_INFO. */
SndfileCoding codingOf (int format) noexcept;

/** Whether libsndfile took the file for what its first bytes say. */
bool agrees (Container container, int format) noexcept;

} // namespace melstrom

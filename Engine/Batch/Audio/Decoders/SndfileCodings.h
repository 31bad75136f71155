// How Melstrom reads each of libsndfile's formats.
#pragma once

#include "Engine/Batch/Audio/Containers/Container.h"
#include "Engine/Core/SampleFormat.h"

namespace melstrom
{

struct SndfileCoding
{
    SampleFormat delivered = SampleFormat::float32;
    int storedBytes = 0; ///< of one value in the file; 0: no fixed length
};

/** `format` as in SF_INFO. */
SndfileCoding codingOf (int format) noexcept;

/** True if libsndfile's format fits the container that the first bytes show. */
bool agrees (Container container, int format) noexcept;

} // namespace melstrom

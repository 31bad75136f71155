// What a recording is: its format, and the room for stalls of the disk.
#pragma once

#include "Engine/Core/Result.h"

#include <cstdint>

namespace melstrom
{

enum class RecordingFormat : std::int8_t
{
    wav24,    ///< WAV, 24-bit integers; RF64 (EBU Tech 3306) above 4 GiB
    wavFloat, ///< WAV, the float32 samples bit by bit; RF64 above 4 GiB
    flac24    ///< FLAC, 24-bit integers
};

struct RecordingSpec
{
    int rateHz = 48000;  ///< 8000 .. 768000
    int numChannels = 2; ///< 1 .. 64; in FLAC 1 .. 8
    RecordingFormat format = RecordingFormat::wav24;
    /** The ring before the writer thread holds at least this; 0.1 .. 60. */
    double ringSeconds = 10;

    bool operator== (const RecordingSpec&) const = default;
    Result<void> validate () const; ///< fails: badSpec, with the field and what is allowed
};

/** ".wav" or ".flac". */
const char* fileEndingOf (RecordingFormat format) noexcept;

} // namespace melstrom

// inputs.bin: what the inputs of a finished dataset were, so that the same command knows whether they still are.
#pragma once

#include "Engine/Batch/Inputs/InputState.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

inline constexpr const char* kInputsName = "inputs.bin";

/** What inputs.bin holds of one file of files.csv. */
struct RecordedInput
{
    InputState state;
    std::uint32_t waveformCrc = 0; ///< of the samples of its segments, with --waveform
    std::int64_t numNonFinite = 0; ///< samples that were not finite and taken as 0
    bool operator== (const RecordedInput&) const = default;
};

struct InputsFile
{
    std::string planDigest;            ///< of the dataset that it belongs to
    std::uint64_t listingHash = 0;     ///< hashOf the InputList
    std::vector<RecordedInput> files;  ///< in the order of files.csv
    std::vector<LeftOutInput> leftOut; ///< in the order of their places
    bool operator== (const InputsFile&) const = default;
};

/** A header of 64 bytes, 48 bytes a file, 48 bytes a file that was left out, CRC-32C of all that; numbers little-endian (docs/formats.md). */
std::string inputsText (const InputsFile& inputs);

/** Empty if it is damaged. Any bytes may come. */
std::optional<InputsFile> parseInputs (std::string_view bytes);

} // namespace melstrom

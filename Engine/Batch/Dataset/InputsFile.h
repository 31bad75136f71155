// inputs.bin: what the inputs of a finished dataset were, so that the same command knows whether they still are.
#pragma once

#include "Engine/Batch/Files/TextSink.h"
#include "Engine/Batch/Inputs/InputState.h"

#include <functional>
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

/** What inputs.bin says besides the files. */
struct InputsHead
{
    std::string planDigest;
    std::uint64_t listingHash = 0;
    std::size_t numFiles = 0;
    std::vector<LeftOutInput> leftOut;
};

/** Gives the bytes of inputs.bin: a header of 64 bytes, 48 bytes a file, 48 bytes a file that was left out, CRC-32C of
    all that; numbers little-endian (docs/formats.md). inputAt: what is recorded of a file, asked for in order. Fails: as
    the sink does. */
Result<void> writeInputs (const TextSink& sink, const InputsHead& head,
                          const std::function<RecordedInput (std::size_t)>& inputAt);
Result<void> writeInputs (const TextSink& sink, const InputsFile& inputs);

/** Empty if it is damaged. Any bytes may come. */
std::optional<InputsFile> parseInputs (std::string_view bytes);

} // namespace melstrom

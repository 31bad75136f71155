// inputs.bin: the state of a finished dataset's inputs. The same command compares it with the
// inputs of today.
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

/** The record of one file of files.csv in inputs.bin. */
struct RecordedInput
{
    InputState state;
    std::uint32_t waveformCrc = 0; ///< of the samples of its segments, with --waveform
    std::int64_t numNonFinite = 0; ///< samples that were not finite and became 0
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

/** The contents of inputs.bin except the files. */
struct InputsHead
{
    std::string planDigest;
    std::uint64_t listingHash = 0;
    std::size_t numFiles = 0;
    std::vector<LeftOutInput> leftOut;
};

/** Writes the bytes of inputs.bin: a header of 64 bytes, 48 bytes per file, 48 bytes per file that
    was left out, and the CRC-32C of all these bytes. Numbers are little-endian (docs/formats.md).
    inputAt: the record of a file, called in order. Fails: as the sink does. */
Result<void> writeInputs (const TextSink& sink, const InputsHead& head,
                          const std::function<RecordedInput (std::size_t)>& inputAt);
Result<void> writeInputs (const TextSink& sink, const InputsFile& inputs);

/** Empty if the bytes are damaged. Accepts any bytes. */
std::optional<InputsFile> parseInputs (std::string_view bytes);

} // namespace melstrom

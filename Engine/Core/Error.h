// An error: a code for programs, a sentence for people.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace melstrom
{

/** All kinds of failure. errors.csv and JSON show the name (see `codeName`). */
enum class ErrorCode
{
    // the user's request
    badUsage,
    badSpec,
    nothingFound,
    otherPlan,
    locked,
    // one input file
    fileMissing,
    permissionDenied,
    notAFile,
    emptyFile,
    notAudio,
    badHeader,
    truncated,
    noSamples,
    badRate,
    tooManyChannels,
    noSuchChannel,
    unsupportedFormat,
    decodeFailed,
    nonFinite,
    tooShort,
    rateMismatch,
    shapeMismatch,
    fileChanged,
    readFailed,
    // the environment
    diskFull,
    writeFailed,
    outOfMemory,
    deviceUnavailable,
    deviceLost,
    interrupted,
    tooManyErrors,
    // the result
    verificationFailed,
    internalFault
};

/** "file-missing", "truncated", ...: lower case, hyphens, never changes between versions. */
std::string_view codeName (ErrorCode code) noexcept;

struct Error
{
    ErrorCode code = ErrorCode::internalFault;
    std::string message;                    ///< a sentence: the thing, its value, the cure
    std::optional<std::int64_t> byteOffset; ///< place in the file, if the fault has a place
};

} // namespace melstrom

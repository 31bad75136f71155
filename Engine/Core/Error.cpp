#include "Engine/Core/Error.h"

namespace melstrom
{

std::string_view codeName (ErrorCode code) noexcept
{
    switch (code)
    {
        case ErrorCode::badUsage: return "bad-usage";
        case ErrorCode::badSpec: return "bad-spec";
        case ErrorCode::nothingFound: return "nothing-found";
        case ErrorCode::otherPlan: return "other-plan";
        case ErrorCode::locked: return "locked";
        case ErrorCode::fileMissing: return "file-missing";
        case ErrorCode::permissionDenied: return "permission-denied";
        case ErrorCode::notAFile: return "not-a-file";
        case ErrorCode::emptyFile: return "empty-file";
        case ErrorCode::notAudio: return "not-audio";
        case ErrorCode::badHeader: return "bad-header";
        case ErrorCode::truncated: return "truncated";
        case ErrorCode::noSamples: return "no-samples";
        case ErrorCode::badRate: return "bad-rate";
        case ErrorCode::tooManyChannels: return "too-many-channels";
        case ErrorCode::noSuchChannel: return "no-such-channel";
        case ErrorCode::unsupportedFormat: return "unsupported-format";
        case ErrorCode::decodeFailed: return "decode-failed";
        case ErrorCode::nonFinite: return "non-finite";
        case ErrorCode::tooShort: return "too-short";
        case ErrorCode::rateMismatch: return "rate-mismatch";
        case ErrorCode::shapeMismatch: return "shape-mismatch";
        case ErrorCode::fileChanged: return "file-changed";
        case ErrorCode::readFailed: return "read-failed";
        case ErrorCode::diskFull: return "disk-full";
        case ErrorCode::writeFailed: return "write-failed";
        case ErrorCode::outOfMemory: return "out-of-memory";
        case ErrorCode::deviceUnavailable: return "device-unavailable";
        case ErrorCode::deviceLost: return "device-lost";
        case ErrorCode::interrupted: return "interrupted";
        case ErrorCode::tooManyErrors: return "too-many-errors";
        case ErrorCode::verificationFailed: return "verification-failed";
        case ErrorCode::internalFault: return "internal-fault";
    }
    return "internal-fault";
}

} // namespace melstrom

#include "Engine/Batch/Audio/AudioFault.h"

#include <string_view>

namespace melstrom
{

namespace
{
struct Cure
{
    ErrorCode code;
    std::string_view known; ///< a message with this text has its cure already
    std::string_view text;
};

// docs/formats.md has the same cures in a table.
constexpr Cure kCures[] {
    {ErrorCode::fileMissing, "correct",
     "correct the path, the list or the link, or fetch the file again"},
    {ErrorCode::permissionDenied, "chmod", "allow reading it with chmod, or run as another user"},
    {ErrorCode::notAFile, "leave", "leave it out; name a folder as a separate INPUT"},
    {ErrorCode::emptyFile, "fetch", "fetch it again"},
    {ErrorCode::notAudio, "fetch", "fetch it again, or leave it out"},
    {ErrorCode::badHeader, "onvert it", "convert it again from its source"},
    {ErrorCode::truncated, "keep`",
     "fetch it again, or use the samples that it has with `--truncated keep`"},
    {ErrorCode::noSamples, "leave", "leave it out"},
    {ErrorCode::badRate, "onvert it", "convert it to another rate"},
    {ErrorCode::tooManyChannels, "onvert it", "convert it to fewer channels"},
    {ErrorCode::noSuchChannel, "--set", "use all channels with `--set channels=mean`"},
    {ErrorCode::unsupportedFormat, "onvert", "convert it to WAV or FLAC"},
    {ErrorCode::decodeFailed, "fetch", "fetch it again, or convert it again from its source"},
    {ErrorCode::nonFinite, "zero`",
     "repair it, or replace such samples by 0 with `--nonfinite zero`"},
    {ErrorCode::tooShort, "leave", "leave it out, or choose a preset that pads"},
    {ErrorCode::rateMismatch, "--no-resample", "leave out --no-resample to convert it"},
    {ErrorCode::shapeMismatch, "pad it", "cut or pad it, or choose --format npy"},
    {ErrorCode::fileChanged, "again", "run again when no program writes to it"},
    {ErrorCode::readFailed, "again", "check the disk, and run again"},
    {ErrorCode::outOfMemory, "lower", "lower --threads or --max-mem, and run again"},
    {ErrorCode::internalFault, "report", "please report it with the file"},
};
} // namespace

Error withCure (Error error)
{
    for (const Cure& cure : kCures)
        if (cure.code == error.code && error.message.find (cure.known) == std::string::npos)
            error.message += "; " + std::string (cure.text);
    return error;
}

} // namespace melstrom

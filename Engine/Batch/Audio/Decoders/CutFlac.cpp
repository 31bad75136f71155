#include "Engine/Batch/Audio/Decoders/CutFlac.h"

#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Audio/Containers/Container.h"
#include "Engine/Batch/Audio/Decoders/WarnedReader.h"
#include "Engine/Core/Printable.h"

#include <array>
#include <cstddef>

namespace melstrom
{

namespace
{

constexpr std::size_t kMostSampleBytes = 4;

/** False: the sample cannot be decoded. Fails: as AudioReader::read, but for damage. */
Result<bool> isThere (AudioReader& reader, std::int64_t sample)
{
    std::array<std::byte, kMaxChannels * kMostSampleBytes> values;
    const auto read = reader.read (values.data (), sample, 1);
    if (! read && read.error ().code != ErrorCode::decodeFailed &&
        read.error ().code != ErrorCode::truncated)
        return read.error ();
    return read.ok ();
}

/** The index of the first sample that is not there; the last declared one is not there. */
Result<std::int64_t> realEnd (AudioReader& reader, const std::string& name,
                              const std::atomic<bool>* stop)
{
    std::int64_t end = 0, missing = reader.info ().numSamples - 1;
    while (end < missing)
    {
        if (stop != nullptr && *stop)
            return Error {ErrorCode::interrupted, name + ": stopped while it was opened", {}};
        const auto middle = end + (missing - end) / 2;
        MELSTROM_TRY_VALUE (const bool isMiddle, isThere (reader, middle));
        (isMiddle ? end : missing) = isMiddle ? middle + 1 : middle;
    }
    return end;
}

} // namespace

Result<std::unique_ptr<AudioReader>> withRealEnd (std::unique_ptr<AudioReader> whole,
                                                  Storage& storage, const std::string& path,
                                                  const AudioOptions& options,
                                                  const OpeningContext& context)
{
    const auto info = whole->info ();
    if (info.container != containerName (Container::flac) || ! info.randomAccess)
        return whole;
    MELSTROM_TRY_VALUE (const bool isWhole, isThere (*whole, info.numSamples - 1));
    if (isWhole)
        return whole;
    MELSTROM_TRY_VALUE (const auto end, realEnd (*whole, printable (path), context.stop));
    if (end == 0)
        return truncatedFault (printable (path), info.numSamples, 0, "samples");
    auto known = context;
    known.known = KnownSound {info.rateHz, info.numChannels, end};
    MELSTROM_TRY_VALUE (auto cut, openAudio (storage, path, options, known));
    return std::unique_ptr<AudioReader> (std::make_unique<WarnedReader> (
        std::move (cut), truncatedWarning (info.numSamples, end, "samples")));
}

} // namespace melstrom

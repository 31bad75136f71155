#include "Source/Export/RangeExport.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Core/Printable.h"
#include "Source/Export/WavFeatures.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

namespace
{

std::int64_t sampleFrom (double seconds, const AudioInfo& info)
{
    const double sample = std::ceil (seconds * info.rateHz);
    return static_cast<std::int64_t> (
        std::clamp (sample, 0.0, static_cast<double> (info.numSamples)));
}

Result<void> checkInside (const SoundRange& range, const AudioInfo& info)
{
    if (range.numSamples <= 0)
        return Error {ErrorCode::noSamples,
                      printable (range.file) +
                          ": the range holds no sample; select a longer range of time",
                      {}};
    if (range.firstSample >= 0 && range.firstSample <= info.numSamples &&
        range.numSamples <= info.numSamples - range.firstSample)
        return {};
    return Error {ErrorCode::fileChanged,
                  printable (range.file) + ": the range begins at sample " +
                      std::to_string (range.firstSample) + " and has " +
                      std::to_string (range.numSamples) + " samples, but the file has " +
                      std::to_string (info.numSamples) + "; open the file again",
                  {}};
}

/** The range goes to a file of `to`. */
Result<void> copy (const SoundRange& range, Storage& from, Storage& to, const std::string& path,
                   const ExportControl& control)
{
    AudioOptions options;
    options.keepTruncated = true;
    MELSTROM_TRY_VALUE (const auto reader,
                        openAudio (from, range.file, options, {range.known, &control.stop ()}));
    MELSTROM_TRY (checkInside (range, reader->info ()));
    return writeRange (*reader, range.firstSample, range.numSamples, to, path, control);
}

WavSource sourceOf (const SoundRange& range, Storage& storage, const ExportControl& control)
{
    return [&range, &storage, &control] (const std::string& wavPath)
    { return copy (range, storage, posixStorage (), wavPath, control); };
}

} // namespace

SoundRange rangeOf (std::string file, const AudioInfo& info, double beginSeconds, double endSeconds)
{
    const auto first = sampleFrom (beginSeconds, info), end = sampleFrom (endSeconds, info);
    return {std::move (file), first, std::max<std::int64_t> (0, end - first)};
}

Result<void> exportWav (const SoundRange& range, Storage& storage, const std::string& path,
                        const ExportControl& control)
{
    return guarded ([&] { return copy (range, storage, storage, path, control); });
}

Result<void> exportNpy (const SoundRange& range, const MelPreset& preset, Storage& storage,
                        const std::string& path, const ExportControl& control)
{
    return exportWavNpy (sourceOf (range, storage, control), preset, storage, path, control);
}

Result<void> exportCsv (const SoundRange& range, const MelPreset& preset, Storage& storage,
                        const std::string& path, const ExportControl& control)
{
    return exportWavCsv (sourceOf (range, storage, control), preset, storage, path, control);
}

Result<void> exportPng (const SoundRange& range, const MelPreset& preset,
                        const std::string& colours, const std::string& path,
                        const ExportControl& control)
{
    return exportWavPng (sourceOf (range, posixStorage (), control), preset, colours, path,
                         control);
}

} // namespace melstrom

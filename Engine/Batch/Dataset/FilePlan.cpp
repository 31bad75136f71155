#include "Engine/Batch/Dataset/FilePlan.h"

#include "Engine/Core/Printable.h"
#include "Engine/Dsp/Resample/Resampler.h"
#include "Engine/Spec/Mel/SignalClip.h"

namespace melstrom
{

namespace
{
/** Bounds the output that a header with a false rate can ask for. */
constexpr int kMostUpsampling = 64;

Error tooShort (const PlannedFile& file, const MelGeometry& geometry)
{
    return {ErrorCode::tooShort,
            printable (file.path) + " has " + std::to_string (file.signalSamples) + " samples at " +
                std::to_string (geometry.rateHz) + " Hz; the spec needs at least " +
                std::to_string (geometry.leastSamples ()) + " for one row",
            {}};
}

/** The reason why a file cannot be used at the spec's rate; empty: there is none. */
std::optional<Error> rateProblem (const PlannedFile& file, const MelSpec& spec,
                                  const FileRules& rules)
{
    if (! spec.rateHz || *spec.rateHz == file.rateHz)
        return {};
    if (rules.resample && *spec.rateHz / kMostUpsampling > file.rateHz)
        return Error {ErrorCode::badRate,
                      printable (file.path) + " is at " + std::to_string (file.rateHz) +
                          " Hz; at " + std::to_string (*spec.rateHz) +
                          " Hz it would be more than " + std::to_string (kMostUpsampling) +
                          " times as long",
                      {}};
    if (rules.resample)
        return {};
    return Error {ErrorCode::rateMismatch,
                  printable (file.path) + " is at " + std::to_string (file.rateHz) +
                      " Hz, but the preset is at " + std::to_string (*spec.rateHz) +
                      " Hz; leave out --no-resample to convert it",
                  {}};
}

std::optional<Error> channelProblem (const PlannedFile& file, const MelSpec& spec)
{
    if (spec.channels != ChannelMode::one || spec.channelIndex < file.numChannels)
        return {};
    return Error {ErrorCode::noSuchChannel,
                  printable (file.path) + " has " + std::to_string (file.numChannels) +
                      " channels; channels = " + std::to_string (spec.channelIndex) +
                      " counts from 0",
                  {}};
}

void takeHeader (PlannedFile& file, const AudioInfo& info)
{
    file.rateHz = info.rateHz;
    file.numChannels = static_cast<std::int16_t> (info.numChannels); // the readers' limit is 64
    file.numSamples = info.numSamples;
    file.format = file.sourceFormat = info.format;
    file.inOrderOnly = file.sourceInOrder = ! info.randomAccess;
    file.byFfmpeg = info.byFfmpeg;
}

void takeFeatureRate (PlannedFile& file, const MelSpec& spec)
{
    file.featureRateHz = spec.rateHz.value_or (file.rateHz);
    if (file.featureRateHz != file.rateHz)
    {
        file.format = SampleFormat::float32;
        file.inOrderOnly = true;
    }
    file.signalSamples = clipOf (spec, file.featureRateHz, file.wholeSamples ()).numSamples;
}

Result<std::unique_ptr<AudioReader>> openForPlan (PlannedFile& file, Storage& storage,
                                                  const FileRules& rules)
{
    auto opened = storage.openForReading (file.path);
    if (opened)
    {
        file.stat = inputStatOf ((*opened)->info ());
        return openAudioFile (std::move (*opened), file.path, rules.audio,
                              {std::nullopt, rules.stop});
    }
    if (const auto info = storage.info (file.path))
        file.stat = inputStatOf (*info);
    return opened.error ();
}
} // namespace

std::int64_t PlannedFile::wholeSamples () const
{
    return featureRateHz == rateHz ? numSamples
                                   : resampledCount (numSamples, rateHz, featureRateHz);
}

const Result<MelGeometry>& GeometryTable::at (int rateHz)
{
    const std::lock_guard lock (mutex_);
    auto found = geometries_.find (rateHz);
    if (found == geometries_.end ())
        found = geometries_.emplace (rateHz, geometryAt (spec_, rateHz)).first;
    return found->second;
}

Result<void> planFile (PlannedFile& file, Storage& storage, const FileRules& rules,
                       GeometryTable& geometries, std::vector<std::string>& warnings)
{
    const MelSpec& spec = geometries.spec ();
    auto reader = openForPlan (file, storage, rules);
    if (! reader)
    {
        file.error = reader.error ();
        return {};
    }
    const AudioInfo& info = (*reader)->info ();
    for (const std::string& warning : info.warnings)
        warnings.push_back (printable (file.path) + " " + warning);
    takeHeader (file, info);
    if (info.hasNoSound)
    {
        file.hasNoSound = true;
        file.error =
            Error {ErrorCode::noSamples, printable (file.path) + " is a video without sound", {}};
        return {};
    }
    file.error = rateProblem (file, spec, rules);
    if (! file.error)
        file.error = channelProblem (file, spec);
    if (file.error)
        return {};

    takeFeatureRate (file, spec);
    const auto& geometry = geometries.at (file.featureRateHz);
    if (! geometry && spec.rateHz)
        return geometry.error ();
    if (! geometry)
    {
        file.error = Error {
            ErrorCode::badSpec, printable (file.path) + ": " + geometry.error ().message, {}};
        return {};
    }
    file.numSignals = spec.channels == ChannelMode::each ? file.numChannels : std::int16_t {1};
    file.numRows = geometry->numRows (file.signalSamples) * file.numSignals;
    if (file.numRows == 0)
        file.error = tooShort (file, *geometry);
    return {};
}

std::optional<int> channelOf (const MelSpec& spec, int signal) noexcept
{
    switch (spec.channels)
    {
        case ChannelMode::mean: return std::nullopt;
        case ChannelMode::one: return spec.channelIndex;
        case ChannelMode::each: return signal;
    }
    return std::nullopt;
}

} // namespace melstrom

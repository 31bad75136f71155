#include "Engine/Batch/Dataset/FilePlan.h"

#include "Engine/Batch/Audio/RateReaders.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Engine/Spec/Mel/MelSpecFields.h"
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
            printable (file.path) + " has " + countText (file.signalSamples, "sample") + " at " +
                std::to_string (geometry.rateHz) + " Hz; the spec needs at least " +
                groupedText (geometry.leastSamples ()) + " for one row",
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
    {
        const auto checked = checkResampling (resamplingOf (spec), file.rateHz, *spec.rateHz);
        if (checked)
            return {};
        return Error {
            ErrorCode::badRate, printable (file.path) + ": " + checked.error ().message, {}};
    }
    return Error {ErrorCode::rateMismatch,
                  printable (file.path) + " is at " + std::to_string (file.rateHz) +
                      " Hz, but the preset is at " + std::to_string (*spec.rateHz) +
                      " Hz; leave out --no-resample to convert it",
                  {}};
}

std::optional<Error> channelProblem (const PlannedFile& file, const MelSpec& spec)
{
    const bool isFfmpeg = spec.loader == Loader::ffmpegS16 || spec.loader == Loader::ffmpegF32;
    if (isFfmpeg && file.numChannels > kMostMixedChannels)
        return Error {ErrorCode::tooManyChannels,
                      printable (file.path) + " has " + std::to_string (file.numChannels) +
                          " channels; with loader = " + findSpecKey ("loader")->write (spec) +
                          " at most " + std::to_string (kMostMixedChannels) + " are mixed",
                      {}};
    if (spec.channels != ChannelMode::one || spec.channelIndex < file.numChannels)
        return {};
    return Error {ErrorCode::noSuchChannel,
                  printable (file.path) + " has " + countText (file.numChannels, "channel") +
                      "; channels = " + std::to_string (spec.channelIndex) + " counts from 0",
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
    if (spec.loader == Loader::ffmpegS16)
    {
        file.isMixed = true;
        file.format = SampleFormat::int16;
    }
    if (spec.loader == Loader::clapS16 || spec.loader == Loader::ffmpegF32)
    {
        file.isMixed = true;
        file.format = SampleFormat::float32;
    }
    if (spec.difference > 0)
        file.format = SampleFormat::float32;
    file.signalSamples = signalSamplesOf (spec, file.featureRateHz, file.wholeSamples (spec));
}

/** path: of the file, without times */
Result<std::unique_ptr<AudioReader>> openForPlan (PlannedFile& file, const std::string& path,
                                                  Storage& storage, const FileRules& rules)
{
    auto opened = storage.openForReading (path);
    if (opened)
    {
        file.stat = inputStatOf ((*opened)->info ());
        return openAudioFile (std::move (*opened), path, rules.audio, {std::nullopt, rules.stop});
    }
    if (const auto info = storage.info (path))
        file.stat = inputStatOf (*info);
    return opened.error ();
}

/** Reads the header. False if the file is unusable; then it has its error. */
bool takeSound (PlannedFile& file, Storage& storage, const FileRules& rules,
                std::vector<std::string>& warnings)
{
    const std::string path = file.soundPath ();
    auto reader = openForPlan (file, path, storage, rules);
    if (! reader)
    {
        file.error = reader.error ();
        return false;
    }
    const AudioInfo& info = (*reader)->info ();
    for (const std::string& warning : info.warnings)
        warnings.push_back (printable (path) + " " + warning);
    takeHeader (file, info);
    file.hasNoSound = info.hasNoSound;
    if (info.hasNoSound)
        file.error =
            Error {ErrorCode::noSamples, printable (path) + " is a video without sound", {}};
    return ! info.hasNoSound;
}

/** Fills in what the spec makes of the samples. */
Result<void> takeRows (PlannedFile& file, const FileRules& rules, GeometryTable& geometries)
{
    const MelSpec& spec = geometries.spec ();
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

/** Takes what all boxes of a recording share. */
void adoptSound (PlannedFile& file, const PlannedFile& sound)
{
    file.stat = sound.stat;
    file.rateHz = sound.rateHz;
    file.numChannels = sound.numChannels;
    file.format = file.sourceFormat = sound.sourceFormat;
    file.inOrderOnly = file.sourceInOrder = sound.sourceInOrder;
    file.byFfmpeg = sound.byFfmpeg;
    file.error = sound.error;
}

/** Sets the number of samples, or the error of a box that is not inside of its recording. */
void takeBox (PlannedFile& file, Box& box, std::int64_t recordingSamples)
{
    box.recordingSamples = recordingSamples;
    const double seconds = static_cast<double> (recordingSamples) / file.rateHz;
    if (auto samples = boxSamplesOf (box, file.rateHz))
        file.numSamples = samples->end - samples->first;
    else
        file.error = Error {ErrorCode::tooShort,
                            printable (file.path) + " ends at " + fixedText (box.endSeconds, 3) +
                                " s, but the recording ends at " + fixedText (seconds, 3) +
                                " s; correct the box, or leave it out",
                            {}};
}
} // namespace

std::int64_t PlannedFile::wholeSamples (const MelSpec& spec) const
{
    return resampledCount (resamplingOf (spec), numSamples, rateHz, featureRateHz);
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
    if (! takeSound (file, storage, rules, warnings))
        return {};
    return takeRows (file, rules, geometries);
}

Result<void> planBoxes (std::span<PlannedFile> files, std::vector<Box>& boxes, Storage& storage,
                        const FileRules& rules, GeometryTable& geometries,
                        std::vector<std::string>& warnings)
{
    PlannedFile sound;
    sound.path = files.front ().soundPath ();
    // a video without sound is an error here: somebody marked boxes in it
    const bool isUsable = takeSound (sound, storage, rules, warnings);
    for (PlannedFile& file : files)
    {
        adoptSound (file, sound);
        if (isUsable)
            takeBox (file, boxes[static_cast<std::size_t> (file.facts.box)], sound.numSamples);
        if (! file.error)
            MELSTROM_TRY (takeRows (file, rules, geometries));
    }
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

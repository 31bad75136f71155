#include "Engine/Batch/Run/Extract.h"

#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Audio/SignalSteps.h"
#include "Engine/Batch/Run/Pipeline/PartSource.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/Half.h"
#include "Engine/Core/NumberText.h"

#include <cstring>

namespace melstrom
{

namespace
{
/** Computes all rows of a file whose samples are in memory, one span per signal. */
Result<ExtractedFile> compute (Backend& backend, const PlannedFile& file,
                               const MelGeometry& geometry, const std::vector<std::byte>& input)
{
    ExtractedFile extracted {file, geometry, {}};
    extracted.rows.resize (static_cast<std::size_t> (file.numRows * geometry.rowBytes ()));
    std::vector<MelSpan> spans;
    for (int signal = 0; signal < file.numSignals; ++signal)
    {
        MelSpan span;
        span.numSamples = span.signalSamples = file.signalSamples;
        span.format = file.format;
        span.numChannels = file.slabChannels ();
        span.channel = channelOf (geometry.spec, signal);
        span.numRows = file.rowsPerSignal ();
        span.outputByte = signal * file.rowsPerSignal () * geometry.rowBytes ();
        span.signalId = file.signalId (signal);
        spans.push_back (span);
    }
    MELSTROM_TRY_VALUE (auto plan,
                        backend.planMel (geometry.spec, geometry.rateHz,
                                         {input.size (), extracted.rows.size (), file.numSignals}));
    const Ticket ticket =
        plan->submit ({input.data (), extracted.rows.data (), spans, MelPass::whole});
    MELSTROM_TRY (plan->wait (ticket));
    return extracted;
}
} // namespace

std::vector<float> ExtractedFile::values () const
{
    const bool isHalf = geometry.spec.storedType == StoredType::float16;
    std::vector<float> values (rows.size () / (isHalf ? 2 : 4));
    if (! isHalf)
    {
        std::memcpy (values.data (), rows.data (), rows.size ());
        return values;
    }
    for (std::size_t i = 0; i < values.size (); ++i)
    {
        std::uint16_t half;
        std::memcpy (&half, rows.data () + 2 * i, sizeof half);
        values[i] = fromHalf (half);
    }
    return values;
}

/** Plans the file, or the box that its path ends in. */
static Result<void> planOne (PlannedFile& file, std::vector<Box>& boxes, Storage& storage,
                             const AudioOptions& audio, GeometryTable& geometries)
{
    std::vector<std::string> warnings;
    const FileRules rules {audio, true};
    return boxes.empty () ? planFile (file, storage, rules, geometries, warnings)
                          : planBoxes ({&file, 1}, boxes, storage, rules, geometries, warnings);
}

/** All samples of a planned file or box. */
static Result<std::unique_ptr<AudioReader>> readerOf (const PlannedFile& file, const Box* box,
                                                      Storage& storage, const AudioOptions& audio)
{
    MELSTROM_TRY_VALUE (auto opened, storage.openForReading (file.soundPath ()));
    auto sound = soundOfPlanned (std::move (opened), file, box, audio);
    if (! sound || box == nullptr)
        return sound;
    return partOf (std::make_shared<SharedSource> (*std::move (sound)),
                   samplesOf (*box, file.rateHz).first, file.numSamples);
}

static Result<ExtractedFile> extractOne (Storage& storage, Backend& backend, const MelSpec& spec,
                                         const InputPath& input, const AudioOptions& audio)
{
    GeometryTable geometries (spec);
    PlannedFile file;
    file.path = input.path;
    file.relativeAt = static_cast<std::uint32_t> (input.relativeAt);
    std::vector<Box> boxes;
    if (const auto box = input.isBox ? boxOfPath (input.path) : std::nullopt)
    {
        boxes.push_back (*box);
        file.facts.box = 0;
    }
    MELSTROM_TRY (planOne (file, boxes, storage, audio, geometries));
    if (file.error)
        return *file.error;
    const Box* const box = boxes.empty () ? nullptr : &boxes.front ();
    MELSTROM_TRY_VALUE (auto sound, readerOf (file, box, storage, audio));
    MELSTROM_TRY_VALUE (auto reader, signalOf (std::move (sound), file.featureRateHz, spec));
    std::vector<std::byte> samples (
        static_cast<std::size_t> (file.signalSamples * file.bytesPerFrame ()));
    MELSTROM_TRY (reader->read (samples.data (), 0, file.signalSamples));
    return compute (backend, file, *geometries.at (file.featureRateHz), samples);
}

Result<ExtractedFile> extractFile (Storage& storage, Backend& backend, const MelSpec& spec,
                                   const InputPath& input, const AudioOptions& audio)
{
    auto extracted = guarded ([&] { return extractOne (storage, backend, spec, input, audio); });
    if (! extracted)
        return withCure (extracted.error ());
    return extracted;
}

static Result<ExtractedFile> extractAll (Backend& backend, const MelSpec& spec, int rateHz,
                                         const std::vector<float>& samples)
{
    MELSTROM_TRY_VALUE (auto geometry, geometryAt (spec, rateHz));
    PlannedFile file;
    file.rateHz = file.featureRateHz = rateHz;
    file.numChannels = file.numSignals = 1;
    file.numSamples = static_cast<std::int64_t> (samples.size ());
    file.signalSamples = file.numSamples;
    file.format = SampleFormat::float32;
    file.numRows = geometry.numRows (file.signalSamples);
    if (file.numRows == 0)
        return Error {
            ErrorCode::tooShort,
            countText (static_cast<std::int64_t> (samples.size ()), "sample is", "samples are") +
                " too few for a row",
            {}};
    std::vector<std::byte> input (samples.size () * sizeof (float));
    std::memcpy (input.data (), samples.data (), input.size ());
    return compute (backend, file, geometry, input);
}

Result<ExtractedFile> extractSamples (Backend& backend, const MelSpec& spec, int rateHz,
                                      const std::vector<float>& samples)
{
    return guarded ([&] { return extractAll (backend, spec, rateHz, samples); });
}

} // namespace melstrom

#include "Engine/Batch/Run/Verify/RowCheck.h"

#include "Engine/Batch/Normalisation/RowNormaliser.h"
#include "Engine/Batch/Run/Extract.h"
#include "Engine/Core/Crc32c.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <string_view>

namespace melstrom
{

/** The backend whose bits the rows have; null if it is not available. */
Result<Backend*> RowCheck::backendOfRows ()
{
    constexpr std::string_view cpu = "cpu";
    Backend& given = context_.backend;
    if (given.name () == cpu || dataset_.backendName != cpu)
    {
        const bool isSame =
            (given.name () == cpu) == (dataset_.backendName == cpu) &&
            (dataset_.backendName == cpu || (given.deviceName () == dataset_.deviceName &&
                                             given.driver () == dataset_.computation.driver));
        return isSame ? withVariants (given) : Result<Backend*> (nullptr);
    }
    MELSTROM_TRY_VALUE (cpu_, makeCpuBackend (context_.hostThreads));
    return cpu_.get ();
}

/** The backend, set to the variants of the rows; null if it lacks one of them. */
Result<Backend*> RowCheck::withVariants (Backend& backend)
{
    for (const auto& [rateHz, variant] : dataset_.computation.variants)
    {
        const auto pinned = backend.pinVariant (computedSpec (dataset_.spec), rateHz, variant);
        if (! pinned && pinned.error ().code == ErrorCode::otherPlan)
            return nullptr;
        if (! pinned)
            return pinned.error ();
    }
    return &backend;
}

Result<void> RowCheck::check (StatisticsCheck* statistics)
{
    MELSTROM_TRY_VALUE (const auto backend, backendOfRows ());
    const auto isSound = [] (const FileLine& line)
    { return line.isChecked && line.isIn && line.numRows > 0; };
    const auto numSound =
        static_cast<std::size_t> (std::ranges::count_if (dataset_.files, isSound));
    const auto count = std::min<std::size_t> (
        numSound, static_cast<std::size_t> (std::max (0, options_.numSampledFiles)));
    std::size_t place = 0, numDone = 0;
    for (const FileLine& line : dataset_.files)
    {
        if (numDone == count)
            break;
        if (! isSound (line) || place++ != numDone * numSound / count)
            continue;
        const std::size_t numFaults = report_.faults.size ();
        const auto numBefore = report_.numRecomputed;
        MELSTROM_TRY (recompute (line, backend));
        if (statistics != nullptr && report_.numRecomputed > numBefore &&
            report_.faults.size () == numFaults)
            MELSTROM_TRY (statistics->compareSound (context_.storage, line, context_.stop));
        ++numDone;
    }
    return {};
}

Result<void> RowCheck::recompute (const FileLine& line, Backend* backend)
{
    if (context_.stop)
        return Error {ErrorCode::interrupted, "interrupted while verifying", {}};
    auto info = context_.storage.info (line.soundPath ());
    if (! info)
    {
        ++report_.numMissingInputs;
        return {};
    }
    if (info->bytes > options_.mostSampledBytes)
        return {};
    if (backend == nullptr)
    {
        ++report_.numElsewhere;
        return {};
    }
    compare (line, *backend);
    return {};
}

void RowCheck::normalise (ExtractedFile& extracted) const
{
    const RowShape& shape = dataset_.shape;
    const auto isOfShape = [&] (std::size_t numFeatures)
    {
        return extracted.rows.size () ==
               static_cast<std::size_t> (extracted.file.numRows) * numFeatures *
                   static_cast<std::size_t> (shape.framesPerRow) * sizeof (float);
    };
    if (! dataset_.moments || ! isOfShape (dataset_.moments->mean.size ()))
        return; // the checksum will differ
    const RowNormaliser normaliser (*dataset_.moments, shape.framesPerRow,
                                    dataset_.spec.storedType);
    normaliser.apply (extracted.rows.data (), extracted.file.numRows);
    extracted.rows.resize (
        static_cast<std::size_t> (extracted.file.numRows * normaliser.storedRowBytes ()));
}

void RowCheck::compare (const FileLine& line, Backend& backend)
{
    auto extracted = extractFile (context_.storage, backend, computedSpec (dataset_.spec),
                                  {line.path, line.relativeAt, line.isBox}, dataset_.audio);
    if (extracted)
        normalise (*extracted);
    if (! extracted && extracted.error ().code == ErrorCode::outOfMemory)
        return; // too long for a sample, whatever its size on the disk
    if (! extracted)
        fault (printable (line.path) + " can no longer be computed: " + extracted.error ().message);
    else if (crc32c (0, extracted->rows.data (), extracted->rows.size ()) != line.crc)
        fault ("the rows of " + printable (line.path) + ", computed anew with " +
               backend.deviceName () + ", differ from the dataset's (made with " +
               dataset_.deviceName + ")");
    else
        ++report_.numRecomputed;
}

} // namespace melstrom

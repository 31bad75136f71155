#include "Engine/Batch/Run/RowCheck.h"

#include "Engine/Batch/Run/Extract.h"
#include "Engine/Core/Crc32c.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace melstrom
{

/** The backend whose bits the rows have; null where it is not at hand. */
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
    auto made = makeCpuBackend (context_.hostThreads);
    if (! made)
        return made.error ();
    cpu_ = std::move (*made);
    return cpu_.get ();
}

/** The backend, which computes by the variants of the rows from now on; null where it has them not. */
Result<Backend*> RowCheck::withVariants (Backend& backend)
{
    for (const auto& [rateHz, variant] : dataset_.computation.variants)
    {
        const auto pinned = backend.pinVariant (dataset_.spec, rateHz, variant);
        if (! pinned && pinned.error ().code == ErrorCode::otherPlan)
            return nullptr;
        if (! pinned)
            return pinned.error ();
    }
    return &backend;
}

Result<void> RowCheck::check ()
{
    const auto backend = backendOfRows ();
    if (! backend)
        return backend.error ();
    std::vector<const FileLine*> sound;
    for (const FileLine& line : dataset_.files)
        if (line.isChecked && line.status == "ok" && line.numRows > 0)
            sound.push_back (&line);
    const auto count = std::min<std::size_t> (
        sound.size (), static_cast<std::size_t> (std::max (0, options_.numSampledFiles)));
    for (std::size_t i = 0; i < count; ++i)
        if (auto done = recompute (*sound[i * sound.size () / count], *backend); ! done)
            return done;
    return {};
}

Result<void> RowCheck::recompute (const FileLine& line, Backend* backend)
{
    if (context_.stop)
        return Error {ErrorCode::interrupted, "interrupted while verifying", {}};
    auto info = context_.storage.info (line.path);
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

void RowCheck::compare (const FileLine& line, Backend& backend)
{
    auto extracted = extractFile (context_.storage, backend, dataset_.spec,
                                  {line.path, line.relativeAt}, dataset_.audio);
    if (! extracted && extracted.error ().code == ErrorCode::outOfMemory)
        return; // too long to be a sample, whatever its size on the disk
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

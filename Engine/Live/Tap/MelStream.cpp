#include "Engine/Live/Tap/MelStream.h"

#include "Engine/Core/Guarded.h"
#include "Engine/Live/Tap/SettledRows.h"
#include "Engine/Spec/Mel/MelSpecFields.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::int64_t kMostSlabBytes = 16 << 20;

/** Names the first field that needs the whole signal. */
Error notStreamable (const MelSpec& spec)
{
    const char* const key = spec.pcen                                         ? "pcen"
                            : spec.normalisation == Normalisation::whisper    ? "normalisation"
                            : spec.normalisation == Normalisation::perFeature ? "normalisation"
                            : spec.topDb                                      ? "top_db"
                                                                              : "reference";
    return {ErrorCode::badSpec,
            specFault (spec, key,
                       "makes every row depend on the whole signal, which a live stream does not "
                       "have; leave this key out, or compute after the end of the signal")
                .message,
            {}};
}

Result<MelGeometry> streamableGeometry (const MelSpec& spec, int rateHz)
{
    MELSTROM_TRY (spec.validate ());
    if (! MelStream::isStreamable (spec))
        return notStreamable (spec);
    return geometryAt (spec, rateHz);
}
} // namespace

MelStream::MelStream (std::unique_ptr<SlabMemory> window, std::unique_ptr<StreamRows> rows) noexcept
    : window_ (std::move (window)), rows_ (std::move (rows))
{
}

Result<std::unique_ptr<MelStream>> MelStream::make (Backend& backend, const MelSpec& spec,
                                                    int rateHz, int rowsAtATime)
{
    return guarded (
        [&] () -> Result<std::unique_ptr<MelStream>>
        {
            MELSTROM_TRY_VALUE (const auto geometry, streamableGeometry (spec, rateHz));
            const auto limits =
                StreamRows::limitsFor (geometry, rowsAtATime, kMostSlabBytes, kMostSlabBytes);
            const auto windowBytes = static_cast<std::size_t> (limits.samples) * sizeof (float);
            MELSTROM_TRY_VALUE (auto window, backend.allocate (windowBytes));
            MELSTROM_TRY_VALUE (auto rows, StreamRows::make (backend, geometry, limits, {}));
            return std::unique_ptr<MelStream> (
                new MelStream (std::move (window), std::move (rows)));
        });
}

float* MelStream::samples () const noexcept
{
    return reinterpret_cast<float*> (window_->data ());
}

void MelStream::goOnFrom (const MelStream& other) noexcept
{
    rows_->goOnFrom (*other.rows_);
    windowStart_ = other.windowStart_;
    std::copy_n (other.samples (), rows_->numSamples () - windowStart_, samples ());
}

void MelStream::begin (std::uint64_t signalId)
{
    rows_->begin (signalId);
    windowStart_ = 0;
}

int MelStream::push (const float* from, int numSamples)
{
    if (numSamples <= 0 || rows_->hasEnded ())
        return 0;
    const auto toTake = samplesToTake (numSamples);
    for (auto left = toTake; left > 0;)
    {
        if (rows_->numSamples () - windowStart_ == rows_->limits ().samples)
            dropWhatIsDone ();
        const auto place = rows_->numSamples () - windowStart_;
        const auto count = std::min (left, rows_->limits ().samples - place);
        std::copy_n (from, count, samples () + place);
        from += count;
        left -= count;
        rows_->extend (count);
    }
    return static_cast<int> (toTake);
}

/** The least number of samples that settles the rows of one call, or numSamples. */
std::int64_t MelStream::samplesToTake (std::int64_t numSamples) const noexcept
{
    const auto isEnough = [this] (std::int64_t count)
    {
        return areSettled (rows_->geometry (), rows_->numSamples () + count, rows_->nextRow (),
                           rows_->limits ().rows);
    };
    if (! isEnough (numSamples))
        return numSamples;
    std::int64_t low = 0, high = numSamples;
    while (low < high)
    {
        const auto middle = (low + high) / 2;
        if (isEnough (middle))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

void MelStream::dropWhatIsDone () noexcept
{
    const auto keptFrom = std::max (windowStart_, rows_->firstNeeded ());
    std::copy_n (samples () + (keptFrom - windowStart_), rows_->numSamples () - keptFrom,
                 samples ());
    windowStart_ = keptFrom;
}

void MelStream::end ()
{
    rows_->end ();
}

Result<MelRows> MelStream::compute ()
{
    const auto due = rows_->due ();
    if (due.numRows == 0)
        return MelRows {rows_->nextRow (), 0, nullptr};
    return rows_->compute (due, samples () + (due.firstSample - windowStart_));
}

} // namespace melstrom

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
constexpr std::int64_t kSampleBytes = sizeof (float);
constexpr std::int64_t kAlignmentSamples = 16; ///< a cache line

std::int64_t windowFor (const MelGeometry& geometry, std::int64_t numRows) noexcept
{
    const auto needed = mostSamplesNeeded (geometry, numRows);
    return (needed + kAlignmentSamples - 1) / kAlignmentSamples * kAlignmentSamples;
}

/** numRows, halved until the slab has at most kMostSlabBytes. */
std::int64_t rowsThatFit (const MelGeometry& geometry, std::int64_t numRows) noexcept
{
    const auto slabBytes = [&geometry] (std::int64_t rows)
    { return windowFor (geometry, rows) * kSampleBytes + rows * geometry.rowBytes (); };
    numRows = std::max<std::int64_t> (1, numRows);
    while (numRows > 1 && slabBytes (numRows) > kMostSlabBytes)
        numRows /= 2;
    return numRows;
}

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

Result<void> checkStreamable (const MelSpec& spec)
{
    MELSTROM_TRY (spec.validate ());
    if (! MelStream::isStreamable (spec))
        return notStreamable (spec);
    return {};
}
} // namespace

MelStream::MelStream (const MelGeometry& geometry, int rowsAtATime)
    : geometry_ (geometry), rowsAtATime_ (rowsThatFit (geometry, rowsAtATime)),
      windowSamples_ (windowFor (geometry, rowsAtATime_))
{
}

Result<std::unique_ptr<MelStream>> MelStream::make (Backend& backend, const MelSpec& spec,
                                                    int rateHz, int rowsAtATime)
{
    return guarded (
        [&] () -> Result<std::unique_ptr<MelStream>>
        {
            MELSTROM_TRY (checkStreamable (spec));
            MELSTROM_TRY_VALUE (auto geometry, geometryAt (spec, rateHz));
            std::unique_ptr<MelStream> stream (new MelStream (geometry, rowsAtATime));
            MELSTROM_TRY (stream->prepare (backend));
            return stream;
        });
}

Result<void> MelStream::prepare (Backend& backend)
{
    MELSTROM_TRY_VALUE (slab_, backend.allocate (inputBytes () + outputBytes ()));
    MELSTROM_TRY_VALUE (plan_, backend.planMel (geometry_.spec, geometry_.rateHz,
                                                {inputBytes (), outputBytes (), 1}));
    return {};
}

std::size_t MelStream::inputBytes () const noexcept
{
    return static_cast<std::size_t> (windowSamples_ * kSampleBytes);
}

std::size_t MelStream::outputBytes () const noexcept
{
    return static_cast<std::size_t> (rowsAtATime_ * geometry_.rowBytes ());
}

float* MelStream::samples () const noexcept
{
    return reinterpret_cast<float*> (slab_->data ());
}

void MelStream::goOnFrom (const MelStream& other) noexcept
{
    signalId_ = other.signalId_;
    windowStart_ = other.windowStart_;
    numSamples_ = other.numSamples_;
    nextRow_ = other.nextRow_;
    hasEnded_ = other.hasEnded_;
    std::copy_n (other.samples (), numSamples_ - windowStart_, samples ());
}

void MelStream::begin (std::uint64_t signalId)
{
    signalId_ = signalId;
    windowStart_ = numSamples_ = nextRow_ = 0;
    hasEnded_ = false;
}

int MelStream::push (const float* from, int numSamples)
{
    if (numSamples <= 0 || hasEnded_)
        return 0;
    const auto toTake = samplesToTake (numSamples);
    for (auto left = toTake; left > 0;)
    {
        if (numSamples_ - windowStart_ == windowSamples_)
            dropWhatIsDone ();
        const auto place = numSamples_ - windowStart_;
        const auto count = std::min (left, windowSamples_ - place);
        std::copy_n (from, count, samples () + place);
        from += count;
        left -= count;
        numSamples_ += count;
    }
    return static_cast<int> (toTake);
}

/** The least number of samples that settles rowsAtATime rows, or numSamples. */
std::int64_t MelStream::samplesToTake (std::int64_t numSamples) const noexcept
{
    const auto isEnough = [this] (std::int64_t count)
    { return areSettled (geometry_, numSamples_ + count, nextRow_, rowsAtATime_); };
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
    const auto keptFrom =
        std::max (windowStart_, firstSampleNeeded (geometry_, numSamples_, nextRow_));
    std::copy_n (samples () + (keptFrom - windowStart_), numSamples_ - keptFrom, samples ());
    windowStart_ = keptFrom;
}

void MelStream::end ()
{
    hasEnded_ = true;
}

Result<MelRows> MelStream::compute ()
{
    const auto numRows = hasEnded_
                             ? std::min (rowsAtATime_, geometry_.numRows (numSamples_) - nextRow_)
                             : numSettledRows (geometry_, numSamples_, nextRow_, rowsAtATime_);
    if (numRows <= 0)
        return MelRows {nextRow_, 0, nullptr};

    // Settled rows are the same for every end of the signal, so also for an end at numSamples_.
    const auto range = geometry_.samplesOfRows (numSamples_, nextRow_, numRows);
    MelSpan span;
    span.inputByte = (range.first - windowStart_) * kSampleBytes;
    span.firstSample = range.first;
    span.numSamples = range.end - range.first;
    span.signalSamples = numSamples_;
    span.format = SampleFormat::float32;
    span.firstRow = nextRow_;
    span.numRows = numRows;
    span.signalId = signalId_;
    std::byte* const rows = slab_->data () + inputBytes ();
    const Ticket ticket = plan_->submit ({slab_->data (), rows, {&span, 1}, MelPass::whole});
    MELSTROM_TRY (plan_->wait (ticket));
    nextRow_ += numRows;
    return MelRows {span.firstRow, numRows, rows};
}

} // namespace melstrom

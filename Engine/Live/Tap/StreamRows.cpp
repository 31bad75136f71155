#include "Engine/Live/Tap/StreamRows.h"

#include "Engine/Live/Tap/SettledRows.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::int64_t kAlignmentSamples = 16; ///< a cache line

std::int64_t samplesFor (const MelGeometry& geometry, std::int64_t numRows) noexcept
{
    const auto needed = mostSamplesNeeded (geometry, numRows);
    return (needed + kAlignmentSamples - 1) / kAlignmentSamples * kAlignmentSamples;
}
} // namespace

StreamRows::Limits StreamRows::limitsFor (const MelGeometry& geometry, std::int64_t rowsAtATime,
                                          std::int64_t mostSamples, std::int64_t mostBytes) noexcept
{
    const auto fits = [&] (std::int64_t rows)
    {
        const auto samples = samplesFor (geometry, rows);
        const auto bytes = samples * std::int64_t {sizeof (float)} + rows * geometry.rowBytes ();
        return samples <= mostSamples && bytes <= mostBytes;
    };
    auto rows = std::max<std::int64_t> (1, rowsAtATime);
    while (rows > 1 && ! fits (rows))
        rows /= 2;
    return {rows, samplesFor (geometry, rows)};
}

StreamRows::StreamRows (const MelGeometry& geometry, const Limits& limits,
                        const StreamLayout& layout)
    : geometry_ (geometry), limits_ (limits), layout_ (layout)
{
}

Result<std::unique_ptr<StreamRows>> StreamRows::make (Backend& backend, const MelGeometry& geometry,
                                                      const Limits& limits,
                                                      const StreamLayout& layout)
{
    std::unique_ptr<StreamRows> made (new StreamRows (geometry, limits, layout));
    MELSTROM_TRY (made->prepare (backend));
    return made;
}

Result<void> StreamRows::prepare (Backend& backend)
{
    const auto outputBytes = static_cast<std::size_t> (limits_.rows * geometry_.rowBytes ());
    const auto inputBytes = static_cast<std::size_t> (limits_.samples * layout_.sampleBytes ());
    MELSTROM_TRY_VALUE (rows_, backend.allocate (outputBytes));
    MELSTROM_TRY_VALUE (
        plan_, backend.planMel (geometry_.spec, geometry_.rateHz, {inputBytes, outputBytes, 1}));
    return {};
}

void StreamRows::goOnFrom (const StreamRows& other) noexcept
{
    signalId_ = other.signalId_;
    numSamples_ = other.numSamples_;
    nextRow_ = other.nextRow_;
    hasEnded_ = other.hasEnded_;
}

void StreamRows::begin (std::uint64_t signalId) noexcept
{
    signalId_ = signalId;
    numSamples_ = nextRow_ = 0;
    hasEnded_ = false;
}

StreamRows::Due StreamRows::due () const noexcept
{
    Due due;
    due.numRows = hasEnded_ ? std::min (limits_.rows, geometry_.numRows (numSamples_) - nextRow_)
                            : numSettledRows (geometry_, numSamples_, nextRow_, limits_.rows);
    if (due.numRows <= 0)
        return {};
    // Settled rows are the same for every end of the signal, so also for an end at numSamples_.
    const auto range = geometry_.samplesOfRows (numSamples_, nextRow_, due.numRows);
    due.firstSample = range.first;
    due.endSample = range.end;
    return due;
}

std::int64_t StreamRows::firstNeeded () const noexcept
{
    return firstSampleNeeded (geometry_, numSamples_, nextRow_);
}

Result<MelRows> StreamRows::compute (const Due& due, const float* samples)
{
    MelSpan span;
    span.firstSample = due.firstSample;
    span.numSamples = due.endSample - due.firstSample;
    span.signalSamples = numSamples_;
    span.format = SampleFormat::float32;
    span.numChannels = layout_.numChannels;
    span.channel = layout_.channel;
    span.firstRow = nextRow_;
    span.numRows = due.numRows;
    span.signalId = signalId_;
    if (span.numSamples > limits_.samples || span.numRows > limits_.rows)
        return Error {ErrorCode::internalFault,
                      std::to_string (span.numRows) + " rows of a stream need " +
                          std::to_string (span.numSamples) + " samples, above its limits",
                      {}};
    const Ticket ticket = plan_->submit (
        {reinterpret_cast<const std::byte*> (samples), rows_->data (), {&span, 1}, MelPass::whole});
    MELSTROM_TRY (plan_->wait (ticket));
    nextRow_ += due.numRows;
    return MelRows {span.firstRow, due.numRows, rows_->data ()};
}

} // namespace melstrom

#include "Engine/Batch/Run/Pipeline.h"

#include "Engine/Core/Crc32c.h"
#include "Engine/Core/Guarded.h"
#include "Engine/Core/Hash.h"
#include "Engine/Dsp/SampleDecode.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace melstrom
{

namespace
{
constexpr std::int64_t kWaitMicroseconds =
    20'000; ///< how soon a waiting stage sees that the run has been aborted

constexpr std::int64_t kWaveformRows = 512;      ///< decoded at a time, if they are short
constexpr std::int64_t kWaveformBytes = 4 << 20; ///< else so many bytes

/** Samples [start, start + length) of a span's signal, zeros behind its end. */
void decodeSegment (const MelSpan& span, const std::byte* input, std::int64_t start,
                    std::span<float> to) noexcept
{
    const std::int64_t bytes = span.numChannels * bytesPerSample (span.format);
    const std::byte* at = input + span.inputByte + (start - span.firstSample) * bytes;
    for (std::size_t i = 0; i < to.size (); ++i, at += bytes)
        to[i] = start + static_cast<std::int64_t> (i) < span.signalSamples
                    ? decodeMono (at, span.format, span.numChannels, span.channel)
                    : 0.0f;
}
/** For each chunk of a job the first sample that a later one of the same signal starts with: what
   an in-order reader must keep. Overlapping long windows go back, so that it need not be the next
   chunk's. */
std::vector<std::int64_t> firstNeededLater (const std::vector<Chunk>& chunks)
{
    constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max ();
    std::vector<std::int64_t> needed (chunks.size (), kNone);
    for (std::size_t i = chunks.size (); i-- > 1;)
        if (chunks[i].parts.front ().signal == chunks[i - 1].parts.front ().signal)
            needed[i - 1] = std::min (needed[i], chunks[i].parts.front ().firstSample);
    return needed;
}
} // namespace

Pipeline::Pipeline (const DatasetPlan& plan, const BatchOptions& options,
                    const BatchContext& context, const PipelineSize& size, DatasetWriter& writer,
                    FileLedger& ledger)
    : plan_ (plan), options_ (options), context_ (context), size_ (size), writer_ (writer),
      ledger_ (ledger), jobs_ (cutIntoJobs (plan, size.slab))
{
    for (const ReadJob& job : jobs_)
        numChunks_ += job.statistics.size () + job.chunks.size ();
    for (const PlannedFile& file : plan.files)
        pathHashes_.push_back (hashBytes (file.path));
}

Pipeline::~Pipeline ()
{
    aborted_ = true;
    for (std::thread& thread : threads_)
        if (thread.joinable ())
            thread.join ();
}

Result<void> Pipeline::prepare ()
{
    MelCapacity capacity {static_cast<std::size_t> (size_.slab.inputBytes),
                          static_cast<std::size_t> (size_.slab.outputBytes), 0};
    for (const ReadJob& job : jobs_)
        for (const Chunk& chunk : job.chunks)
            capacity.numSpans =
                std::max (capacity.numSpans, static_cast<int> (chunk.parts.size ()));
    for (const auto& [rate, geometry] : plan_.geometries)
    {
        auto plan = context_.backend.planMel (options_.preset.spec, rate, capacity);
        if (! plan)
            return plan.error ();
        plans_.emplace (rate, std::move (*plan));
    }
    for (int i = 0; i < size_.numSlabs; ++i)
    {
        auto slab = std::make_unique<Slab> ();
        auto input = context_.backend.allocate (capacity.inputBytes);
        auto output = context_.backend.allocate (capacity.outputBytes);
        if (! input || ! output)
            return input ? output.error () : input.error ();
        slab->input = std::move (*input);
        slab->output = std::move (*output);
        slab->spans.reserve (static_cast<std::size_t> (capacity.numSpans));
        push (free_, slab.get ());
        slabs_.push_back (std::move (slab));
    }
    context_.counters.slabsTotal = size_.numSlabs;
    return {};
}

void Pipeline::startThread (void (Pipeline::*stage) (int), int index, const char* name)
{
    threads_.emplace_back (
        [this, stage, index, name]
        {
            context_.trace.nameThread (name + (" " + std::to_string (index)));
            const auto ended = guarded (
                [&] () -> Result<void>
                {
                    (this->*stage) (index);
                    return {};
                });
            if (! ended)
                abortWith (ended.error ());
        });
}

Result<void> Pipeline::run ()
{
    context_.counters.phase = BatchPhase::extracting;
    for (int i = 0; i < size_.numReaders; ++i)
        startThread (&Pipeline::readJobs, i, "reader");
    startThread (&Pipeline::submitSlabs, 0, "submitter");
    for (int i = 0; i < size_.numWriters; ++i)
        startThread (&Pipeline::writeSlabs, i, "writer");
    for (std::thread& thread : threads_)
        thread.join ();
    threads_.clear ();
    if (error_)
        return *error_;
    if (context_.stop)
        return Error {ErrorCode::interrupted, "interrupted; no file has its final name", {}};
    return {};
}

void Pipeline::abortWith (Error error)
{
    const std::lock_guard lock (errorMutex_);
    if (! error_)
        error_ = std::move (error);
    aborted_ = true;
}

Slab* Pipeline::take (SlabQueue& queue)
{
    Slab* slab = nullptr;
    while (! queue.wait_dequeue_timed (slab, kWaitMicroseconds))
        if (isAborted ())
            return nullptr;
    return slab;
}

void Pipeline::push (SlabQueue& queue, Slab* slab)
{
    if (! queue.enqueue (slab)) // it could not grow
        abortWith ({ErrorCode::outOfMemory, "no memory was left for a queue; lower --threads", {}});
}

// ---- reading

void Pipeline::readJobs (int)
{
    PartSource source (context_.storage, options_, plan_, ledger_);
    bool goesOn = true;
    for (std::size_t job = nextJob_++; goesOn && job < jobs_.size (); job = nextJob_++)
        goesOn = runJob (jobs_[job], source);
}

bool Pipeline::runJob (const ReadJob& job, PartSource& source)
{
    if (job.statistics.empty ())
        return runPass (job.chunks, source, nullptr);

    const PlannedFile& file =
        plan_.files[static_cast<std::size_t> (job.statistics.front ().parts.front ().file)];
    auto gate = std::make_shared<StatisticsGate> (file.numSignals, file.rowsPerSignal,
                                                  job.statistics.size ());
    if (! runPass (job.statistics, source, gate))
        return false;
    while (! gate->isOpenSoon ())
        if (isAborted ())
            return false;
    if (! ledger_.hasFailed (job.statistics.front ().parts.front ().file))
        gate->join (smootherDecay (plan_.geometries.at (file.featureRateHz)));
    return runPass (job.chunks, source, gate);
}

bool Pipeline::runPass (const std::vector<Chunk>& chunks, PartSource& source,
                        const std::shared_ptr<StatisticsGate>& gate)
{
    const std::vector<std::int64_t> keepFrom = firstNeededLater (chunks);
    for (std::size_t i = 0; i < chunks.size (); ++i)
    {
        Slab* const slab = take (free_);
        if (slab == nullptr)
            return false;
        ++context_.counters.slabsReading;
        fill (*slab, chunks[i], keepFrom[i], source, gate);
        --context_.counters.slabsReading;
        push (filled_, slab);
        if (isAborted ())
            return false;
    }
    source.close ();
    return true;
}

void Pipeline::fill (Slab& slab, const Chunk& chunk, std::int64_t keepFrom, PartSource& source,
                     const std::shared_ptr<StatisticsGate>& gate)
{
    const TraceSpan span (context_.trace, "read", chunk.inputBytes);
    slab.chunk = &chunk;
    slab.spans.clear ();
    slab.gate = gate;
    std::int64_t bytes = 0;
    for (const ChunkPart& part : chunk.parts)
    {
        if (isAborted ())
            return;
        if (ledger_.hasFailed (part.file))
            continue;
        if (! part.sharesInput)
        {
            const PlannedFile& file = plan_.files[static_cast<std::size_t> (part.file)];
            const std::int64_t partBytes = part.numSamples * file.bytesPerFrame ();
            if (part.inputByte + partBytes > size_.slab.inputBytes)
                return abortWith (
                    {ErrorCode::internalFault, "a chunk was cut larger than its slab", {}});
            if (auto done = source.read (part, keepFrom, slab.input->data () + part.inputByte);
                ! done)
            {
                recordFailure (part, done.error ());
                continue;
            }
            bytes += partBytes;
        }
        slab.spans.push_back (spanOf (part, gate));
    }
    context_.counters.bytesRead += bytes;
}

MelSpan Pipeline::spanOf (const ChunkPart& part, const std::shared_ptr<StatisticsGate>& gate) const
{
    const PlannedFile& file = plan_.files[static_cast<std::size_t> (part.file)];
    MelSpan span;
    span.inputByte = part.inputByte;
    span.firstSample = part.firstSample;
    span.numSamples = part.numSamples;
    span.signalSamples = file.signalSamples;
    span.format = file.format;
    span.numChannels = file.numChannels;
    span.channel = channelOf (options_.preset.spec, part.signal);
    span.firstRow = part.firstRow;
    span.numRows = part.numRows;
    span.outputByte = part.outputByte;
    span.signalId = pathHashes_[static_cast<std::size_t> (part.file)] +
                    static_cast<std::uint64_t> (part.signal);
    span.statistics = gate ? &gate->of (part.signal) : nullptr;
    return span;
}

void Pipeline::recordFailure (const ChunkPart& part, const Error& error)
{
    const std::int64_t failed = ledger_.fail (part.file, error);
    context_.counters.filesFailed = failed;
    if (auto within = checkErrorLimit (options_, plan_, failed); ! within)
        abortWith (within.error ());
}

// ---- computing

void Pipeline::submitSlabs (int)
{
    for (std::size_t done = 0; done < numChunks_; ++done)
    {
        Slab* const slab = take (filled_);
        if (slab == nullptr)
            return;
        slab->plan = plans_.at (slab->chunk->rateHz).get ();
        slab->ticket = slab->plan->submit (
            {slab->input->data (), slab->output->data (), slab->spans, slab->chunk->pass});
        ++context_.counters.slabsComputing;
        push (submitted_, slab);
    }
}

// ---- writing

void Pipeline::writeSlabs (int)
{
    std::vector<float> waveform;
    while (nextWritten_++ < numChunks_)
    {
        Slab* const slab = take (submitted_);
        if (slab == nullptr)
            return;
        finishSlab (*slab, waveform);
        push (free_, slab);
    }
}

void Pipeline::finishSlab (Slab& slab, std::vector<float>& waveform)
{
    Result<void> computed;
    {
        const TraceSpan span (context_.trace, "wait", slab.chunk->numRows);
        computed = slab.plan->wait (slab.ticket);
    }
    --context_.counters.slabsComputing;
    if (! computed)
        return abortWith (computed.error ());
    if (slab.chunk->pass == MelPass::statistics)
        return slab.gate->chunkDone ();
    if (isAborted ())
        return;
    ++context_.counters.slabsWriting;
    const TraceSpan span (context_.trace, "write", slab.chunk->outputBytes);
    if (auto written = writeChunk (slab, waveform); ! written)
        abortWith (written.error ());
    --context_.counters.slabsWriting;
}

Result<void> Pipeline::writeChunk (Slab& slab, std::vector<float>& waveform)
{
    const Chunk& chunk = *slab.chunk;
    const std::int64_t rowBytes = plan_.anyGeometry ().rowBytes ();
    for (const ChunkPart& part : chunk.parts)
    {
        const PlannedFile& file = plan_.files[static_cast<std::size_t> (part.file)];
        std::byte* const rows = slab.output->data () + part.outputByte;
        const auto bytes = static_cast<std::size_t> (part.numRows * rowBytes);
        if (ledger_.hasFailed (part.file))
            std::memset (rows, 0, bytes);
        ledger_.addRows (part.file, part.signal * file.rowsPerSignal + part.firstRow, part.numRows,
                         static_cast<std::int64_t> (bytes), crc32c (0, rows, bytes));
    }
    if (auto written = writer_.writeRows (chunk.split, chunk.firstRow, slab.output->data (),
                                          chunk.outputBytes);
        ! written)
        return written;
    if (writer_.hasWaveform ())
        if (auto written = writeWaveforms (slab, waveform); ! written)
            return written;
    context_.counters.bytesWritten += chunk.outputBytes;
    for (const ChunkPart& part : chunk.parts)
        countPart (part);
    return {};
}

Result<void> Pipeline::writeWaveforms (const Slab& slab, std::vector<float>& waveform)
{
    std::size_t spanIndex = 0;
    for (const ChunkPart& part : slab.chunk->parts)
    {
        // spans are those parts that could be read, in their order
        if (spanIndex == slab.spans.size () || slab.spans[spanIndex].outputByte != part.outputByte)
            continue;
        const MelSpan& span = slab.spans[spanIndex++];
        const PlannedFile& file = plan_.files[static_cast<std::size_t> (part.file)];
        const MelGeometry& geometry = plan_.geometries.at (slab.chunk->rateHz);
        const auto length = static_cast<std::size_t> (geometry.spec.shortWindowSamples);
        const std::int64_t firstRow = slab.chunk->firstRow + span.outputByte / geometry.rowBytes ();
        const std::int64_t rowsAtOnce = std::clamp<std::int64_t> (
            kWaveformBytes / static_cast<std::int64_t> (4 * length), 1, kWaveformRows);
        waveform.resize (length * static_cast<std::size_t> (std::min (span.numRows, rowsAtOnce)));
        for (std::int64_t row = 0; row < span.numRows; row += rowsAtOnce)
        {
            const std::int64_t count = std::min (rowsAtOnce, span.numRows - row);
            for (std::int64_t i = 0; i < count; ++i)
                decodeSegment (span, slab.input->data (),
                               geometry.segmentStart (span.firstRow + row + i),
                               {waveform.data () + static_cast<std::size_t> (i) * length, length});
            if (auto written =
                    writer_.writeWaveform (slab.chunk->split, firstRow + row, waveform.data (),
                                           count * static_cast<std::int64_t> (length));
                ! written)
                return written;
            ledger_.addWaveform (
                part.file, part.signal * file.rowsPerSignal + span.firstRow + row, count,
                4 * count * static_cast<std::int64_t> (length),
                crc32c (0, waveform.data (), 4 * static_cast<std::size_t> (count) * length));
            context_.counters.bytesWritten += 4 * count * static_cast<std::int64_t> (length);
        }
    }
    return {};
}

void Pipeline::countPart (const ChunkPart& part)
{
    const PlannedFile& file = plan_.files[static_cast<std::size_t> (part.file)];
    BatchCounters& counters = context_.counters;
    counters.rowsDone += part.numRows;
    counters.audioMicrosecondsDone +=
        static_cast<std::int64_t> (file.seconds () * 1e6 * static_cast<double> (part.numRows) /
                                   static_cast<double> (file.numRows));
    if (part.signal == file.numSignals - 1 && part.firstRow + part.numRows == file.rowsPerSignal)
        ++counters.filesDone;
}

} // namespace melstrom

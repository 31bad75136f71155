#include "Engine/Batch/Run/Pipeline/SlabReader.h"

#include "Engine/Batch/Telemetry/WorkTimes.h"

#include <algorithm>
#include <limits>

namespace melstrom
{

namespace
{
/** For each chunk of a job: the first sample that a later chunk of the same signal needs. An
    in-order reader must keep the samples from there on. Overlapping long windows go back, so that
    it need not be the next chunk's first sample. */
std::vector<std::int64_t> firstNeededLater (const std::vector<Chunk>& chunks)
{
    constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max ();
    std::vector<std::int64_t> needed (chunks.size (), kNone);
    for (std::size_t i = chunks.size (); i-- > 1;)
        if (chunks[i].parts.front ().signal == chunks[i - 1].parts.front ().signal &&
            chunks[i].parts.front ().file == chunks[i - 1].parts.front ().file)
            needed[i - 1] = std::min (needed[i], chunks[i].parts.front ().firstSample);
    return needed;
}
} // namespace

SlabReader::SlabReader (const BatchWork& work, FileLedger& ledger, WorkList& jobs, SlabCycle& slabs,
                        RunEnd& end)
    : work_ (work), plan_ (work.plan), ledger_ (ledger), jobs_ (jobs), slabs_ (slabs), end_ (end),
      source_ (work.context.storage, work.options, work.plan, ledger, work.context.stop)
{
}

void SlabReader::work ()
{
    for (auto job = jobs_.next (); job && runJob (*std::move (job));)
        job = jobs_.next ();
}

bool SlabReader::runJob (ReadJob job)
{
    if (job.statistics.empty ())
        return runPass (std::move (job.chunks), nullptr);

    const std::int32_t index = job.statistics.front ().parts.front ().file;
    const PlannedFile& file = plan_.files[static_cast<std::size_t> (index)];
    const MelGeometry& geometry = plan_.geometries.at (file.featureRateHz);
    auto gate = std::make_shared<StatisticsGate> (
        file.numSignals, geometry.numFrames (file.signalSamples), job.statistics.size ());
    if (! runPass (std::move (job.statistics), gate))
        return false;
    while (! gate->isOpenSoon ())
        if (end_.isAborted ())
            return false;
    if (! ledger_.hasFailed (index))
        gate->join (smootherDecay (geometry));
    return runPass (std::move (job.chunks), gate);
}

bool SlabReader::runPass (std::vector<Chunk> chunks, const std::shared_ptr<StatisticsGate>& gate)
{
    const std::vector<std::int64_t> keepFrom = firstNeededLater (chunks);
    for (std::size_t i = 0; i < chunks.size (); ++i)
    {
        Slab* const slab = slabs_.takeFree ();
        if (slab == nullptr)
            return false;
        ++work_.context.counters.slabsReading;
        const auto start = std::chrono::steady_clock::now ();
        slab->chunk = std::move (chunks[i]);
        slab->gate = gate;
        fill (*slab, keepFrom[i]);
        slab->readTime = std::chrono::steady_clock::now () - start;
        slabs_.times.add (Stage::reading, slab->readTime);
        --work_.context.counters.slabsReading;
        countSlabs (work_.context);
        slabs_.filled.push (slab);
        if (end_.isAborted ())
            return false;
    }
    source_.close ();
    return true;
}

void SlabReader::fill (Slab& slab, std::int64_t keepFrom)
{
    const Chunk& chunk = slab.chunk;
    const TraceSpan span (work_.context.trace, "read", chunk.inputBytes);
    slab.spans.clear ();
    slab.numNonFinite.assign (chunk.parts.size (), 0);
    std::int64_t bytes = 0;
    for (std::size_t i = 0; i < chunk.parts.size (); ++i)
    {
        const ChunkPart& part = chunk.parts[i];
        if (end_.isAborted ())
            return;
        if (ledger_.hasFailed (part.file))
            continue;
        if (! part.sharesInput)
        {
            const PlannedFile& file = plan_.files[static_cast<std::size_t> (part.file)];
            const std::int64_t partBytes = part.numSamples * file.bytesPerFrame ();
            if (part.inputByte + partBytes > slabs_.slabSize.inputBytes)
                return end_.abortWith (
                    {ErrorCode::internalFault, "a chunk was cut larger than its slab", {}});
            const TraceSpan reading (work_.context.trace, "file", partBytes, file.path);
            WorkTimer timer (work_.context.counters.times, Work::decode);
            timer.addBytes (partBytes);
            const auto read = source_.read (part, keepFrom, slab.input->data () + part.inputByte);
            if (! read)
            {
                recordFailure (part, read.error ());
                continue;
            }
            slab.numNonFinite[i] = *read;
            bytes += partBytes;
        }
        slab.spans.push_back (spanOf (part, slab.gate.get ()));
    }
    work_.context.counters.bytesRead += bytes;
}

MelSpan SlabReader::spanOf (const ChunkPart& part, StatisticsGate* gate) const
{
    const PlannedFile& file = plan_.files[static_cast<std::size_t> (part.file)];
    MelSpan span;
    span.inputByte = part.inputByte;
    span.firstSample = part.firstSample;
    span.numSamples = part.numSamples;
    span.signalSamples = file.signalSamples;
    span.format = file.format;
    span.numChannels = file.slabChannels ();
    span.channel = channelOf (work_.options.preset.spec, part.signal);
    span.firstRow = part.firstRow;
    span.numRows = part.numRows;
    span.outputByte = part.outputByte;
    span.signalId = file.signalId (part.signal);
    span.statistics = gate ? &gate->of (part.signal) : nullptr;
    return span;
}

void SlabReader::recordFailure (const ChunkPart& part, const Error& error)
{
    if (work_.context.stop) // an interrupted checksum is no fault of the file
        return;
    const std::int64_t failed = ledger_.fail (part.file, error);
    work_.context.counters.filesFailed = failed;
    if (auto within = checkErrorLimit (work_.options, plan_, failed); ! within)
        end_.abortWith (within.error ());
}

} // namespace melstrom

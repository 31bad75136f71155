// The readers: files into slabs.
#include "Engine/Batch/Run/Pipeline/Pipeline.h"

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
        if (chunks[i].parts.front ().signal == chunks[i - 1].parts.front ().signal)
            needed[i - 1] = std::min (needed[i], chunks[i].parts.front ().firstSample);
    return needed;
}
} // namespace

void Pipeline::readJobs (int)
{
    PartSource source (context_.storage, options_, plan_, ledger_, context_.stop);
    for (auto job = jobs_.next (); job && runJob (*std::move (job), source);)
        job = jobs_.next ();
}

bool Pipeline::runJob (ReadJob job, PartSource& source)
{
    if (job.statistics.empty ())
        return runPass (std::move (job.chunks), source, nullptr);

    const std::int32_t index = job.statistics.front ().parts.front ().file;
    const PlannedFile& file = plan_.files[static_cast<std::size_t> (index)];
    auto gate = std::make_shared<StatisticsGate> (file.numSignals, file.rowsPerSignal (),
                                                  job.statistics.size ());
    if (! runPass (std::move (job.statistics), source, gate))
        return false;
    while (! gate->isOpenSoon ())
        if (isAborted ())
            return false;
    if (! ledger_.hasFailed (index))
        gate->join (smootherDecay (plan_.geometries.at (file.featureRateHz)));
    return runPass (std::move (job.chunks), source, gate);
}

bool Pipeline::runPass (std::vector<Chunk> chunks, PartSource& source,
                        const std::shared_ptr<StatisticsGate>& gate)
{
    const std::vector<std::int64_t> keepFrom = firstNeededLater (chunks);
    for (std::size_t i = 0; i < chunks.size (); ++i)
    {
        Slab* const slab = takeFree ();
        if (slab == nullptr)
            return false;
        ++context_.counters.slabsReading;
        const auto start = std::chrono::steady_clock::now ();
        slab->chunk = std::move (chunks[i]);
        fill (*slab, keepFrom[i], source, gate);
        times_.add (Stage::reading, std::chrono::steady_clock::now () - start);
        --context_.counters.slabsReading;
        push (filled_, slab);
        if (isAborted ())
            return false;
    }
    source.close ();
    return true;
}

void Pipeline::fill (Slab& slab, std::int64_t keepFrom, PartSource& source,
                     const std::shared_ptr<StatisticsGate>& gate)
{
    const Chunk& chunk = slab.chunk;
    const TraceSpan span (context_.trace, "read", chunk.inputBytes);
    slab.spans.clear ();
    slab.numNonFinite.assign (chunk.parts.size (), 0);
    slab.gate = gate;
    std::int64_t bytes = 0;
    for (std::size_t i = 0; i < chunk.parts.size (); ++i)
    {
        const ChunkPart& part = chunk.parts[i];
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
            const auto read = source.read (part, keepFrom, slab.input->data () + part.inputByte);
            if (! read)
            {
                recordFailure (part, read.error ());
                continue;
            }
            slab.numNonFinite[i] = *read;
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
    span.signalId = file.signalId (part.signal);
    span.statistics = gate ? &gate->of (part.signal) : nullptr;
    return span;
}

void Pipeline::recordFailure (const ChunkPart& part, const Error& error)
{
    if (context_.stop) // an interrupted checksum is no fault of the file
        return;
    const std::int64_t failed = ledger_.fail (part.file, error);
    context_.counters.filesFailed = failed;
    if (auto within = checkErrorLimit (options_, plan_, failed); ! within)
        abortWith (within.error ());
}

} // namespace melstrom

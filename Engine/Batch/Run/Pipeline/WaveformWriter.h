// The samples of segments, stored beside their rows.
#pragma once

#include "Engine/Batch/Dataset/DatasetWriter.h"
#include "Engine/Batch/Run/Pipeline/Slab.h"

namespace melstrom
{

/** Decodes the samples of a slab once more, and keeps a buffer for them. Thread: one; others may
    write other slabs to the same DatasetWriter. */
class WaveformWriter
{
public:
    WaveformWriter (const DatasetPlan& plan, DatasetWriter& writer, FileLedger& ledger)
        : plan_ (plan), writer_ (writer), ledger_ (ledger)
    {
    }

    /** Writes the waveforms of all segments in the slab; enters them into the ledger and into the
        entries of the journal. Fails: as DatasetWriter::writeWaveform. */
    Result<void> write (const Slab& slab, JournalEntries& entries);

private:
    Result<void> writeSpan (const Slab& slab, const ChunkPart& part, const MelSpan& span,
                            JournalEntries& entries);

    const DatasetPlan& plan_;
    DatasetWriter& writer_;
    FileLedger& ledger_;
    std::vector<float> samples_;
};

} // namespace melstrom

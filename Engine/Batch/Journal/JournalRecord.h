// The contents of a journal and their bytes: which rows are in the parts, from which inputs.
#pragma once

#include "Engine/Batch/Inputs/InputState.h"
#include "Engine/Batch/Statistics/SoundRecord.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** Consecutive rows of one file of the plan. */
struct RowsEntry
{
    std::int32_t file = 0;     ///< its number in the plan
    std::uint32_t crc = 0;     ///< CRC-32C of the rows' bytes
    std::int64_t firstRow = 0; ///< counted from the file's first row
    std::int64_t numRows = 0, numBytes = 0;
    std::int64_t numNonFinite = 0; ///< samples of their input that were not finite and became 0
    bool operator== (const RowsEntry&) const = default;
};

struct FailureEntry
{
    std::int32_t file = 0;
    Error error;
};

struct InputEntry
{
    std::int32_t file = 0;
    InputState state;
    std::optional<SoundRecord> sound {}; ///< empty: its samples are not measured yet
    bool operator== (const InputEntry&) const = default;
};

/** The entries of one commit. */
struct JournalEntries
{
    std::vector<RowsEntry> rows, waveforms;
    std::vector<FailureEntry> failures;
    std::vector<InputEntry> inputs;

    std::size_t size () const noexcept
    {
        return rows.size () + waveforms.size () + failures.size () + inputs.size ();
    }
    bool isEmpty () const noexcept { return size () == 0; }
    void append (JournalEntries other);
};

/** Identifies the run of a journal; its first record. */
struct JournalHeader
{
    std::string planDigest; ///< of plan.json's text
    std::string createdAt;  ///< created_at_utc of HDF5 files, for the whole run
    bool operator== (const JournalHeader&) const = default;
};

struct JournalContents
{
    JournalHeader header;
    JournalEntries entries;       ///< of all whole records, in order
    std::uint64_t numRecords = 0; ///< whole records, with the header
    std::int64_t numBytes = 0;    ///< of the whole records: offset of the next record
};

/** A record is {magic u32, kind u32, sequence number u64, payload bytes u64, payload, CRC-32C of
    all these bytes u32}, numbers little-endian. `sequence` counts from 0, the header's number. */
std::string headerRecord (const JournalHeader& header);
std::string entriesRecord (const JournalEntries& entries, std::uint64_t sequence);

/** Reads records up to the first that is cut, damaged or out of sequence. Without a header
    numRecords is 0. Accepts any bytes. Thread: any. */
JournalContents parseJournal (std::string_view bytes);

} // namespace melstrom

// What a journal holds, and the bytes of it: which rows lie in the parts, from which inputs.
#pragma once

#include "Engine/Batch/Inputs/InputState.h"

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
    std::int64_t numNonFinite = 0; ///< samples behind them that were not finite and taken as 0
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
    bool operator== (const InputEntry&) const = default;
};

/** What one commit adds. */
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

/** Says which run a journal belongs to; its first record. */
struct JournalHeader
{
    std::string planDigest; ///< of plan.json's text
    std::string createdAt;  ///< what HDF5 files say as created_at_utc, for the whole run
    bool operator== (const JournalHeader&) const = default;
};

struct JournalContents
{
    JournalHeader header;
    JournalEntries entries;       ///< of all whole records, in their order
    std::uint64_t numRecords = 0; ///< whole ones, with the header
    std::int64_t numBytes = 0;    ///< of the whole records: where the next one goes
};

/** A record is {magic u32, kind u32, sequence number u64, payload bytes u64, payload, CRC-32C of all that u32}, numbers
    little-endian. `sequence` counts from 0, the header's. */
std::string headerRecord (const JournalHeader& header);
std::string entriesRecord (const JournalEntries& entries, std::uint64_t sequence);

/** Reads records up to the first that is cut, damaged or out of sequence. No header there: numRecords is 0. Any bytes
    may come. Thread: any. */
JournalContents parseJournal (std::string_view bytes);

} // namespace melstrom

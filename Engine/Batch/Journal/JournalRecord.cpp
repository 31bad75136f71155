#include "Engine/Batch/Journal/JournalRecord.h"

#include "Engine/Batch/Journal/Packer.h"
#include "Engine/Core/Crc32c.h"

#include <cmath>
#include <iterator>
#include <optional>

namespace melstrom
{

namespace
{
constexpr std::uint32_t kMagic = 0x4e524a4d; // "MJRN"
enum class RecordKind : std::uint32_t
{
    header = 1,
    entries = 3 // 2 had no sounds
};
constexpr std::size_t kFrontBytes = 24; ///< magic, kind, sequence, payload bytes
constexpr std::size_t kEndBytes = 4;    ///< the checksum

std::string recordOf (RecordKind kind, std::uint64_t sequence, const std::string& payload)
{
    Packer packer;
    packer.add (kMagic);
    packer.add (static_cast<std::uint32_t> (kind));
    packer.add (sequence);
    packer.add (payload);
    packer.add (crc32c (0, packer.text.data (), packer.text.size ()));
    return std::move (packer.text);
}

constexpr std::size_t kRowsBytes = 40, kFailureBytes = 25, kInputBytes = 54;

void pack (Packer& packer, const std::vector<RowsEntry>& rows)
{
    packer.add (static_cast<std::uint64_t> (rows.size ()));
    for (const RowsEntry& entry : rows)
    {
        packer.add (entry.file);
        packer.add (entry.crc);
        packer.add (entry.firstRow);
        packer.add (entry.numRows);
        packer.add (entry.numBytes);
        packer.add (entry.numNonFinite);
    }
}

void unpack (Unpacker& unpacker, std::vector<RowsEntry>& rows)
{
    for (auto left = unpacker.takeCount (kRowsBytes); left > 0; --left)
    {
        RowsEntry& entry = rows.emplace_back ();
        entry.file = unpacker.take<std::int32_t> ();
        entry.crc = unpacker.take<std::uint32_t> ();
        entry.firstRow = unpacker.take<std::int64_t> ();
        entry.numRows = unpacker.take<std::int64_t> ();
        entry.numBytes = unpacker.take<std::int64_t> ();
        entry.numNonFinite = unpacker.take<std::int64_t> ();
    }
}

void pack (Packer& packer, const InputEntry& entry)
{
    packer.add (entry.file);
    packer.add (entry.state.stat.bytes);
    packer.add (entry.state.stat.modifiedNanoseconds);
    packer.add (entry.state.stat.inode);
    packer.add (static_cast<std::uint8_t> (entry.state.crc.has_value ()));
    packer.add (entry.state.crc.value_or (0));
    const SoundRecord sound = entry.sound.value_or (SoundRecord ());
    packer.add (static_cast<std::uint8_t> (entry.sound.has_value ()));
    packer.add (sound.peak);
    packer.add (sound.dcOffset);
    packer.add (sound.silentRatio);
    packer.add (sound.numClipped);
}

InputEntry unpackInput (Unpacker& unpacker)
{
    InputEntry entry;
    entry.file = unpacker.take<std::int32_t> ();
    entry.state.stat.bytes = unpacker.take<std::int64_t> ();
    entry.state.stat.modifiedNanoseconds = unpacker.take<std::int64_t> ();
    entry.state.stat.inode = unpacker.take<std::uint64_t> ();
    const bool wasRead = unpacker.take<std::uint8_t> () != 0;
    const auto crc = unpacker.take<std::uint32_t> ();
    if (wasRead)
        entry.state.crc = crc;
    const bool hasSound = unpacker.take<std::uint8_t> () != 0;
    SoundRecord sound;
    sound.peak = unpacker.take<float> ();
    sound.dcOffset = unpacker.take<float> ();
    sound.silentRatio = unpacker.take<float> ();
    sound.numClipped = unpacker.take<std::int64_t> ();
    const bool isFinite = std::isfinite (sound.peak) && std::isfinite (sound.dcOffset) &&
                          sound.silentRatio >= 0 && std::isfinite (sound.silentRatio);
    unpacker.isSound = unpacker.isSound && isFinite;
    if (hasSound)
        entry.sound = sound;
    return entry;
}

void pack (Packer& packer, const FailureEntry& entry)
{
    packer.add (entry.file);
    packer.add (static_cast<std::uint32_t> (entry.error.code));
    packer.add (static_cast<std::uint8_t> (entry.error.byteOffset.has_value ()));
    packer.add (entry.error.byteOffset.value_or (0));
    packer.add (entry.error.message);
}

FailureEntry unpackFailure (Unpacker& unpacker)
{
    FailureEntry entry;
    entry.file = unpacker.take<std::int32_t> ();
    const auto code = unpacker.take<std::uint32_t> ();
    if (code > static_cast<std::uint32_t> (ErrorCode::internalFault))
        unpacker.isSound = false;
    else
        entry.error.code = static_cast<ErrorCode> (code);
    const bool hasOffset = unpacker.take<std::uint8_t> () != 0;
    const auto offset = unpacker.take<std::int64_t> ();
    if (hasOffset)
        entry.error.byteOffset = offset;
    entry.error.message = unpacker.takeText ();
    return entry;
}

bool readHeader (std::string_view payload, JournalHeader& header)
{
    Unpacker unpacker (payload);
    header.planDigest = unpacker.takeText ();
    header.createdAt = unpacker.takeText ();
    return unpacker.isAtEnd ();
}

bool readEntries (std::string_view payload, JournalEntries& all)
{
    Unpacker unpacker (payload);
    JournalEntries entries;
    unpack (unpacker, entries.rows);
    unpack (unpacker, entries.waveforms);
    for (auto left = unpacker.takeCount (kFailureBytes); left > 0; --left)
        entries.failures.push_back (unpackFailure (unpacker));
    for (auto left = unpacker.takeCount (kInputBytes); left > 0; --left)
        entries.inputs.push_back (unpackInput (unpacker));
    if (! unpacker.isAtEnd ())
        return false;
    all.append (std::move (entries));
    return true;
}

/** The payload of the record at the start of `bytes`, if it is whole. */
std::optional<std::string_view> payloadOf (std::string_view bytes, RecordKind kind,
                                           std::uint64_t sequence)
{
    Unpacker front (bytes);
    const bool isOurs = front.take<std::uint32_t> () == kMagic &&
                        front.take<std::uint32_t> () == static_cast<std::uint32_t> (kind) &&
                        front.take<std::uint64_t> () == sequence;
    const auto payloadBytes = front.take<std::uint64_t> ();
    if (! isOurs || ! front.isSound || bytes.size () < kFrontBytes + kEndBytes ||
        payloadBytes > bytes.size () - kFrontBytes - kEndBytes)
        return {};
    Unpacker end (bytes.substr (kFrontBytes + payloadBytes));
    if (end.take<std::uint32_t> () != crc32c (0, bytes.data (), kFrontBytes + payloadBytes))
        return {};
    return bytes.substr (kFrontBytes, payloadBytes);
}

template <typename T>
void appendAll (std::vector<T>& to, std::vector<T>& from)
{
    to.insert (to.end (), std::make_move_iterator (from.begin ()),
               std::make_move_iterator (from.end ()));
}
} // namespace

void JournalEntries::append (JournalEntries other)
{
    appendAll (rows, other.rows);
    appendAll (waveforms, other.waveforms);
    appendAll (failures, other.failures);
    appendAll (inputs, other.inputs);
}

std::string headerRecord (const JournalHeader& header)
{
    Packer packer;
    packer.add (header.planDigest);
    packer.add (header.createdAt);
    return recordOf (RecordKind::header, 0, packer.text);
}

std::string entriesRecord (const JournalEntries& entries, std::uint64_t sequence)
{
    Packer packer;
    pack (packer, entries.rows);
    pack (packer, entries.waveforms);
    packer.add (static_cast<std::uint64_t> (entries.failures.size ()));
    for (const FailureEntry& entry : entries.failures)
        pack (packer, entry);
    packer.add (static_cast<std::uint64_t> (entries.inputs.size ()));
    for (const InputEntry& entry : entries.inputs)
        pack (packer, entry);
    return recordOf (RecordKind::entries, sequence, packer.text);
}

JournalContents parseJournal (std::string_view bytes)
{
    JournalContents contents;
    const auto count = [&] (std::string_view payload)
    {
        ++contents.numRecords;
        contents.numBytes += static_cast<std::int64_t> (kFrontBytes + payload.size () + kEndBytes);
    };
    const auto header = payloadOf (bytes, RecordKind::header, 0);
    if (! header || ! readHeader (*header, contents.header))
        return {};
    count (*header);
    for (;;)
    {
        const auto rest = bytes.substr (static_cast<std::size_t> (contents.numBytes));
        const auto payload = payloadOf (rest, RecordKind::entries, contents.numRecords);
        if (! payload || ! readEntries (*payload, contents.entries))
            return contents;
        count (*payload);
    }
}

} // namespace melstrom

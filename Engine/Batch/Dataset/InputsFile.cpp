#include "Engine/Batch/Dataset/InputsFile.h"

#include "Engine/Core/Crc32c.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace melstrom
{

namespace
{
static_assert (std::endian::native == std::endian::little, "inputs.bin is little-endian");

constexpr char kMagic[8] = {'M', 'E', 'L', 'I', 'N', 'P', 'U', 'T'};
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kPieceBytes = 1 << 16;
constexpr std::uint32_t kWasRead = 1; ///< flag: the checksum is known
constexpr std::uint32_t kLeftOut = 2; ///< flag: numNonFinite is the place in the list

struct Header
{
    char magic[8] {};
    std::uint32_t version = kVersion, fileBytes = 0;
    std::uint64_t numFiles = 0, listingHash = 0;
    char planDigest[32] {};
};
static_assert (sizeof (Header) == 64);

struct Record
{
    std::int64_t bytes = 0, modifiedNanoseconds = 0;
    std::uint64_t inode = 0;
    std::int64_t numNonFinite = 0;
    std::uint32_t crc = 0, flags = 0, waveformCrc = 0, unused = 0;
};
static_assert (sizeof (Record) == 48);

Record recordOf (const RecordedInput& input)
{
    const InputStat& stat = input.state.stat;
    return {stat.bytes,
            stat.modifiedNanoseconds,
            stat.inode,
            input.numNonFinite,
            input.state.crc.value_or (0),
            input.state.crc ? kWasRead : 0,
            input.waveformCrc,
            0};
}

RecordedInput inputOf (const Record& record)
{
    RecordedInput input;
    input.state.stat = {record.bytes, record.modifiedNanoseconds, record.inode};
    if ((record.flags & kWasRead) != 0)
        input.state.crc = record.crc;
    input.waveformCrc = record.waveformCrc;
    input.numNonFinite = record.numNonFinite;
    return input;
}
Record recordOf (const LeftOutInput& input)
{
    const InputStat& stat = input.stat;
    return {stat.bytes, stat.modifiedNanoseconds,
            stat.inode, static_cast<std::int64_t> (input.place),
            0,          kLeftOut,
            0,          0};
}

LeftOutInput leftOutOf (const Record& record)
{
    return {static_cast<std::uint64_t> (record.numNonFinite),
            {record.bytes, record.modifiedNanoseconds, record.inode}};
}
} // namespace

Result<void> writeInputs (const TextSink& sink, const InputsHead& head,
                          const std::function<RecordedInput (std::size_t)>& inputAt)
{
    Header header;
    std::copy (std::begin (kMagic), std::end (kMagic), header.magic);
    header.fileBytes = sizeof (Record);
    header.numFiles = head.numFiles;
    header.listingHash = head.listingHash;
    head.planDigest.copy (header.planDigest, sizeof header.planDigest);
    std::string piece (reinterpret_cast<const char*> (&header), sizeof header);
    std::uint32_t crc = 0;
    for (std::size_t i = 0; i < head.numFiles + head.leftOut.size (); ++i)
    {
        const Record record =
            i < head.numFiles ? recordOf (inputAt (i)) : recordOf (head.leftOut[i - head.numFiles]);
        piece.append (reinterpret_cast<const char*> (&record), sizeof record);
        if (piece.size () < kPieceBytes)
            continue;
        crc = crc32c (crc, piece.data (), piece.size ());
        MELSTROM_TRY (sink (piece));
        piece.clear ();
    }
    crc = crc32c (crc, piece.data (), piece.size ());
    piece.append (reinterpret_cast<const char*> (&crc), sizeof crc);
    return sink (piece);
}

Result<void> writeInputs (const TextSink& sink, const InputsFile& inputs)
{
    return writeInputs (
        sink, {inputs.planDigest, inputs.listingHash, inputs.files.size (), inputs.leftOut},
        [&inputs] (std::size_t i) { return inputs.files[i]; });
}

std::optional<InputsFile> parseInputs (std::string_view bytes)
{
    Header header;
    std::uint32_t crc = 0;
    if (bytes.size () < sizeof header + sizeof crc)
        return {};
    std::memcpy (&header, bytes.data (), sizeof header);
    std::memcpy (&crc, bytes.data () + bytes.size () - sizeof crc, sizeof crc);
    const std::size_t recordBytes = bytes.size () - sizeof header - sizeof crc;
    if (! std::equal (std::begin (kMagic), std::end (kMagic), header.magic) ||
        header.version != kVersion || header.fileBytes != sizeof (Record) ||
        recordBytes % sizeof (Record) != 0 || header.numFiles > recordBytes / sizeof (Record) ||
        crc != crc32c (0, bytes.data (), bytes.size () - sizeof crc))
        return {};
    InputsFile inputs;
    inputs.listingHash = header.listingHash;
    inputs.planDigest.assign (
        std::begin (header.planDigest),
        std::find (std::begin (header.planDigest), std::end (header.planDigest), '\0'));
    inputs.files.reserve (header.numFiles);
    for (std::size_t i = 0; i < recordBytes / sizeof (Record); ++i)
    {
        Record record;
        std::memcpy (&record, bytes.data () + sizeof header + i * sizeof record, sizeof record);
        if (i < header.numFiles)
            inputs.files.push_back (inputOf (record));
        else
            inputs.leftOut.push_back (leftOutOf (record));
    }
    return inputs;
}

} // namespace melstrom

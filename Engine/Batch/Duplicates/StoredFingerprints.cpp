#include "Engine/Batch/Duplicates/StoredFingerprints.h"

#include "Engine/Core/Crc32c.h"

#include <bit>
#include <cstring>

namespace melstrom
{

namespace
{
static_assert (std::endian::native == std::endian::little, "fingerprints.bin is little-endian");

struct Block
{
    std::uint32_t bytes = 0, crc = 0;
};
constexpr std::size_t kBlockBytes = std::size_t {1} << 20; ///< a block ends behind its record
/** A path, and the peaks of an hour: a block is never longer. */
constexpr std::size_t kMostBlockBytes = std::size_t {64} << 20;

/** A peak is the largest of several bins and frames, except in sounds that repeat exactly. */
constexpr std::uint32_t kMostPeaks = 64 * kFingerprintFrames;

/** Its path, its peaks as differences and its shape follow. */
struct Record
{
    std::int64_t bytes = 0, modifiedNanoseconds = 0;
    std::uint64_t inode = 0, contentHash = 0;
    std::uint32_t pathBytes = 0, numPeaks = 0, peakBytes = 0, shapeBytes = 0;
};
static_assert (sizeof (Record) == 48);

struct Header
{
    char magic[8] = {'M', 'E', 'L', 'P', 'E', 'A', 'K', 'S'};
    std::uint32_t version = kFingerprintVersion, recordBytes = sizeof (Record);
    bool operator== (const Header&) const = default;
};
static_assert (sizeof (Header) == 16);

template <typename Plain>
void append (std::string& to, const Plain& value)
{
    to.append (reinterpret_cast<const char*> (&value), sizeof value);
}

/** Seven bits a byte, the lowest first; the top bit of a byte: more follow. */
void appendNumber (std::string& to, std::uint32_t number)
{
    for (; number >= 128; number >>= 7)
        to += static_cast<char> (number | 128);
    to += static_cast<char> (number);
}

void appendRecord (std::string& to, const NamedFingerprint& file)
{
    std::string differences;
    std::uint32_t before = 0;
    for (const SpectralPeak peak : file.print->peaks)
    {
        appendNumber (differences, peak.packed - before);
        before = peak.packed;
    }
    const auto& print = *file.print;
    append (to, Record {print.stat.bytes, print.stat.modifiedNanoseconds, print.stat.inode,
                        print.contentHash, static_cast<std::uint32_t> (file.path.size ()),
                        static_cast<std::uint32_t> (print.peaks.size ()),
                        static_cast<std::uint32_t> (differences.size ()),
                        print.shape ? static_cast<std::uint32_t> (sizeof (ShortShape)) : 0});
    to += file.path;
    to += differences;
    if (print.shape)
        append (to, *print.shape);
}

/** Takes bytes from the front of a text. */
class Front
{
public:
    explicit Front (std::string_view rest) : rest_ (rest) {}

    bool isEmpty () const noexcept { return rest_.empty (); }
    /** Empty if there are fewer. */
    std::string_view takeBytes (std::size_t bytes)
    {
        const auto taken = bytes <= rest_.size () ? rest_.substr (0, bytes) : std::string_view ();
        rest_.remove_prefix (taken.size ());
        return taken;
    }
    template <typename Plain>
    bool take (Plain& value)
    {
        const auto bytes = takeBytes (sizeof value);
        if (bytes.empty ())
            return false;
        std::memcpy (&value, bytes.data (), sizeof value);
        return true;
    }
    bool takeNumber (std::uint32_t& number)
    {
        number = 0;
        for (int shift = 0; shift < 35 && ! rest_.empty (); shift += 7)
        {
            const auto byte = static_cast<unsigned char> (rest_.front ());
            rest_.remove_prefix (1);
            number |= static_cast<std::uint32_t> (byte & 127) << shift;
            if (byte < 128)
                return true;
        }
        return false;
    }

private:
    std::string_view rest_;
};

/** False for peaks that no sound has: their constellations and offsets could take hours and all
    memory. */
bool takePeaks (Front from, std::uint32_t count, std::vector<SpectralPeak>& peaks)
{
    if (count > kMostPeaks)
        return false;
    peaks.reserve (count);
    std::uint32_t packed = 0, difference = 0;
    for (; count > 0; --count)
    {
        const bool isFirst = peaks.empty ();
        if (! from.takeNumber (difference) || packed + difference < packed ||
            (difference == 0 && ! isFirst))
            return false;
        packed += difference;
        peaks.push_back ({packed});
        if (peaks.back ().frame () >= kFingerprintFrames)
            return false;
    }
    return from.isEmpty ();
}

/** Takes the next record. Returns false if its bytes are damaged. */
bool takeRecord (Front& front, std::string_view& path, Fingerprint& print)
{
    Record record;
    if (! front.take (record) || record.numPeaks > record.peakBytes)
        return false;
    path = front.takeBytes (record.pathBytes);
    const auto differences = front.takeBytes (record.peakBytes);
    if (path.size () != record.pathBytes || differences.size () != record.peakBytes)
        return false;
    if (record.shapeBytes == sizeof (ShortShape))
    {
        if (! front.take (print.shape.emplace ()))
            return false;
    }
    else if (record.shapeBytes != 0)
        return false;
    print.stat = {record.bytes, record.modifiedNanoseconds, record.inode};
    print.contentHash = record.contentHash;
    return takePeaks (Front (differences), record.numPeaks, print.peaks);
}

Result<void> writeBlock (const TextSink& sink, std::string& records)
{
    if (records.empty ())
        return {};
    std::string head;
    append (head, Block {static_cast<std::uint32_t> (records.size ()),
                         crc32c (0, records.data (), records.size ())});
    MELSTROM_TRY (sink (head));
    MELSTROM_TRY (sink (records));
    records.clear ();
    return {};
}
} // namespace

Result<void> writeFingerprints (const TextSink& sink,
                                const std::function<NamedFingerprint ()>& next)
{
    std::string records;
    append (records, Header {});
    MELSTROM_TRY (sink (records));
    records.clear ();
    for (auto file = next (); file.print != nullptr; file = next ())
    {
        appendRecord (records, file);
        if (records.size () >= kBlockBytes)
            MELSTROM_TRY (writeBlock (sink, records));
    }
    return writeBlock (sink, records);
}

Result<void> readFingerprints (ReadableFile& file,
                               const std::function<void (std::string_view, Fingerprint&&)>& use)
{
    Header header;
    MELSTROM_TRY_VALUE (const auto headerBytes, file.readAt (&header, sizeof header, 0));
    const bool isOlder =
        header.version >= kLeastFingerprintVersion && header.version < kFingerprintVersion;
    header.version = isOlder ? kFingerprintVersion : header.version;
    if (headerBytes != sizeof header || header != Header {})
        return {};
    std::string records;
    for (std::int64_t at = sizeof header;;)
    {
        Block block;
        MELSTROM_TRY_VALUE (const auto blockBytes, file.readAt (&block, sizeof block, at));
        if (blockBytes != sizeof block || block.bytes > kMostBlockBytes)
            return {};
        records.resize (block.bytes);
        at += sizeof block;
        MELSTROM_TRY_VALUE (const auto numRead, file.readAt (records.data (), block.bytes, at));
        if (numRead != block.bytes || block.crc != crc32c (0, records.data (), records.size ()))
            return {};
        at += block.bytes;
        for (Front front (records); ! front.isEmpty ();)
        {
            std::string_view path;
            Fingerprint print;
            if (! takeRecord (front, path, print))
                return {};
            if (isOlder)
                print.stat = {};
            use (path, std::move (print));
        }
    }
}

} // namespace melstrom

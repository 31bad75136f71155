#include "Engine/Batch/Dataset/ShardPlan.h"

#include "Engine/Core/Crc32c.h"

#include <algorithm>
#include <cstring>

namespace melstrom
{

namespace
{
constexpr std::string_view kMagic {"MELSHARD\1", 9};
constexpr std::size_t kCrcBytes = sizeof (std::uint32_t);

/** LEB128: seven bits a byte, the lowest first. */
void appendNumber (std::string& text, std::uint64_t number)
{
    for (; number >= 128; number >>= 7)
        text += static_cast<char> (number | 128);
    text += static_cast<char> (number);
}

std::uint32_t digestOf (const PlannedFile& file)
{
    std::uint32_t crc = crc32c (0, file.label.data (), file.label.size ());
    for (const std::int64_t number :
         {std::int64_t {file.split}, std::int64_t {file.rateHz}, std::int64_t {file.numChannels},
          file.numSamples, file.numRows})
        crc = crc32c (crc, &number, sizeof number);
    return crc;
}

/** Takes numbers and bytes off the front of a text; what is not there any more makes it fail. */
class Taking
{
public:
    explicit Taking (std::string_view text) : text_ (text) {}
    bool isSound () const noexcept { return isSound_; }
    bool isEmpty () const noexcept { return text_.empty (); }
    std::size_t size () const noexcept { return text_.size (); }

    std::string_view bytes (std::uint64_t count)
    {
        isSound_ = isSound_ && count <= text_.size ();
        const auto taken = text_.substr (0, isSound_ ? count : 0);
        text_.remove_prefix (taken.size ());
        return taken;
    }
    std::uint64_t number ()
    {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 63; shift += 7)
        {
            const auto byte = bytes (1);
            if (byte.empty ())
                return 0;
            const auto bits = static_cast<unsigned char> (byte[0]);
            value |= std::uint64_t {bits & 127u} << shift;
            if (bits < 128)
                return value;
        }
        isSound_ = false;
        return 0;
    }
    std::uint32_t word ()
    {
        std::uint32_t value = 0;
        if (const auto taken = bytes (sizeof value); isSound_)
            std::memcpy (&value, taken.data (), sizeof value);
        return value;
    }

private:
    std::string_view text_;
    bool isSound_ = true;
};
} // namespace

FileRange filesOfShard (const DatasetPlan& whole, Shard shard)
{
    const std::int64_t allRows = whole.numRows[0] + whole.numRows[1] + whole.numRows[2];
    const auto numFiles = static_cast<std::int64_t> (whole.files.size ());
    const auto shardOf = [&] (std::int64_t middle, std::int64_t end)
    { return std::min<std::int64_t> (shard.count - 1, middle * shard.count / end); };
    FileRange range {whole.files.size (), whole.files.size ()};
    std::int64_t rows = 0;
    for (std::int64_t i = 0; i < numFiles; ++i)
    {
        const std::int64_t own = whole.files[static_cast<std::size_t> (i)].numRows;
        const std::int64_t at =
            allRows > 0 ? shardOf (2 * rows + own, 2 * allRows) : shardOf (2 * i + 1, 2 * numFiles);
        rows += own;
        if (at >= shard.index)
            range.first = std::min (range.first, static_cast<std::size_t> (i));
        if (at > shard.index)
        {
            range.end = static_cast<std::size_t> (i);
            break;
        }
    }
    return range;
}

DatasetPlan partOfPlan (const DatasetPlan& whole, FileRange range)
{
    DatasetPlan part;
    const auto at = [&] (std::size_t index)
    { return whole.files.begin () + static_cast<std::ptrdiff_t> (index); };
    part.files.assign (at (range.first), at (range.end));
    part.labels = whole.labels;
    part.geometries = whole.geometries;
    part.skipped = whole.skipped;
    part.ffmpegVersion = whole.ffmpegVersion;
    part.warnings = whole.warnings;
    part.hasSplits = whole.hasSplits;
    placeRows (part);
    return part;
}

std::string shardFilesText (const DatasetPlan& whole)
{
    std::string text (kMagic);
    appendNumber (text, whole.files.size ());
    std::string_view before;
    for (const PlannedFile& file : whole.files)
    {
        const auto differs =
            std::mismatch (before.begin (), before.end (), file.path.begin (), file.path.end ());
        const auto shared = static_cast<std::size_t> (differs.first - before.begin ());
        appendNumber (text, shared);
        appendNumber (text, file.path.size () - shared);
        text.append (file.path, shared);
        const std::uint32_t digest = digestOf (file);
        text.append (reinterpret_cast<const char*> (&digest), sizeof digest);
        before = file.path;
    }
    const std::uint32_t crc = crc32c (0, text.data (), text.size ());
    return text.append (reinterpret_cast<const char*> (&crc), sizeof crc);
}

std::optional<std::vector<KnownFile>> parseShardFiles (std::string_view bytes)
{
    if (bytes.size () < kMagic.size () + kCrcBytes || ! bytes.starts_with (kMagic))
        return {};
    const std::string_view body = bytes.substr (0, bytes.size () - kCrcBytes);
    if (Taking (bytes.substr (body.size ())).word () != crc32c (0, body.data (), body.size ()))
        return {};
    Taking taking (body.substr (kMagic.size ()));
    const std::uint64_t numFiles = taking.number ();
    std::vector<KnownFile> files;
    for (std::uint64_t i = 0; i < numFiles && taking.isSound (); ++i)
    {
        const std::string before = files.empty () ? "" : files.back ().path;
        const std::uint64_t shared = taking.number (), more = taking.number ();
        if (shared > before.size ())
            return {};
        std::string path = before.substr (0, shared);
        path += taking.bytes (more);
        files.push_back ({std::move (path), taking.word ()});
    }
    if (! taking.isSound () || ! taking.isEmpty ())
        return {};
    return files;
}

} // namespace melstrom

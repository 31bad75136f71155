// The pass over the headers of a tar.
#include "Engine/Batch/Files/TarIndex.h"

#include "Engine/Batch/Files/TarBlocks.h"
#include "Engine/Batch/Files/TarHeader.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"

#include <algorithm>

namespace melstrom
{
namespace
{

constexpr std::int64_t kMostExtraBytes = 1 << 20; ///< of a long name or of pax fields
constexpr std::size_t kMostNameBytes = 4096;      ///< the longest that Linux opens
constexpr std::size_t kMostMembers = 100'000'000;
constexpr std::int64_t kSearchedBytes = 1 << 20; ///< behind the end mark, for a second tar

Error fault (ErrorCode code, std::string words)
{
    return {code, std::move (words), {}};
}

std::int64_t withoutRest (std::int64_t bytes) noexcept
{
    return (bytes + kTarBlockBytes - 1) / kTarBlockBytes * kTarBlockBytes;
}

} // namespace

class TarPass
{
public:
    explicit TarPass (ReadableFile& file) : file_ (file), blocks_ (file), end_ (file.info ().bytes)
    {
    }

    TarIndex run (const std::string& name)
    {
        auto passed = end_ > 0 ? pass () : fault (ErrorCode::emptyFile, "is empty");
        if (! passed)
        {
            auto& error = index_.damage_.emplace (std::move (passed.error ()));
            const auto count = static_cast<std::int64_t> (index_.members_.size ());
            error.message =
                name + ": " + error.message +
                (count > 0 ? "; the " +
                                 countText (count, "member before it is", "members before it are") +
                                 " used. Fetch the tar again, or pack it again"
                           : "");
            error.byteOffset = offset_;
        }
        index_.finish (links_);
        return std::move (index_);
    }

private:
    Result<void> pass ()
    {
        for (;;)
        {
            MELSTROM_TRY_VALUE (const auto block, blocks_.at (offset_));
            if (block.empty () && offset_ >= end_)
                return fault (ErrorCode::truncated, "ends at byte " + std::to_string (offset_) +
                                                        " without the end mark of a tar");
            if (block.size () < static_cast<std::size_t> (kTarBlockBytes))
                return fault (
                    ErrorCode::truncated,
                    "is cut at byte " +
                        std::to_string (offset_ + static_cast<std::int64_t> (block.size ())) +
                        ", inside a header");
            if (isZeroTarBlock (block))
                return lookBehindEnd ();
            auto header = parseTarHeader (block);
            if (! header)
                return fault (ErrorCode::badHeader,
                              (offset_ == 0 ? "is not a tar: at byte " : "is damaged at byte ") +
                                  std::to_string (offset_) + ": " + header.error ().message);
            MELSTROM_TRY (take (*std::move (header)));
        }
    }

    /** Moves offset_ behind the entry. */
    Result<void> take (TarHeader header)
    {
        switch (header.kind)
        {
            case TarKind::longName:
            case TarKind::longLink:
            case TarKind::pax:
            case TarKind::paxForAll: return takeExtra (header);
            case TarKind::withoutMeaning: return skip (header, offset_ + kTarBlockBytes);
            default: return takeEntry (std::move (header));
        }
    }

    Result<void> takeExtra (const TarHeader& header)
    {
        if (header.bytes > kMostExtraBytes)
            return fault (ErrorCode::badHeader,
                          "has at byte " + std::to_string (offset_) + " a name or pax header of " +
                              std::to_string (header.bytes) + " bytes; at most 1 MiB is read");
        std::string text (static_cast<std::size_t> (header.bytes), '\0');
        if (header.bytes > end_ - offset_ - kTarBlockBytes)
            return cutInside ("a name or pax header", header.bytes);
        MELSTROM_TRY_VALUE (const auto got,
                            file_.readAt (text.data (), text.size (), offset_ + kTarBlockBytes));
        text.resize (got);
        if (header.kind == TarKind::longName)
            extra_.name = std::move (text);
        else if (header.kind == TarKind::longLink)
            extra_.target = std::move (text);
        else if (auto fields = parsePax (text); ! fields)
            return fault (ErrorCode::badHeader, "is damaged at byte " + std::to_string (offset_) +
                                                    ": " + fields.error ().message);
        else if (header.kind == TarKind::pax)
            extra_ = *std::move (fields);
        else if (! fields->isEmpty ())
            return fault (ErrorCode::unsupportedFormat,
                          "gives at byte " + std::to_string (offset_) +
                              " one name or size for all its members");
        return skip (header, offset_ + kTarBlockBytes);
    }

    Result<void> takeEntry (TarHeader header)
    {
        const auto extra = std::exchange (extra_, {});
        header.bytes = header.kind == TarKind::file || header.kind == TarKind::sparse
                           ? extra.bytes.value_or (header.bytes)
                           : header.bytes;
        const auto name = tidyMemberName (extra.name ? *extra.name : header.name);
        if (name.size () > kMostNameBytes || index_.members_.size () == kMostMembers)
            return fault (ErrorCode::badHeader,
                          "has at byte " + std::to_string (offset_) +
                              (name.size () > kMostNameBytes
                                   ? " a name of " + std::to_string (name.size ()) +
                                         " bytes; at most " + std::to_string (kMostNameBytes) +
                                         " are read"
                                   : " more members than can be read"));
        MELSTROM_TRY_VALUE (const auto data, dataOf (header));
        if (header.bytes > end_ - data)
            return cutInside (printable (name), header.bytes);
        if (! name.empty () && header.kind != TarKind::folder)
            add (header, name, data, extra);
        return skip (header, data);
    }

    /** Where an entry's data begin: behind the blocks of its map, if it is GNU's sparse type. */
    Result<std::int64_t> dataOf (const TarHeader& header)
    {
        auto data = offset_ + kTarBlockBytes;
        for (bool hasMore = header.hasMoreSparseBlocks; hasMore; data += kTarBlockBytes)
        {
            MELSTROM_TRY_VALUE (const auto block, blocks_.at (data));
            if (block.size () < static_cast<std::size_t> (kTarBlockBytes))
                return cutInside ("the map of a sparse member", kTarBlockBytes);
            hasMore = hasMoreSparseBlocks (block);
        }
        return data;
    }

    void add (const TarHeader& header, const std::string& name, std::int64_t data,
              const PaxFields& extra)
    {
        TarMember member {offset_ + kTarBlockBytes,
                          data,
                          header.bytes,
                          index_.names_.size (),
                          static_cast<std::uint32_t> (name.size ()),
                          TarFault::none};
        switch (header.kind)
        {
            case TarKind::file:
                member.fault = extra.isSparse ? TarFault::sparse : TarFault::none;
                break;
            case TarKind::sparse: member.fault = TarFault::sparse; break;
            case TarKind::symbolicLink: member.fault = TarFault::symbolicLink; break;
            case TarKind::hardLink:
                links_.push_back ({index_.members_.size (),
                                   tidyMemberName (extra.target ? *extra.target : header.target)});
                break;
            default: member.fault = TarFault::notAFile; break;
        }
        index_.names_ += name;
        index_.members_.push_back (member);
    }

    Result<void> skip (const TarHeader& header, std::int64_t data)
    {
        if (header.bytes > end_ - data)
            return cutInside ("an entry", header.bytes);
        offset_ = data + withoutRest (header.bytes);
        return {};
    }

    Error cutInside (const std::string& what, std::int64_t bytes) const
    {
        return fault (ErrorCode::truncated, "ends at byte " + std::to_string (end_) + " inside " +
                                                what + ", which begins at byte " +
                                                std::to_string (offset_) + " and declares " +
                                                std::to_string (bytes) + " bytes");
    }

    /** A second tar behind the first would be lost without an error. */
    Result<void> lookBehindEnd ()
    {
        const auto searched = std::min (end_, offset_ + kSearchedBytes);
        for (auto at = offset_ + kTarBlockBytes; at < searched; at += kTarBlockBytes)
        {
            MELSTROM_TRY_VALUE (const auto block, blocks_.at (at));
            if (isZeroTarBlock (block))
                continue;
            offset_ = at;
            return fault (ErrorCode::badHeader,
                          "continues at byte " + std::to_string (at) +
                              " after the end mark of a tar, like two tars joined with cat; `tar "
                              "--concatenate` joins them");
        }
        return {};
    }

    ReadableFile& file_;
    TarBlocks blocks_;
    std::int64_t end_, offset_ = 0; ///< of the file; of the current entry
    PaxFields extra_;               ///< facts that belong to the next entry
    TarIndex index_;
    std::vector<TarIndex::Link> links_;
};

TarIndex TarIndex::read (ReadableFile& tar, const std::string& name)
{
    return TarPass (tar).run (name);
}

} // namespace melstrom

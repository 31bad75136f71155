#include "Engine/Batch/Audio/Containers/WavChunks.h"

#include "Engine/Batch/Audio/AudioFault.h"

#include <algorithm>
#include <limits>

namespace melstrom
{
namespace
{

/** More chunks than any real file has. Bounds the time for a file of empty chunks. */
constexpr int kMaxChunks = 1000;

constexpr std::int64_t kUnknownSize = 0xFFFFFFFF;
constexpr std::size_t kChunkHeaderBytes = 8;

bool isPrintable (std::string_view tag) noexcept
{
    return std::all_of (tag.begin (), tag.end (), [] (char c) { return c >= ' ' && c <= '~'; });
}

class Walk
{
public:
    Walk (FileView& view, ByteOrder order, bool is64Bit, const std::string& name)
        : view_ (view), order_ (order), is64Bit_ (is64Bit), name_ (name)
    {
    }

    Result<WavChunks> run ()
    {
        constexpr std::int64_t firstChunk = 12; // after "RIFF", its size, "WAVE"
        std::int64_t offset = firstChunk;
        for (int i = 0; i < kMaxChunks && offset < view_.fileBytes (); ++i)
        {
            MELSTROM_TRY_VALUE (auto header, headerAt (offset));
            if (! header.looksReal)
                break;
            MELSTROM_TRY (take (header.tag, header.chunk));
            if (header.chunk.declaredBytes > view_.fileBytes () - header.chunk.offset)
                break;
            MELSTROM_TRY_VALUE (const auto next, after (header.chunk));
            offset = next;
        }
        warnAboutRest (offset);
        return std::move (found_);
    }

private:
    struct Header
    {
        std::string tag;
        WavChunk chunk;
        bool looksReal = false; ///< its tag is printable
    };

    Result<Header> headerAt (std::int64_t offset)
    {
        MELSTROM_TRY_VALUE (const auto bytes, view_.at (offset, kChunkHeaderBytes));
        if (bytes.size () < kChunkHeaderBytes)
            return Header {};
        Header header {std::string (bytes.text (0, 4)),
                       {offset + static_cast<std::int64_t> (kChunkHeaderBytes),
                        static_cast<std::int64_t> (bytes.integer (4, 4, order_))},
                       true};
        header.looksReal = isPrintable (header.tag);
        return header;
    }

    bool fits (const WavChunk& chunk) const noexcept
    {
        return chunk.declaredBytes <= view_.fileBytes () - chunk.offset;
    }

    /** Where the next chunk starts. Chunks start at even offsets, but some writers forget the pad
        byte. */
    Result<std::int64_t> after (const WavChunk& chunk)
    {
        const auto end = chunk.offset + chunk.declaredBytes;
        if (chunk.declaredBytes % 2 == 0 || end >= view_.fileBytes ())
            return end;
        for (const auto place : {end + 1, end})
        {
            MELSTROM_TRY_VALUE (const auto header, headerAt (place));
            if (header.looksReal && (fits (header.chunk) || header.tag == "data"))
                return place;
        }
        return end + 1;
    }

    /** True if only whole chunks lie from `offset` to the end of the file. */
    Result<bool> onlyChunksFrom (std::int64_t offset)
    {
        for (int i = 0; i < kMaxChunks && offset < view_.fileBytes (); ++i)
        {
            MELSTROM_TRY_VALUE (auto header, headerAt (offset));
            if (! header.looksReal || ! fits (header.chunk))
                return false;
            MELSTROM_TRY_VALUE (const auto next, after (header.chunk));
            offset = next;
        }
        return offset >= view_.fileBytes ();
    }

    /** May correct the size that `chunk` declares. */
    Result<void> take (const std::string& tag, WavChunk& chunk)
    {
        if (tag == "fmt ")
            return takeFormat (chunk);
        if (tag == "ds64" && is64Bit_)
            return takeSizes (chunk);
        if (tag == "fact")
            return takeFact (chunk);
        if (tag == "data")
            return takeData (chunk);
        return {};
    }

    Result<void> takeFact (const WavChunk& chunk)
    {
        MELSTROM_TRY_VALUE (const auto bytes, view_.at (chunk.offset, 4));
        if (chunk.declaredBytes >= 4 && bytes.size () == 4)
            found_.factSamples = static_cast<std::int64_t> (bytes.integer (0, 4, order_));
        return {};
    }

    Result<void> takeFormat (const WavChunk& chunk)
    {
        constexpr std::int64_t smallestBytes = 16;
        if (++found_.numFormats == 2)
            found_.warnings.push_back (
                "has more than one `fmt ` chunk; the first valid one counts");
        if (! found_.format || found_.format->declaredBytes < smallestBytes)
            found_.format = chunk;
        return {};
    }

    /** Source: EBU Tech 3306, ds64: RIFF size, data size, sample count, 8 bytes each. */
    Result<void> takeSizes (const WavChunk& chunk)
    {
        MELSTROM_TRY_VALUE (const auto bytes, view_.at (chunk.offset, 16));
        if (chunk.declaredBytes < 16 || bytes.size () < 16)
            return audioFault (ErrorCode::badHeader, name_, "its ds64 chunk is too short",
                               chunk.offset);
        const auto size = bytes.integer (8, 8, order_);
        if (size > static_cast<std::uint64_t> (std::numeric_limits<std::int64_t>::max ()))
            return audioFault (ErrorCode::badHeader, name_,
                               "its ds64 chunk declares " + std::to_string (size) +
                                   " bytes of samples, which is impossible",
                               chunk.offset + 8);
        longDataBytes_ = static_cast<std::int64_t> (size);
        return {};
    }

    Result<void> takeData (WavChunk& chunk)
    {
        if (is64Bit_ && ! longDataBytes_)
            return audioFault (ErrorCode::badHeader, name_,
                               "is an RF64 file without a ds64 chunk before its data",
                               chunk.offset);
        bool toTheEnd = chunk.declaredBytes == kUnknownSize;
        if (is64Bit_ && toTheEnd)
        {
            chunk.declaredBytes = *longDataBytes_;
            toTheEnd = false;
        }
        if (chunk.declaredBytes == 0)
        {
            MELSTROM_TRY_VALUE (const auto empty, onlyChunksFrom (chunk.offset));
            toTheEnd = ! empty;
        }
        if (toTheEnd)
        {
            chunk.declaredBytes = view_.fileBytes () - chunk.offset;
            found_.warnings.push_back ("declares no length; its samples end with the file");
        }
        if (++found_.numData == 2)
            found_.warnings.push_back (
                "has more than one `data` chunk; the first with samples counts");
        if (! found_.data || found_.data->declaredBytes == 0)
        {
            found_.data = chunk;
            found_.dataFirst = ! found_.format;
        }
        return {};
    }

    void warnAboutRest (std::int64_t offset)
    {
        if (found_.data && found_.format && fits (*found_.data) && offset + 1 < view_.fileBytes ())
            found_.warnings.push_back (std::to_string (view_.fileBytes () - offset) +
                                       " bytes after its chunks were not read");
    }

    FileView& view_;
    ByteOrder order_;
    bool is64Bit_;
    const std::string& name_;
    WavChunks found_;
    std::optional<std::int64_t> longDataBytes_;
};

} // namespace

Result<WavChunks> findWavChunks (FileView& view, ByteOrder order, bool is64Bit,
                                 const std::string& name)
{
    return Walk (view, order, is64Bit, name).run ();
}

} // namespace melstrom

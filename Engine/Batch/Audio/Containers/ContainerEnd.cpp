// The end of a container.
#include "Engine/Batch/Audio/Containers/ContainerChecks.h"

#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Audio/Containers/MatroskaElements.h"
#include "Engine/Batch/Audio/Containers/MpegHeader.h"

#include <algorithm>

namespace melstrom
{
namespace
{

Error cutFault (const std::string& name, const std::string& part, std::int64_t declared,
                std::int64_t fileBytes)
{
    return audioFault (ErrorCode::truncated, name,
                       part + " extends to byte " + std::to_string (declared) +
                           ", but the file ends at byte " + std::to_string (fileBytes),
                       fileBytes);
}

/** True for four printable characters; old QuickTime types may have a copyright sign. */
bool isBoxType (std::string_view type) noexcept
{
    return std::all_of (type.begin (), type.end (),
                        [] (char c) { return (c >= ' ' && c <= '~') || c == '\xA9'; });
}

Result<void> checkBoxes (FileView& view, const std::string& name)
{
    constexpr std::size_t longHeaderBytes = 16;
    constexpr std::int64_t shortHeaderBytes = 8;
    // some programs append tags of MP3
    MELSTROM_TRY_VALUE (const auto end, soundEndBefore (view, 0, view.fileBytes ()));
    for (std::int64_t offset = 0; offset < end;)
    {
        MELSTROM_TRY_VALUE (const auto header, view.at (offset, longHeaderBytes));
        if (header.size () < static_cast<std::size_t> (shortHeaderBytes))
            return {};
        auto bytes = static_cast<std::int64_t> (header.integer (0, 4, ByteOrder::big));
        if (bytes == 1 && header.size () == longHeaderBytes)
            bytes = static_cast<std::int64_t> (header.integer (8, 8, ByteOrder::big));
        if (bytes == 0) // up to the end of the file
            return {};
        if (bytes < shortHeaderBytes || ! isBoxType (header.text (4, 4)))
            return audioFault (ErrorCode::decodeFailed, name,
                               "is damaged: no MP4 box starts at byte " + std::to_string (offset) +
                                   " of " + std::to_string (end),
                               offset);
        if (bytes > end - offset)
            return cutFault (name, "its last part", offset + bytes, end);
        offset += bytes;
    }
    return {};
}

Result<void> checkAsf (FileView& view, const std::string& name)
{
    constexpr std::string_view fileProperties (
        "\xA1\xDC\xAB\x8C\x47\xA9\xCF\x11\x8E\xE4\x00\xC0\x0C\x20\x53\x65", 16);
    constexpr std::size_t sizeAt = 40, flagsAt = 88, isBroadcast = 1;
    const auto front = view.front ();
    const auto place = front.text (0, front.size ()).find (fileProperties);
    if (place == std::string_view::npos || place + flagsAt + 4 > front.size ())
        return {};
    const auto declared =
        static_cast<std::int64_t> (front.integer (place + sizeAt, 8, ByteOrder::little));
    const auto flags = front.integer (place + flagsAt, 4, ByteOrder::little);
    if ((flags & isBroadcast) != 0 || declared <= view.fileBytes ())
        return {};
    return cutFault (name, "it", declared, view.fileBytes ());
}

Result<void> checkAdts (FileView& view, const std::string& name)
{
    constexpr std::size_t headerBytes = 7;
    auto offset = id3TagEnd (view.front ());
    MELSTROM_TRY_VALUE (const auto end, soundEndBefore (view, offset, view.fileBytes ()));
    while (offset < end)
    {
        MELSTROM_TRY_VALUE (const auto header, view.at (offset, headerBytes));
        if (containerOf (header) != Container::aac)
            return audioFault (ErrorCode::decodeFailed, name,
                               "is damaged: no AAC frame starts at byte " +
                                   std::to_string (offset) + " of " + std::to_string (end),
                               offset);
        offset += static_cast<std::int64_t> (header.integer (3, 3, ByteOrder::big) >> 5 & 0x1FFF);
        if (offset > end)
            return cutFault (name, "its last frame", offset, end);
    }
    return {};
}

} // namespace

Result<void> checkContainerEnd (Container container, FileView& view, const std::string& name)
{
    switch (container)
    {
        case Container::mp4: return checkBoxes (view, name);
        case Container::matroska: return checkMatroska (view, name);
        case Container::asf: return checkAsf (view, name);
        case Container::aac: return checkAdts (view, name);
        default: return {};
    }
}

} // namespace melstrom

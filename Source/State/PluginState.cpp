#include "Source/State/PluginState.h"

#include "Engine/Core/Crc32c.h"
#include "Engine/Core/NumberText.h"
#include "Source/State/StateToml.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace melstrom
{

namespace
{
constexpr std::string_view kMagic = "MELSTROM";
constexpr std::size_t kVersionAt = 8, kLengthAt = 12, kChecksumAt = 16;

void append (std::vector<std::byte>& out, std::uint32_t number)
{
    for (int shift = 0; shift < 32; shift += 8)
        out.push_back (static_cast<std::byte> (number >> shift & 0xff));
}

void append (std::vector<std::byte>& out, std::string_view text)
{
    for (const char c : text)
        out.push_back (static_cast<std::byte> (c));
}

std::uint32_t numberAt (std::span<const std::byte> bytes, std::size_t offset)
{
    std::uint32_t number = 0;
    for (std::size_t i = 4; i-- > 0;)
        number = number << 8 | std::to_integer<std::uint32_t> (bytes[offset + i]);
    return number;
}

std::string_view textOf (std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*> (bytes.data ()), bytes.size ()};
}

Error refused (const std::string& why)
{
    return {ErrorCode::badSpec, "the plugin's state " + why + "; nothing was changed", {}};
}

Result<void> checkVersion (std::uint32_t version)
{
    if (version > static_cast<std::uint32_t> (kStateVersion))
        return refused ("is of version " + std::to_string (version) +
                        ", but this program knows versions up to " +
                        std::to_string (kStateVersion) + ": use a newer version of Melstrom");
    if (version < 1)
        return refused ("is of version 0, which does not exist: it is damaged");
    return {};
}

/** The text, as a view into the bytes. */
Result<std::string_view> textOfBlock (std::span<const std::byte> bytes)
{
    if (bytes.size () > kMostStateBytes)
        return refused ("is " + std::to_string (bytes.size ()) + " bytes long; at most " +
                        std::to_string (kMostStateBytes) + " are allowed");
    if (bytes.size () < kStateHeaderBytes)
        return refused ("ends after " +
                        countText (static_cast<std::int64_t> (bytes.size ()), "byte") +
                        ": it is cut");
    if (textOf (bytes.first (kMagic.size ())) != kMagic)
        return refused ("does not begin with \"" + std::string (kMagic) +
                        "\": it belongs to another program, or is damaged");
    MELSTROM_TRY (checkVersion (numberAt (bytes, kVersionAt)));
    const auto text = textOf (bytes.subspan (kStateHeaderBytes));
    if (const auto length = numberAt (bytes, kLengthAt); length != text.size ())
        return refused ("declares " + countText (length, "byte") + ", but holds " +
                        groupedText (static_cast<std::int64_t> (text.size ())) +
                        ": it is cut or damaged");
    if (crc32c (0, text.data (), text.size ()) != numberAt (bytes, kChecksumAt))
        return refused ("has a wrong checksum: it is damaged");
    return text;
}

} // namespace

std::vector<std::byte> stateBlock (std::string_view text)
{
    std::vector<std::byte> out;
    out.reserve (kStateHeaderBytes + text.size ());
    append (out, kMagic);
    append (out, static_cast<std::uint32_t> (kStateVersion));
    append (out, static_cast<std::uint32_t> (text.size ()));
    append (out, crc32c (0, text.data (), text.size ()));
    append (out, text);
    return out;
}

std::vector<std::byte> toBytes (const PluginState& state)
{
    auto repaired = repairedState (state);
    auto bytes = stateBlock (stateToml (repaired));
    const auto isTooLarge = [&bytes] { return bytes.size () > kMostStateBytes; };
    // A state that is too long could not be loaded. Drops content in the order: waiting patch,
    // front end, scale.
    if (isTooLarge ())
    {
        repaired.waiting.reset ();
        repaired.isWaitingDirty = false;
        bytes = stateBlock (stateToml (repaired));
    }
    if (isTooLarge ())
    {
        repaired.view.own = {};
        repaired.view.showsOwn = false;
        bytes = stateBlock (stateToml (repaired));
    }
    if (isTooLarge ())
    {
        repaired.scala = {};
        bytes = stateBlock (stateToml (repaired));
    }
    return bytes;
}

Result<PluginState> stateFromBytes (std::span<const std::byte> bytes)
{
    MELSTROM_TRY_VALUE (const auto text, textOfBlock (bytes));
    return stateFromToml (text);
}

} // namespace melstrom

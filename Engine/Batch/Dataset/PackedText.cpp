#include "Engine/Batch/Dataset/PackedText.h"

#include <bit>
#include <cstring>

namespace melstrom
{

static_assert (std::endian::native == std::endian::little, "shard.bin is little-endian");

void PackedText::number (std::uint64_t value)
{
    for (; value >= 128; value >>= 7)
        text_ += static_cast<char> (value | 128);
    text_ += static_cast<char> (value);
}

void PackedText::names (const std::vector<std::string>& names)
{
    number (names.size ());
    for (const std::string& name : names)
    {
        number (name.size ());
        text_ += name;
    }
}

void PackedText::floats (std::span<const float> values)
{
    const auto raw = std::as_bytes (values);
    number (values.size ());
    text_.append (reinterpret_cast<const char*> (raw.data ()), raw.size ());
}

void PackedText::word (std::uint32_t value)
{
    text_.append (reinterpret_cast<const char*> (&value), sizeof value);
}

std::string_view PackedReader::bytes (std::uint64_t count)
{
    isSound_ = isSound_ && count <= text_.size ();
    const auto taken = text_.substr (0, isSound_ ? count : 0);
    text_.remove_prefix (taken.size ());
    return taken;
}

std::uint64_t PackedReader::number ()
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

int PackedReader::place (std::size_t count)
{
    const std::uint64_t value = number ();
    isSound_ = isSound_ && value <= count;
    return isSound_ ? static_cast<int> (value) - 1 : -1;
}

std::size_t PackedReader::count ()
{
    const std::uint64_t value = number ();
    isSound_ = isSound_ && value <= text_.size ();
    return isSound_ ? static_cast<std::size_t> (value) : 0;
}

std::vector<std::string> PackedReader::names ()
{
    std::vector<std::string> taken (count ());
    for (std::string& name : taken)
        name = bytes (number ());
    return taken;
}

std::vector<float> PackedReader::floats ()
{
    std::vector<float> values (count ());
    if (const auto taken = bytes (values.size () * sizeof (float)); isSound_ && ! taken.empty ())
        std::memcpy (values.data (), taken.data (), taken.size ());
    return values;
}

std::uint32_t PackedReader::word ()
{
    std::uint32_t value = 0;
    if (const auto taken = bytes (sizeof value); isSound_)
        std::memcpy (&value, taken.data (), sizeof value);
    return value;
}

} // namespace melstrom

// Numbers and texts as the bytes of a record, and back.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace melstrom
{

static_assert (std::endian::native == std::endian::little, "records are little-endian");

/** Appends numbers as they are in memory, and texts behind their length. */
class Packer
{
public:
    template <typename Number>
    void add (Number value)
    {
        text.append (reinterpret_cast<const char*> (&value), sizeof value);
    }
    void add (const std::string& value)
    {
        add (static_cast<std::uint64_t> (value.size ()));
        text += value;
    }

    std::string text;
};

/** After the end of the bytes it gives zeros, and `isSound` is false. */
class Unpacker
{
public:
    explicit Unpacker (std::string_view bytes) : bytes_ (bytes) {}

    template <typename Number>
    Number take ()
    {
        Number value {};
        if (isSound && bytes_.size () >= sizeof value)
        {
            std::memcpy (&value, bytes_.data (), sizeof value);
            bytes_.remove_prefix (sizeof value);
        }
        else
            isSound = false;
        return value;
    }
    std::string takeText ()
    {
        const auto count = take<std::uint64_t> ();
        if (! isSound || count > bytes_.size ())
        {
            isSound = false;
            return {};
        }
        std::string text (bytes_.substr (0, count));
        bytes_.remove_prefix (count);
        return text;
    }
    /** A count of items that take at least itemBytes bytes each. A count that the bytes cannot hold
        makes `isSound` false. */
    std::uint64_t takeCount (std::size_t itemBytes)
    {
        const auto count = take<std::uint64_t> ();
        if (count > bytes_.size () / itemBytes)
            isSound = false;
        return isSound ? count : 0;
    }
    bool isAtEnd () const noexcept { return isSound && bytes_.empty (); }

    bool isSound = true;

private:
    std::string_view bytes_;
};

} // namespace melstrom

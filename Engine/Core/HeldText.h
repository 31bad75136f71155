// A compact text, for millions of texts in memory.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace melstrom
{

/** Owns its bytes in one allocation without spare capacity. The object adds 12 bytes (as a
    [[no_unique_address]] member); a std::string has 32 bytes and spare capacity. It is set as a
    whole and read as a std::string_view, which is valid until it is set again. Throws
    std::bad_alloc, for a text of 4 GiB too. */
class HeldText
{
public:
    HeldText () = default;
    template <typename Text>
    requires std::is_convertible_v<const Text&, std::string_view> HeldText (const Text& text)
    {
        const std::string_view bytes = text;
        if (bytes.size () > std::numeric_limits<std::uint32_t>::max ())
            throw std::bad_alloc ();
        if (bytes.empty ())
            return;
        bytes_ = std::make_unique_for_overwrite<char[]> (bytes.size ());
        bytes.copy (bytes_.get (), bytes.size ());
        numBytes_ = static_cast<std::uint32_t> (bytes.size ());
    }
    HeldText (const HeldText& other) : HeldText (std::string_view (other)) {}
    HeldText (HeldText&& other) noexcept
        : bytes_ (std::move (other.bytes_)), numBytes_ (std::exchange (other.numBytes_, 0))
    {
    }
    HeldText& operator= (HeldText other) noexcept
    {
        bytes_ = std::move (other.bytes_);
        numBytes_ = other.numBytes_;
        return *this;
    }
    ~HeldText () = default;

    operator std::string_view () const noexcept { return {bytes_.get (), numBytes_}; }
    operator std::string () const { return std::string (std::string_view (*this)); }
    std::size_t size () const noexcept { return numBytes_; }

    template <typename Text>
    requires std::is_convertible_v<const Text&, std::string_view>
    friend bool operator== (const HeldText& one, const Text& other) noexcept
    {
        return std::string_view (one) == std::string_view (other);
    }

private:
    std::unique_ptr<char[]> bytes_;
    std::uint32_t numBytes_ = 0;
};

} // namespace melstrom

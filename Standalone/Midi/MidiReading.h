// Reads big-endian numbers from bytes and makes errors with positions.
#pragma once

#include "Engine/Core/Result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace melstrom
{

/** A position in a MIDI file. Callers check `left` before they take. bytes, name: outlive this
    object. */
class MidiReading
{
public:
    MidiReading (std::string_view bytes, const std::string& name)
        : bytes_ (bytes), end_ (bytes.size ()), name_ (name)
    {
    }

    std::string_view bytes () const noexcept { return bytes_; } ///< of the whole file
    std::size_t position () const noexcept { return position_; }
    std::size_t left () const noexcept { return end_ - position_; }
    /** A reading that ends after the next `size` bytes. Positions stay those of the file. */
    MidiReading part (std::size_t size) const noexcept
    {
        MidiReading reading = *this;
        reading.end_ = position_ + size;
        return reading;
    }

    std::uint8_t peek () const noexcept { return static_cast<std::uint8_t> (bytes_[position_]); }
    void skip (std::size_t size) noexcept { position_ += size; }
    std::string_view take (std::size_t size) noexcept
    {
        position_ += size;
        return bytes_.substr (position_ - size, size);
    }
    std::uint32_t number (std::size_t numBytes) noexcept
    {
        std::uint32_t value = 0;
        for (const char byte : take (numBytes))
            value = value << 8 | static_cast<std::uint8_t> (byte);
        return value;
    }
    /** At most four bytes of seven bits. Fails: badSpec (truncated or longer). */
    Result<std::int64_t> variableLength ();

    /** "NAME is damaged: ... (byte 123)". */
    Error fault (const std::string& what) const { return fault (what, position_); }
    Error fault (const std::string& what, std::size_t position) const;
    /** "NAME is cut: ... does not fit in the bytes that are there". */
    Error cut (const std::string& what) const;

private:
    std::string_view bytes_;
    std::size_t position_ = 0, end_;
    const std::string& name_;
};

} // namespace melstrom

// A FlatBuffer, as Arrow writes its metadata.
// Source: flatbuffers.dev, "FlatBuffer Internals".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** Written from its end to its start: what a table refers to comes before the table. An object is
    named by its distance from the end of the buffer. Thread: one at a time. */
class FlatBuffer
{
public:
    using Place = std::uint32_t;

    struct Field
    {
        int slot = 0;            ///< number of the field in its table, from 0
        int bytes = 4;           ///< 1, 2, 4 or 8; 4 for a reference
        std::uint64_t value = 0; ///< a number, or a Place
        bool isReference = false;
    };
    static Field number (int slot, int bytes, std::int64_t value)
    {
        return {slot, bytes, static_cast<std::uint64_t> (value), false};
    }
    static Field reference (int slot, Place place) { return {slot, 4, place, true}; }

    Place text (std::string_view text);
    Place references (const std::vector<Place>& places);
    /** bytes: of all structs, little-endian, aligned to 8 bytes. */
    Place structs (std::string_view bytes, std::size_t count);
    /** The first field is stored last. */
    Place table (const std::vector<Field>& fields);

    /** The whole buffer; its size is a multiple of 8. Call once. */
    std::string finish (Place root);

private:
    Place size () const noexcept { return static_cast<Place> (reversed_.size ()); }
    /** Adds zeros, so that the buffer is aligned when `more` bytes are added. */
    void align (std::size_t alignment, std::size_t more = 0);
    void put (std::uint64_t value, int bytes);
    void putReference (Place place);

    std::string reversed_; ///< the buffer's last byte is the first one here
};

} // namespace melstrom

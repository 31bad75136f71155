// A small file in memory, read at byte offsets.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <string>
#include <type_traits>

namespace melstrom::testing
{

static_assert (std::endian::native == std::endian::little,
               "tests read little-endian files as they lie");

/** The whole file. Throws std::runtime_error if it cannot be opened. */
std::string bytesOfFile (const std::filesystem::path& path);

/** The whole file. Every failure throws std::runtime_error: a missing file, a read beyond the
    end. */
class FileBytes
{
public:
    explicit FileBytes (const std::filesystem::path& path);

    std::size_t size () const noexcept { return bytes_.size (); }
    std::string text (std::size_t offset, std::size_t length) const;

    template <typename Number>
    Number at (std::size_t offset) const
    {
        static_assert (std::is_trivially_copyable_v<Number>);
        const std::string raw = text (offset, sizeof (Number));
        Number number;
        std::memcpy (&number, raw.data (), sizeof (Number));
        return number;
    }

private:
    std::filesystem::path path_;
    std::string bytes_;
};

} // namespace melstrom::testing

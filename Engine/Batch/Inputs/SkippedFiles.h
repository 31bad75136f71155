// Entries of the inputs that were left out, counted by extension.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace melstrom
{

/** Extensions in lower case without the dot, sorted by bytes, each with its number of files.
    Counted as "": names without an extension, extensions of more than 10 bytes, and extensions with
    a byte that is not an ASCII letter or digit, an underscore or a hyphen. Memory: 256 extensions
    at most; later ones count as "". */
class SkippedFiles
{
public:
    void add (std::string_view name, std::int64_t count = 1);
    const std::map<std::string, std::int64_t>& byExtension () const noexcept { return counts_; }
    std::int64_t total () const noexcept;
    bool operator== (const SkippedFiles&) const = default;

private:
    std::map<std::string, std::int64_t> counts_;
};

} // namespace melstrom

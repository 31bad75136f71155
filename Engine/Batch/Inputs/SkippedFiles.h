// What lies in the inputs and is not taken, counted by extension.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace melstrom
{

/** Extensions in lower case without the dot, sorted by bytes, each with its number of files. Names
    without one count as "", and so does what is no usual extension: more than 10 bytes, or any that
    is not a letter or digit of ASCII, an underscore or a hyphen. Memory: 256 extensions at most;
    others that come later count as "". */
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

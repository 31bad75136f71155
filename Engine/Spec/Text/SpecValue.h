// Single values from files and command lines, and ranges of allowed values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace melstrom
{

/** A value from a preset file or a command line. */
using SpecValue = std::variant<bool, std::int64_t, double, std::string>;

/** Whole numbers least, least + step, ... most. */
struct WholeRange
{
    std::int64_t least, most, step = 1;

    bool holds (std::int64_t value) const noexcept;
    std::string text () const; ///< "a whole number from 1 to 4096"
};

/** Finite numbers least .. most. */
struct RealRange
{
    double least, most;

    bool holds (double value) const noexcept; ///< false for NaN
    std::string text () const;                ///< "a number from 0 to 1"
};

/** Shortest text that reads back as the same number, in every locale. */
std::string numberText (double value);
std::string quotedText (std::string_view text);
/** As in TOML. */
std::string valueText (const SpecValue& value);

std::optional<std::int64_t> wholeOf (const SpecValue& value);
std::optional<double> realOf (const SpecValue& value); ///< whole numbers too
bool isWord (const SpecValue& value, std::string_view word);

/** "a", "b" or "c". */
std::string choiceText (const std::vector<std::string>& names);
/** The position of a name, or empty. */
std::optional<std::size_t> indexOfName (const std::vector<std::string>& names,
                                        const SpecValue& value);

} // namespace melstrom

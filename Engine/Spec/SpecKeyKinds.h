// Rows for the table of keys: one maker for each kind of value.
#pragma once

#include "Engine/Spec/MelSpecFields.h"

#include <initializer_list>

namespace melstrom
{

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

// What the samples of a transform, a hop and a rate may be, wherever they come from.
inline constexpr WholeRange kTransformSamples {2, 1 << 20};
inline constexpr WholeRange kHopSamples {1, 1 << 24};
inline constexpr WholeRange kRateHz {1, 768000};

/** Shortest text that reads back as the same number, in every locale. */
std::string numberText (double value);
std::string quotedText (std::string_view text);
/** As in TOML. */
std::string valueText (const SpecValue& value);

std::optional<std::int64_t> wholeOf (const SpecValue& value);
std::optional<double> realOf (const SpecValue& value); ///< whole numbers too
bool isWord (const SpecValue& value, std::string_view word);

SpecKey wholeKey (std::string key, int MelSpec::*field, WholeRange range, std::string meaning);
SpecKey seedKey (std::string key, std::uint64_t MelSpec::*field, std::string meaning);
SpecKey realKey (std::string key, double MelSpec::*field, RealRange range, std::string meaning);
SpecKey flagKey (std::string key, bool MelSpec::*field, std::string meaning);
/** `word` stands for the empty field. */
SpecKey optionalWholeKey (std::string key, std::optional<int> MelSpec::*field, WholeRange range,
                          std::string word, std::string meaning);
SpecKey optionalRealKey (std::string key, std::optional<double> MelSpec::*field, RealRange range,
                         std::string word, std::string meaning);
SpecKey samplesKey (std::string key, Length MelSpec::*field, WholeRange range, std::string meaning);
SpecKey millisecondsKey (std::string key, Length MelSpec::*field, RealRange range,
                         std::string meaning);
SpecKey pcenKey (std::string key, double Pcen::*field, RealRange range, std::string meaning);
/** fft_samples, channels, reference_db and pcen, which set more than one member. */
SpecKey transformKey (std::string key, WholeRange range, std::string meaning);
SpecKey channelsKey (std::string key, WholeRange range, std::string meaning);
SpecKey referenceKey (std::string key, RealRange range, std::string meaning);
SpecKey pcenSwitchKey (std::string key, std::string meaning);

/** "a", "b" or "c". */
std::string choiceText (const std::vector<std::string>& names);
/** The position of a name, or empty. */
std::optional<std::size_t> indexOfName (const std::vector<std::string>& names,
                                        const SpecValue& value);

/** names: in the order of the enumeration. */
template <typename Enum>
SpecKey choiceKey (std::string key, Enum MelSpec::*field, std::vector<std::string> names,
                   std::string meaning)
{
    SpecKey row;
    row.key = std::move (key);
    row.allowed = choiceText (names);
    row.meaning = std::move (meaning);
    row.read = [=] (MelSpec& spec, const SpecValue& value)
    {
        const auto index = indexOfName (names, value);
        if (index)
            spec.*field = static_cast<Enum> (*index);
        return index.has_value ();
    };
    row.isValid = [field, size = names.size ()] (const MelSpec& spec)
    { return static_cast<std::size_t> (spec.*field) < size; };
    row.write = [field, names] (const MelSpec& spec)
    {
        const auto index = static_cast<std::size_t> (spec.*field);
        return index < names.size () ? quotedText (names[index]) : std::to_string (index);
    };
    return row;
}

} // namespace melstrom

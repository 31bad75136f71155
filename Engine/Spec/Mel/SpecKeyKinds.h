// Makers of rows for the table of keys, one for each kind of value.
#pragma once

#include "Engine/Spec/Mel/MelSpecFields.h"
#include "Engine/Spec/Text/SpecValue.h"

namespace melstrom
{

// Allowed samples of a transform and a hop, and allowed rates, whatever their source.
inline constexpr WholeRange kTransformSamples {2, 1 << 20};
inline constexpr WholeRange kHopSamples {1, 1 << 24};
inline constexpr WholeRange kRateHz {1, 768000};

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
/** Keys that set more than one member: fft_samples, channels, reference and pcen. */
SpecKey transformKey (std::string key, WholeRange range, std::string meaning);
SpecKey channelsKey (std::string key, WholeRange range, std::string meaning);
SpecKey referenceKey (std::string key, RealRange range, std::string meaning);
SpecKey pcenSwitchKey (std::string key, std::string meaning);

/** names: in the order of the enumeration. */
template <typename Enum>
SpecKey choiceKey (std::string key, Enum MelSpec::*field, std::vector<std::string> names,
                   std::string meaning)
{
    SpecKey row;
    row.key = std::move (key);
    row.allowed = choiceText (names);
    row.choices = names;
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

/** The first rows of SpecGroup::signal: rate, resampler, loader. */
std::vector<SpecKey> loadingKeys ();
/** Rows of SpecGroup::level and SpecGroup::features, in the order of the arithmetic. */
std::vector<SpecKey> levelKeys ();
std::vector<SpecKey> featureKeys ();

} // namespace melstrom

// Keys that set several members, or a part of a member.
#include "Engine/Spec/Mel/SpecKeyKinds.h"

namespace melstrom
{

SpecKey samplesKey (std::string key, Length MelSpec::*field, WholeRange range, std::string meaning)
{
    SpecKey row;
    row.key = std::move (key);
    row.allowed = range.text ();
    row.meaning = std::move (meaning);
    row.read = [=] (MelSpec& spec, const SpecValue& value)
    {
        const auto samples = wholeOf (value);
        if (! samples || ! range.holds (*samples))
            return false;
        spec.*field = {static_cast<double> (*samples), Length::Unit::samples};
        return true;
    };
    row.isValid = [=] (const MelSpec& spec)
    {
        const auto& length = spec.*field;
        const RealRange reals {static_cast<double> (range.least), static_cast<double> (range.most)};
        return length.unit != Length::Unit::samples ||
               (reals.holds (length.value) &&
                length.value == static_cast<double> (static_cast<std::int64_t> (length.value)));
    };
    row.write = [=] (const MelSpec& spec)
    {
        const auto& length = spec.*field;
        if (length.unit != Length::Unit::samples)
            return std::string ("none");
        // numberText would write 1000000 as 1e+06, which TOML reads as a float.
        return row.isValid (spec) ? std::to_string (static_cast<std::int64_t> (length.value))
                                  : numberText (length.value);
    };
    return row;
}

SpecKey millisecondsKey (std::string key, Length MelSpec::*field, RealRange range,
                         std::string meaning)
{
    SpecKey row;
    row.key = std::move (key);
    row.allowed = range.text ();
    row.meaning = std::move (meaning);
    row.read = [=] (MelSpec& spec, const SpecValue& value)
    {
        const auto milliseconds = realOf (value);
        if (! milliseconds || ! range.holds (*milliseconds))
            return false;
        spec.*field = {*milliseconds, Length::Unit::milliseconds};
        return true;
    };
    row.isValid = [=] (const MelSpec& spec)
    {
        const auto& length = spec.*field;
        return length.unit != Length::Unit::milliseconds || range.holds (length.value);
    };
    row.write = [=] (const MelSpec& spec)
    {
        const auto& length = spec.*field;
        return length.unit == Length::Unit::milliseconds ? numberText (length.value) : "none";
    };
    return row;
}

SpecKey pcenKey (std::string key, double Pcen::*field, RealRange range, std::string meaning)
{
    SpecKey row;
    row.key = std::move (key);
    row.allowed = range.text () + ", with pcen = true";
    row.meaning = std::move (meaning);
    row.read = [=] (MelSpec& spec, const SpecValue& value)
    {
        const auto number = realOf (value);
        if (! spec.pcen || ! number || ! range.holds (*number))
            return false;
        (*spec.pcen).*field = *number;
        return true;
    };
    row.isValid = [=] (const MelSpec& spec)
    { return ! spec.pcen || range.holds ((*spec.pcen).*field); };
    row.write = [=] (const MelSpec& spec)
    { return spec.pcen ? numberText ((*spec.pcen).*field) : "none"; };
    return row;
}

SpecKey pcenSwitchKey (std::string key, std::string meaning)
{
    SpecKey row;
    row.key = std::move (key);
    row.allowed = "true or false";
    row.isFlag = true;
    row.meaning = std::move (meaning);
    row.read = [] (MelSpec& spec, const SpecValue& value)
    {
        const auto* isOn = std::get_if<bool> (&value);
        if (! isOn && ! isWord (value, "none"))
            return false;
        if (! isOn || ! *isOn)
            spec.pcen.reset ();
        else if (! spec.pcen)
            spec.pcen.emplace ();
        return true;
    };
    row.isValid = [] (const MelSpec&) { return true; };
    row.write = [] (const MelSpec& spec) { return valueText (spec.pcen.has_value ()); };
    return row;
}

SpecKey transformKey (std::string key, WholeRange range, std::string meaning)
{
    SpecKey row;
    row.key = std::move (key);
    row.allowed = range.text () + ", \"window\" or \"power-of-two\"";
    row.meaning = std::move (meaning);
    row.read = [=] (MelSpec& spec, const SpecValue& value)
    {
        const auto samples = wholeOf (value);
        const bool roundsUp = isWord (value, "power-of-two");
        const bool isNumber = samples && range.holds (*samples);
        if (! isNumber && ! roundsUp && ! isWord (value, "window") && ! isWord (value, "none"))
            return false;
        spec.fftSamples = isNumber ? std::optional (static_cast<int> (*samples)) : std::nullopt;
        spec.fftPowerOfTwo = roundsUp;
        return true;
    };
    row.isValid = [=] (const MelSpec& spec)
    { return ! spec.fftSamples || range.holds (*spec.fftSamples); };
    row.write = [] (const MelSpec& spec)
    {
        if (spec.fftSamples)
            return std::to_string (*spec.fftSamples);
        return quotedText (spec.fftPowerOfTwo ? "power-of-two" : "window");
    };
    return row;
}

SpecKey channelsKey (std::string key, WholeRange range, std::string meaning)
{
    SpecKey row;
    row.key = std::move (key);
    row.allowed = "\"mean\", \"each\" or " + range.text ();
    row.meaning = std::move (meaning);
    row.read = [=] (MelSpec& spec, const SpecValue& value)
    {
        const auto index = wholeOf (value);
        const bool isNumber = index && range.holds (*index);
        const bool isEach = isWord (value, "each");
        if (! isNumber && ! isEach && ! isWord (value, "mean"))
            return false;
        spec.channelIndex = isNumber ? static_cast<int> (*index) : 0;
        spec.channels = isNumber ? ChannelMode::one
                        : isEach ? ChannelMode::each
                                 : ChannelMode::mean;
        return true;
    };
    row.isValid = [=] (const MelSpec& spec)
    { return spec.channels != ChannelMode::one || range.holds (spec.channelIndex); };
    row.write = [] (const MelSpec& spec)
    {
        if (spec.channels == ChannelMode::one)
            return std::to_string (spec.channelIndex);
        return quotedText (spec.channels == ChannelMode::each ? "each" : "mean");
    };
    return row;
}

SpecKey referenceKey (std::string key, RealRange range, std::string meaning)
{
    SpecKey row;
    row.key = std::move (key);
    row.storedKey = "reference_db"; // its former name, though the value is linear
    row.allowed = range.text () + ", or \"max\"";
    row.meaning = std::move (meaning);
    row.read = [=] (MelSpec& spec, const SpecValue& value)
    {
        const auto number = realOf (value);
        const bool isMaximum = isWord (value, "max");
        if (! isMaximum && (! number || ! range.holds (*number)))
            return false;
        spec.reference = isMaximum ? MelSpec {}.reference : *number;
        spec.referenceIsMaximum = isMaximum;
        return true;
    };
    row.isValid = [=] (const MelSpec& spec) { return range.holds (spec.reference); };
    row.write = [] (const MelSpec& spec)
    { return spec.referenceIsMaximum ? quotedText ("max") : numberText (spec.reference); };
    return row;
}

} // namespace melstrom

#include "Engine/Batch/Normalisation/BandMoments.h"

#include "Engine/Core/Hash.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace melstrom
{

namespace
{
Error bad (const std::string& message)
{
    return {ErrorCode::badUsage, message, {}};
}

Result<std::vector<double>> numbersOf (const nlohmann::json& json, const std::string& key)
{
    const auto found = json.find (key);
    if (found == json.end () || ! found->is_array () || found->empty ())
        return bad ("it has no list of numbers \"" + key + "\"");
    std::vector<double> numbers;
    for (const auto& value : *found)
    {
        if (! value.is_number () || ! std::isfinite (value.get<double> ()))
            return bad ("\"" + key + "\" holds something else than finite numbers");
        numbers.push_back (value.get<double> ());
    }
    return numbers;
}

std::string_view bytesOf (const std::vector<double>& numbers)
{
    return {reinterpret_cast<const char*> (numbers.data ()), numbers.size () * sizeof (double)};
}
} // namespace

MelSpec computedSpec (MelSpec spec)
{
    if (spec.normalisation != Normalisation::dataset)
        return spec;
    spec.normalisation = Normalisation::none;
    spec.storedType = StoredType::float32;
    return spec;
}

std::string digestOf (const BandMoments& moments)
{
    return hashDigits (hashBytes (bytesOf (moments.deviation), hashBytes (bytesOf (moments.mean))));
}

nlohmann::ordered_json momentsJson (const MomentRecord& record)
{
    nlohmann::ordered_json json {{"from", record.from}};
    if (record.numFrames > 0)
        json["frames"] = record.numFrames;
    json["bands"] = record.moments.mean.size ();
    json["mean"] = record.moments.mean;
    json["deviation"] = record.moments.deviation;
    return json;
}

Result<BandMoments> momentsOf (const nlohmann::json& json)
{
    if (! json.is_object ())
        return bad ("it is no JSON object");
    BandMoments moments;
    MELSTROM_TRY_VALUE (moments.mean, numbersOf (json, "mean"));
    MELSTROM_TRY_VALUE (moments.deviation, numbersOf (json, "deviation"));
    if (moments.mean.size () != moments.deviation.size ())
        return bad ("\"mean\" has " + std::to_string (moments.mean.size ()) +
                    " numbers, and \"deviation\" has " +
                    std::to_string (moments.deviation.size ()));
    if (const auto bands = json.find ("bands");
        bands != json.end () && *bands != moments.mean.size ())
        return bad ("\"bands\" is " + bands->dump () + ", and \"mean\" has " +
                    std::to_string (moments.mean.size ()) + " numbers");
    for (const double deviation : moments.deviation)
        if (deviation < 0)
            return bad ("\"deviation\" holds a negative number");
    return moments;
}

} // namespace melstrom

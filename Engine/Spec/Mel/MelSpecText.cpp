// A spec as text: TOML, a description of its fields, a hash.
#include "Engine/Spec/Mel/MelSpecFields.h"
#include "Engine/Spec/Mel/MelSpecToml.h"

#include "Engine/Core/Hash.h"

namespace melstrom
{

std::string toToml (const MelSpec& spec)
{
    const MelSpec defaults;
    std::string out;
    for (const auto& row : specKeys ())
    {
        const auto value = row.write (spec);
        const bool isSaid =
            (row.matters (spec) && ! row.isSilentDefault) || value != row.write (defaults);
        if (isSaid && value != "none")
            out += row.stored () + " = " + value + '\n';
    }
    return out;
}

std::vector<SpecField> describeFields (const MelSpec& spec)
{
    std::vector<SpecField> fields;
    for (const auto& row : specKeys ())
        fields.push_back ({row.key, row.write (spec), row.allowed, row.meaning});
    return fields;
}

std::string specHash (const MelSpec& spec)
{
    return hashText (toToml (spec));
}

} // namespace melstrom

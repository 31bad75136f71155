#include "Engine/Spec/Mel/SpecDifference.h"

#include "Engine/Spec/Mel/MelSpecFields.h"

namespace melstrom
{

std::vector<SpecDifference> specDifferences (const MelSpec& first, const MelSpec& second)
{
    std::vector<SpecDifference> differences;
    for (const auto& key : specKeys ())
    {
        const auto valueIn = [&key] (const MelSpec& spec)
        { return key.matters (spec) ? key.write (spec) : "-"; };
        auto a = valueIn (first), b = valueIn (second);
        if (a != b)
            differences.push_back ({key.key, key.meaning, std::move (a), std::move (b)});
    }
    return differences;
}

} // namespace melstrom

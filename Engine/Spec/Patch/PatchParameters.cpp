#include "Engine/Spec/Patch/PatchParameters.h"

#include "Engine/Spec/Patch/PatchTables.h"

#include <algorithm>

namespace melstrom
{

namespace
{
PatchParameter parameterFrom (const PatchTable& table, const PatchRow& row)
{
    return {row.key,
            table.idPrefix + std::string (row.name),
            table.labelPrefix + std::string (row.label),
            table.group,
            row.unit,
            row.lowest,
            row.highest,
            row.initial,
            row.curve,
            row.choices,
            row.isTarget,
            row.affects,
            row.idle,
            row.sinceVersion,
            row.isOfPlayer,
            row.meaning};
}

std::array<PatchParameter, kNumPatchKeys> allParameters ()
{
    std::array<PatchParameter, kNumPatchKeys> all;
    for (const auto& table : patchTables ())
        for (const auto& row : table.rows)
            all[static_cast<std::size_t> (row.key)] = parameterFrom (table, row);
    return all;
}
} // namespace

const std::array<PatchParameter, kNumPatchKeys>& patchParameters ()
{
    static const std::array<PatchParameter, kNumPatchKeys> parameters = allParameters ();
    return parameters;
}

void keepPlayersSettings (PatchValues& loaded, const PatchValues& before) noexcept
{
    for (const PatchParameter& parameter : patchParameters ())
        if (parameter.isOfPlayer)
            loaded[parameter.key] = before[parameter.key];
}

bool isIdle (const PatchValues& values, PatchKey key) noexcept
{
    return std::ranges::any_of (parameterOf (key).idle,
                                [&] (const IdleWhen& setting) { return setting.holds (values); });
}

} // namespace melstrom

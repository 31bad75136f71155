#include "Engine/Spec/Patch/SurpriseGroup.h"

#include "Engine/Spec/Patch/PatchTables.h"

#include <utility>

namespace melstrom
{

namespace
{
/** Beginning of a table's name, and the group of the table. */
constexpr std::pair<std::string_view, SurpriseGroup> kGroupsOfTables[] {
    {"patch", SurpriseGroup::oscillators}, {"osc", SurpriseGroup::oscillators},
    {"noise", SurpriseGroup::oscillators}, {"filter", SurpriseGroup::filter},
    {"amp", SurpriseGroup::envelopes},     {"mod", SurpriseGroup::envelopes},
    {"pitch", SurpriseGroup::envelopes},   {"lfo", SurpriseGroup::modulation},
    {"matrix", SurpriseGroup::modulation}, {"chorus", SurpriseGroup::effects},
    {"reverb", SurpriseGroup::effects},    {"clip", SurpriseGroup::effects},
    {"eq", SurpriseGroup::effects},        {"delay", SurpriseGroup::effects},
    {"output", SurpriseGroup::effects}};
} // namespace

LockedKeys keysOf (const LockedGroups& groups)
{
    LockedKeys keys;
    for (const auto& table : patchTables ())
        for (const auto& [name, group] : kGroupsOfTables)
            if (table.name.starts_with (name) && groups[static_cast<std::size_t> (group)])
                for (const auto& row : table.rows)
                    keys.set (static_cast<std::size_t> (row.key));
    return keys;
}

} // namespace melstrom

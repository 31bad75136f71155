#include "Engine/Spec/Patch/PatchTables.h"

namespace melstrom
{

namespace
{
template <typename Change>
PatchRow changed (PatchRow row, Change change)
{
    change (row);
    return row;
}
} // namespace

PatchRow PatchRow::target () const
{
    return changed (*this, [] (PatchRow& row) { row.isTarget = true; });
}

PatchRow PatchRow::toggle (bool isOn) const
{
    return changed (*this,
                    [isOn] (PatchRow& row)
                    {
                        row.curve = ParameterCurve::toggle;
                        row.lowest = 0;
                        row.highest = 1;
                        row.initial = isOn ? 1 : 0;
                    });
}

PatchRow PatchRow::choice (std::span<const std::string_view> names, int first) const
{
    return changed (*this,
                    [=] (PatchRow& row)
                    {
                        row.curve = ParameterCurve::choice;
                        row.choices = names;
                        row.lowest = 0;
                        row.highest = static_cast<float> (names.size () - 1);
                        row.initial = static_cast<float> (first);
                    });
}

PatchRow PatchRow::makesTables () const
{
    return changed (*this, [] (PatchRow& row) { row.affects = Affects::tables; });
}

PatchRow PatchRow::idleWhen (IdleWhen setting) const
{
    return changed (*this, [setting] (PatchRow& row) { row.idle.push_back (setting); });
}

PatchRow PatchRow::since (int version) const
{
    return changed (*this, [version] (PatchRow& row) { row.sinceVersion = version; });
}

PatchRow PatchRow::ofPlayer () const
{
    return changed (*this, [] (PatchRow& row) { row.isOfPlayer = true; });
}

PatchRow PatchRow::movedBy (int distance) const
{
    return changed (*this,
                    [distance] (PatchRow& row)
                    {
                        row.key = keyAfter (row.key, distance);
                        for (auto& setting : row.idle)
                            setting.key = keyAfter (setting.key, distance);
                    });
}

PatchRows effectRows (PatchRows rows)
{
    for (auto& row : rows)
        row.affects = Affects::effect;
    return rows;
}

PatchRows switchedByFirst (PatchRows rows)
{
    for (std::size_t i = 1; i < rows.size (); ++i)
        rows[i] = rows[i].idleAt (rows.front ().key, 0);
    return rows;
}

PatchRows addedIn (int version, PatchRows rows)
{
    for (auto& row : rows)
        row = row.since (version);
    return rows;
}

PatchRows rowsMovedBy (int distance, PatchRows rows)
{
    for (auto& row : rows)
        row = row.movedBy (distance);
    return rows;
}

} // namespace melstrom

#include "Engine/Spec/Patch/PatchTables.h"

#include <algorithm>

namespace melstrom
{

PatchRow& PatchRow::steps (ParameterCurve theCurve, std::size_t numValues, int first)
{
    curve = theCurve;
    lowest = 0;
    highest = static_cast<float> (numValues - 1);
    initial = static_cast<float> (first);
    return *this;
}

PatchRows switchedByFirst (PatchRows rows)
{
    for (std::size_t i = 1; i < rows.size (); ++i)
        rows[i].idleAt (rows.front ().key, 0);
    return rows;
}

PatchRows addedIn (int version, PatchRows rows)
{
    for (auto& row : rows)
        row.since (version);
    return rows;
}

PatchRows rowsMovedBy (int distance, PatchRows rows)
{
    for (auto& row : rows)
    {
        row.key = keyAfter (row.key, distance);
        for (auto& setting : row.idle)
            setting.key = keyAfter (setting.key, distance);
    }
    return rows;
}

namespace
{
/** "Pulse Width" for "pulse_width". */
std::string wordsOf (std::string_view name)
{
    std::string words (name);
    std::ranges::replace (words, '_', ' ');
    for (std::size_t i = 0; i < words.size (); ++i)
        if ((i == 0 || words[i - 1] == ' ') && words[i] >= 'a' && words[i] <= 'z')
            words[i] = static_cast<char> (words[i] - 'a' + 'A');
    return words;
}

/** Ids of the whole patch have no prefix. Ids of macros equal the sources of the matrix: "macro1". */
std::string idPrefixOf (const std::string& table)
{
    if (table == "patch")
        return {};
    return table == "macro" ? table : table + '_';
}

/** All parameters, their tables, and the matrix targets. Not copyable: views point into it. */
class TableSet
{
public:
    TableSet ()
    {
        add (wholeTables ());
        add (sourceTables ());
        add (motionTables ());
        add (effectTables ());
        targetNames_.emplace_back ("none");
        for (const auto& parameter : parameters)
            if (parameter.isTarget)
            {
                targets.push_back (parameter.key);
                targetNames_.push_back (parameter.id);
            }
        add (matrixTables (targetNames_));
    }
    TableSet (const TableSet&) = delete;
    TableSet& operator= (const TableSet&) = delete;

    std::array<PatchParameter, kNumPatchKeys> parameters;
    std::vector<PatchTable> tables;
    std::vector<PatchKey> targets;

private:
    void add (const PatchTableRows& added)
    {
        for (const auto& [table, rows] : added)
        {
            for (const auto& row : rows)
                add (table, row);
            const auto first = static_cast<std::size_t> (rows.front ().key);
            tables.push_back (table);
            tables.back ().rows = std::span (parameters).subspan (first, rows.size ());
        }
    }

    void add (const PatchTable& table, const PatchRow& row)
    {
        auto& parameter = parameters[static_cast<std::size_t> (row.key)];
        parameter = row;
        if (row.rowLabel.empty ())
            parameter.rowLabel = wordsOf (row.name);
        parameter.id = idPrefixOf (table.name) + std::string (row.name);
        parameter.label = table.label + (table.label.empty () ? "" : " ") + parameter.rowLabel;
        parameter.group = table.group;
    }

    std::vector<std::string_view> targetNames_;
};

const TableSet& tableSet ()
{
    static const TableSet set;
    return set;
}
} // namespace

const std::array<PatchParameter, kNumPatchKeys>& patchParameters ()
{
    return tableSet ().parameters;
}

const std::vector<PatchTable>& patchTables ()
{
    return tableSet ().tables;
}

std::span<const PatchKey> modulationTargets ()
{
    return tableSet ().targets;
}

const PatchTable* findPatchTable (std::string_view name)
{
    const auto& tables = patchTables ();
    const auto found = std::ranges::find (tables, name, &PatchTable::name);
    return found == tables.end () ? nullptr : &*found;
}

const PatchParameter* findPatchRow (const PatchTable& table, std::string_view rowName)
{
    const auto found = std::ranges::find (table.rows, rowName, &PatchParameter::name);
    return found == table.rows.end () ? nullptr : &*found;
}

std::string settingName (const PatchTable& table, std::string_view rowName)
{
    return table.name + '.' + std::string (rowName);
}

} // namespace melstrom

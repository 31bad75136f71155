// Rows of the parameter table, grouped by the tables of a patch file.
#pragma once

#include "Engine/Spec/Patch/PatchParameters.h"
#include "Engine/Spec/Patch/Surprise.h"

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace melstrom
{

/** A row within its table, as PatchRows*.cpp writes it: the columns up to `curve`, followed by
    calls that set the other columns. */
struct PatchRow : PatchParameter
{
    PatchRow (PatchKey theKey, std::string_view theName, std::string_view theMeaning,
              float theLowest = 0, float theHighest = 1, float theInitial = 0,
              ParameterUnit theUnit = ParameterUnit::none,
              ParameterCurve theCurve = ParameterCurve::linear)
        : PatchParameter {theKey,     theName,    theMeaning, theLowest,
                          theHighest, theInitial, theUnit,    theCurve}
    {
    }

    PatchRow& target () { return set (isTarget, true); } ///< the matrix may modulate it
    PatchRow& toggle (bool isOn) { return steps (ParameterCurve::toggle, 2, isOn ? 1 : 0); }
    /** Range: 0 to the index of the last name. */
    PatchRow& choice (std::span<const std::string_view> names, int first = 0)
    {
        choices = names;
        return steps (ParameterCurve::choice, names.size (), first);
    }
    template <typename Choice>
    requires std::is_enum_v<Choice> PatchRow& choice (Choice first)
    {
        return choice (kChoiceNames<Choice>, static_cast<int> (first));
    }
    PatchRow& makesTables () { return set (affects, Affects::tables); }
    /** Idle while the other parameter has this value. Value: a number or an enumerator. */
    template <typename Value>
    PatchRow& idleAt (PatchKey other, Value value)
    {
        idle.push_back ({other, static_cast<float> (value), false});
        return *this;
    }
    /** Idle while the other parameter has any other value. */
    template <typename Value>
    PatchRow& idleUnless (PatchKey other, Value value)
    {
        idle.push_back ({other, static_cast<float> (value), true});
        return *this;
    }
    PatchRow& since (int version) { return set (sinceVersion, version); }
    PatchRow& ofPlayer () { return set (isOfPlayer, true); }
    /** A label other than the words of the name. */
    PatchRow& labelled (std::string_view text) { return set (rowLabel, std::string (text)); }
    /** Range of chance; without a range: the whole range of the row. */
    PatchRow& byChance (float least, float most, double share = 1)
    {
        return set (musical, MusicalRange {least, most, share});
    }
    PatchRow& byChance () { return byChance (lowest, highest); }

private:
    template <typename Column>
    PatchRow& set (Column& column, std::type_identity_t<Column> value)
    {
        column = std::move (value);
        return *this;
    }
    PatchRow& steps (ParameterCurve theCurve, std::size_t numValues, int first);
};

using PatchRows = std::vector<PatchRow>;

/** Makes all rows but the first idle while the first row is 0 (off, no mix, no amount). */
PatchRows switchedByFirst (PatchRows rows);
/** Sets sinceVersion of all rows. */
PatchRows addedIn (int version, PatchRows rows);
/** Adds the distance to the keys of all rows and of their idle settings. */
PatchRows rowsMovedBy (int distance, PatchRows rows);

/** One table of a patch file. */
struct PatchTable
{
    std::string name;    ///< "osc1"
    std::string group;   ///< "Oscillator 1"
    std::string label;   ///< "Osc 1": first word of its parameters' labels
    std::string heading; ///< in docs/synth.md; empty: its rows are those of the table before it
    std::optional<SurpriseGroup> surpriseGroup;
    std::span<const PatchParameter> rows {};
};

/** In the order of PatchKey; tables matrix1 .. matrix16 are the rows of [[matrix]]. Thread: any;
    not audio. */
const std::vector<PatchTable>& patchTables ();
const PatchTable* findPatchTable (std::string_view name); ///< null: not found
const PatchParameter* findPatchRow (const PatchTable& table,
                                    std::string_view rowName); ///< null: not found

/** "osc1.detune", as in applySetting and in messages. */
std::string settingName (const PatchTable& table, std::string_view rowName);

// Tables with their rows, in the order of patchTables.
using PatchTableRows = std::vector<std::pair<PatchTable, PatchRows>>;
PatchTableRows wholeTables ();
PatchTableRows sourceTables ();
PatchTableRows motionTables ();
PatchTableRows effectTables ();
PatchTableRows matrixTables (std::span<const std::string_view> targetNames);

} // namespace melstrom

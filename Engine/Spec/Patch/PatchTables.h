// Rows of the parameter table, grouped by the tables of a patch file.
#pragma once

#include "Engine/Spec/Patch/PatchParameters.h"

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace melstrom
{

/** One parameter within its table. A row is written as its columns up to `curve`, followed by calls
    of the functions below, which set the other columns. */
struct PatchRow
{
    PatchKey key {};
    std::string_view name;  ///< "detune": the key in the table of a patch file
    std::string_view label; ///< "Detune"
    std::string_view meaning;
    ParameterUnit unit = ParameterUnit::none;
    float lowest = 0, highest = 1, initial = 0;
    ParameterCurve curve = ParameterCurve::linear;
    std::span<const std::string_view> choices {};
    bool isTarget = false;
    Affects affects = Affects::voice;
    std::vector<IdleWhen> idle {};
    int sinceVersion = 1;
    bool isOfPlayer = false;

    // Each returns a copy of the row with one column changed.
    PatchRow target () const; ///< the matrix may modulate it
    PatchRow toggle (bool isOn) const;
    /** Range: 0 to the index of the last name. */
    PatchRow choice (std::span<const std::string_view> names, int first = 0) const;
    template <typename Choice>
    requires std::is_enum_v<Choice> PatchRow choice (Choice first)
    const { return choice (kChoiceNames<Choice>, static_cast<int> (first)); }
    PatchRow makesTables () const; ///< Affects::tables
    /** Idle while the other parameter has this value. Value: a number or an enumerator. */
    template <typename Value>
    PatchRow idleAt (PatchKey other, Value value) const
    {
        return idleWhen ({other, static_cast<float> (value), false});
    }
    /** Idle while the other parameter has any other value. */
    template <typename Value>
    PatchRow idleUnless (PatchKey other, Value value) const
    {
        return idleWhen ({other, static_cast<float> (value), true});
    }
    PatchRow idleWhen (IdleWhen setting) const;
    PatchRow since (int version) const; ///< sets sinceVersion
    PatchRow ofPlayer () const;         ///< sets isOfPlayer
    /** Adds the distance to the keys of the row and of its idle settings. */
    PatchRow movedBy (int distance) const;
};

using PatchRows = std::vector<PatchRow>;

/** Sets `affects` of all rows to Affects::effect. */
PatchRows effectRows (PatchRows rows);
/** Makes all rows but the first idle while the first row is 0 (off, no mix, no amount). */
PatchRows switchedByFirst (PatchRows rows);
/** Sets sinceVersion of all rows. */
PatchRows addedIn (int version, PatchRows rows);
PatchRows rowsMovedBy (int distance, PatchRows rows);

/** One table of a patch file. */
struct PatchTable
{
    std::string name;        ///< "osc1"
    std::string group;       ///< "Oscillator 1"
    std::string idPrefix;    ///< "osc1_"
    std::string labelPrefix; ///< "Osc 1 "
    PatchRows rows;
};

/** In the order of PatchKey; tables matrix1 .. matrix16 are the rows of [[matrix]]. Thread: any;
    not audio. */
const std::vector<PatchTable>& patchTables ();
const PatchTable* findPatchTable (std::string_view name); ///< null: not found
const PatchRow* findPatchRow (const PatchTable& table,
                              std::string_view rowName); ///< null: not found

/** "none", then the ids of modulationTargets. */
std::span<const std::string_view> modulationTargetNames ();

/** "osc1.detune", as in applySetting and in messages. */
std::string settingName (const PatchTable& table, std::string_view rowName);

// Rows of the single tables of patchTables. oscillator, lfo, row: from 0.
PatchRows wholePatchRows ();
PatchRows oscillatorRows (int oscillator);
PatchRows noiseRows ();
PatchRows ampEnvelopeRows ();
PatchRows modEnvelopeRows ();
PatchRows pitchEnvelopeRows ();
PatchRows lfoRows (int lfo);
PatchRows filterRows ();
PatchRows macroRows ();
PatchRows chordRows ();
PatchRows chorusRows ();
PatchRows reverbRows ();
PatchRows clipRows ();
PatchRows equalizerRows ();
PatchRows delayRows ();
PatchRows outputRows ();
PatchRows matrixRows (int row, std::span<const std::string_view> targetNames);

} // namespace melstrom

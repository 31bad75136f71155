// The rows of the parameter table as they are written down, a table of a patch file each.
#pragma once

#include "Engine/Spec/Patch/PatchParameters.h"

#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** One parameter within its table. */
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
};

/** The row, as one that the matrix may move. */
inline PatchRow target (PatchRow row)
{
    row.isTarget = true;
    return row;
}

/** One table of a patch file. */
struct PatchTable
{
    std::string name;        ///< "osc1"
    std::string group;       ///< "Oscillator 1"
    std::string idPrefix;    ///< "osc1_"
    std::string labelPrefix; ///< "Osc 1 "
    std::vector<PatchRow> rows;
};

/** In the order of PatchKey; tables matrix1 .. matrix16 are the rows of [[matrix]]. Thread: any; not
    audio. */
const std::vector<PatchTable>& patchTables ();
const PatchTable* findPatchTable (std::string_view name);                         ///< null: none
const PatchRow* findPatchRow (const PatchTable& table, std::string_view rowName); ///< null: none

/** "none", then the ids of modulationTargets. */
std::span<const std::string_view> modulationTargetNames ();

/** "osc1.detune", as applySetting takes it and messages say it. */
std::string settingName (const PatchTable& table, std::string_view rowName);

// What patchTables is made of; oscillator, lfo, row: from 0.
std::vector<PatchRow> wholePatchRows ();
std::vector<PatchRow> oscillatorRows (int oscillator);
std::vector<PatchRow> noiseRows ();
std::vector<PatchRow> ampEnvelopeRows ();
std::vector<PatchRow> modEnvelopeRows ();
std::vector<PatchRow> pitchEnvelopeRows ();
std::vector<PatchRow> lfoRows (int lfo);
std::vector<PatchRow> filterRows ();
std::vector<PatchRow> macroRows ();
std::vector<PatchRow> chorusRows ();
std::vector<PatchRow> reverbRows ();
std::vector<PatchRow> clipRows ();
std::vector<PatchRow> matrixRows (int row, std::span<const std::string_view> targetNames);

} // namespace melstrom

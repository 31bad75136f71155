// Changes of a parameter that are a whole gesture: for hosts, and for undo.
#pragma once

#include "Source/Parameters/PluginParameters.h"

namespace melstrom
{

/** Begins a gesture, changes, ends it: a step for undo. value: in the row's unit, cut to its range. Thread:
    message. */
void changeParameter (PatchAudioParameter& parameter, float value);

/** A row of the matrix that moves nothing; empty: all are in use. */
std::optional<int> freeMatrixRow (const PluginParameters& parameters);
/** Sets a free row of the matrix to that: a step for undo. A row that has this source, this target and no second source
    is taken instead; where it has a depth nothing changes. Returns the row; empty: none is free. key: of a target */
std::optional<int> modulate (PluginParameters& parameters, PatchKey key, ModulationSource source);
/** Empties the rows that move it: a step for undo. */
void stopModulating (PluginParameters& parameters, PatchKey key);
/** Empties that row: a step for undo. */
void emptyMatrixRow (PluginParameters& parameters, int row);

/** Has source, target and depth: it moves something. */
bool isMatrixRowActive (const PatchValues& values, int row) noexcept;
/** The value of matrixTarget for that parameter; empty: the matrix does not move it. */
std::optional<int> matrixTargetIndex (PatchKey key);

} // namespace melstrom

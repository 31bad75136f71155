// Parameter changes as complete gestures, for hosts and for undo; and the menu that offers them.
#pragma once

#include "Source/Processor/InstrumentProcessor.h"

#include <functional>
#include <optional>

namespace melstrom
{

/** Begins a gesture, sets the value and ends the gesture: one step for undo. value: in the row's
    unit, clipped to its range. Thread: message. */
void changeParameter (PatchAudioParameter& parameter, float value);

/** A row of the matrix without source and target; empty: none is free. */
std::optional<int> freeMatrixRow (const PluginParameters& parameters);
/** Connects source and target in a free row of the matrix: a step for undo. Reuses a row that has
    this source, this target and no second source; if its depth is not 0, nothing changes. Returns
    the row; empty: no row is free, or the matrix cannot move `key`. */
std::optional<int> modulate (PluginParameters& parameters, PatchKey key, ModulationSource source);
/** Empties all rows that move the parameter: a step for undo. */
void stopModulating (PluginParameters& parameters, PatchKey key);
/** Empties the row: a step for undo. */
void emptyMatrixRow (PluginParameters& parameters, int row);

/** True if the row has a source, a target and a depth other than 0. */
bool isMatrixRowActive (const PatchValues& values, int row) noexcept;
/** The parameter's value of matrixTarget; empty: the matrix cannot move the parameter. */
std::optional<int> matrixTargetIndex (PatchKey key);

// The menu of a right click on a control.

/** Actions of some controls. The menu omits empty ones. */
struct ParameterMenuActions
{
    std::function<void ()> enterValue, enterName;
    std::optional<int> ringRow;              ///< row of the matrix whose depth the ring changes
    std::function<void (int)> chooseRingRow; ///< chooses a different row
};

/** Shows a menu: MIDI learn, modulation, the initial value, and the items of `actions`. The menu
    closes before the control is destroyed. Thread: message. */
void showParameterMenu (juce::Component& control, InstrumentProcessor& processor, PatchKey key,
                        const ParameterMenuActions& actions = {});

} // namespace melstrom

// The menu of a right click on a control.
#pragma once

#include "Source/Processor/InstrumentProcessor.h"

#include <functional>
#include <optional>

namespace melstrom
{

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

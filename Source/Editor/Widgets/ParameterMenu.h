// What a right click on a control offers.
#pragma once

#include "Source/Processor/InstrumentProcessor.h"

#include <functional>
#include <optional>

namespace melstrom
{

/** Of some controls; empty: the menu does not offer it. */
struct ParameterMenuActions
{
    std::function<void ()> enterValue, enterName;
    std::optional<int> ringRow;              ///< of the matrix: whose depth the ring changes
    std::function<void (int)> chooseRingRow; ///< takes another one
};

/** MIDI learning, modulation, the initial value, and typing in what `actions` has. The menu is gone before the control
    is. Thread: message. */
void showParameterMenu (juce::Component& control, InstrumentProcessor& processor, PatchKey key,
                        const ParameterMenuActions& actions = {});

} // namespace melstrom

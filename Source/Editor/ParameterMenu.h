// What a right click on a control offers.
#pragma once

#include "Source/Processor/InstrumentProcessor.h"

#include <functional>

namespace melstrom
{

/** Of some controls; empty: the menu does not offer it. */
struct ParameterMenuActions
{
    std::function<void ()> enterValue, enterName;
};

/** MIDI learning, modulation, the initial value, and typing in what `actions` has. The menu is gone before the control
    is. Thread: message. */
void showParameterMenu (juce::Component& control, InstrumentProcessor& processor, PatchKey key,
                        const ParameterMenuActions& actions = {});

} // namespace melstrom

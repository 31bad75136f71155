// What a right click on a control offers.
#pragma once

#include "Source/Processor/InstrumentProcessor.h"

#include <functional>

namespace melstrom
{

/** MIDI learning, modulation, the initial value, and typing one in where enterValue is given. The menu is gone
    before the control is. Thread: message. */
void showParameterMenu (juce::Component& control, InstrumentProcessor& processor, PatchKey key,
                        std::function<void ()> enterValue = {});

} // namespace melstrom

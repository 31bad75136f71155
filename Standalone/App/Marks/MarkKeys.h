// Keys that mean the same over the timeline and in the list of marks.
#pragma once

#include "Standalone/App/Marks/MarkDocument.h"

#include <juce_gui_basics/juce_gui_basics.h>

namespace melstrom
{

/** Delete and Backspace remove the selected marks, Ctrl+A selects all, Ctrl+Z undoes, Ctrl+Shift+Z
    and Ctrl+Y redo. False: another key, or nothing to do. */
bool pressMarkKey (MarkDocument& document, const juce::KeyPress& key);

} // namespace melstrom

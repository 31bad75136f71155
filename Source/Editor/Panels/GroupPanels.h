// Makes the panels of all groups except macros and matrix.
#pragma once

#include "Source/Editor/Panels/GroupPanel.h"

#include <utility>

namespace melstrom
{

/** Returns pairs of table name and panel. openDrawing: takes an oscillator, 0 or 1. Thread:
    message. */
std::vector<std::pair<const char*, std::unique_ptr<GroupPanel>>>
makeGroupPanels (InstrumentProcessor& processor, const std::function<void (int)>& openDrawing);

} // namespace melstrom

// The panels of all groups but the macros and the matrix.
#pragma once

#include "Source/Editor/Panels/GroupPanel.h"

#include <utility>

namespace melstrom
{

/** Name of the table and its panel. openDrawing: takes an oscillator, 0 or 1. Thread: message. */
std::vector<std::pair<const char*, std::unique_ptr<GroupPanel>>>
makeGroupPanels (InstrumentProcessor& processor, const std::function<void (int)>& openDrawing);

} // namespace melstrom

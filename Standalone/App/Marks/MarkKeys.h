// Keys that mean the same over the timeline and in the list of marks.
#pragma once

#include "Standalone/App/Marks/MarkDocument.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <cstddef>
#include <optional>

namespace melstrom
{

/** Delete and Backspace remove the selected marks, Ctrl+A selects all, Ctrl+Z undoes, Ctrl+Shift+Z
    and Ctrl+Y redo. False: another key, or nothing to do. */
bool pressMarkKey (MarkDocument& document, const juce::KeyPress& key);

enum class MarkStep : std::int8_t
{
    previous, ///< comma
    next      ///< full stop
};
/** Empty: another key. */
std::optional<MarkStep> markStepOf (const juce::KeyPress& key) noexcept;

/** The mark before or after the selected ones, in the order of begins, equal ones in that of the
    file. Without a selection: the last one that begins before fromSeconds, or the first one that
    does not; if there is none, the nearest on the other side; without fromSeconds: the last or first
    of all. Empty: there is none. */
std::optional<std::size_t> steppedMark (const MarkDocument& document, MarkStep step,
                                        std::optional<double> fromSeconds);

} // namespace melstrom

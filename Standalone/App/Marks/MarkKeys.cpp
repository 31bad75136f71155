#include "Standalone/App/Marks/MarkKeys.h"

#include <numeric>

namespace melstrom
{

namespace
{

void selectAll (MarkDocument& document)
{
    std::vector<std::size_t> all (document.size ());
    std::iota (all.begin (), all.end (), std::size_t {0});
    document.select (std::move (all));
}

} // namespace

bool pressMarkKey (MarkDocument& document, const juce::KeyPress& key)
{
    using juce::KeyPress, juce::ModifierKeys;
    const auto isCommand = [&key] (char letter, int others = 0)
    { return key == KeyPress (letter, ModifierKeys::commandModifier | others, 0); };

    if (key == KeyPress::deleteKey || key == KeyPress::backspaceKey)
    {
        const bool hasMarks = ! document.selection ().empty ();
        document.removeSelected ();
        return hasMarks;
    }
    if (isCommand ('a') && document.size () > 0)
    {
        selectAll (document);
        return true;
    }
    const bool isRedo = isCommand ('z', ModifierKeys::shiftModifier) || isCommand ('y');
    if (isRedo && document.history ().canRedo ())
    {
        document.redo ();
        return true;
    }
    if (isCommand ('z') && document.history ().canUndo ())
    {
        document.undo ();
        return true;
    }
    return false;
}

} // namespace melstrom

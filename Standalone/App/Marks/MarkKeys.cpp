#include "Standalone/App/Marks/MarkKeys.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

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

/** Begin and index: marks in their order on the timeline. */
using MarkPlace = std::pair<double, std::size_t>;

MarkPlace placeOf (const MarkDocument& document, std::size_t index)
{
    return {document[index].beginSeconds, index};
}

/** A place between marks: the previous ones lie before it, the next ones behind it. */
struct MarkLimits
{
    MarkPlace before, behind;
};

MarkLimits limitsOf (const MarkDocument& document, std::optional<double> fromSeconds)
{
    constexpr double kEnd = std::numeric_limits<double>::infinity ();
    const auto& selection = document.selection ();
    if (selection.empty ())
        return {{fromSeconds.value_or (kEnd), 0}, {fromSeconds.value_or (-kEnd), 0}};
    auto limits = MarkLimits {placeOf (document, selection[0]), placeOf (document, selection[0])};
    for (const auto index : selection)
    {
        limits.before = std::min (limits.before, placeOf (document, index));
        limits.behind = std::max (limits.behind, placeOf (document, index));
    }
    return limits;
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

std::optional<MarkStep> markStepOf (const juce::KeyPress& key) noexcept
{
    const auto modifiers = key.getModifiers ();
    if (modifiers.isCommandDown () || modifiers.isAltDown ())
        return std::nullopt;
    const auto letter = key.getTextCharacter () != 0 // some keyboards have the full stop with Shift
                            ? static_cast<int> (key.getTextCharacter ())
                            : key.getKeyCode ();
    if (letter == ',')
        return MarkStep::previous;
    return letter == '.' ? std::optional (MarkStep::next) : std::nullopt;
}

std::optional<std::size_t> steppedMark (const MarkDocument& document, MarkStep step,
                                        std::optional<double> fromSeconds)
{
    const bool isNext = step == MarkStep::next;
    const bool isFrom = document.selection ().empty (); // a mark that begins right there counts
    const auto [before, behind] = limitsOf (document, fromSeconds);
    std::optional<MarkPlace> best;
    for (std::size_t index = 0; index < document.size (); ++index)
    {
        const auto place = placeOf (document, index);
        const bool isBehind = place > behind || (isFrom && place == behind);
        if (isNext ? isBehind && (! best || place < *best)
                   : place < before && (! best || place > *best))
            best = place;
    }
    if (best)
        return best->second;
    const auto other = isNext ? MarkStep::previous : MarkStep::next;
    return isFrom && document.size () > 0 ? steppedMark (document, other, fromSeconds)
                                          : std::nullopt;
}

} // namespace melstrom

#include "Source/Timeline/Columns/WindowPixels.h"

namespace melstrom
{

namespace
{

/** Of the children from this index on. */
bool hasChildOver (const juce::Component& parent, int first, juce::Rectangle<int> part)
{
    for (int n = first; n < parent.getNumChildComponents (); ++n)
        if (const auto* const child = parent.getChildComponent (n);
            child->isVisible () && child->getBounds ().intersects (part))
            return true;
    return false;
}

bool isInFrontOfOthers (const juce::Component& component, juce::Rectangle<int> part)
{
    if (! component.isVisible () || ! component.getLocalBounds ().contains (part))
        return false;
    const auto* const parent = component.getParentComponent ();
    if (parent == nullptr)
        return component.isOnDesktop ();
    if (component.isTransformed ())
        return false;
    const auto place = part + component.getPosition ();
    return ! hasChildOver (*parent, parent->getIndexOfChildComponent (&component) + 1, place) &&
           isInFrontOfOthers (*parent, place);
}

} // namespace

bool isInFront (const juce::Component& component, juce::Rectangle<int> part)
{
    return ! hasChildOver (component, 0, part) && isInFrontOfOthers (component, part);
}

} // namespace melstrom

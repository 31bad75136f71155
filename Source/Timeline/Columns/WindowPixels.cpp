#include "Source/Timeline/Columns/WindowPixels.h"

namespace melstrom
{

bool isInFront (const juce::Component& component, juce::Rectangle<int> part)
{
    if (! component.isVisible () || ! component.getLocalBounds ().contains (part))
        return false;
    const auto* const parent = component.getParentComponent ();
    if (parent == nullptr)
        return component.isOnDesktop ();
    if (component.isTransformed ())
        return false;
    const auto place = part + component.getPosition ();
    for (int n = parent->getIndexOfChildComponent (&component) + 1;
         n < parent->getNumChildComponents (); ++n)
        if (const auto* const other = parent->getChildComponent (n);
            other->isVisible () && other->getBounds ().intersects (place))
            return false;
    return isInFront (*parent, place);
}

} // namespace melstrom

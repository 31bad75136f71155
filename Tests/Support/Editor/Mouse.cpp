#include "Tests/Support/Editor/Mouse.h"

#include "Tests/Support/Plugin/Host.h"

#include <dlfcn.h>

#include <cstdlib>

namespace melstrom::testing
{

namespace
{
constexpr int kLongestWaitMs = 10'000, kLookMs = 10;

bool isButtonDown ()
{
    return juce::Desktop::getInstance ().getMainMouseSource ().isDragging ();
}
} // namespace

template <typename Function>
void Mouse::resolve (void* library, const char* name, Function& function)
{
    function = library != nullptr ? reinterpret_cast<Function> (dlsym (library, name)) : nullptr;
    if (function == nullptr && fault_.empty ())
        fault_ = std::string ("there is no ") + name + " (libX11.so.6, libXtst.so.6)";
}

Mouse::Mouse ()
{
    void* const x11 = dlopen ("libX11.so.6", RTLD_NOW);
    void* const test = dlopen ("libXtst.so.6", RTLD_NOW);
    void* (*open) (const char*) = nullptr;
    int (*close) (void*) = nullptr;
    resolve (x11, "XOpenDisplay", open);
    resolve (x11, "XCloseDisplay", close);
    resolve (x11, "XFlush", flush_);
    resolve (x11, "XKeysymToKeycode", keycode_);
    resolve (test, "XTestFakeMotionEvent", fakeMotion_);
    resolve (test, "XTestFakeButtonEvent", fakeButton_);
    resolve (test, "XTestFakeKeyEvent", fakeKey_);
    if (! fault_.empty ())
        return;
    close_ = close;
    display_ = open (nullptr);
    if (display_ == nullptr)
        fault_ = "the screen of DISPLAY cannot be opened";
}

Mouse::~Mouse ()
{
    if (display_ != nullptr)
        close_ (display_);
}

void Mouse::moveTo (juce::Point<int> place)
{
    constexpr int kScreenOfPointer = -1;
    fakeMotion_ (display_, kScreenOfPointer, place.x, place.y, 0);
    flush_ (display_);
}

/** Processes messages meanwhile. JUCE waits until its connection to the X server is readable.
    Events that Xlib read together with a reply are processed only after the next event, so this
    moves the pointer by a pixel to and fro. */
bool Mouse::holdUntil (juce::Point<int> place, const std::function<bool ()>& condition)
{
    for (int waitedMs = 0; ! condition () && waitedMs < kLongestWaitMs; waitedMs += kLookMs)
    {
        moveTo (place.translated (waitedMs / kLookMs % 2, 0));
        pumpMessages (kLookMs);
    }
    return condition ();
}

void Mouse::press (unsigned button, bool isDown)
{
    fakeButton_ (display_, button, isDown ? 1 : 0, 0);
    flush_ (display_);
}

/** place: on the screen */
bool Mouse::enter (juce::Component& component, juce::Point<int> place)
{
    if (display_ == nullptr)
        return false;
    place_ = place;
    const bool hasEntered =
        holdUntil (place,
                   [&component, place]
                   {
                       const auto source = juce::Desktop::getInstance ().getMainMouseSource ();
                       auto* const under = source.getComponentUnderMouse ();
                       return under != nullptr &&
                              (under == &component || component.isParentOf (under)) &&
                              source.getScreenPosition ().getDistanceFrom (place.toFloat ()) < 1.5f;
                   });
    // JUCE asks the server for the position, and by that may have read the event without processing
    for (const int x : {1, 0})
    {
        moveTo (place.translated (x, 0));
        pumpMessages (kLookMs);
    }
    return hasEntered;
}

bool Mouse::click (juce::Component& component, unsigned button)
{
    const auto place = component.getScreenBounds ().getCentre ();
    if (! enter (component, place))
        return false;
    press (button, true);
    const bool hasPressed = holdUntil (place, isButtonDown);
    press (button, false);
    return holdUntil (place, [] { return ! isButtonDown (); }) && hasPressed;
}

bool Mouse::clickAt (juce::Component& component, juce::Point<int> place, int times)
{
    if (! enter (component, component.localPointToGlobal (place)))
        return false;
    for (int n = 0; n < times; ++n)
    {
        press (kLeft, true);
        if (! holdUntil (place_, isButtonDown))
            return false;
        press (kLeft, false);
        if (! holdUntil (place_, [] { return ! isButtonDown (); }))
            return false;
    }
    return true;
}

bool Mouse::clickScreen (juce::Point<int> place, const std::function<bool ()>& condition)
{
    constexpr int kStepMs = 100;
    moveTo (place.translated (-1, 0));
    pumpMessages (kStepMs);
    moveTo (place);
    pumpMessages (kStepMs);
    for (const bool isDown : {true, false})
    {
        press (kLeft, isDown);
        int numLooks = kStepMs / kLookMs;
        holdUntil (place, [&numLooks] { return numLooks-- == 0; });
    }
    return holdUntil (place, condition);
}

bool Mouse::wheel (juce::Component& component, juce::Point<int> place, int notches)
{
    if (! enter (component, component.localPointToGlobal (place)))
        return false;
    const unsigned button = notches > 0 ? kWheelUp : kWheelDown;
    for (int n = 0; n < std::abs (notches); ++n)
    {
        press (button, true);
        press (button, false);
        pumpMessages (kLookMs);
    }
    return true;
}

bool Mouse::type (unsigned long keysym, bool hasControl, const std::function<bool ()>& condition)
{
    constexpr unsigned long kControl = 0xffe3; // XK_Control_L
    const auto press = [this] (unsigned long one, bool isDown)
    { fakeKey_ (display_, keycode_ (display_, one), isDown ? 1 : 0, 0); };
    if (hasControl)
        press (kControl, true);
    for (const bool isDown : {true, false})
        press (keysym, isDown);
    if (hasControl)
        press (kControl, false);
    flush_ (display_);
    return holdUntil (place_, condition);
}

bool Mouse::hold (juce::Component& component, juce::Point<int> place)
{
    return hold (component, place, kLeft);
}

bool Mouse::holdMiddle (juce::Component& component, juce::Point<int> place)
{
    return hold (component, place, kMiddle);
}

bool Mouse::hold (juce::Component& component, juce::Point<int> place, unsigned button)
{
    if (! enter (component, component.localPointToGlobal (place)))
        return false;
    held_ = button;
    press (button, true);
    return holdUntil (place_, isButtonDown);
}

bool Mouse::dragTo (juce::Point<int> place)
{
    constexpr int kStepPixels = 6, kStepMs = 8;
    const auto from = place_;
    const int numSteps = std::max (1, from.getDistanceFrom (place) / kStepPixels);
    for (int step = 1; step <= numSteps; ++step)
    {
        moveTo (from + (place - from) * step / numSteps);
        pumpMessages (kStepMs);
    }
    place_ = place;
    const auto isThere = [place]
    {
        const auto now = juce::Desktop::getInstance ().getMainMouseSource ().getScreenPosition ();
        return now.roundToInt ().getDistanceFrom (place) <= 1;
    };
    if (! holdUntil (place, isThere))
        return false;
    moveTo (place); // ends at the exact place
    pumpMessages (kStepMs);
    return true;
}

bool Mouse::letGo ()
{
    press (held_, false);
    return holdUntil (place_, [] { return ! isButtonDown (); });
}

} // namespace melstrom::testing

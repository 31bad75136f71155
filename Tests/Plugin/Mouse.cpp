#include "Tests/Plugin/Mouse.h"

#include "Tests/Plugin/Host.h"

#include <dlfcn.h>

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
    resolve (test, "XTestFakeMotionEvent", fakeMotion_);
    resolve (test, "XTestFakeButtonEvent", fakeButton_);
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

/** While messages go through. JUCE waits for its connection to the server to be readable. Events that an answer to a question
    took along are looked at when the next event comes: the hand trembles by a pixel. */
bool Mouse::holdUntil (juce::Point<int> place, const std::function<bool ()>& condition)
{
    for (int waitedMs = 0; ! condition () && waitedMs < kLongestWaitMs; waitedMs += kLookMs)
    {
        moveTo (place.translated (waitedMs / kLookMs % 2, 0));
        pumpMessages (kLookMs);
    }
    return condition ();
}

void Mouse::press (bool isDown)
{
    constexpr unsigned kLeftButton = 1;
    fakeButton_ (display_, kLeftButton, isDown ? 1 : 0, 0);
    flush_ (display_);
}

bool Mouse::click (juce::Component& component)
{
    if (display_ == nullptr)
        return false;
    const auto place = component.getScreenBounds ().getCentre ();
    const auto isOver = [&component]
    {
        auto* const under =
            juce::Desktop::getInstance ().getMainMouseSource ().getComponentUnderMouse ();
        return under != nullptr && (under == &component || component.isParentOf (under));
    };
    if (! holdUntil (place, isOver))
        return false;
    press (true);
    const bool hasPressed = holdUntil (place, isButtonDown);
    press (false);
    return holdUntil (place, [] { return ! isButtonDown (); }) && hasPressed;
}

} // namespace melstrom::testing

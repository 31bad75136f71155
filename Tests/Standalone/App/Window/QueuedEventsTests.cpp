// Sizes that the window manager sets, while nothing else happens on the screen.
#include "Tests/Support/Catch.h" // before the macros of Xlib

#define JUCE_GUI_BASICS_INCLUDE_XHEADERS 1
#include "Tests/Support/App/AppRun.h"

#include <chrono>
#include <stdexcept>
#include <thread>

#include <poll.h>

namespace melstrom::testing
{

namespace
{

/** Another program, with a connection of its own. */
class Resizer
{
public:
    Resizer () : display_ (x_.xOpenDisplay (nullptr))
    {
        if (display_ == nullptr)
            throw std::runtime_error ("there is no X server at $DISPLAY");
    }
    ~Resizer () { x_.xCloseDisplay (display_); }
    Resizer (const Resizer&) = delete;
    Resizer& operator= (const Resizer&) = delete;

    void resize (const juce::ComponentPeer& window, int width, int height)
    {
        x_.xResizeWindow (display_, (::Window)window.getNativeHandle (),
                          static_cast<unsigned> (width), static_cast<unsigned> (height));
        x_.xSync (display_, False);
    }

private:
    juce::X11Symbols& x_ = *juce::X11Symbols::getInstance ();
    ::Display* display_;
};

/** Without processing them. */
bool waitForEventsOfJuce ()
{
    constexpr int kMostMs = 5000;
    pollfd connection {juce::X11Symbols::getInstance ()->xConnectionNumber (
                           juce::XWindowSystem::getInstance ()->getDisplay ()),
                       POLLIN, 0};
    const bool isReadable = poll (&connection, 1, kMostMs) == 1;
    std::this_thread::sleep_for (std::chrono::milliseconds (20)); // all of one resize
    return isReadable;
}

} // namespace

TEST_CASE ("a size from the window manager needs no other event", "[plugin][app]")
{
    if (! hasDisplay ())
        return;
    AppRun app;
    app.content ().showPage (AppContent::Page::batch); // nothing moves there
    pumpMessages (500);
    Resizer manager;
    for (const int width : {1000, 1100, 900})
    {
        INFO ("width " << width);
        manager.resize (*app.window ().getPeer (), width, 700);
        REQUIRE (waitForEventsOfJuce ());
        juce::Desktop::getMousePosition (); // its reply comes behind the events
        CHECK (AppRun::pumpUntil ([&] { return app.content ().getWidth () == width; }, 3000));
    }
}

} // namespace melstrom::testing

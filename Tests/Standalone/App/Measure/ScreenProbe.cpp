#include "Tests/Standalone/App/Measure/ScreenProbe.h"

#include "Tests/Standalone/App/Measure/ThreadShares.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <chrono>
#include <stdexcept>
#include <utility>

namespace melstrom::testing
{

double steadySeconds ()
{
    return std::chrono::duration<double> (std::chrono::steady_clock::now ().time_since_epoch ())
        .count ();
}

struct Screen::Connection
{
    Display* display = XOpenDisplay (nullptr);
};

Screen::Screen () : connection_ (std::make_unique<Connection> ())
{
    if (connection_->display == nullptr)
        throw std::runtime_error ("there is no X server at $DISPLAY");
}

Screen::~Screen ()
{
    XCloseDisplay (connection_->display);
}

ScreenPixels Screen::pixels (const ScreenPlace& place)
{
    auto* const display = connection_->display;
    const int screen = DefaultScreen (display);
    if (place.x < 0 || place.y < 0 || place.width <= 0 || place.height <= 0 ||
        place.x + place.width > DisplayWidth (display, screen) ||
        place.y + place.height > DisplayHeight (display, screen))
        return {};
    auto* const image = XGetImage (display, DefaultRootWindow (display), place.x, place.y,
                                   static_cast<unsigned> (place.width),
                                   static_cast<unsigned> (place.height), AllPlanes, ZPixmap);
    if (image == nullptr)
        return {};
    ScreenPixels pixels;
    for (int y = 0; y < place.height; ++y)
        for (int x = 0; x < place.width; ++x)
            pixels.push_back (static_cast<std::uint32_t> (XGetPixel (image, x, y)) & 0xffffff);
    XDestroyImage (image);
    return pixels;
}

ScreenProbe::ScreenProbe (const ScreenPlace& place, double periodSeconds,
                          std::function<void (double, const ScreenPixels&)> onLook)
    : onLook_ (std::move (onLook)),
      runner_ ([this, place, periodSeconds] { look (place, periodSeconds); })
{
    while (thread_ == 0)
        std::this_thread::yield ();
}

ScreenProbe::~ScreenProbe ()
{
    isOver_ = true;
    runner_.join ();
}

void ScreenProbe::look (const ScreenPlace& place, double periodSeconds)
{
    Screen screen;
    ScreenPixels last;
    thread_ = threadId ();
    for (double next = steadySeconds (); ! isOver_; next += periodSeconds)
    {
        auto pixels = screen.pixels (place);
        const double now = steadySeconds ();
        numPictures_ += pixels != last ? 1 : 0;
        if (onLook_)
            onLook_ (now, pixels);
        last = std::move (pixels);
        std::this_thread::sleep_for (std::chrono::duration<double> (next + periodSeconds - now));
        next = std::max (next, now - periodSeconds); // no burst after a delay
    }
}

} // namespace melstrom::testing

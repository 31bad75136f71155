// What is on the X server's screen, looked at by a thread with a connection of its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace melstrom::testing
{

/** In pixels of the screen. */
struct ScreenPlace
{
    int x = 0, y = 0, width = 0, height = 1;
};

using ScreenPixels = std::vector<std::uint32_t>; ///< 0xRRGGBB, line by line

/** One thread at a time. */
class Screen
{
public:
    Screen (); ///< of $DISPLAY; throws std::runtime_error
    ~Screen ();
    Screen (const Screen&) = delete;
    Screen& operator= (const Screen&) = delete;

    /** What is visible there now: XGetImage of the root window. Empty: outside of the screen. */
    ScreenPixels pixels (const ScreenPlace& place);

private:
    struct Connection;
    std::unique_ptr<Connection> connection_;
};

/** Takes the pixels of a place every `periodSeconds` until the destructor. */
class ScreenProbe
{
public:
    /** onLook  (seconds of the steady clock after the pixels were there, pixels); the probe's
                thread */
    ScreenProbe (const ScreenPlace& place, double periodSeconds,
                 std::function<void (double, const ScreenPixels&)> onLook);
    ~ScreenProbe ();

    int thread () const noexcept { return thread_; } ///< its id
    std::int64_t numPictures () const noexcept
    {
        return numPictures_;
    } ///< that differ from the last

private:
    void look (const ScreenPlace& place, double periodSeconds);

    std::function<void (double, const ScreenPixels&)> onLook_;
    std::atomic<bool> isOver_ {false};
    std::atomic<int> thread_ {0};
    std::atomic<std::int64_t> numPictures_ {0};
    std::thread runner_;
};

double steadySeconds ();

} // namespace melstrom::testing

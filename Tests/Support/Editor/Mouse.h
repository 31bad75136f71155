// Mouse and keyboard of the screen. Tests move and press them like a user.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>
#include <string>

namespace melstrom::testing
{

/** Events go through the window system (X11 and its extension XTest), so a window receives them
    like any other program. Moves the pointer of DISPLAY: use a screen without a user. Thread:
    message; messages are processed during each call. */
class Mouse
{
public:
    /** fails  `fault` says why */
    Mouse ();
    ~Mouse ();
    Mouse (const Mouse&) = delete;
    Mouse& operator= (const Mouse&) = delete;

    /** Empty: the screen has XTest. */
    const std::string& fault () const noexcept { return fault_; }

    /** Left button, down and up in the middle of the component. Returns false if a different
        component or window is on top there, or if the events do not arrive in 10 s. The component
        may be deleted afterwards. */
    bool click (juce::Component& component) { return click (component, kLeft); }
    /** The same with the right button. */
    bool clickRight (juce::Component& component) { return click (component, kRight); }

    /** Left button, `times` times at a place within the component. */
    bool clickAt (juce::Component& component, juce::Point<int> place, int times = 1);
    /** Left button at a place of the screen, once, in whatever window is there, also in one of
        another JUCE. Processes messages until the condition holds; returns false if it does not in
        10 s. */
    bool clickScreen (juce::Point<int> place, const std::function<bool ()>& condition);

    /** The wheel in notches, up is above 0. Returns false as `click`; the component gets the events
        while messages are processed. */
    bool wheel (juce::Component& component, juce::Point<int> place, int notches);

    /** A key, with Ctrl if wanted, down and up, into the window that has the focus. Returns false
        if the condition does not hold in 10 s. keysym: of X11, which are Latin-1 for characters */
    bool type (unsigned long keysym, bool hasControl, const std::function<bool ()>& condition);

    // A drag, with checks between its parts. Each call returns false if the events do not arrive in
    // 10 s.

    /** Left button down. place: within the component, which must be on top there */
    bool hold (juce::Component& component, juce::Point<int> place);
    /** The same with the middle button. */
    bool holdMiddle (juce::Component& component, juce::Point<int> place);
    /** In steps of a few pixels, like a user. place: on the screen */
    bool dragTo (juce::Point<int> place);
    bool letGo ();

private:
    static constexpr unsigned kLeft = 1, kMiddle = 2, kRight = 3, kWheelUp = 4, kWheelDown = 5;
    bool click (juce::Component& component, unsigned button);
    bool hold (juce::Component& component, juce::Point<int> place, unsigned button);
    bool enter (juce::Component& component, juce::Point<int> place);
    template <typename Function>
    void resolve (void* library, const char* name, Function& function);
    void moveTo (juce::Point<int> place);
    void press (unsigned button, bool isDown);
    bool holdUntil (juce::Point<int> place, const std::function<bool ()>& condition);

    std::string fault_;
    juce::Point<int> place_; ///< of the last move
    unsigned held_ = kLeft;  ///< button of the last `hold`
    void* display_ = nullptr;
    std::function<int (void*)> close_;
    int (*flush_) (void*) = nullptr;
    int (*fakeMotion_) (void*, int, int, int, unsigned long) = nullptr;
    int (*fakeButton_) (void*, unsigned, int, unsigned long) = nullptr;
    int (*fakeKey_) (void*, unsigned, int, unsigned long) = nullptr;
    unsigned char (*keycode_) (void*, unsigned long) = nullptr;
};

} // namespace melstrom::testing

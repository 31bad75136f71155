// The mouse of the screen, which tests move and press as a hand does.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>
#include <string>

namespace melstrom::testing
{

/** Events go by the window system (X11 and its extension XTest), so that a window gets them as any other program does.
    Moves the pointer of DISPLAY: a screen that nobody sits at. Thread: message; messages go through meanwhile. */
class Mouse
{
public:
    /** fails  `fault` says why */
    Mouse ();
    ~Mouse ();
    Mouse (const Mouse&) = delete;
    Mouse& operator= (const Mouse&) = delete;

    /** Empty: there is a screen with XTest. */
    const std::string& fault () const noexcept { return fault_; }

    /** Left button, down and up in the middle of the component. Returns false if another component or window lies there, or
        if the events do not come in 10 s. The component may be gone afterwards. */
    bool click (juce::Component& component) { return click (component, kLeft); }
    /** The same with the right button. */
    bool clickRight (juce::Component& component) { return click (component, kRight); }

    // A drag, with a look between its parts. Each returns false if the events do not come in 10 s.

    /** Left button down. place: within the component, which must lie on top there */
    bool hold (juce::Component& component, juce::Point<int> place);
    /** In steps of a few pixels, as a hand does. place: on the screen */
    bool dragTo (juce::Point<int> place);
    bool letGo ();

private:
    static constexpr unsigned kLeft = 1, kRight = 3;
    bool click (juce::Component& component, unsigned button);
    bool enter (juce::Component& component, juce::Point<int> place);
    template <typename Function>
    void resolve (void* library, const char* name, Function& function);
    void moveTo (juce::Point<int> place);
    void press (unsigned button, bool isDown);
    bool holdUntil (juce::Point<int> place, const std::function<bool ()>& condition);

    std::string fault_;
    juce::Point<int> place_; ///< of the last move
    void* display_ = nullptr;
    std::function<int (void*)> close_;
    int (*flush_) (void*) = nullptr;
    int (*fakeMotion_) (void*, int, int, int, unsigned long) = nullptr;
    int (*fakeButton_) (void*, unsigned, int, unsigned long) = nullptr;
};

} // namespace melstrom::testing

// The shift of the compared file: its value, and buttons that change it.
#pragma once

#include "Source/Look/Theme.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>

namespace melstrom
{

/** "0.250": at least three decimals, at most six. */
juce::String shiftText (double seconds);

/** Thread: message. */
class ShiftBar final : public juce::Component
{
public:
    static constexpr int kHeight = Theme::kControl;

    ShiftBar ();

    void show (const juce::String& name, double seconds); ///< name: of the compared file

    std::function<void (double seconds)> onShift;
    std::function<void ()> onAlign;

    void resized () override;

private:
    void take ();

    juce::Label name_;
    juce::TextEditor seconds_ {"Shift"};
    juce::Label unit_ {{}, "s"};
    juce::TextButton earlier_ {"<"}, later_ {">"}, align_ {"Align"}, reset_ {"No shift"};
    double shown_ = 0;
};

} // namespace melstrom

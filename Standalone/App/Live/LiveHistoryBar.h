// The choice of the history's memory, and what is in it.
#pragma once

#include "Source/Look/Theme.h"
#include "Standalone/App/Live/LiveHistory.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>

namespace melstrom
{

/** Thread: message. */
class LiveHistoryBar final : public juce::Component
{
public:
    static constexpr int kHeight = Theme::kControl;

    LiveHistoryBar ();

    std::function<void (std::size_t mostBytes)> onLimit;

    /** "the last 42:10 · rows 210 MB · sound 250 MB: the last 10:55 · waveform 12 MB". */
    void show (const LiveHistory& history);
    static juce::String textOf (const LiveHistory& history);

    void resized () override;

private:
    juce::Label caption_ {{}, "History"}, contents_;
    juce::ComboBox limit_ {"Memory of the history"};
};

/** "12 MB", decimal. */
juce::String megabytesText (std::size_t bytes);

} // namespace melstrom

// The button of a spectrogram that saves what is selected, or else what is shown.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>

namespace melstrom
{

enum class ExportKind : std::int8_t
{
    picture,     ///< what the screen shows, as PNG
    copyPicture, ///< the same to the clipboard
    png,         ///< as `melstrom --picture`
    wav,
    npy,
    csv
};

/** ".png", ".wav", ".npy", ".csv". */
juce::String endingOf (ExportKind kind);

/** Opens a menu of all kinds. Thread: message. */
class ExportButton final : public juce::TextButton
{
public:
    /** what: heading of the menu, and tooltip: "Saves " with it. */
    explicit ExportButton (const juce::String& what = "what is selected, or else shown");
    std::function<void (ExportKind)> onExport;

private:
    void showMenu ();
    juce::String what_;
};

} // namespace melstrom

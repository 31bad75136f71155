// The button of a page that saves what is selected, or else what is shown.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>

namespace melstrom
{

enum class PageExport : std::int8_t
{
    picture,     ///< what the screen shows, as PNG
    copyPicture, ///< the same to the clipboard
    png,         ///< as `melstrom --picture`
    wav,
    npy,
    csv
};

/** ".png", ".wav", ".npy", ".csv". */
juce::String endingOf (PageExport kind);

/** Opens a menu of all kinds. Thread: message. */
class ExportButton final : public juce::TextButton
{
public:
    ExportButton ();
    std::function<void (PageExport)> onExport;

private:
    void showMenu ();
};

} // namespace melstrom

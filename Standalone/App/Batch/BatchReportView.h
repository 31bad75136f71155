// The command line's report, in columns of a proportional typeface.
#pragma once

#include <juce_gui_basics/juce_gui_basics.h>

#include <vector>

namespace melstrom
{

/** Scrolls. Ctrl+C copies the text. Thread: message. */
class BatchReportView final : public juce::Viewport, public juce::SettableTooltipClient
{
public:
    BatchReportView ();
    /** text: lines of cells with two spaces or more in between, as TextTable writes them. */
    void show (const juce::String& text);
    const juce::String& text () const noexcept { return text_; }

    void paint (juce::Graphics& graphics) override;
    void resized () override;
    bool keyPressed (const juce::KeyPress& key) override;
    std::unique_ptr<juce::AccessibilityHandler> createAccessibilityHandler () override;

private:
    class Lines;
    Lines* const lines_; ///< of the viewport
    juce::String text_;
};

} // namespace melstrom

// Messages of a spectrogram panel: a bar with the reason of a refusal, and the dialogs that ask for a
// file.
#pragma once

#include "Engine/Core/Result.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>
#include <memory>

namespace melstrom
{

/** One line; the tooltip has the whole text. A click removes it. Thread: message. */
class MessageBar final : public juce::Component, public juce::SettableTooltipClient
{
public:
    static constexpr int kHeight = 22;

    MessageBar ();
    std::function<void ()> onClick;
    void setText (const juce::String& text); ///< empty: no message
    const juce::String& text () const noexcept { return text_; }

    void paint (juce::Graphics& graphics) override;
    void mouseUp (const juce::MouseEvent& event) override;

private:
    juce::String text_;
};

/** Thread: message. */
class SaveDialog
{
public:
    /** Returns at once. fileName: suggested name; its extension replaces that of the chosen name.
        Calls `save` with the chosen file, unless the user cancels, and shows its error over
        `owner`. Then calls `closed` in any case. Calls neither after `owner` is destroyed. `owner`
        owns this object. */
    void open (juce::Component& owner, const juce::String& fileName,
               std::function<Result<void> (const juce::File&)> save, std::function<void ()> closed);

private:
    std::unique_ptr<juce::FileChooser> chooser_;
};

/** Asks for the file of a front end. Thread: message. */
class LoadDialog
{
public:
    /** Returns at once. Calls `load` with the chosen file, unless the user cancels or `owner` is
        destroyed. `owner` owns this object. */
    void open (juce::Component& owner, std::function<void (const juce::File&)> load);

private:
    std::unique_ptr<juce::FileChooser> chooser_;
};

} // namespace melstrom

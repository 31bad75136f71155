// The row of controls of a page's view: front end, look, and what the page adds.
#pragma once

#include "Source/Spectrogram/FrontEndControls.h"
#include "Source/Spectrogram/PanelMessages.h"
#include "Source/Spectrogram/SpectrogramControls.h"
#include "Source/Spectrogram/ViewModel.h"

#include <juce_gui_basics/juce_gui_basics.h>

#include <functional>

namespace melstrom
{

/** Front end with its settings and files, axis, range, colours, mix. "All settings" opens a panel
    with every field of the front end. A refusal is shown in a line below. Thread: message. */
class ViewBar final : public juce::Component
{
public:
    /** model: outlives this object. Calls `show` after each of its changes. */
    explicit ViewBar (ViewModel& model);

    void show (); ///< the model's values
    int heightFor (int width) const;
    /** The height has changed: a message came or went. */
    std::function<void ()> onHeight;
    /** Loads a front end; a refusal is shown, too. */
    Result<void> load (const juce::File& file);
    juce::String message () const { return message_.text (); }

    void resized () override;

private:
    Result<void> tell (Result<void> done);
    void openSave ();
    void openAllSettings ();

    ViewModel& model_;
    FrontEndControls frontEnd_;
    SpectrogramControls look_ {SpectrogramControls::Owner::timeline};
    MessageBar message_;
    SaveDialog saving_;
    LoadDialog loading_;
};

} // namespace melstrom

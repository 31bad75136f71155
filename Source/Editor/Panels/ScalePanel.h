// The panel of the instrument's scale and keyboard map.
#pragma once

#include "Source/Look/Theme.h"
#include "Source/Processor/InstrumentProcessor.h"

#include <memory>

namespace melstrom
{

/** Names of both files, a button that loads files, a button that restores twelve equal steps, and
    the reason if a file was refused. Thread: message. */
class ScalePanel final : public juce::Component,
                         public juce::SettableTooltipClient,
                         private juce::ChangeListener
{
public:
    explicit ScalePanel (InstrumentProcessor& processor);
    ~ScalePanel () override;

    /** Loads scales (.scl) and keyboard maps (.kbm) in order. Stops at the first refused file and
        shows the reason. */
    void load (const juce::StringArray& paths);
    /** Text below the names: why a file was refused; "": no fault. */
    juce::String message () const { return message_; }
    /** Displayed names of the scale and of the map. */
    const juce::StringArray& names () const { return names_; }

    void paint (juce::Graphics& graphics) override;
    void resized () override;

private:
    void changeListenerCallback (juce::ChangeBroadcaster* source) override;
    void choose ();
    void clear ();
    void show (const Result<void>& done);
    void readNames (); ///< copies the files: too slow for each paint

    InstrumentProcessor& processor_;
    juce::TextButton load_ {"Load..."}, clear_ {"Clear"};
    juce::String message_;
    juce::StringArray names_;
    std::unique_ptr<juce::FileChooser> chooser_;
};

} // namespace melstrom

// The scale and the keyboard map that the instrument is tuned by.
#pragma once

#include "Source/Look/Theme.h"
#include "Source/Processor/InstrumentProcessor.h"

#include <memory>

namespace melstrom
{

/** Names of both files, a button that loads others, one that goes back to twelve equal steps; why a file was refused.
    Thread: message. */
class ScalePanel final : public juce::Component,
                         public juce::SettableTooltipClient,
                         private juce::ChangeListener
{
public:
    explicit ScalePanel (InstrumentProcessor& processor);
    ~ScalePanel () override;

    /** Scales (.scl) and keyboard maps (.kbm), one after the other; the first that is refused is told. */
    void load (const juce::StringArray& paths);
    /** What stands below the names: why a file was refused, or nothing. */
    juce::String message () const { return message_; }
    /** What stands for the scale and for the map. */
    const juce::StringArray& names () const { return names_; }

    void paint (juce::Graphics& graphics) override;
    void resized () override;

private:
    void changeListenerCallback (juce::ChangeBroadcaster* source) override;
    void choose ();
    void clear ();
    void show (const Result<void>& done);
    void readNames (); ///< copies the files: not for each picture

    InstrumentProcessor& processor_;
    juce::TextButton load_ {"Load..."}, clear_ {"Clear"};
    juce::String message_;
    juce::StringArray names_;
    std::unique_ptr<juce::FileChooser> chooser_;
};

} // namespace melstrom

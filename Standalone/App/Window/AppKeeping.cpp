// What the app keeps for its next start, and what an end of it would lose.
#include "Source/Parameters/ParameterText.h"
#include "Standalone/App/Window/AppContent.h"

namespace melstrom
{

/** The patch and everything else that a host would have saved. */
void AppContent::restoreInstrument ()
{
    const auto state = settings_.bytes ("filterState");
    if (state.getSize () > 0)
        audio_.instrument ().setStateInformation (state.getData (),
                                                  static_cast<int> (state.getSize ()));
}

void AppContent::offerSession ()
{
    if (session_.lost () == nullptr)
        return;
    status_.offer ("The last session left open files or unsaved marks.", "Open its files again",
                   [this]
                   {
                       files ().restore (*session_.lost ());
                       session_.forgetLost ();
                       showPage (Page::files);
                   });
}

void AppContent::save (bool isEnding)
{
    settings_.setText ("page", juce::String (static_cast<int> (page ())));
    computing_.save (settings_);
    settings_.setXml ("audioSetup", audio_.state ().get ());
    settings_.setText (kMidiOff, audio_.midiInputs ().turnedOff ().joinIntoString ("\n"));
    settings_.setXml ("batch", batch ().state ().tree ().createXml ().get ());
    live ().save ();
    files ().save ();
    juce::MemoryBlock instrument;
    audio_.instrument ().getStateInformation (instrument);
    settings_.setBytes ("filterState", instrument);
    if (isEnding && ! files ().hasUnsavedMarks ())
        session_.end ();
    else if (! session_.keep (files ().session ()))
        showMessage ("The session cannot be written to " +
                     AppSettings::dataFolder ().getFullPathName () +
                     ": after a crash open files and unsaved marks would be lost.");
    settings_.save ();
}

juce::String AppContent::reasonToStay ()
{
    const auto reason = unfinished ();
    return std::exchange (toldReason_, reason) == reason ? juce::String () : reason;
}

/** What an end of the app would cut short; empty: nothing. */
juce::String AppContent::unfinished () const
{
    if (audio_.isRecording ())
        return "A recording runs; close again to end it.";
    if (pages_.batch ().isRunning ())
        return "A batch run is not finished; close again to stop it. It can go on later.";
    if (saving_.isRunning ())
        return saving_.fileName () + " is not saved yet; close again to cancel that.";
    if (pages_.files ().hasUnsavedMarks ())
        return "Marks are not saved; close again to leave. They are offered at the next start.";
    return {};
}

} // namespace melstrom

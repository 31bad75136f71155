#include "Source/Processor/HostTeller.h"

#include "Engine/Spec/Patch/PatchLibrary.h"

namespace melstrom
{

using Details = juce::AudioProcessor::ChangeDetails;

HostTeller::HostTeller (juce::AudioProcessor& processor, PluginParameters& parameters)
    : processor_ (processor), parameters_ (parameters)
{
}

bool HostTeller::isHostedAsVst3 () const
{
    return processor_.wrapperType == juce::AudioProcessor::wrapperType_VST3 &&
           juce::SystemStats::getOperatingSystemType () == juce::SystemStats::Linux;
}

bool HostTeller::isHostedAsLv2 () const
{
    return processor_.wrapperType == juce::AudioProcessor::wrapperType_LV2;
}

bool HostTeller::tellsInBackground () const
{
    return isHostedAsVst3 () && ! isMessageThreadHosts_;
}

bool HostTeller::isHostThread () const
{
    return std::this_thread::get_id () == hostThread_;
}

void HostTeller::tellValue (PatchKey key, bool goesWithAudio)
{
    parameters_[key].sendValueChangedMessageToListeners (parameters_[key].getValue ());
    if (goesWithAudio)
        told_[static_cast<std::size_t> (key)] = true;
}

void HostTeller::noteTold (const PatchValues& former)
{
    if (! tellsInBackground ())
        return;
    const auto now = parameters_.values ();
    for (std::size_t key = 0; key < told_.size (); ++key)
        if (former.values[key] != now.values[key])
            told_[key] = true;
}

void HostTeller::tellAgain ()
{
    if (! isHostedAsVst3 ())
        return;
    processor_.updateHostDisplay (Details ()); // see Plugin/Vst3/HostRestarter.h
    for (std::size_t key = 0; key < told_.size (); ++key)
        if (told_[key].exchange (false))
            tellValue (static_cast<PatchKey> (key), false);
}

void HostTeller::tellOpeningPatch ()
{
    if (isHostedAsLv2 () && ! hasToldOpening_.exchange (true))
        parameters_.tell (initPatch ());
}

void HostTeller::tellOfPatch ()
{
    tellScreen ();
    processor_.updateHostDisplay (
        Details ().withProgramChanged (! tellsInBackground ()).withNonParameterStateChanged (true));
}

void HostTeller::tellOfState ()
{
    processor_.updateHostDisplay (Details ().withNonParameterStateChanged (true));
}

} // namespace melstrom

// Init and the factory patches as a host's programs.
#include "Source/Processor/InstrumentPrograms.h"

#include "Engine/Spec/Patch/PatchLibrary.h"
#include "Source/Processor/InstrumentContent.h"

namespace melstrom
{

const std::vector<Patch>& instrumentPrograms ()
{
    static const auto programs = []
    {
        std::vector<Patch> all {initPatch ()};
        const auto& factory = factoryLibrary ().patches;
        all.insert (all.end (), factory.begin (), factory.end ());
        return all;
    }();
    return programs;
}

int programOf (const Patch& patch)
{
    const auto& programs = instrumentPrograms ();
    const auto* const found = findByName (programs, patch.name);
    return found != nullptr ? static_cast<int> (found - programs.data ()) : -1;
}

int InstrumentProcessor::getNumPrograms ()
{
    return static_cast<int> (instrumentPrograms ().size ());
}

/** Depends on the patch's name alone, so that it is the same before a state is saved and after it
    is loaded. A patch that is no program counts as program 0, because hosts require a valid
    number. */
int InstrumentProcessor::getCurrentProgram ()
{
    const int asked = content_->askedProgram;
    return asked >= 0 ? asked : std::max (content_->program.load (), 0);
}

/** Does not load the current program again, even if the patch was changed.
    Some hosts choose program 0, or the program at the time of saving, after they set a state. So
    the first choice after a state counts as an echo, and is ignored, if it is program 0 and at most
    kEchoSeconds of sound were processed since. */
void InstrumentProcessor::setCurrentProgram (int index)
{
    if (index < 0 || index >= getNumPrograms ())
        return;
    const bool isEcho = content_->echoSamples.exchange (0) > 0 && index == 0;
    const int asked = content_->askedProgram;
    if (isEcho || index == (asked >= 0 ? asked : content_->program.load ()))
        return;
    if (juce::MessageManager::existsAndIsCurrentThread ())
        return loadPatch (instrumentPrograms ()[static_cast<std::size_t> (index)]);
    if (content_->tellsInBackground () && std::this_thread::get_id () == content_->hostThread)
        content_->takeProgram (index);
    else
        content_->askedProgram = index; // tellHost loads it
}

const juce::String InstrumentProcessor::getProgramName (int index)
{
    if (index < 0 || index >= getNumPrograms ())
        return {};
    return juce::String::fromUTF8 (
        instrumentPrograms ()[static_cast<std::size_t> (index)].name.c_str ());
}

void InstrumentProcessor::changeProgramName (int, const juce::String&) {} // the names are built in

} // namespace melstrom

// The factory patches as a host's programs.
#include "Source/Processor/InstrumentContent.h"

#include "Engine/Spec/Patch/PatchLibrary.h"

namespace melstrom
{

int programOf (const Patch& patch)
{
    if (patch.name.empty ())
        return 0;
    const auto& patches = factoryLibrary ().patches;
    const auto* const found = findByName (patches, patch.name);
    return found != nullptr ? static_cast<int> (found - patches.data ()) : 0;
}

int InstrumentProcessor::getNumPrograms ()
{
    return static_cast<int> (factoryLibrary ().patches.size ());
}

/** Follows from the patch's name alone, so that it is the same before a state is saved and after it
    is loaded. */
int InstrumentProcessor::getCurrentProgram ()
{
    const int asked = content_->askedProgram;
    return asked >= 0 ? asked : content_->program.load ();
}

/** A program that is the current one already is not loaded again, whatever was changed in it. Some
    hosts choose program 0, or the one that was current when the project was saved, after they have
    set a state: the first choice after a state is such an echo if it is program 0. An instance that
    never had a patch takes any. */
void InstrumentProcessor::setCurrentProgram (int index)
{
    if (index < 0 || index >= getNumPrograms ())
        return;
    const bool isEcho = content_->expectsEcho.exchange (false) && index == 0;
    if (isEcho || (index == getCurrentProgram () && ! content_->isFresh))
        return;
    if (juce::MessageManager::existsAndIsCurrentThread ())
        return loadPatch (factoryLibrary ().patches[static_cast<std::size_t> (index)]);
    if (content_->tellsInBackground () && std::this_thread::get_id () == content_->hostThread)
        content_->takeProgram (index);
    else
        content_->askedProgram = index; // see tellHost
}

const juce::String InstrumentProcessor::getProgramName (int index)
{
    if (index < 0 || index >= getNumPrograms ())
        return {};
    return juce::String::fromUTF8 (
        factoryLibrary ().patches[static_cast<std::size_t> (index)].name.c_str ());
}

void InstrumentProcessor::changeProgramName (int, const juce::String&) {} // they are built in

} // namespace melstrom

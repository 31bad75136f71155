#include "Standalone/App/Settings/AppSettings.h"

#include "Source/State/PluginState.h"
#include "Source/State/UserFiles.h"

namespace melstrom
{

namespace
{

juce::PropertiesFile::Options fileOptions ()
{
    juce::PropertiesFile::Options options;
    options.applicationName = "Melstrom";
    options.filenameSuffix = ".settings";
    options.osxLibrarySubFolder = "Application Support";
#if JUCE_LINUX || JUCE_BSD
    options.folderName = juce::File::getSpecialLocation (juce::File::userApplicationDataDirectory)
                             .getFullPathName ();
#endif
    return options;
}

} // namespace

AppSettings::AppSettings () : file_ (std::make_unique<juce::PropertiesFile> (fileOptions ())) {}

AppSettings::~AppSettings ()
{
    save ();
}

juce::String AppSettings::text (const juce::String& key, const juce::String& otherwise) const
{
    return file_->getValue (key, otherwise);
}

void AppSettings::setText (const juce::String& key, const juce::String& value)
{
    file_->setValue (key, value);
}

std::unique_ptr<juce::XmlElement> AppSettings::xml (const juce::String& key) const
{
    return file_->getXmlValue (key);
}

void AppSettings::setXml (const juce::String& key, const juce::XmlElement* value)
{
    if (value == nullptr)
        file_->removeValue (key);
    else
        file_->setValue (key, value);
}

juce::MemoryBlock AppSettings::bytes (const juce::String& key) const
{
    juce::MemoryBlock block;
    block.fromBase64Encoding (text (key));
    return block;
}

void AppSettings::setBytes (const juce::String& key, const juce::MemoryBlock& value)
{
    setText (key, value.toBase64Encoding ());
}

ViewState AppSettings::view (const juce::String& key, const ViewState& otherwise) const
{
    const auto block = bytes (key);
    const auto state =
        stateFromBytes ({static_cast<const std::byte*> (block.getData ()), block.getSize ()});
    return state ? state->view : otherwise;
}

void AppSettings::setView (const juce::String& key, const ViewState& view)
{
    PluginState state;
    state.view = view;
    const auto block = toBytes (state);
    setBytes (key, {block.data (), block.size ()});
}

void AppSettings::save ()
{
    file_->save (); // also without changes: the file may be missing
}

juce::File AppSettings::dataFolder ()
{
    const auto folder = userDataFolder ();
    return (folder.empty () ? juce::File::getSpecialLocation (juce::File::tempDirectory)
                            : juce::File (folder.string ()))
        .getChildFile ("Melstrom");
}

juce::File AppSettings::recordingsFolder ()
{
    return dataFolder ().getChildFile ("Recordings");
}

} // namespace melstrom

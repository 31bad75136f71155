// What the app remembers, and where it keeps its files.
#pragma once

#include "Source/State/ViewState.h"

#include <juce_data_structures/juce_data_structures.h>

#include <memory>

namespace melstrom
{

/** Values in Melstrom.settings in the user's folder for settings; recordings and the session in
    Melstrom in the user's folder for data. Thread: message. */
class AppSettings
{
public:
    AppSettings ();
    ~AppSettings (); ///< saves

    juce::String text (const juce::String& key, const juce::String& otherwise = {}) const;
    void setText (const juce::String& key, const juce::String& value);
    std::unique_ptr<juce::XmlElement> xml (const juce::String& key) const; ///< null: none
    void setXml (const juce::String& key, const juce::XmlElement* value);  ///< null: removes
    juce::MemoryBlock bytes (const juce::String& key) const;
    void setBytes (const juce::String& key, const juce::MemoryBlock& value);

    /** A damaged or missing value gives `otherwise`. */
    ViewState view (const juce::String& key, const ViewState& otherwise) const;
    void setView (const juce::String& key, const ViewState& view);

    /** Writes changes, or a missing file. */
    void save ();

    static juce::File dataFolder ();       ///< not created
    static juce::File recordingsFolder (); ///< not created

private:
    std::unique_ptr<juce::PropertiesFile> file_;
};

} // namespace melstrom

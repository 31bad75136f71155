// Pictures of components, saved for visual inspection.
#pragma once

#include "Tests/Support/Catch.h"
#include "Tests/Support/TestData.h"

#include <juce_gui_basics/juce_gui_basics.h>

namespace melstrom::testing
{

/** Writes NAME.png to testPictureFolder. */
inline void keepPicture (const juce::Image& picture, const juce::String& name)
{
    const juce::File folder (testPictureFolder ());
    REQUIRE (folder.createDirectory ());
    const auto file = folder.getChildFile (name + ".png");
    file.deleteFile ();
    juce::FileOutputStream out (file);
    CHECK (juce::PNGImageFormat ().writeImageToStream (picture, out));
}

inline void keepPicture (juce::Component& component, const juce::String& name)
{
    keepPicture (component.createComponentSnapshot (component.getLocalBounds ()), name);
}

} // namespace melstrom::testing

// The editors of the built plugins on a real screen.
#include "Engine/Spec/Patch/PatchToml.h"
#include "Source/Processor/AnalyzerProcessor.h"
#include "Source/Processor/InstrumentProcessor.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Editor/EditorWindow.h"
#include "Tests/Support/Editor/Pictures.h"
#include "Tests/Support/Plugin/Host.h"

#include <juce_gui_extra/juce_gui_extra.h>

#include <set>
#include <utility>

namespace melstrom::testing
{

namespace
{
/** Counts notifications of the host about changed state. */
class Told final : public juce::AudioProcessorListener
{
public:
    explicit Told (juce::AudioProcessor& processor) : processor_ (processor)
    {
        processor_.addListener (this);
    }
    ~Told () override { processor_.removeListener (this); }
    void audioProcessorParameterChanged (juce::AudioProcessor*, int, float) override {}
    void audioProcessorChanged (juce::AudioProcessor*, const ChangeDetails& details) override
    {
        times += details.nonParameterStateChanged ? 1 : 0;
    }
    int times = 0;

private:
    juce::AudioProcessor& processor_;
};

/** Three cases: a resize that continues, a resize that the editor's end interrupts, and no
    resize. */
template <typename Processor>
void checkThatResizesAreToldOnce ()
{
    Processor processor;
    Told told (processor);
    std::unique_ptr<juce::AudioProcessorEditor> editor (processor.createEditorIfNeeded ());
    for (int step = 0; step < 20; ++step)
        editor->setSize (1000 + 10 * step, 600 + step);
    CHECK (told.times == 0);
    for (int wait = 0; told.times == 0 && wait < 500; ++wait)
        pumpMessages (10);
    pumpMessages (50);
    CHECK (told.times == 1);
    editor->setSize (1234, 678);
    editor.reset ();
    CHECK (told.times == 2);
    CHECK (processor.view ().widthPixels == 1234);
    CHECK (processor.view ().heightPixels == 678);
    editor.reset (processor.createEditorIfNeeded ());
    CHECK (editor->getWidth () == 1234);
    CHECK (editor->getHeight () == 678);
    editor.reset ();
    CHECK (told.times == 2);
}
} // namespace

TEST_CASE ("an editor may be opened and closed fifty times while sound goes on", "[editor]")
{
    REQUIRE (hasDisplay ());
    Host host;
    for (const auto& plugin : builtPlugins ())
    {
        INFO (plugin.format << " " << plugin.name);
        auto instance = host.load (plugin);
        instance->prepareToPlay (48000, 512);
        for (int time = 0; time < 50; ++time)
        {
            EditorWindow window (*instance);
            juce::MidiBuffer midi;
            midi.addEvent (juce::MidiMessage::noteOn (1, 40 + time, 0.7f), 0);
            midi.addEvent (juce::MidiMessage::noteOff (1, 40 + time), 1500);
            CHECK (isClean (playPlugin (*instance, 2048, 512, midi)));
            pumpMessages (10);
            window.editor ().setSize (900 + 10 * time, 560 + 5 * time);
            CHECK (window.editor ().getWidth () >= 600);
        }
    }
}

TEST_CASE ("the instrument's editor draws all of itself at every size", "[editor]")
{
    Host host;
    InstrumentProcessor processor;
    processor.loadPatch (*findPatch ("Aurora"));
    processor.prepareToPlay (48000, 512);
    const std::unique_ptr<juce::AudioProcessorEditor> editor (processor.createEditorIfNeeded ());
    REQUIRE (editor);
    for (const auto& [width, height] :
         {std::pair (900, 560), std::pair (1200, 700), std::pair (1800, 1100)})
    {
        editor->setSize (width, height);
        pumpMessages (50);
        const auto picture = editor->createComponentSnapshot (editor->getLocalBounds ());
        REQUIRE (picture.getWidth () == width);
        REQUIRE (picture.getHeight () == height);
        // Every ninth of the picture shows more than a background.
        for (int ninth = 0; ninth < 9; ++ninth)
        {
            std::set<juce::uint32> colours;
            for (int y = ninth / 3 * height / 3; y < (ninth / 3 + 1) * height / 3; ++y)
                for (int x = ninth % 3 * width / 3; x < (ninth % 3 + 1) * width / 3; ++x)
                    colours.insert (picture.getPixelAt (x, y).getARGB ());
            INFO (width << " x " << height << ", ninth " << ninth);
            CHECK (colours.size () > 8);
        }
        keepPicture (picture, "instrument-" + juce::String (width));
    }
}

TEST_CASE ("a host is told once of a size that has changed and never of one that has not",
           "[editor]")
{
    Host host;
    SECTION ("by the instrument")
    {
        checkThatResizesAreToldOnce<InstrumentProcessor> ();
    }
    SECTION ("by the analyzer")
    {
        checkThatResizesAreToldOnce<AnalyzerProcessor> ();
    }
}

} // namespace melstrom::testing

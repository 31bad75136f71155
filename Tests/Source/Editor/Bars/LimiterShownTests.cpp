// The limiter in a host and on the screen.
#include "Source/Editor/Bars/EngineMenu.h"
#include "Source/Editor/Bars/LimiterLight.h"
#include "Source/Processor/OutputLimiter.h"
#include "Tests/Support/Editor/FindComponent.h"
#include "Tests/Support/Editor/Pictures.h"
#include "Tests/Support/Plugin/Host.h"
#include "Tests/Support/Plugin/HostedChord.h"
#include "Tests/Support/Plugin/LimiterCases.h"

namespace melstrom::testing
{

namespace
{
void playLoudKeys (juce::AudioProcessor& processor)
{
    juce::AudioBuffer<float> audio (2, 512);
    juce::MidiBuffer midi;
    for (const int key : kLoudKeys)
        midi.addEvent (juce::MidiMessage::noteOn (1, key, 0.8f), 0);
    for (int block = 0; block < 10; ++block)
    {
        processor.processBlock (audio, midi);
        midi.clear ();
    }
}

} // namespace

TEST_CASE ("the built instruments stay within full scale whatever is dangerous",
           "[plugin][limiter]")
{
    const OwnSettings own;
    Host host;
    int numHeard = 0;
    for (const auto& plugin : builtPlugins ())
    {
        if (! plugin.isInstrument)
            continue;
        INFO (plugin.format);
        for (const auto& danger : kDangers)
        {
            INFO (danger.name);
            const auto patch = patchOf (danger.settings);
            auto instance = host.load (plugin);
            chooseInit (*instance);
            for (const auto key :
                 {PatchKey::osc1Spectrum, PatchKey::volume, PatchKey::outputGain,
                  PatchKey::noiseLevel, PatchKey::noiseColour, PatchKey::filterType,
                  PatchKey::filterSlope, PatchKey::filterCutoff, PatchKey::filterResonance})
                setParameter (*instance, key, positionOf (parameterOf (key), patch[key]));
            instance->setNonRealtime (true);
            instance->prepareToPlay (48000, 512);
            juce::MidiBuffer midi;
            for (const int key : kLoudKeys)
                midi.addEvent (juce::MidiMessage::noteOn (1, key, 0.8f), 0);
            const auto sound = playPlugin (*instance, 24'000, 512, midi);
            CHECK (isClean (sound, 1.0f));
            CHECK_FALSE (isClean (sound, 0.9f)); // louder than -1 dBFS: the limiter had work
            ++numHeard;
        }
    }
    CHECK (numHeard == 6); // VST3 and LV2
}

TEST_CASE ("the light is lit while the limiter works and for a second after", "[editor][limiter]")
{
    const juce::ScopedJuceInitialiser_GUI juce;
    LimiterLight::Reading next {true, 9.0};
    LimiterLight light (
        [&next]
        {
            const auto reading = next;
            next.reductionDb = 0; // the display takes each report once
            return reading;
        });
    const juce::String minus = juce::String::fromUTF8 ("\xe2\x88\x92");
    const auto textAt = [&] (juce::uint32 ms, double db)
    {
        next.reductionDb = db;
        light.update (ms);
        return light.text ();
    };
    CHECK (light.text () == "Limiter"); // reductions from before the light existed do not count
    CHECK (textAt (5000, 3.04) == "Limiter " + minus + "3.0 dB");
    CHECK (light.isLit ());
    CHECK (textAt (5100, 12.3) == "Limiter " + minus + "12.3 dB");
    // The deepest reduction within one second.
    CHECK (textAt (5200, 1) == "Limiter " + minus + "12.3 dB");
    CHECK (textAt (6100, 1) == "Limiter " + minus + "1.0 dB");
    CHECK (textAt (7000, 0) == "Limiter " + minus + "1.0 dB");
    CHECK (textAt (7100, 0) == "Limiter");
    CHECK_FALSE (light.isLit ());
    CHECK (textAt (8000, 1e-9) == "Limiter " + minus + "0.1 dB"); // a lit light never shows 0
    CHECK (textAt (8100, 154) == "Limiter " + minus + "154 dB");
    next.isOn = false;
    CHECK (textAt (8200, 0) == "Limiter off");
    CHECK_FALSE (light.isLit ());
}

TEST_CASE ("the editor's light and menu are those of the limiter", "[editor][limiter]")
{
    REQUIRE (hasDisplay ());
    const OwnSettings own;
    Host host;
    InstrumentProcessor processor, other;
    processor.loadPatch (patchOf (kDangers.front ().settings));
    processor.setNonRealtime (true);
    processor.prepareToPlay (kRateHz, 512);
    const std::unique_ptr<juce::AudioProcessorEditor> editor (processor.createEditorIfNeeded ());
    REQUIRE (editor);
    editor->setSize (900, 560); // the smallest
    auto& light = find<LimiterLight> (*editor);
    CHECK_FALSE (light.isLit ());
    playLoudKeys (processor);
    light.update (juce::Time::getMillisecondCounter ());
    CHECK (light.isLit ());
    CHECK (light.getTooltip ().contains ("0 dBFS"));
    CHECK (Theme::font (Theme::kSmallText).getStringWidthFloat (light.text ()) + 16 <
           static_cast<float> (light.getWidth ()));
    keepPicture (*editor, "instrument-limiter");

    const auto click = [&editor]
    {
        auto menu = find<EngineMenu> (*editor).menu ();
        for (juce::PopupMenu::MenuItemIterator items (menu); items.next ();)
            if (items.getItem ().text.startsWith ("Limiter"))
            {
                const bool isTicked = items.getItem ().isTicked;
                items.getItem ().action ();
                return isTicked;
            }
        FAIL ("the menu has no limiter");
        return false;
    };
    CHECK (click ());
    CHECK_FALSE (other.limiter ().isOn ());
    light.update (juce::Time::getMillisecondCounter ());
    CHECK (light.text () == "Limiter off");
    keepPicture (*editor, "instrument-limiter-off");
    CHECK_FALSE (click ());
    CHECK (other.limiter ().isOn ());
}

} // namespace melstrom::testing

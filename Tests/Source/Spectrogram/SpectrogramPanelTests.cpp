#include "Engine/Batch/Audio/AudioReader.h"
#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Editor/SpectrogramRig.h"
#include "Tests/Support/TemporaryFolder.h"

using namespace melstrom;
using namespace melstrom::testing;

TEST_CASE ("a tap is watched while it is shown and no longer", "[spectrogram]")
{
    FakeSpectrogramSource source (true);
    {
        juce::ScopedJuceInitialiser_GUI gui;
        SpectrogramPanel panel (source);
        CHECK (source.output.isWatched);
        CHECK_FALSE (source.input.isWatched);
        source.state.source = ViewSource::both;
        panel.update ();
        CHECK ((source.output.isWatched && source.input.isWatched));
        source.state.source = ViewSource::input;
        panel.update ();
        CHECK_FALSE (source.output.isWatched);
        CHECK (source.input.isWatched);
    }
    CHECK_FALSE (source.input.isWatched);
}

TEST_CASE ("a tap is asked for the bands of the front end once for each change", "[spectrogram]")
{
    SpectrogramRig rig;
    (void)rig.source.output.prepare (48000, 512);
    rig.panel->update ();
    rig.panel->update ();
    REQUIRE (rig.source.output.asked.size () == 1);
    CHECK (rig.source.output.asked[0].spec == findPreset ("musical")->spec);
    CHECK (rig.source.output.asked[0].mix == TapMix::sum);
    CHECK (rig.source.output.asked[0].historySeconds == 60);

    boxOf (*rig.panel, "Front end").setText ("kaldi-mfcc", juce::sendNotificationSync);
    boxOf (*rig.panel, "Mix").setSelectedItemIndex (4, juce::sendNotificationSync);
    boxOf (*rig.panel, "Colours").setText ("viridis", juce::sendNotificationSync);
    REQUIRE (rig.source.output.asked.size () == 3);
    CHECK (rig.source.output.asked[1].spec == findPreset ("kaldi-mfcc")->spec);
    CHECK (rig.source.output.asked[2].mix == TapMix::side);
    CHECK (rig.source.state.preset == "kaldi-mfcc");
    CHECK (rig.source.state.mix == ViewMix::side);
    CHECK (rig.source.state.colours == "viridis");
    CHECK (rig.source.numChanges == 3);
}

TEST_CASE ("what a host restores is shown without telling the host", "[spectrogram]")
{
    SpectrogramRig rig;
    rig.source.state.preset = "whisper-openai-80";
    rig.source.state.axis = ViewAxis::linear;
    rig.source.state.colours = "turbo";
    rig.panel->update ();
    CHECK (boxOf (*rig.panel, "Front end").getText () == "whisper-openai-80");
    CHECK (boxOf (*rig.panel, "Frequency axis").getText () == "Linear");
    CHECK (boxOf (*rig.panel, "Colours").getText () == "turbo");
    CHECK (rig.source.output.asked.back ().spec.numBands == 80);
    CHECK (rig.source.numChanges == 0);
}

TEST_CASE ("nothing is asked of a tap before there is a rate", "[spectrogram]")
{
    SpectrogramRig rig;
    rig.source.output.asked.clear ();
    rig.source.rateHz = 0;
    rig.panel->update ();
    CHECK (rig.source.output.asked.empty ());
    rig.source.rateHz = 44100;
    rig.panel->update ();
    CHECK (rig.source.output.asked.size () == 1);
}

TEST_CASE ("rows are seen and a frozen picture stays", "[spectrogram]")
{
    SpectrogramRig rig;
    (void)rig.source.output.prepare (48000, 512);
    rig.panel->update ();
    rig.give (50, 40);
    const auto loud = rig.colourNow ();
    rig.give (50, -200);
    const auto quiet = rig.colourNow ();
    CHECK (loud.getPerceivedBrightness () > quiet.getPerceivedBrightness () + 0.2f);

    CHECK (rig.panel->keyPressed (juce::KeyPress ('f', juce::ModifierKeys (), 'f')));
    CHECK (rig.panel->isFrozen ());
    rig.give (50, 40);
    CHECK (rig.colourNow () == quiet);
    CHECK (rig.panel->keyPressed (
        juce::KeyPress (juce::KeyPress::spaceKey, juce::ModifierKeys (), ' ')));
    CHECK_FALSE (rig.panel->isFrozen ());
    CHECK (rig.colourNow () == loud); // rows that came meanwhile are stored
}

TEST_CASE ("settings that a tap refuses are said", "[spectrogram]")
{
    SpectrogramRig rig;
    rig.source.output.refusal = Error {ErrorCode::badSpec, "no such thing", {}};
    rig.source.state.preset = "kaldi-fbank";
    rig.panel->update ();
    auto& view = rig.view ("Output");
    const auto picture = view.createComponentSnapshot (view.plot (), true, 1);
    int numLit = 0; // letters over the empty plot
    for (int y = 0; y < picture.getHeight (); ++y)
        for (int x = 0; x < picture.getWidth (); ++x)
            numLit += picture.getPixelAt (x, y).getPerceivedBrightness () > 0.4f ? 1 : 0;
    CHECK (numLit > 50);
}

TEST_CASE ("a frozen sound is saved as it was", "[spectrogram]")
{
    SpectrogramRig rig (false, ViewState {.spanSeconds = 2});
    auto& heard = rig.source.output.heard;
    heard.rateHz = 48000;
    heard.channels.assign (2, std::vector<float> (5 * 48000, 0.25f));
    rig.panel->setFrozen (true);
    heard.channels.assign (2, std::vector<float> (5 * 48000, -0.5f));
    const TemporaryFolder folder;
    const auto lastOfSaved = [&] (const char* name)
    {
        REQUIRE (rig.panel->exportTo (ExportKind::wav, juce::File (folder.file (name))));
        auto reader = openAudio (posixStorage (), folder.file (name), {});
        REQUIRE (reader);
        REQUIRE ((*reader)->info ().numSamples == 2 * 48000);
        float frame[2] {};
        REQUIRE ((*reader)->read (frame, 2 * 48000 - 1, 1));
        return frame[0];
    };
    CHECK (lastOfSaved ("frozen.wav") == 0.25f);
    rig.panel->setFrozen (false);
    CHECK (lastOfSaved ("live.wav") == -0.5f);
}

TEST_CASE ("the picture of the screen is what is shown, without the controls", "[spectrogram]")
{
    const TemporaryFolder folder;
    SpectrogramRig rig (true, ViewState {.source = ViewSource::both});
    (void)rig.source.output.prepare (48000, 512);
    rig.panel->update ();
    rig.give (50, 40);
    rig.panel->showControls (true);
    const auto picture = rig.panel->picture ();
    auto &first = rig.view ("Output"), &second = rig.view ("Input");
    CHECK (picture.getWidth () == first.getWidth ());
    CHECK (picture.getHeight () == second.getBottom () - first.getY ());
    const auto loud = first.plot ().getBottomRight ().translated (-2, -2);
    CHECK (picture.getPixelAt (loud.x, loud.y) == rig.colourNow ());
    const auto plot = second.plot ().translated (0, second.getY () - first.getY ());
    const auto shown = second.createComponentSnapshot (second.getLocalBounds (), true, 1);
    CHECK (picture.getPixelAt (plot.getCentreX (), plot.getCentreY ()) ==
           shown.getPixelAt (second.plot ().getCentreX (), second.plot ().getCentreY ()));

    const juce::File file (folder.file ("screen.png"));
    REQUIRE (rig.panel->exportTo (ExportKind::picture, file).ok ());
    const auto read = juce::ImageFileFormat::loadFrom (file);
    REQUIRE (read.getBounds () == picture.getBounds ());
    CHECK (read.getPixelAt (loud.x, loud.y) == rig.colourNow ());
    const juce::File nowhere (folder.file ("none/screen.png"));
    CHECK_FALSE (rig.panel->exportTo (ExportKind::picture, nowhere).ok ());
}

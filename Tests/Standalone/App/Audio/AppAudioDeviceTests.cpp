// Devices that vanish, return, are missing, or are remembered.
#include "Tests/Support/App/AppAudioRig.h"
#include "Tests/Support/TemporaryFolder.h"

namespace melstrom::testing
{

TEST_CASE ("a device that vanishes is told, and is opened again when it returns", "[app][audio]")
{
    AppAudioRig rig;
    rig.open ();
    int numChanges = 0;
    rig.audio.onDeviceChange = [&] { ++numChanges; };
    rig.play (10);
    const TemporaryFolder folder;
    const auto path = folder.file ("take.wav");
    REQUIRE (rig.audio.startRecording (juce::File (path), RecordingFormat::wavFloat));
    rig.play (10);
    const int generation = rig.audio.generation ();
    CHECK (rig.audio.deviceText ().startsWith ("Fake: fake, 48 kHz, 512 samples, 2 in, 2 out"));

    rig.machine.isPluggedIn = false;
    CHECK (rig.pumpUntil (
        [&] { return rig.audio.deviceFault ().startsWith ("No device: Fake: fake"); }));
    CHECK (rig.audio.rateHz () == 0);
    CHECK (rig.audio.deviceText () == "");
    CHECK (rig.audio.inputLatencySeconds () >= 0);
    CHECK (rig.audio.generation () == generation);
    CHECK (numChanges > 0);
    const auto played = rig.audio.play (juce::File (path), 0, std::nullopt);
    REQUIRE_FALSE (played);
    CHECK (played.error ().code == ErrorCode::deviceUnavailable);

    rig.machine.isPluggedIn = true;
    CHECK (rig.pumpUntil ([&] { return rig.audio.deviceFault ().isEmpty (); }));
    CHECK (rig.audio.generation () == generation + 1);
    CHECK (rig.audio.rateHz () == 48000);
    CHECK (rig.audio.position () == 20 * 512);
    rig.play (10);
    // Positions go on; the time without a device is a gap, of the recording as well.
    const auto gaps = rig.audio.gapsFrom (0);
    REQUIRE (gaps.size () == 1);
    CHECK (gaps[0].position == 20 * 512);
    CHECK (rig.audio.position () == 30 * 512 + gaps[0].numSamples);
    const auto report = rig.audio.stopRecording ();
    CHECK (report.numGaps == 1);
    CHECK (report.numGapSamples > 24'000);
    CHECK (report.numGapSamples == gaps[0].numSamples);
    CHECK (report.numSamples == 20 * 512 + report.numGapSamples);
}

TEST_CASE ("a device that no longer calls is opened again", "[app][audio]")
{
    AppAudioRig rig;
    rig.open ();
    rig.play (10);
    const int generation = rig.audio.generation ();
    CHECK (rig.pumpUntil ([&] { return rig.audio.generation () > generation; }));
    CHECK (rig.audio.deviceFault () == "");
}

TEST_CASE ("without any device the fault says so", "[app][audio]")
{
    AppAudioRig rig;
    rig.machine.isPluggedIn = false;
    rig.audio.open (nullptr);
    if (rig.audio.rateHz () > 0)
        return; // this machine has one of its own
    CHECK (rig.audio.deviceFault ().startsWith ("No device: "));
    CHECK (rig.audio.generation () == 0);
    CHECK (rig.audio.position () == 0);
    CHECK (rig.audio.state () == nullptr);
    rig.audio.updateHistory ();
    CHECK (rig.audio.wave ().endSample () == 0);
    const auto recorded =
        rig.audio.startRecording (juce::File ("/nowhere/a.wav"), RecordingFormat::wav24);
    REQUIRE_FALSE (recorded);
    CHECK (recorded.error ().code == ErrorCode::noSamples);
    CHECK_FALSE (rig.audio.playedSeconds ().has_value ());
}

TEST_CASE ("the remembered device and its settings are opened", "[app][audio]")
{
    std::unique_ptr<juce::XmlElement> remembered;
    {
        AppAudioRig rig;
        rig.open ();
        CHECK (rig.audio.state () == nullptr); // the default device: nothing chosen
        auto setup = rig.audio.devices ().getAudioDeviceSetup ();
        setup.inputChannels.clear ();
        setup.inputChannels.setBit (1);
        setup.useDefaultInputChannels = false;
        CHECK (rig.audio.devices ().setAudioDeviceSetup (setup, true) == "");
        remembered = rig.audio.state ();
        REQUIRE (remembered != nullptr);
    }
    AppAudioRig rig;
    rig.audio.open (remembered.get ());
    CHECK (rig.audio.deviceFault () == "");
    CHECK (rig.audio.state ()->getStringAttribute ("audioDeviceInChans") ==
           remembered->getStringAttribute ("audioDeviceInChans"));
}

} // namespace melstrom::testing

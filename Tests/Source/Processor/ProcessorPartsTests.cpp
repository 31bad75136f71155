#include "Source/Processor/InstrumentSound.h"
#include "Source/Processor/KeyboardNotes.h"
#include "Source/Processor/LoadMeter.h"
#include "Source/Processor/OutputFade.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Timing.h"

#include <limits>
#include <thread>
#include <vector>

namespace melstrom::testing
{

namespace
{
class FixedPlayHead final : public juce::AudioPlayHead
{
public:
    juce::Optional<PositionInfo> getPosition () const override { return position; }
    juce::Optional<PositionInfo> position;
};
} // namespace

TEST_CASE ("keys of the screen reach the audio thread and those of MIDI the screen", "[plugin]")
{
    KeyboardNotes notes;
    const auto taken = [&notes]
    {
        std::vector<KeyboardNotes::Message> all;
        notes.take ([&all] (const KeyboardNotes::Message& message) { all.push_back (message); });
        return all;
    };
    notes.keyboard ().noteOn (3, 60, 0.5f);
    notes.keyboard ().noteOff (3, 60, 0.25f);
    CHECK (taken () == std::vector<KeyboardNotes::Message> {{0x92, 60, 64}, {0x82, 60, 32}});

    notes.show ({0, 64, true, 1.0f});
    CHECK_FALSE (notes.keyboard ().isNoteOn (1, 64));
    notes.update ();
    CHECK (notes.keyboard ().isNoteOn (1, 64));
    notes.show ({1, 64, true, 1.0f});
    notes.show ({0, KeyboardNotes::kAllKeys, false, 0});
    notes.update ();
    CHECK_FALSE (notes.keyboard ().isNoteOn (1, 64));
    CHECK (notes.keyboard ().isNoteOn (2, 64));
    notes.forget ();
    notes.update ();
    CHECK_FALSE (notes.keyboard ().isNoteOn (2, 64));
    CHECK (taken ().empty ()); // notes that are only shown are not played again
}

TEST_CASE ("wheels of the screen are MIDI on channel 1, and follow MIDI", "[plugin]")
{
    using Messages = std::vector<KeyboardNotes::Message>;
    KeyboardNotes notes;
    const auto taken = [&notes]
    {
        Messages all;
        notes.take ([&all] (const KeyboardNotes::Message& message) { all.push_back (message); });
        return all;
    };
    notes.setBend (1);
    notes.setBend (1);
    notes.setBend (-1);
    notes.setBend (0);
    CHECK (taken () == Messages {{0xe0, 127, 127}, {0xe0, 0, 0}, {0xe0, 0, 64}});
    notes.setModulation (1);
    notes.setModulation (0.999f); // the same value in MIDI
    notes.setModulation (0.5f);
    CHECK (taken () == Messages {{0xb0, 1, 127}, {0xb0, 1, 64}});

    notes.showWheels (juce::MidiMessage::pitchWheel (5, 0));
    notes.showWheels (juce::MidiMessage::controllerEvent (5, 1, 127));
    notes.showWheels (juce::MidiMessage::controllerEvent (5, 2, 3));
    CHECK (notes.wheels ().bend == -1);
    CHECK (notes.wheels ().modulation == 1);
    CHECK (taken ().empty ());
    notes.showWheels (juce::MidiMessage::controllerEvent (5, 121, 0));
    CHECK (notes.wheels ().bend == 0);
    CHECK (notes.wheels ().modulation == 0);
}

TEST_CASE ("more keys than there is room for are told as a loss", "[plugin]")
{
    KeyboardNotes notes;
    for (int i = 0; i < 100; ++i)
        for (int key = 0; key < 128; ++key)
            i % 2 == 0 ? notes.keyboard ().noteOn (1, key, 1.0f)
                       : notes.keyboard ().noteOff (1, key, 0.0f);
    CHECK (notes.takeLoss ());
    CHECK_FALSE (notes.takeLoss ());
}

TEST_CASE ("a fade takes 10 ms at any rate and then changes nothing", "[plugin]")
{
    for (const double rateHz : {1000.0, 48000.0, 768000.0})
    {
        OutputFade fade;
        fade.prepare (rateHz, true);
        const auto length = static_cast<std::size_t> (rateHz / 100);
        std::vector<float> left (length + 2, 1.0f), right (left);
        fade.apply (false, left.data (), right.data (), static_cast<int> (left.size ()));
        CHECK (left == right);
        CHECK (left[length / 2 - 1] == Approx (0.5).margin (0.001));
        CHECK (left.back () == 0.0f);
        CHECK (fade.isClosed ());
        fade.apply (true, left.data (), right.data (), static_cast<int> (left.size ()));
        std::fill (left.begin (), left.end (), 0.3f);
        fade.apply (true, left.data (), right.data (), static_cast<int> (left.size ()));
        CHECK (left == std::vector<float> (left.size (), 0.3f));
    }
}

TEST_CASE ("a meter's median and tail stand where the loads do", "[plugin]")
{
    // Sleeps are never shorter than requested, and longer on a busy machine.
    const auto attempt = []
    {
        LoadMeter meter;
        meter.prepare (1000);
        CHECK (meter.load ().numCallbacks == 0);
        CHECK (meter.load ().p999 == 0.0);
        const auto call = [&meter] (int milliseconds)
        {
            const LoadMeter::Callback callback (meter, 20); // 20 ms of sound
            std::this_thread::sleep_for (std::chrono::milliseconds (milliseconds));
        };
        for (int i = 0; i < 20; ++i)
            call (2);
        call (40);
        const auto load = meter.load ();
        CHECK (load.numCallbacks == 21);
        CHECK (load.p50 >= 0.1 / 1.06);
        CHECK (load.p999 >= 2 / 1.06);
        return load.p50 < 1.0 ? std::string () : "a median of " + std::to_string (load.p50);
    };
    CHECK (lateAfterAttempts ("callbacks of 2 ms", attempt) == "");
}

TEST_CASE ("a song's place is what the host says as far as it says it", "[plugin]")
{
    FixedPlayHead head;
    CHECK_FALSE (songPlaceOf (nullptr, 48000).isRunning);
    CHECK_FALSE (songPlaceOf (&head, 48000).isRunning);

    juce::AudioPlayHead::PositionInfo info;
    info.setIsPlaying (true);
    head.position = info;
    CHECK_FALSE (songPlaceOf (&head, 48000).isRunning); // no tempo, no beats

    info.setBpm (90.0);
    info.setTimeInSamples (juce::int64 {96000});
    head.position = info;
    CHECK (songPlaceOf (&head, 48000).isRunning);
    CHECK (songPlaceOf (&head, 48000).beatsPerSample == Approx (1.5 / 48000));
    CHECK (songPlaceOf (&head, 48000).beats == Approx (3.0));

    info.setPpqPosition (17.25);
    head.position = info;
    CHECK (songPlaceOf (&head, 48000).beats == 17.25);
    info.setBpm (std::numeric_limits<double>::quiet_NaN ());
    info.setPpqPosition (std::numeric_limits<double>::infinity ());
    head.position = info;
    CHECK (songPlaceOf (&head, 48000).beatsPerSample == 0.0);
    CHECK (songPlaceOf (&head, 48000).beats == 0.0);
}

} // namespace melstrom::testing

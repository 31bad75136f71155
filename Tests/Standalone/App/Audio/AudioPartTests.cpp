// Meters, waveform steps, and MIDI on their way to the audio thread.
#include "Standalone/App/Audio/CaptureClock.h"
#include "Standalone/App/Audio/ChannelMeter.h"
#include "Standalone/App/Audio/MidiInbox.h"
#include "Standalone/App/Audio/MidiPlayer.h"
#include "Standalone/App/Audio/WaveFeed.h"
#include "Tests/Support/Audio/MidiBytes.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/TemporaryFolder.h"

#include <cmath>
#include <limits>
#include <string>
#include <thread>
#include <vector>

namespace melstrom::testing
{
namespace
{

/** "sample:status data data" of each message. */
std::string textOf (BlockMidi& midi)
{
    std::string text;
    for (const auto message : midi.buffer ())
    {
        text += std::to_string (message.samplePosition) + ":";
        for (int n = 0; n < message.numBytes; ++n)
            text += (n > 0 ? " " : "") + std::to_string (message.data[n]);
        text += "; ";
    }
    return text;
}

bool endsAllChannels (BlockMidi& midi)
{
    const auto text = textOf (midi);
    for (int channel = 0; channel < 16; ++channel)
        if (text.find (":" + std::to_string (0xb0 + channel) + " 123 0") == std::string::npos)
            return false;
    return true;
}

} // namespace

TEST_CASE ("no peak and no clipped sample is missed between two looks", "[app][meter]")
{
    ChannelMeter meter;
    constexpr int kBlocks = 20'000;
    std::atomic<bool> isOver {false};
    std::thread audio (
        [&]
        {
            for (int n = 0; n < kBlocks; ++n)
            {
                const float peak = n % 100 == 50 ? 2.0f : 0.5f;
                const float block[2] = {peak, 0};
                meter.add (block, 2);
            }
            isOver = true;
        });
    float highest = 0;
    bool isRight = true;
    ChannelLevel level;
    while (! isOver)
    {
        level = meter.take ();
        highest = std::max (highest, level.peak);
        isRight &= level.peak == 0 || level.peak == 0.5f || level.peak == 2.0f;
        isRight &= level.rms == 0 || (level.rms > 0.3 && level.rms < 1.5);
    }
    audio.join ();
    level = meter.take ();
    CHECK (std::max (highest, level.peak) == 2.0f);
    CHECK (level.numClipped == kBlocks / 100);
    CHECK (isRight);
}

TEST_CASE ("a sample that is not finite is clipped and spoils no mean", "[app][meter]")
{
    ChannelMeter meter;
    const float samples[4] = {0.5f, std::numeric_limits<float>::quiet_NaN (),
                              std::numeric_limits<float>::infinity (), -0.5f};
    meter.add (samples, 4);
    const auto level = meter.take ();
    CHECK (level.peak == 0.5f);
    CHECK (level.numClipped == 2);
    CHECK (std::isfinite (level.rms));
    meter.add (samples, 1);
    CHECK (meter.take ().rms == Approx (0.5));
}

TEST_CASE ("a waveform's steps lie at multiples of 256, whatever the blocks", "[app][wave]")
{
    const int block = GENERATE (1, 100, 256, 1000);
    std::vector<float> left (2560), right (2560);
    for (std::size_t n = 0; n < left.size (); ++n)
    {
        left[n] = static_cast<float> (n);
        right[n] = -static_cast<float> (n);
    }
    WaveFeed feed;
    WavePyramid wave (48000, 2, 1 << 20);
    for (int begin = 0; begin < 2560; begin += block)
        feed.add (left.data () + begin, right.data () + begin, std::min (block, 2560 - begin));
    feed.update (wave);
    CHECK (wave.endSample () == 2560);
    for (int step = 0; step < 10; ++step)
    {
        const auto range = wave.range (0, 256 * step, 256 * step + 256);
        CHECK (range.isThere);
        CHECK (range.lowest == static_cast<float> (256 * step));
        CHECK (range.highest == static_cast<float> (256 * step + 255));
        CHECK (wave.range (1, 256 * step, 256 * step + 256).lowest ==
               -static_cast<float> (256 * step + 255));
    }
}

TEST_CASE ("a gap in the waveform keeps the places behind it", "[app][wave]")
{
    const std::vector<float> ones (1000, 1.0f), twos (1000, 2.0f);
    WaveFeed feed;
    WavePyramid wave (48000, 2, 1 << 20);
    feed.add (ones.data (), ones.data (), 300); // a step, and a part of the next
    feed.skip (10'000);
    feed.add (twos.data (), twos.data (), 1000);
    feed.update (wave);
    CHECK (wave.range (0, 256, 512).highest == 1.0f); // the samples that came
    CHECK_FALSE (wave.range (0, 512, 10'240).isThere);
    CHECK (wave.range (0, 10'240, 10'496).lowest == 2.0f);
    CHECK (wave.endSample () == 11'264);
}

TEST_CASE ("a message sounds one block after it came, at its sample", "[app][midi]")
{
    MidiInbox inbox;
    BlockMidi midi;
    const auto before = steadyNs ();
    inbox.handleIncomingMidiMessage (nullptr, juce::MidiMessage::noteOn (1, 60, 1.0f));
    const auto after = steadyNs ();
    // The block that begins 4 ms later has 10 ms: the note was 6 ms before the block's end.
    constexpr double kRateHz = 48000;
    inbox.take (midi, before + 4'000'000, 480, kRateHz);
    REQUIRE (midi.buffer ().getNumEvents () == 1);
    const int sample = (*midi.buffer ().begin ()).samplePosition;
    const double least = 480 - 0.004 * kRateHz - 1;
    CHECK (sample >= least);
    CHECK (sample <= least + 2 + 1e-9 * static_cast<double> (after - before) * kRateHz);
}

TEST_CASE ("after lost MIDI messages all notes end", "[app][midi]")
{
    MidiInbox inbox;
    BlockMidi midi;
    for (int n = 0; n < 5000; ++n)
        inbox.handleIncomingMidiMessage (nullptr, juce::MidiMessage::noteOn (1, n % 128, 1.0f));
    inbox.take (midi, steadyNs (), 480, 48000);
    CHECK (endsAllChannels (midi));
    midi.clear ();
    inbox.take (midi, steadyNs (), 480, 48000);
    midi.clear ();
    inbox.handleIncomingMidiMessage (nullptr, juce::MidiMessage::noteOn (1, 60, 1.0f));
    inbox.take (midi, steadyNs (), 480, 48000);
    CHECK (midi.buffer ().getNumEvents () == 1);
}

TEST_CASE ("notes of an input that goes end, also one that has not sounded yet", "[app][midi]")
{
    MidiInbox inbox;
    BlockMidi midi;
    inbox.handleIncomingMidiMessage (nullptr, juce::MidiMessage::noteOn (1, 60, 1.0f));
    inbox.endNotes ();
    inbox.take (midi, steadyNs (), 480, 48000);
    CHECK (endsAllChannels (midi));
    for (const auto message : midi.buffer ())
        CHECK_FALSE (message.getMessage ().isNoteOn ());
    midi.clear ();
    inbox.handleIncomingMidiMessage (nullptr, juce::MidiMessage::noteOn (1, 60, 1.0f));
    inbox.take (midi, steadyNs (), 480, 48000);
    CHECK (midi.buffer ().getNumEvents () == 1);
}

TEST_CASE ("a song's events come at their samples, and its end ends all notes", "[app][midi]")
{
    const TemporaryFolder folder;
    // 96 ticks of 480 at 120 beats a minute: the note ends after 0.1 s
    const auto path = folder.write ("a.mid", midi ({kNote + kEnd}));
    const CallbackGate gate;
    MidiPlayer player (gate);
    REQUIRE (player.play (path, 48000));
    CHECK (player.isPlaying ());
    BlockMidi block;
    player.add (block, 1000);
    CHECK (textOf (block) == "0:144 60 100; ");
    int samples = 1000;
    for (; samples < 4000; samples += 1000)
    {
        block.clear ();
        player.add (block, 1000);
        CHECK (block.buffer ().isEmpty ());
    }
    block.clear ();
    player.add (block, 1000);
    CHECK (textOf (block).find ("800:128 60 64; ") == 0);
    CHECK (endsAllChannels (block));
    CHECK_FALSE (player.isPlaying ());
    block.clear ();
    player.add (block, 1000);
    CHECK (block.buffer ().isEmpty ());
}

TEST_CASE ("a stopped song ends all notes at once", "[app][midi]")
{
    const TemporaryFolder folder;
    const auto path = folder.write ("a.mid", midi ({kNote + kEnd}));
    const CallbackGate gate;
    MidiPlayer player (gate);
    REQUIRE (player.play (path, 48000));
    BlockMidi block;
    player.add (block, 64);
    player.stop ();
    CHECK_FALSE (player.isPlaying ());
    block.clear ();
    player.add (block, 64);
    CHECK (endsAllChannels (block));
    CHECK (textOf (block).find ("0:") == 0);
    REQUIRE_FALSE (player.play (folder.file ("none.mid"), 48000));
}

} // namespace melstrom::testing

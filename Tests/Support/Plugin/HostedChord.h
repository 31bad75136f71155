// A chord that a host plays on a processor, in real time or offline, and its error against an
// expected sound.
#pragma once

#include "Source/Processor/InstrumentProcessor.h"
#include "Tests/Support/Audio/StereoSound.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Plugin/Host.h"

#include <chrono>
#include <cmath>
#include <limits>
#include <thread>

namespace melstrom::testing
{

inline constexpr double kRateHz = 48000;
inline constexpr int kBlock = 512;
/** A second of silence in real time: a host cannot ask whether the GPU is ready. */
inline constexpr int kSilentBlocks = 94;
inline constexpr int kBlocks = kSilentBlocks + 94;

enum class Pace
{
    realTime,
    offline
};

/** Sets a parameter of the processor by its key in the table. */
inline void setParameter (juce::AudioProcessor& processor, PatchKey key, float position)
{
    const auto label = parameterOf (key).label;
    for (auto* const parameter : processor.getParameters ())
        if (parameter->getName (64) == juce::String (std::string (label)))
            return parameter->setValueNotifyingHost (position);
    FAIL ("there is no parameter " << label);
}

/** Saws in unison, each harmonic a cluster, with enough voices to make a GPU worthwhile. */
inline void setRichSound (juce::AudioProcessor& processor)
{
    const auto positionAt = [] (PatchKey key, float value)
    { return positionOf (parameterOf (key), value); };
    for (const auto& [key, value] :
         {std::pair {PatchKey::osc1Spectrum, static_cast<float> (SpectrumShape::saw)},
          {PatchKey::osc1Partials, 128.0f},
          {PatchKey::osc1Unison, 3.0f},
          {PatchKey::osc1Density, 2.0f},
          {PatchKey::maxVoices, 256.0f}})
        setParameter (processor, key, positionAt (key, value));
    setParameter (processor, PatchKey::volume, 0.5f);
}

/** A processor that is called block after block: silence, then a chord. Half of its keys are
    released. */
class HostedChord
{
public:
    HostedChord (juce::AudioProcessor& processor, Pace pace) : processor_ (processor)
    {
        setRichSound (processor);
        processor.setNonRealtime (pace == Pace::offline);
        processor.prepareToPlay (kRateHz, kBlock);
        hearParameters ();
        processor.releaseResources ();             // a VST3 is not prepared twice
        processor.prepareToPlay (kRateHz, kBlock); // chooses the device for the rich sound
        settleMessages ();                         // a VST3 host hears of the latency by a message
    }

    void playBlock ()
    {
        juce::AudioBuffer<float> audio (std::max (processor_.getTotalNumInputChannels (), 2),
                                        kBlock);
        audio.clear ();
        juce::MidiBuffer midi;
        if (numPlayed_ == kSilentBlocks)
            for (const int key : {36, 48, 55, 64})
                midi.addEvent (juce::MidiMessage::noteOn (1, key, 0.8f), key);
        if (numPlayed_ == (kSilentBlocks + kBlocks) / 2)
            for (const int key : {36, 55})
                midi.addEvent (juce::MidiMessage::noteOff (1, key), key);
        processor_.processBlock (audio, midi);
        const float *const left = audio.getReadPointer (0), *const right = audio.getReadPointer (1);
        sound_.left.insert (sound_.left.end (), left, left + kBlock);
        sound_.right.insert (sound_.right.end (), right, right + kBlock);
        ++numPlayed_;
    }
    int numPlayed () const noexcept { return numPlayed_; }
    const StereoSound& sound () const noexcept { return sound_; }

private:
    /** An LV2 gets its values with a block. */
    void hearParameters ()
    {
        juce::AudioBuffer<float> audio (std::max (processor_.getTotalNumInputChannels (), 2),
                                        kBlock);
        audio.clear ();
        juce::MidiBuffer noNotes;
        processor_.processBlock (audio, noNotes);
    }

    juce::AudioProcessor& processor_;
    StereoSound sound_;
    int numPlayed_ = 0;
};

/** Plays to the end in real time; offline, only the silence is in real time. onBlock (): called
    before each block. */
template <typename OnBlock>
void play (const std::vector<HostedChord*>& chords, Pace pace, OnBlock&& onBlock)
{
    using Clock = std::chrono::steady_clock;
    const std::chrono::duration<double> blockTime (kBlock / kRateHz);
    const auto begin = Clock::now ();
    for (int block = 0; block < kBlocks; ++block)
    {
        if (pace == Pace::realTime || block <= kSilentBlocks)
            std::this_thread::sleep_until (
                begin + std::chrono::duration_cast<Clock::duration> (block * blockTime));
        onBlock (block);
        for (auto* const chord : chords)
            chord->playBlock ();
    }
}

/** The CPU's sound of the chord, from the processor itself without a host. */
inline StereoSound soundOfCpu ()
{
    InstrumentProcessor processor;
    processor.setEngine (BackendChoice::Kind::cpu, LatencyMode::safe);
    HostedChord chord (processor, Pace::offline);
    while (chord.numPlayed () < kBlocks)
        chord.playBlock ();
    return chord.sound ();
}

/** Error of a sound that is `late` samples late, relative to the expected sound. NaN if the
    expected sound is silence. */
inline double errorDb (const StereoSound& sound, const StereoSound& expected, int late)
{
    double error = 0, power = 0;
    for (std::size_t n = 0; n + static_cast<std::size_t> (late) < sound.left.size (); ++n)
        for (const auto side : {&StereoSound::left, &StereoSound::right})
        {
            const auto wanted = static_cast<double> ((expected.*side)[n]);
            const auto heard = (sound.*side)[n + static_cast<std::size_t> (late)];
            error += std::pow (static_cast<double> (heard) - wanted, 2);
            power += wanted * wanted;
        }
    constexpr double kLeastPower = 1; // sum over two seconds: -50 dB
    return power > kLeastPower ? 10 * std::log10 (error / power)
                               : std::numeric_limits<double>::quiet_NaN ();
}

} // namespace melstrom::testing

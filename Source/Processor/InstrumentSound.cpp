// The instrument's audio thread.
#include "Engine/Realtime/Control/NoteTime.h"
#include "Source/Processor/InstrumentContent.h"
#include "Source/Processor/SongPosition.h"

#include <algorithm>

namespace melstrom
{

namespace
{

/** Missing channels are null. */
HostBlock hostBlockOf (juce::AudioBuffer<float>& audio, int numInputs, int numOutputs) noexcept
{
    const int present = audio.getNumChannels ();
    const int inputs = std::min (numInputs, present), outputs = std::min (numOutputs, present);
    HostBlock block;
    block.numSamples = audio.getNumSamples ();
    if (inputs > 0)
    {
        block.inputLeft = audio.getReadPointer (0);
        block.inputRight = audio.getReadPointer (inputs > 1 ? 1 : 0);
    }
    if (outputs > 0)
        block.left = audio.getWritePointer (0);
    if (outputs > 1)
        block.right = audio.getWritePointer (1);
    return block;
}

HostBlock partOf (const HostBlock& block, int begin, int numSamples) noexcept
{
    HostBlock part;
    part.left = block.left != nullptr ? block.left + begin : nullptr;
    part.right = block.right != nullptr ? block.right + begin : nullptr;
    part.numSamples = numSamples;
    return part;
}

} // namespace

void InstrumentProcessor::Content::process (const HostBlock& block, const juce::MidiBuffer& midi,
                                            bool isBypassed) noexcept
{
    resetIfAsked ();
    if (block.inputLeft != nullptr) // before the output overwrites it
        inputTap.push (block.inputLeft, block.inputRight, block.numSamples);
    const bool isFirst = ! hasPlayed.exchange (true, std::memory_order_relaxed);
    const bool isUnheard = isFirst || engine.playing () == nullptr || fade.isClosed ();
    if (engine.isChanging () && isUnheard && engine.change ())
    {
        parameters.markAll (); // values that changed since the engine was made
        keyboard.restWheels ();
    }
    const bool isOpen = ! isBypassed && ! engine.isChanging ();

    events.collect (midi, block.numSamples, isBypassed);
    if (block.numSamples == 0)
        return; // events wait for the next block
    if (echoSamples.load (std::memory_order_relaxed) > 0)
        echoSamples.fetch_sub (block.numSamples, std::memory_order_relaxed);
    const auto song =
        songPlaceOf (processor.getPlayHead (), rateHz.load (std::memory_order_relaxed));
    for (int begin = 0; begin < block.numSamples; begin += maxBlockSamples)
    {
        const auto part =
            partOf (block, begin, std::min (maxBlockSamples, block.numSamples - begin));
        auto place = song;
        place.beats += begin * song.beatsPerSample;
        render (part, events.part (begin, begin + part.numSamples), isOpen, place);
    }
    events.clear ();
}

void InstrumentProcessor::Content::resetIfAsked () noexcept
{
    if (! isResetAsked.load (std::memory_order_relaxed) || ! isResetAsked.exchange (false))
        return;
    events.reset ();
    keyboard.forget ();
    limiter.reset ();
    if (auto* const synth = engine.playing ())
        synth->reset ();
}

void InstrumentProcessor::Content::render (const HostBlock& part,
                                           std::span<const SynthEvent> partEvents, bool isOpen,
                                           const SongPlace& song) noexcept
{
    auto* const synth = engine.playing ();
    float* const left =
        part.left != nullptr && part.right != nullptr ? part.left : scratchLeft.data ();
    float* const right = part.right != nullptr ? part.right : scratchRight.data ();
    if (synth != nullptr)
    {
        synth->process ({.events = partEvents,
                         .song = song,
                         .left = left,
                         .right = right,
                         .numSamples = part.numSamples,
                         .isOffline = processor.isNonRealtime ()});
        tailSeconds.store (synth->tailSeconds (), std::memory_order_relaxed);
    }
    else
    {
        std::fill_n (left, part.numSamples, 0.0f);
        std::fill_n (right, part.numSamples, 0.0f);
    }
    fade.apply (isOpen, left, right, part.numSamples);
    const bool isMono = part.left != nullptr && part.right == nullptr;
    if (isMono)
        for (int n = 0; n < part.numSamples; ++n)
            part.left[n] = 0.5f * (left[n] + right[n]);
    float* const heardLeft = isMono ? part.left : left;
    float* const heardRight = isMono ? part.left : right;
    limiter.process (heardLeft, heardRight, part.numSamples);
    outputTap.push (heardLeft, heardRight, part.numSamples);
}

void InstrumentProcessor::processBlock (juce::AudioBuffer<float>& audio, juce::MidiBuffer& midi)
{
    processInto (audio, midi, content_->parameters.bypass ().get ());
}

void InstrumentProcessor::processBlockBypassed (juce::AudioBuffer<float>& audio,
                                                juce::MidiBuffer& midi)
{
    processInto (audio, midi, true);
}

void InstrumentProcessor::processInto (juce::AudioBuffer<float>& audio,
                                       const juce::MidiBuffer& midi, bool isBypassed) noexcept
{
    const juce::ScopedNoDenormals noDenormals;
    const LoadMeter::Callback measured (content_->load, audio.getNumSamples ());
    if (! (content_->rateHz.load (std::memory_order_relaxed) > 0))
    {
        audio.clear ();
        return;
    }
    const auto block =
        hostBlockOf (audio, getTotalNumInputChannels (), getTotalNumOutputChannels ());
    content_->process (block, midi, isBypassed);
    const int written = (block.left != nullptr ? 1 : 0) + (block.right != nullptr ? 1 : 0);
    for (int channel = written; channel < audio.getNumChannels (); ++channel)
        audio.clear (channel, 0, audio.getNumSamples ());
}

double InstrumentProcessor::getTailLengthSeconds () const
{
    return content_->tailSeconds.load (std::memory_order_relaxed) +
           longestReleaseSeconds (content_->parameters.values ());
}

} // namespace melstrom

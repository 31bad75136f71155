#include "Source/Processor/InstrumentSound.h"

#include "Engine/Realtime/Control/NoteTime.h"

#include <algorithm>
#include <cmath>

namespace melstrom
{

SongPlace songPlaceOf (juce::AudioPlayHead* playHead, double rateHz) noexcept
{
    SongPlace place;
    if (playHead == nullptr || ! (rateHz > 0))
        return place;
    const auto position = playHead->getPosition ();
    if (! position.hasValue ())
        return place;
    const double beatsPerMinute = position->getBpm ().orFallback (0.0);
    if (std::isfinite (beatsPerMinute) && beatsPerMinute > 0)
        place.beatsPerSample = beatsPerMinute / (60 * rateHz);
    if (const auto beats = position->getPpqPosition (); beats.hasValue () && std::isfinite (*beats))
        place.beats = *beats;
    else if (const auto samples = position->getTimeInSamples ())
        place.beats =
            static_cast<double> (*samples) * place.beatsPerSample; // as if the tempo never changed
    place.isRunning = position->getIsPlaying () && place.beatsPerSample > 0;
    return place;
}

InstrumentSound::InstrumentSound (juce::AudioProcessor& processor, PluginParameters& parameters,
                                  EngineSlot& engines, ProgramChoice& program)
    : processor_ (processor), parameters_ (parameters), engines_ (engines), program_ (program),
      events_ (parameters, midiLearn_, keyboard_)
{
}

bool InstrumentSound::prepare (double rateHz, int maxBlockSamples)
{
    maxBlockSamples_ = maxBlockSamples;
    scratchLeft_.resize (static_cast<std::size_t> (maxBlockSamples));
    scratchRight_.resize (static_cast<std::size_t> (maxBlockSamples));
    outputTap_.prepare (rateHz, maxBlockSamples);
    inputTap_.prepare (rateHz, maxBlockSamples);
    load_.prepare (rateHz);
    limiter_.prepare (rateHz);
    bool isUnchanged = ! hasPlayed_.exchange (false);
    parameters_.takeChanges ([&isUnchanged] (PatchKey, float) { isUnchanged = false; });
    fade_.prepare (rateHz, ! parameters_.bypass ().get ());
    events_.prepare (fade_.numSamples ());
    keyboard_.forget ();
    isResetAsked_ = false;
    rateHz_ = rateHz;
    return isUnchanged;
}

void InstrumentSound::updateTail () noexcept
{
    if (auto* const synth = engines_.playing ())
        tailSeconds_.store (synth->tailSeconds (), std::memory_order_relaxed);
}

bool InstrumentSound::update ()
{
    engines_.collect ();
    keyboard_.update ();
    return midiLearn_.update ();
}

double InstrumentSound::tailSeconds () const noexcept
{
    return tailSeconds_.load (std::memory_order_relaxed) +
           longestReleaseSeconds (parameters_.values ());
}

/** Missing channels are null. */
InstrumentSound::HostBlock
InstrumentSound::hostBlock (juce::AudioBuffer<float>& audio) const noexcept
{
    const int present = audio.getNumChannels ();
    const int inputs = std::min (processor_.getTotalNumInputChannels (), present);
    const int outputs = std::min (processor_.getTotalNumOutputChannels (), present);
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

InstrumentSound::HostBlock InstrumentSound::partOf (const HostBlock& block, int begin,
                                                    int numSamples) noexcept
{
    HostBlock part;
    part.left = block.left != nullptr ? block.left + begin : nullptr;
    part.right = block.right != nullptr ? block.right + begin : nullptr;
    part.numSamples = numSamples;
    return part;
}

void InstrumentSound::process (juce::AudioBuffer<float>& audio, const juce::MidiBuffer& midi,
                               bool isBypassed) noexcept
{
    const juce::ScopedNoDenormals noDenormals;
    const LoadMeter::Callback measured (load_, audio.getNumSamples ());
    if (! (rateHz_.load (std::memory_order_relaxed) > 0))
    {
        audio.clear ();
        return;
    }
    const auto block = hostBlock (audio);
    process (block, midi, isBypassed);
    const int written = (block.left != nullptr ? 1 : 0) + (block.right != nullptr ? 1 : 0);
    for (int channel = written; channel < audio.getNumChannels (); ++channel)
        audio.clear (channel, 0, audio.getNumSamples ());
}

void InstrumentSound::process (const HostBlock& block, const juce::MidiBuffer& midi,
                               bool isBypassed) noexcept
{
    resetIfAsked ();
    if (block.inputLeft != nullptr) // before the output overwrites it
        inputTap_.push (block.inputLeft, block.inputRight, block.numSamples);
    changeEngineIfUnheard ();
    const bool isOpen = ! isBypassed && ! engines_.isChanging ();

    events_.collect (midi, block.numSamples, isBypassed);
    if (block.numSamples == 0)
        return; // events wait for the next block
    program_.countSamples (block.numSamples);
    const auto song =
        songPlaceOf (processor_.getPlayHead (), rateHz_.load (std::memory_order_relaxed));
    for (int begin = 0; begin < block.numSamples; begin += maxBlockSamples_)
    {
        const auto part =
            partOf (block, begin, std::min (maxBlockSamples_, block.numSamples - begin));
        auto place = song;
        place.beats += begin * song.beatsPerSample;
        render (part, events_.part (begin, begin + part.numSamples), isOpen, place);
    }
    events_.clear ();
}

void InstrumentSound::changeEngineIfUnheard () noexcept
{
    const bool isFirst = ! hasPlayed_.exchange (true, std::memory_order_relaxed);
    const bool isUnheard = isFirst || engines_.playing () == nullptr || fade_.isClosed ();
    if (engines_.isChanging () && isUnheard && engines_.change ())
    {
        parameters_.markAll (); // values that changed since the engine was made
        keyboard_.restWheels ();
    }
}

void InstrumentSound::resetIfAsked () noexcept
{
    if (! isResetAsked_.load (std::memory_order_relaxed) || ! isResetAsked_.exchange (false))
        return;
    events_.reset ();
    keyboard_.forget ();
    limiter_.reset ();
    if (auto* const synth = engines_.playing ())
        synth->reset ();
}

void InstrumentSound::render (const HostBlock& part, std::span<const SynthEvent> events,
                              bool isOpen, const SongPlace& song) noexcept
{
    float* const left =
        part.left != nullptr && part.right != nullptr ? part.left : scratchLeft_.data ();
    float* const right = part.right != nullptr ? part.right : scratchRight_.data ();
    if (auto* const synth = engines_.playing ())
    {
        synth->process ({.events = events,
                         .song = song,
                         .left = left,
                         .right = right,
                         .numSamples = part.numSamples,
                         .isOffline = processor_.isNonRealtime ()});
        updateTail ();
    }
    else
    {
        std::fill_n (left, part.numSamples, 0.0f);
        std::fill_n (right, part.numSamples, 0.0f);
    }
    fade_.apply (isOpen, left, right, part.numSamples);
    const bool isMono = part.left != nullptr && part.right == nullptr;
    if (isMono)
        for (int n = 0; n < part.numSamples; ++n)
            part.left[n] = 0.5f * (left[n] + right[n]);
    float* const heardLeft = isMono ? part.left : left;
    float* const heardRight = isMono ? part.left : right;
    limiter_.process (heardLeft, heardRight, part.numSamples);
    outputTap_.push (heardLeft, heardRight, part.numSamples);
}

} // namespace melstrom

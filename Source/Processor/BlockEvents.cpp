#include "Source/Processor/BlockEvents.h"

#include <algorithm>
#include <utility>

namespace melstrom
{

namespace
{

/** All sound off, all notes off, or 124 to 127, mode changes that imply it. */
bool endsChannel (const juce::MidiMessage& message) noexcept
{
    return message.isController () &&
           endsNotes (static_cast<Controller> (message.getControllerNumber ()));
}

MidiMessageEvents::Bytes bytesOf (const juce::MidiMessage& message) noexcept
{
    return {message.getRawData (), static_cast<std::size_t> (message.getRawDataSize ())};
}

/** True for whole messages of 1 to 3 bytes. juce::MidiMessage allocates for longer messages. */
bool isSound (const juce::MidiMessageMetadata& message) noexcept
{
    return message.numBytes > 0 && message.numBytes <= 3 &&
           MidiMessageEvents::isWhole ({message.data, static_cast<std::size_t> (message.numBytes)});
}

} // namespace

BlockEvents::BlockEvents (PluginParameters& parameters, MidiLearn& learn, KeyboardNotes& keyboard)
    : parameters_ (parameters), learn_ (learn), keyboard_ (keyboard)
{
    events_.reserve (kMostEvents);
}

void BlockEvents::prepare (int fadeSamples) noexcept
{
    fadeSamples_ = fadeSamples;
    keyboard_.restWheels ();
    reset ();
}

void BlockEvents::reset () noexcept
{
    clear ();
    messages_.forget ();
    held_.reset ();
    isBypassed_ = false;
    silencesIn_ = kNever;
    keyboard_.take ([] (const KeyboardNotes::Message&) {});
    keyboard_.takeLoss ();
    endsNotes_.store (false, std::memory_order_relaxed);
    numLost_.store (0, std::memory_order_relaxed);
}

void BlockEvents::clear () noexcept
{
    events_.clear ();
    next_ = 0;
}

void BlockEvents::put (const SynthEvent& event) noexcept
{
    if (events_.size () < kMostEvents)
        events_.push_back (event);
    else
    {
        numLost_.fetch_add (1, std::memory_order_relaxed);
        endNotes ();
    }
}

void BlockEvents::play (const SynthEvent& event) noexcept
{
    held_.apply (event);
    if (! isBypassed_ || event.kind != SynthEventKind::noteOn)
        put (event);
}

void BlockEvents::collect (const juce::MidiBuffer& midi, int numSamples, bool isBypassed) noexcept
{
    if (numSamples > 0)
    {
        if (endsNotes_.exchange (false, std::memory_order_relaxed) || keyboard_.takeLoss ())
        {
            messages_.forget ();
            const SynthEvent allNotesOff {0, SynthEventKind::allNotesOff, 0, 0, 0};
            held_.apply (allNotesOff); // pedals and zones keep their state, as in the synthesizer
            put (allNotesOff);
        }
        parameters_.takeChanges ([this] (PatchKey key, float value)
                                 { put (parameterEvent (0, key, value)); });
        held_.setMpe (parameters_[PatchKey::mpe].value () >= 0.5f);
        followBypass (isBypassed);
        addKeyboard ();
    }
    const std::int64_t last = std::max (numSamples - 1, 0);
    std::int64_t sample = 0; // never decreases: host positions may be unordered
    for (const auto metadata : midi)
        if (isSound (metadata))
        {
            sample = std::max (sample, std::min<std::int64_t> (metadata.samplePosition, last));
            silenceBefore (sample);
            addMessage (metadata.getMessage (), sample);
        }
    silenceBefore (numSamples);
    if (silencesIn_ != kNever)
        silencesIn_ -= numSamples;
}

void BlockEvents::followBypass (bool isBypassed) noexcept
{
    if (std::exchange (isBypassed_, isBypassed) == isBypassed)
        return;
    if (isBypassed)
    {
        put ({0, SynthEventKind::allNotesOff, 0, 0, 0});
        silencesIn_ = fadeSamples_;
        return;
    }
    // bypass ended before its fade: end the released notes
    if (std::exchange (silencesIn_, kNever) != kNever)
        put ({0, SynthEventKind::allSoundOff, 0, 0, 0});
    held_.strikeAgain (0, [this] (const SynthEvent& event) { put (event); });
}

void BlockEvents::silenceBefore (std::int64_t sample) noexcept
{
    if (silencesIn_ != kNever && silencesIn_ < sample)
        put ({std::exchange (silencesIn_, kNever), SynthEventKind::allSoundOff, 0, 0, 0});
}

void BlockEvents::addMessage (const juce::MidiMessage& message, std::int64_t sample) noexcept
{
    const auto channel = static_cast<std::uint8_t> (message.getChannel () - 1);
    if (message.isNoteOnOrOff ())
        keyboard_.show ({channel, static_cast<std::uint8_t> (message.getNoteNumber ()),
                         message.isNoteOn (), message.getFloatVelocity ()});
    else if (endsChannel (message))
        keyboard_.show ({channel, KeyboardNotes::kAllKeys, false, 0});
    keyboard_.showWheels (message);
    messages_.add (bytesOf (message), sample, [this] (const SynthEvent& event) { play (event); });
    if (message.isController ())
        addLearnt (message, sample);
}

void BlockEvents::addKeyboard () noexcept
{
    keyboard_.take (
        [this] (const KeyboardNotes::Message& bytes)
        {
            messages_.add (bytes, 0, [this] (const SynthEvent& event) { play (event); });
            const juce::MidiMessage message (bytes[0], bytes[1], bytes[2]);
            if (message.isController ())
                addLearnt (message, 0);
        });
}

void BlockEvents::addLearnt (const juce::MidiMessage& message, std::int64_t sample) noexcept
{
    const float value = static_cast<float> (message.getControllerValue ()) / 127;
    learn_.take (message.getChannel () - 1, message.getControllerNumber (), value,
                 [this, sample] (PatchKey key, float position)
                 {
                     auto& parameter = parameters_[key];
                     parameter.setSilently (valueAt (parameter.row (), position));
                     moved_[static_cast<std::size_t> (key)].store (true, std::memory_order_relaxed);
                     // In effect from `sample`. The next block begins with the same value, which
                     // changes nothing.
                     put (parameterEvent (sample, key, parameter.value ()));
                 });
}

std::span<const SynthEvent> BlockEvents::part (int begin, int end) noexcept
{
    const std::size_t first = next_;
    for (; next_ < events_.size () && events_[next_].sample < end; ++next_)
        events_[next_].sample = std::max<std::int64_t> (events_[next_].sample - begin, 0);
    return {events_.data () + first, next_ - first};
}

} // namespace melstrom

#include "Standalone/App/Audio/MidiInbox.h"

#include "Standalone/App/Audio/CaptureClock.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr int kChannels = 16;
}

void MidiInbox::handleIncomingMidiMessage (juce::MidiInput*, const juce::MidiMessage& message)
{
    Arrival arrival {steadyNs (), {}};
    arrival.message.numBytes = message.getRawDataSize ();
    if (arrival.message.numBytes < 1 || arrival.message.numBytes > 3)
        return;
    std::copy_n (message.getRawData (), arrival.message.numBytes, arrival.message.bytes.begin ());
    if (! arrivals_.tryPush (arrival))
        hasLost_.store (true);
}

void MidiInbox::take (BlockMidi& to, std::int64_t nowNs, int numSamples, double rateHz) noexcept
{
    const bool isEnding = isEnding_.load (std::memory_order_relaxed) && isEnding_.exchange (false);
    if (isEnding)
        dropWaiting (); // a note whose input has gone would never end
    const bool hasLost = hasLost_.load (std::memory_order_relaxed) && hasLost_.exchange (false);
    if (isEnding || hasLost)
        for (int channel = 0; channel < kChannels; ++channel)
            addChannelEnd (to, channel, 0);
    for (Arrival arrival; arrivals_.tryPop (arrival);)
    {
        const double ago = 1e-9 * static_cast<double> (nowNs - arrival.ns) * rateHz;
        const double sample = std::clamp (numSamples - ago, 0.0, numSamples - 1.0);
        if (! to.add (arrival.message, static_cast<int> (sample)))
            hasLost_.store (true);
    }
}

void MidiInbox::reset () noexcept
{
    dropWaiting ();
    hasLost_.store (false);
}

void MidiInbox::dropWaiting () noexcept
{
    for (Arrival arrival; arrivals_.tryPop (arrival);)
    {
    }
}

void addChannelEnd (BlockMidi& to, int channel, int sample) noexcept
{
    constexpr std::uint8_t kSustain = 64, kSostenuto = 66, kControllersBack = 121, kNotesOff = 123;
    for (const auto controller : std::array<std::uint8_t, kMessagesOfChannelEnd> {
             kSustain, kSostenuto, kControllersBack, kNotesOff})
        static_cast<void> (
            to.add ({{static_cast<std::uint8_t> (0xb0 | channel), controller, 0}, 3}, sample));
}

} // namespace melstrom

// The MIDI messages of one block, in memory that does not grow.
#pragma once

#include <juce_audio_basics/juce_audio_basics.h>

#include <array>
#include <cstdint>

namespace melstrom
{

/** A channel message. */
struct ShortMidi
{
    std::array<std::uint8_t, 3> bytes {};
    int numBytes = 3;
};

/** A juce::MidiBuffer that never allocates after construction. Thread: one at a time, audio too. */
class BlockMidi
{
public:
    static constexpr int kMostMessages = 4096; ///< as BlockEvents

    BlockMidi () { buffer_.ensureSize (kMostMessages * kBytesOfMessage); }

    void clear () noexcept
    {
        buffer_.clear ();
        numMessages_ = 0;
    }
    bool hasRoomFor (int numMessages) const noexcept
    {
        return numMessages_ + numMessages <= kMostMessages;
    }
    /** false: the block is full. */
    bool add (const ShortMidi& message, int sample) noexcept
    {
        if (numMessages_ == kMostMessages)
            return false;
        ++numMessages_;
        return buffer_.addEvent (message.bytes.data (), message.numBytes, sample);
    }
    juce::MidiBuffer& buffer () noexcept { return buffer_; }

private:
    static constexpr std::size_t kBytesOfMessage = 9; ///< of a MidiBuffer: place, size, 3 bytes

    juce::MidiBuffer buffer_;
    int numMessages_ = 0;
};

} // namespace melstrom

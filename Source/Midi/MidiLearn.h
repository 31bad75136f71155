// Learns MIDI controllers: the screen asks, the audio thread hears.
#pragma once

#include "Source/Midi/LearnedControllers.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

namespace melstrom
{

/** Threads: `take` audio, wait-free; all else message. */
class MidiLearn
{
public:
    MidiLearn () noexcept;

    void set (const LearnedControllers& controllers);
    const LearnedControllers& controllers () const noexcept;
    /** Assigns the next controller that arrives to this parameter. */
    void arm (PatchKey key) noexcept;
    void disarm () noexcept;
    std::optional<PatchKey> armed () const noexcept;
    void forget (PatchKey key);
    /** A timer calls it. Learns a controller that `take` heard, on the channel where it arrived.
        Returns true if a controller was learnt since the last call. */
    bool update ();

    /** Calls move (PatchKey, position 0 .. 1) for each parameter that this controller moves. value:
        0 .. 1. Controllers with a function in MIDI or in the synthesizer (1, 11, 64, ...) can be
        learnt and keep that function. */
    template <typename Move>
    void take (int channel, int number, float value, Move&& move) noexcept;

private:
    enum class Stage : std::uint32_t
    {
        idle,
        armed,
        heard
    };
    /** Request and heard controller. Packed into one word, so that a thread never sees half of a
        change. */
    struct Ask
    {
        Stage stage = Stage::idle;
        LearnedController controller; ///< armed: only its key is valid

        std::uint32_t packed () const noexcept;
        static Ask unpacked (std::uint32_t word) noexcept;
    };
    /** A controller on a channel, or on any channel, as one number. kNoController: none moves the
        parameter. */
    static constexpr std::int16_t packedController (int channel, int number) noexcept
    {
        return static_cast<std::int16_t> ((channel + 1) * 128 + number);
    }
    static constexpr std::int16_t kNoController = -1;
    static_assert (std::atomic<std::int16_t>::is_always_lock_free &&
                   std::atomic<std::uint32_t>::is_always_lock_free);

    void hear (int channel, int number) noexcept; ///< audio thread
    void replaceAsk (const Ask& ask) noexcept;    ///< learns a heard controller first
    void publish () noexcept;

    LearnedControllers controllers_; ///< message thread only; has room for all keys
    bool hasLearnt_ = false;         ///< since the last update
    /** controller of each parameter; written by the message thread */
    std::array<std::atomic<std::int16_t>, kNumPatchKeys> table_;
    /** The message thread sets idle and armed; the audio thread changes armed to heard. */
    std::atomic<std::uint32_t> ask_ {0};
};

template <typename Move>
void MidiLearn::take (int channel, int number, float value, Move&& move) noexcept
{
    if (channel < 0 || ! LearnedController {channel, number, {}}.isValid ())
        return;
    hear (channel, number);
    const float position = value > 0.0f ? (value < 1.0f ? value : 1.0f) : 0.0f; // NaN becomes 0
    const auto here = packedController (channel, number);
    const auto anywhere = packedController (LearnedController::kAnyChannel, number);
    for (std::size_t i = 0; i < table_.size (); ++i)
    {
        // relaxed: entries are independent
        const auto entry = table_[i].load (std::memory_order_relaxed);
        if (entry == here || entry == anywhere)
            move (static_cast<PatchKey> (i), position);
    }
}

} // namespace melstrom

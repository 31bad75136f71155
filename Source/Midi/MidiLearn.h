// Learning controllers: asked for on the screen, heard on the audio thread.
#pragma once

#include "Source/Midi/LearnedControllers.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

namespace melstrom
{

/** Threads: `take` audio's, wait-free; all else the message thread. */
class MidiLearn
{
public:
    MidiLearn () noexcept;

    void set (const LearnedControllers& controllers);
    const LearnedControllers& controllers () const noexcept;
    /** The next controller that comes is this parameter's. */
    void arm (PatchKey key) noexcept;
    void disarm () noexcept;
    std::optional<PatchKey> armed () const noexcept;
    void forget (PatchKey key);
    /** Called by a timer: learns what `take` heard since, on the channel on which it came; true: something was
        learnt. */
    bool update ();

    /** Calls move (PatchKey, position 0 .. 1) for each parameter that this controller moves. value: 0 .. 1.
        Controllers that MIDI or the synthesizer has uses for (1, 11, 64, ...) can be learnt as well, and keep
        their use. */
    template <typename Move>
    void take (int channel, int number, float value, Move&& move) noexcept;

private:
    enum class Stage : std::uint32_t
    {
        idle,
        armed,
        heard
    };
    /** What is asked for and what was heard, in one word, so that neither thread ever sees half of it. */
    struct Ask
    {
        Stage stage = Stage::idle;
        LearnedController controller; ///< armed: its key alone counts

        std::uint32_t packed () const noexcept;
        static Ask unpacked (std::uint32_t word) noexcept;
    };
    /** A controller on a channel, or on any, as one number; none moves a parameter: kNoController. */
    static constexpr std::int16_t packedController (int channel, int number) noexcept
    {
        return static_cast<std::int16_t> ((channel + 1) * 128 + number);
    }
    static constexpr std::int16_t kNoController = -1;
    static_assert (std::atomic<std::int16_t>::is_always_lock_free &&
                   std::atomic<std::uint32_t>::is_always_lock_free);

    void hear (int channel, int number) noexcept; ///< the audio thread
    void replaceAsk (const Ask& ask) noexcept;    ///< learns what was heard before it goes
    void publish () noexcept;

    LearnedControllers controllers_; ///< the message thread's own; has room for all keys
    bool hasLearnt_ = false;         ///< since the last update
    /** written by the message thread; a key each */
    std::array<std::atomic<std::int16_t>, kNumPatchKeys> table_;
    std::atomic<std::uint32_t> ask_ {
        0}; ///< idle -> armed -> idle by the message thread, armed -> heard by the audio thread
};

template <typename Move>
void MidiLearn::take (int channel, int number, float value, Move&& move) noexcept
{
    if (channel < 0 || ! LearnedController {channel, number, {}}.isValid ())
        return;
    hear (channel, number);
    const float position = value > 0.0f ? (value < 1.0f ? value : 1.0f) : 0.0f; // also NaN is 0
    const auto here = packedController (channel, number);
    const auto anywhere = packedController (LearnedController::kAnyChannel, number);
    for (std::size_t i = 0; i < table_.size (); ++i)
    {
        // entries do not depend on one another
        const auto entry = table_[i].load (std::memory_order_relaxed);
        if (entry == here || entry == anywhere)
            move (static_cast<PatchKey> (i), position);
    }
}

} // namespace melstrom

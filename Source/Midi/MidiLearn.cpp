#include "Source/Midi/MidiLearn.h"

#include <utility>

namespace melstrom
{

namespace
{
// Layout of the word that both threads share, from the lowest bit up: number, channel, key, stage.
constexpr int kChannelShift = 8, kKeyShift = 16, kStageShift = 30;
constexpr std::uint32_t kNumberMask = 0x7f, kChannelMask = 0x0f, kKeyMask = 0x3fff;
static_assert (kNumPatchKeys <= static_cast<int> (kKeyMask));
} // namespace

std::uint32_t MidiLearn::Ask::packed () const noexcept
{
    const auto bits = [] (auto number, std::uint32_t mask)
    { return static_cast<std::uint32_t> (number) & mask; };
    return bits (controller.number, kNumberMask) |
           bits (controller.channel, kChannelMask) << kChannelShift |
           bits (controller.key, kKeyMask) << kKeyShift |
           static_cast<std::uint32_t> (stage) << kStageShift;
}

MidiLearn::Ask MidiLearn::Ask::unpacked (std::uint32_t word) noexcept
{
    return {static_cast<Stage> (word >> kStageShift),
            {static_cast<int> (word >> kChannelShift & kChannelMask),
             static_cast<int> (word & kNumberMask),
             static_cast<PatchKey> (word >> kKeyShift & kKeyMask)}};
}

MidiLearn::MidiLearn () noexcept
{
    controllers_.entries.reserve (kNumPatchKeys); // learning does not allocate from now on
    publish ();
}

void MidiLearn::set (const LearnedControllers& controllers)
{
    controllers_.entries.clear ();
    for (const auto& entry : controllers.entries)
        controllers_.learn (entry);
    publish ();
}

const LearnedControllers& MidiLearn::controllers () const noexcept
{
    return controllers_;
}

void MidiLearn::arm (PatchKey key) noexcept
{
    replaceAsk ({Stage::armed, {0, 0, key}});
}

void MidiLearn::disarm () noexcept
{
    replaceAsk ({});
}

std::optional<PatchKey> MidiLearn::armed () const noexcept
{
    const auto ask = Ask::unpacked (ask_.load (std::memory_order_relaxed));
    return ask.stage == Stage::armed ? std::optional (ask.controller.key) : std::nullopt;
}

void MidiLearn::forget (PatchKey key)
{
    controllers_.forget (key);
    publish ();
}

bool MidiLearn::update ()
{
    const auto ask = Ask::unpacked (ask_.load (std::memory_order_relaxed));
    if (ask.stage == Stage::heard)
        replaceAsk ({});
    return std::exchange (hasLearnt_, false);
}

void MidiLearn::replaceAsk (const Ask& ask) noexcept
{
    const auto before = Ask::unpacked (ask_.exchange (ask.packed (), std::memory_order_relaxed));
    if (before.stage != Stage::heard)
        return;
    controllers_.learn (before.controller);
    publish ();
    hasLearnt_ = true;
}

void MidiLearn::publish () noexcept
{
    for (std::size_t i = 0; i < table_.size (); ++i)
    {
        const auto entry = controllers_.of (static_cast<PatchKey> (i));
        table_[i].store (entry ? packedController (entry->channel, entry->number) : kNoController,
                         std::memory_order_relaxed);
    }
}

void MidiLearn::hear (int channel, int number) noexcept
{
    auto word = ask_.load (std::memory_order_relaxed);
    auto ask = Ask::unpacked (word);
    if (ask.stage != Stage::armed)
        return;
    ask = {Stage::heard, {channel, number, ask.controller.key}};
    // On failure the message thread has just replaced the request: the next controller belongs to
    // the new request. Relaxed order suffices, because the word holds all shared data.
    ask_.compare_exchange_strong (word, ask.packed (), std::memory_order_relaxed,
                                  std::memory_order_relaxed);
}

} // namespace melstrom

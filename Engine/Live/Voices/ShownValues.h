// Parameter values of the newest voice, from the audio thread to a display.
#pragma once

#include "Engine/Spec/Patch/PatchValues.h"

#include <array>
#include <atomic>

namespace melstrom
{

/** One writer and one reader. A read may mix values of two blocks. */
class ShownValues
{
public:
    /** True while the display reads. Thread: audio. */
    bool isWanted () const noexcept { return numBlocks_.load (std::memory_order_relaxed) > 0; }
    /** Call once a block. values: after the modulation matrix; null: no voice sounds.
        Thread: audio. */
    void show (const PatchValues* values) noexcept
    {
        if (isWanted ())
            numBlocks_.fetch_sub (1, std::memory_order_relaxed);
        hasVoice_.store (values != nullptr, std::memory_order_relaxed);
        if (values)
            for (std::size_t i = 0; i < values_.size (); ++i)
                values_[i].store (values->values[i], std::memory_order_relaxed);
    }
    /** The newest values; false: no voice sounds. Thread: one display thread. */
    bool read (PatchValues& values) noexcept
    {
        constexpr int kBlocksARead = 4096; // without further reads, the writer stops after them
        numBlocks_.store (kBlocksARead, std::memory_order_relaxed);
        for (std::size_t i = 0; i < values_.size (); ++i)
            values.values[i] = values_[i].load (std::memory_order_relaxed);
        return hasVoice_.load (std::memory_order_relaxed);
    }

private:
    std::atomic<int> numBlocks_ {0}; ///< still to be shown
    std::atomic<bool> hasVoice_ {false};
    std::array<std::atomic<float>, kNumPatchKeys> values_ {};
};

} // namespace melstrom

// The table of parameters as host parameters.
#pragma once

#include "Engine/Spec/Patch/PatchParameters.h"
#include "Engine/Spec/Patch/PatchValues.h"

#include <juce_audio_processors/juce_audio_processors.h>

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

namespace melstrom
{

/** One row of the table: positions 0 .. 1 for the host, values in the row's unit for the
    instrument, and conversions to and from text. */
class PatchAudioParameter final : public juce::RangedAudioParameter
{
public:
    /** row, changedWord: outlive this object. changedBit: every new value sets it in
        changedWord. */
    PatchAudioParameter (const PatchParameter& row, std::atomic<std::uint64_t>& changedWord,
                         std::uint64_t changedBit);

    const PatchParameter& row () const noexcept { return row_; }
    float value () const noexcept; ///< in the row's unit. Thread: any, wait-free
    /** Does not tell the host: a load of a state tells it once. Clips to the row's range; NaN
        becomes the initial value. Thread: any, wait-free. */
    void setSilently (float value) noexcept;
    /** Sets exactly this value, which a position 0 .. 1 might round. Tells the host and the screen.
        Thread: message. */
    void setAndTell (float value);

    const juce::NormalisableRange<float>& getNormalisableRange () const override;
    float getValue () const override;
    void setValue (float position) override; ///< thread: any, also audio
    float getDefaultValue () const override;
    juce::String getText (float position, int maximumLength) const override;
    float getValueForText (const juce::String& text) const override;
    int getNumSteps () const override;
    bool isDiscrete () const override;
    bool isBoolean () const override;
    /** Names of a choice or a toggle; empty for numbers. */
    juce::StringArray getAllValueStrings () const override;

private:
    const PatchParameter& row_;
    std::atomic<std::uint64_t>& changedWord_;
    const std::uint64_t changedBit_;
    juce::NormalisableRange<float> range_;
    std::atomic<float> value_;
};

/** All parameters of the instrument, in the order of PatchKey, then the bypass. Ids are those of
    patch files, version hints and groups those of the table. The processor owns the parameters. */
class PluginParameters
{
public:
    explicit PluginParameters (juce::AudioProcessor& processor);

    PatchAudioParameter& operator[] (PatchKey key) const noexcept;
    juce::AudioParameterBool& bypass () const noexcept;

    PatchValues values () const noexcept; ///< thread: any
    /** Tells neither host nor listeners. Returns the former values, for `tell`. Thread: any but
        audio, one at a time. */
    PatchValues setSilently (const PatchValues& values) noexcept;
    /** Tells listeners and the host of each value that differs from `former`. Thread: any but
        audio. */
    void tell (const PatchValues& former);

    /** Calls take (PatchKey, float value) for each change since the last call. Thread: audio,
        wait-free. */
    template <typename Take>
    void takeChanges (Take&& take) noexcept;
    /** Marks all parameters as changed. Thread: any. */
    void markAll () noexcept;

private:
    static constexpr std::size_t kNumWords = (kNumPatchKeys + 63) / 64;
    std::array<std::atomic<std::uint64_t>, kNumWords> changed_ {};
    std::array<PatchAudioParameter*, kNumPatchKeys> parameters_ {};
    juce::AudioParameterBool* bypass_ = nullptr;
};

template <typename Take>
void PluginParameters::takeChanges (Take&& take) noexcept
{
    for (std::size_t word = 0; word < kNumWords; ++word)
    {
        if (changed_[word].load (std::memory_order_relaxed) == 0)
            continue;
        for (auto bits = changed_[word].exchange (0, std::memory_order_acquire); bits != 0;
             bits &= bits - 1)
        {
            const auto index = word * 64 + static_cast<std::size_t> (std::countr_zero (bits));
            take (static_cast<PatchKey> (index), parameters_[index]->value ());
        }
    }
}

} // namespace melstrom

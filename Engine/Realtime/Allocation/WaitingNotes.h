// Notes of strummed chords that have not started.
#pragma once

#include "Engine/Realtime/Allocation/ChordMode.h"
#include "Engine/Realtime/Control/Voice.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace melstrom
{

/** A note with all values from its key. */
struct StruckNote
{
    std::int64_t startSample = 0;
    std::uint8_t channel = 0, struckKey = 0;
    bool isKeyUp = false; ///< only a pedal holds it
    float velocity = 0, pressure = 0;
    float releaseVelocity = 0; ///< once the key is up
    ChordTone tone;            ///< the sounding key
    double glideFromPitch = 0; ///< as Voice::glideFromPitch
    double glideSeconds = 0;   ///< likewise

    bool isOf (int itsChannel, int key) const noexcept
    {
        return channel == itsChannel && struckKey == key;
    }
};

/** Notes sorted by start sample, equal samples by the order of `add`. Has room for kMaxVoices
    notes. Plain data: may be copied. Thread: the rendering thread; allocates nothing. */
class WaitingNotes
{
public:
    void clear () noexcept { count_ = 0; }
    int size () const noexcept { return static_cast<int> (count_); }
    bool isEmpty () const noexcept { return count_ == 0; }
    std::span<StruckNote> all () noexcept { return {notes_.data (), count_}; }
    std::span<const StruckNote> all () const noexcept { return {notes_.data (), count_}; }

    void add (const StruckNote& note) noexcept ///< ignored if full
    {
        if (count_ == notes_.size ())
            return;
        const auto end = notes_.begin () + static_cast<std::ptrdiff_t> (count_++);
        const auto place = std::upper_bound (notes_.begin (), end, note,
                                             [] (const StruckNote& a, const StruckNote& b)
                                             { return a.startSample < b.startSample; });
        std::copy_backward (place, end, end + 1);
        *place = note;
    }
    template <typename Predicate>
    void dropIf (Predicate isDropped) noexcept
    {
        const auto end = notes_.begin () + static_cast<std::ptrdiff_t> (count_);
        count_ = static_cast<std::size_t> (std::remove_if (notes_.begin (), end, isDropped) -
                                           notes_.begin ());
    }
    void dropFirst () noexcept ///< does nothing if empty
    {
        if (isEmpty ())
            return;
        std::copy (notes_.begin () + 1, notes_.begin () + static_cast<std::ptrdiff_t> (count_),
                   notes_.begin ());
        --count_;
    }
    /** Copies `other`; cost: one step per waiting note. */
    void copyFrom (const WaitingNotes& other) noexcept
    {
        std::ranges::copy (other.all (), notes_.begin ());
        count_ = other.count_;
    }

private:
    std::array<StruckNote, kMaxVoices> notes_ {};
    std::size_t count_ = 0;
};

} // namespace melstrom

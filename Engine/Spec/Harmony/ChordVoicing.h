// Which keys play a chord.
#pragma once

#include "Engine/Spec/Harmony/ChordQuality.h"
#include "Engine/Spec/Harmony/ChordSymbol.h"

#include <array>
#include <span>

namespace melstrom
{

/** close: tones side by side. open: each second one an octave higher (of a chord wider than an octave the third one
    from below alone). rootOctave: close, and the root once more below. */
enum class ChordVoicing : std::int8_t
{
    close,
    open,
    rootOctave
};
constexpr std::string_view choiceName (ChordVoicing voicing) noexcept
{
    switch (voicing)
    {
        case ChordVoicing::close: return "close";
        case ChordVoicing::open: return "open";
        case ChordVoicing::rootOctave: return "root-octave";
    }
    return "";
}

/** Tones of a quality, and two below them: a bass and its octave. */
inline constexpr int kMostChordKeys = kMostChordTones + 2;

/** Keys or semitones, rising, no two the same. Thread: any, audio too; allocates nothing. */
class ChordKeys
{
public:
    void add (int key) noexcept; ///< in its place; nothing if it is there or there is no room
    std::span<const int> all () const noexcept { return {keys_.data (), size_}; }
    std::size_t size () const noexcept { return size_; }
    int operator[] (std::size_t index) const noexcept { return keys_[index]; }
    bool operator== (const ChordKeys& other) const noexcept;

private:
    std::array<int, kMostChordKeys> keys_ {};
    std::size_t size_ = 0;
};

/** Semitones above a key that is the root: what chord mode plays of one key. */
ChordKeys chordSemitones (ChordQuality quality, ChordVoicing voicing) noexcept;

/** Keys of one chord after another, each near to the one before.
    Of the inversions of a chord (its lowest tones an octave higher, in turn) whose keys lie from kLowestChordKey to
    kHighestChordKey it takes that with the least motion: the sum over the keys of both chords of how far the nearest
    key of the other chord is; of equal ones the lowest. The first chord is in root position, its root the lowest that
    kLowestChordKey allows. The voicing comes after that. A bass behind a slash is added below all, an octave or less
    below the lowest key; root-octave has the bass, or the root, once more below. */
class VoiceLeading
{
public:
    explicit VoiceLeading (ChordVoicing voicing) noexcept : voicing_ (voicing) {}
    ChordKeys next (const Chord& chord) noexcept;

private:
    ChordVoicing voicing_;
    ChordKeys before_; ///< close, without what is below
};

/** F3 and G5. */
inline constexpr int kLowestChordKey = 53, kHighestChordKey = 79;

} // namespace melstrom

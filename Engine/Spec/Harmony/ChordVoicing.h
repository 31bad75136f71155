// The keys that play a chord.
#pragma once

#include "Engine/Spec/Harmony/ChordQuality.h"
#include "Engine/Spec/Harmony/ChordSymbol.h"

#include <array>
#include <span>

namespace melstrom
{

/** close: adjacent tones. open: every second tone is an octave higher; in a chord wider than an
    octave only the third tone from below is. rootOctave: close, with the root added below. */
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

/** Tones of a quality, and two keys below them: a bass and its octave. */
inline constexpr int kMostChordKeys = kMostChordTones + 2;

/** Keys or semitones, ascending, without duplicates. Thread: any, audio too; allocates nothing. */
class ChordKeys
{
public:
    void add (int key) noexcept; ///< sorted in; ignored if present or full
    std::span<const int> all () const noexcept { return {keys_.data (), size_}; }
    std::size_t size () const noexcept { return size_; }
    int operator[] (std::size_t index) const noexcept { return keys_[index]; }
    bool operator== (const ChordKeys& other) const noexcept;

private:
    std::array<int, kMostChordKeys> keys_ {};
    std::size_t size_ = 0;
};

/** Semitones above the root. Chord mode plays them for one key, which is the root. */
ChordKeys chordSemitones (ChordQuality quality, ChordVoicing voicing) noexcept;

/** Keys of successive chords, with little motion from chord to chord.
    Candidates are the inversions of a chord (its lowest tone moved up an octave, repeatedly) with
    all keys from kLowestChordKey to kHighestChordKey. The inversion with the least motion is
    chosen; of equal inversions the lowest. Motion is the sum, over all keys of both chords, of the
    distance to the nearest key of the other chord. The first chord is in root position, with the
    lowest root that kLowestChordKey allows. The voicing is applied after this choice. A slash bass
    is added below all keys, at most an octave below the lowest key. root-octave then adds the bass,
    or without a bass the root, below all keys. */
class VoiceLeading
{
public:
    explicit VoiceLeading (ChordVoicing voicing) noexcept : voicing_ (voicing) {}
    ChordKeys next (const Chord& chord) noexcept;

private:
    ChordVoicing voicing_;
    ChordKeys before_; ///< last chord in close voicing, without keys added below
};

/** Keys F3 and G5. */
inline constexpr int kLowestChordKey = 53, kHighestChordKey = 79;

} // namespace melstrom

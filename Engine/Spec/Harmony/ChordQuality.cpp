#include "Engine/Spec/Harmony/ChordQuality.h"

#include <array>

namespace melstrom
{

namespace
{
using enum ChordQuality;

constexpr std::int8_t kMajor[] {0, 4, 7}, kMinor[] {0, 3, 7}, kPower[] {0, 7},
    kSixth[] {0, 4, 7, 9}, kMinorSixth[] {0, 3, 7, 9}, kSeventh[] {0, 4, 7, 10},
    kMajorSeventh[] {0, 4, 7, 11}, kMinorSeventh[] {0, 3, 7, 10},
    kMinorMajorSeventh[] {0, 3, 7, 11}, kDiminished[] {0, 3, 6}, kDiminishedSeventh[] {0, 3, 6, 9},
    kHalfDiminished[] {0, 3, 6, 10}, kAugmented[] {0, 4, 8}, kSuspendedSecond[] {0, 2, 7},
    kSuspendedFourth[] {0, 5, 7}, kNinth[] {0, 4, 7, 10, 14}, kMajorNinth[] {0, 4, 7, 11, 14},
    kMinorNinth[] {0, 3, 7, 10, 14}, kAddedNinth[] {0, 4, 7, 14},
    kSeventhSharpNinth[] {0, 4, 7, 10, 15};

constexpr ChordQualityRow kRows[] {
    {major, "maj", "maj M ma major", kMajor, "major triad"},
    {minor, "m", "m min mi - minor", kMinor, "minor triad"},
    {power, "5", "5", kPower, "root and fifth"},
    {sixth, "6", "6 maj6 M6 add6", kSixth, "major triad with a major sixth"},
    {minorSixth, "m6", "m6 min6 mi6 -6", kMinorSixth, "minor triad with a major sixth"},
    {seventh, "7", "7 dom7", kSeventh, "major triad with a minor seventh"},
    {majorSeventh, "maj7", "maj7 M7 ma7 major7", kMajorSeventh, "major triad with a major seventh"},
    {minorSeventh, "m7", "m7 min7 mi7 -7 minor7", kMinorSeventh,
     "minor triad with a minor seventh"},
    {minorMajorSeventh, "mMaj7", "mMaj7 mmaj7 mM7 minMaj7 minmaj7 m(maj7) -maj7 -M7",
     kMinorMajorSeventh, "minor triad with a major seventh"},
    {diminished, "dim", "dim o mb5", kDiminished, "two minor thirds"},
    {diminishedSeventh, "dim7", "dim7 o7", kDiminishedSeventh, "three minor thirds"},
    {halfDiminished, "m7b5", "m7b5 min7b5 mi7b5 -7b5 m7(b5)", kHalfDiminished,
     "diminished triad with a minor seventh"},
    {augmented, "aug", "aug + maj#5", kAugmented, "two major thirds"},
    {suspendedSecond, "sus2", "sus2", kSuspendedSecond, "second in place of the third"},
    {suspendedFourth, "sus4", "sus4 sus", kSuspendedFourth, "fourth in place of the third"},
    {ninth, "9", "9 dom9", kNinth, "7 with a major ninth"},
    {majorNinth, "maj9", "maj9 M9 ma9 major9", kMajorNinth, "maj7 with a major ninth"},
    {minorNinth, "m9", "m9 min9 mi9 -9 minor9", kMinorNinth, "m7 with a major ninth"},
    {addedNinth, "add9", "add9 (add9)", kAddedNinth, "major triad with a major ninth"},
    {seventhSharpNinth, "7#9", "7#9 7(#9)", kSeventhSharpNinth, "7 with an augmented ninth"},
};

constexpr bool isInOrder () noexcept
{
    int index = 0;
    for (const auto& row : kRows)
        if (static_cast<int> (row.quality) != index++ || row.intervals.size () > kMostChordTones)
            return false;
    return index == kNumChordQualities;
}
static_assert (isInOrder ());

/** Markdown code spans of words that blanks separate: "`a`, `b`". */
std::string inCode (std::string_view words)
{
    std::string text = "`";
    for (const char letter : words)
        text += letter == ' ' ? std::string ("`, `") : std::string (1, letter);
    return text + '`';
}

} // namespace

std::span<const ChordQualityRow> chordQualityRows () noexcept
{
    return kRows;
}

const ChordQualityRow& chordQualityRow (ChordQuality quality) noexcept
{
    return kRows[static_cast<std::size_t> (quality)];
}

std::string tonesOverC (const ChordQualityRow& row)
{
    constexpr std::array<std::string_view, 16> names {
        "C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B", "C", "Db", "D", "D#"};
    std::string text;
    for (const auto interval : row.intervals)
    {
        auto name = names[static_cast<std::size_t> (interval)];
        if (row.quality == augmented && interval == 8)
            name = "G#";
        if (row.quality == diminishedSeventh && interval == 9)
            name = "Bbb";
        text += (text.empty () ? "" : " ") + std::string (name);
    }
    return text;
}

std::string chordQualityTable ()
{
    std::string text = "| quality | spellings | over C | meaning |\n|---|---|---|---|\n";
    for (const auto& row : chordQualityRows ())
        text += "| " + inCode (row.name) + " | " +
                (row.quality == major ? "none, " : std::string ()) + inCode (row.spellings) +
                " | " + tonesOverC (row) + " | " + std::string (row.meaning) + " |\n";
    return text;
}

} // namespace melstrom

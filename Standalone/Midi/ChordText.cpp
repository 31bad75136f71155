#include "Standalone/Midi/ChordText.h"

#include "Engine/Core/Printable.h"

#include <algorithm>
#include <optional>
#include <string>

namespace melstrom
{

namespace
{

bool isBlank (char letter) noexcept
{
    return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

/** Reads words from left to right. */
class ChordReading
{
public:
    explicit ChordReading (std::string_view text) : text_ (text) {}

    Result<std::vector<PlacedChord>> run ()
    {
        while (skipBlanks ())
        {
            MELSTROM_TRY (text_[place_] == '|' ? takeBarLine () : takeChord ());
        }
        if (chords_.empty ())
            return fault ("there is no chord; a chord is " + chordSymbolRule ());
        endBar ();
        return std::move (chords_);
    }

private:
    bool skipBlanks ()
    {
        while (place_ < text_.size () && isBlank (text_[place_]))
            ++place_;
        return place_ < text_.size ();
    }

    Result<void> takeBarLine ()
    {
        const bool isFirst = chords_.empty () && ! hasBarLine_;
        if (numInBar_ == 0 && ! isFirst)
            return fault ("a bar is empty; % repeats the previous chord");
        hasBarLine_ = true;
        if (! isFirst)
            endBar ();
        ++place_;
        if (bar_ >= kMostChordBars && skipBlanks ())
            return fault ("more than " + std::to_string (kMostChordBars) + " bars");
        return {};
    }

    Result<void> takeChord ()
    {
        const auto end = std::min (text_.find_first_of ("| \t\r\n", place_), text_.size ());
        const auto word = text_.substr (place_, end - place_);
        MELSTROM_TRY_VALUE (const auto chord, chordOf (word));
        if (numInBar_ == kMostChordsInBar)
            return fault ("'" + printable (word) + "' is one chord too many; a bar can have " +
                          std::to_string (kMostChordsInBar));
        chords_.push_back ({chord, bar_, numInBar_++, 1});
        place_ = end;
        return {};
    }

    Result<Chord> chordOf (std::string_view word) const
    {
        if (word == "%" || word == ".")
        {
            if (chords_.empty ())
                return fault ("there is no chord before '" + std::string (word) + "' to repeat");
            return chords_.back ().chord;
        }
        auto chord = parseChordSymbol (word);
        if (! chord)
            return fault ("'" + printable (word) + "' is not a chord: " + chord.error ().message);
        return chord;
    }

    /** Sets equal shares for all chords of the bar. */
    void endBar ()
    {
        for (auto chord = chords_.rbegin (); chord != chords_.rend () && chord->bar == bar_;
             ++chord)
            chord->numInBar = numInBar_;
        ++bar_;
        numInBar_ = 0;
    }

    Error fault (const std::string& what) const
    {
        // counts characters: continuation bytes of UTF-8 have no column
        const auto before = text_.substr (0, place_);
        const auto column =
            1 + std::ranges::count_if (before, [] (char byte) { return (byte & 0xc0) != 0x80; });
        return {ErrorCode::badUsage, "column " + std::to_string (column) + ": " + what, {}};
    }

    std::string_view text_;
    std::size_t place_ = 0;
    std::vector<PlacedChord> chords_;
    int bar_ = 0, numInBar_ = 0;
    bool hasBarLine_ = false;
};

} // namespace

Result<std::vector<PlacedChord>> parseChordText (std::string_view text)
{
    return ChordReading (text).run ();
}

} // namespace melstrom

#include "Engine/Spec/Harmony/ChordSymbol.h"

#include "Engine/Core/Printable.h"

#include <algorithm>

namespace melstrom
{

namespace
{

Error badChord (const std::string& what)
{
    return {ErrorCode::badUsage, what + "; a chord is " + chordSymbolRule (), {}};
}

/** Takes a letter and its accidental from the front of the text and returns the pitch class. Empty:
    no letter A to G. */
std::optional<int> takeTone (std::string_view& text)
{
    constexpr int kSemitonesOfLetter[] {9, 11, 0, 2, 4, 5, 7}; // A to G
    if (text.empty () || text.front () < 'A' || text.front () > 'G')
        return std::nullopt;
    int tone = kSemitonesOfLetter[text.front () - 'A'];
    text.remove_prefix (1);
    if (! text.empty () && (text.front () == '#' || text.front () == 'b'))
    {
        tone += text.front () == '#' ? 1 : -1;
        text.remove_prefix (1);
    }
    return (tone + 12) % 12;
}

std::optional<ChordQuality> qualityOf (std::string_view spelling)
{
    if (spelling.empty ())
        return ChordQuality::major;
    for (const auto& row : chordQualityRows ())
        for (std::string_view rest = row.spellings; ! rest.empty ();)
        {
            const auto end = std::min (rest.find (' '), rest.size ());
            if (rest.substr (0, end) == spelling)
                return row.quality;
            rest.remove_prefix (std::min (end + 1, rest.size ()));
        }
    return std::nullopt;
}

} // namespace

Result<Chord> parseChordSymbol (std::string_view symbol)
{
    auto rest = symbol;
    const auto root = takeTone (rest);
    if (! root)
        return badChord ("it does not begin with a root");
    const auto slash = rest.find ('/');
    const auto spelling = rest.substr (0, slash);
    const auto quality = qualityOf (spelling);
    if (! quality)
        return badChord ("'" + printable (spelling) + "' is not a quality");
    Chord chord {*root, *quality, {}};
    if (slash == std::string_view::npos)
        return chord;
    rest.remove_prefix (slash + 1);
    const auto written = rest;
    chord.bass = takeTone (rest);
    if (! chord.bass || ! rest.empty ())
        return badChord ("'" + printable (written) + "' is not a bass");
    return chord;
}

std::string chordSymbolRule ()
{
    std::string text = "a root, A to G with # or b; then nothing or a quality:";
    for (const auto& row : chordQualityRows ())
        text += (row.quality == ChordQuality::major ? " " : ", ") + std::string (row.name);
    return text + " (--list chords has other spellings); then nothing or a bass such as /G";
}

} // namespace melstrom

#include "Standalone/CommandLine/Manual/Manual.h"

#include "Engine/Core/Version.h"
#include "Standalone/CommandLine/Options/OptionTable.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

namespace melstrom
{

namespace
{

/** Of the page's own text, below; man pages carry the date of their last change. */
constexpr const char* kDate = "2026-11-23";

/** Text in which roff sees no escape and no typographic character. */
std::string roffText (std::string_view text)
{
    std::string escaped;
    for (const char character : text)
        switch (character)
        {
            case '\\': escaped += "\\e"; break;
            case '-': escaped += "\\-"; break;
            case '~': escaped += "\\(ti"; break;
            case '^': escaped += "\\(ha"; break;
            case '`': escaped += "\\(ga"; break;
            case '\'': escaped += "\\(aq"; break;
            default: escaped += character;
        }
    return escaped;
}

/** Lines of escaped text. A line that starts with a dot would be a request. */
std::string paragraph (std::string_view text)
{
    constexpr int kMostColumns = 78;
    std::string lines;
    for (const auto& line : wrappedLines (roffText (text), kMostColumns))
        lines += (line.starts_with ('.') ? "\\&" : "") + line + "\n";
    return lines;
}

std::string heading (std::string_view title)
{
    return ".SH " + std::string (title) + "\n";
}

/** A name in bold, its value in italics, and the paragraph that describes them. */
std::string entry (std::string_view name, std::string_view value, const std::string& text)
{
    std::string tag = "\\fB" + roffText (name) + "\\fR";
    if (! value.empty ())
        tag += " \\fI" + roffText (value) + "\\fR";
    return ".TP\n" + tag + "\n" + paragraph (text);
}

/** "With --batch and --merge." */
std::string modesText (const OptionRow& option)
{
    std::string text;
    for (std::size_t i = 0; i < option.modes.size (); ++i)
    {
        text += i == 0 ? "With " : i + 1 == option.modes.size () ? " and " : ", ";
        text += modeRow (option.modes[i]).name;
    }
    return text + (option.isRepeatable ? "; can be repeated." : ".");
}

std::string capitalized (std::string_view text)
{
    std::string sentence (text);
    if (! sentence.empty () && sentence.front () >= 'a' && sentence.front () <= 'z')
        sentence.front () = static_cast<char> (sentence.front () - 'a' + 'A');
    return sentence + ".";
}

std::string synopsis ()
{
    std::string text = heading ("SYNOPSIS");
    for (const auto& row : modeRows ())
        text += (&row == &modeRows ().front () ? "" : ".br\n") + std::string ("\\fBmelstrom ") +
                roffText (row.name) + "\\fR" +
                (row.operands.empty () ? "" : " \\fI" + roffText (row.operands) + "\\fR") +
                " [\\fIOPTION\\fR]...\n";
    return text;
}

std::string modesSection ()
{
    std::string text = heading ("MODES") + "A command line has exactly one mode.\n";
    for (const auto& row : modeRows ())
        text += entry (row.name, row.operands, capitalized (row.help));
    return text;
}

std::string optionsSection ()
{
    std::string text =
        heading ("OPTIONS") +
        "Options and operands may stand in any order. A value follows as the next\n"
        "word or after an equals sign. All words after \\fB\\-\\-\\fR are operands.\n";
    std::string_view group;
    for (const auto& row : optionRows ())
    {
        if (row.group != group)
            text += ".SS \"" + std::string (row.group) + "\"\n";
        group = row.group;
        text += entry (row.name, row.value, capitalized (row.help) + " " + modesText (row));
    }
    return text;
}

std::string exitStatusSection ()
{
    std::string text = heading ("EXIT STATUS");
    for (const auto& row : exitStatusRows ())
        text += entry (row.statuses, "", capitalized (row.meaning));
    return text;
}

std::string examplesSection ()
{
    return heading ("EXAMPLES") + ".nf\n" + roffText (exampleLines ()) + ".fi\n";
}

struct PlaceRow
{
    std::string_view name, meaning;
};

constexpr PlaceRow kVariables[] {
    {"MELSTROM_LOG", "The level of \\fB\\-\\-log\\-level\\fR, unless that option is given."},
    {"MELSTROM_CUDA_MODULE", "Path of the module for NVIDIA GPUs."},
    {"SOURCE_DATE_EPOCH", "Seconds since 1970: the time that a dataset records for its run."},
    {"XDG_CACHE_HOME", "Folder that replaces \\(ti/.cache."},
};

constexpr PlaceRow kFiles[] {
    {"\\(ti/.cache/melstrom/measured.json",
     "Whether the GPU of this machine is faster; \\fB\\-\\-doctor\\fR shows it."},
    {"\\(ti/.cache/melstrom/variants.json", "The fastest way to compute bands on a GPU."},
};

/** The rows' names and meanings are roff. */
template <std::size_t numRows>
std::string places (std::string_view title, const PlaceRow (&rows)[numRows])
{
    std::string text = heading (title);
    for (const auto& row : rows)
        text += ".TP\n\\fB" + std::string (row.name) + "\\fR\n" + std::string (row.meaning) + "\n";
    return text;
}

} // namespace

std::string manPage ()
{
    return ".TH MELSTROM 1 " + std::string (kDate) + " \"melstrom " + kVersion +
           "\" \"User Commands\"\n" + heading ("NAME") + "melstrom \\- " +
           roffText (summaryLine ()) + "\n" + synopsis () + heading ("DESCRIPTION") +
           "\\fBmelstrom\\fR makes verified datasets of mel features from folders of audio, draws\n"
           "spectrograms, and renders MIDI files and chords with a synthesizer.\n"
           "Its presets equal the front ends of librosa, torchaudio, Kaldi, Whisper,\n"
           "NeMo and others; \\fBmelstrom \\-\\-list presets\\fR shows them.\n" +
           modesSection () + optionsSection () + exitStatusSection () +
           places ("ENVIRONMENT", kVariables) + places ("FILES", kFiles) + examplesSection ();
}

} // namespace melstrom

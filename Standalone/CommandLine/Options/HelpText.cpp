#include "Standalone/CommandLine/Options/OptionTable.h"

#include "Engine/Core/Version.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <array>
#include <sstream>

namespace melstrom
{

namespace
{

constexpr int helpColumns = 80, indent = 2, textColumn = 26;

constexpr std::string_view kSummary =
    "mel features of audio, proven equal to those of the usual tools";

constexpr std::string_view kExamples =
    R"(melstrom --batch recordings --out dataset --preset whisper-openai-80
melstrom --batch clips.csv --out dataset --preset librosa-db --split 8:1:1 \
         --set bands=64 --format h5 --dtype f16 --verify
melstrom --batch corpus --out parts --preset librosa-db --shard auto
melstrom --merge dataset parts/shard-*
melstrom --picture song.flac --out song.png --preset librosa-db
melstrom --render song.mid --out song.wav --patch Aurora --set reverb.mix=0.5
melstrom --render "Am7 | Fmaj7 | C | G" --out chords.wav --tempo 90 --strum 20
melstrom --explain librosa-db torchaudio voice.wav
melstrom --report dataset
)";

constexpr std::array kExitStatuses {
    ExitStatusRow {"0", "every input is in the dataset; or the command is done"},
    ExitStatusRow {"1", "a fault of the program"},
    ExitStatusRow {"2", "bad usage, a bad setting or no such device; nothing was written"},
    ExitStatusRow {"3", "finished and valid, but some inputs failed: see errors.csv"},
    ExitStatusRow {"4", "stopped by disk, memory, a limit of threads, a lost device or an input "
                        "that cannot be read; run it again"},
    ExitStatusRow {"5", "--out belongs to another plan; nothing was changed"},
    ExitStatusRow {"6", "verification failed"},
    ExitStatusRow {"7", "another process works in --out"},
    ExitStatusRow {"8", "more inputs failed than --max-errors allows"},
    ExitStatusRow {"9", "--bench --against: a measure is more than 10 % slower than before"},
    ExitStatusRow {"129, 130, 143", "stopped by a signal; run it again"},
};

/** "  --out PATH              folder ...", with the text in its own column, beside or below. */
std::string entry (std::string_view name, std::string_view value, std::string_view text)
{
    std::string line = std::string (indent, ' ') + std::string (name);
    if (! value.empty ())
        line += " " + std::string (value);
    const bool isBeside = columnsOf (line) + 2 <= textColumn;
    if (! isBeside)
        line += "\n";
    std::string entry =
        line + std::string (isBeside ? static_cast<std::size_t> (textColumn - columnsOf (line))
                                     : textColumn,
                            ' ');
    const auto lines = wrappedLines (text, helpColumns - textColumn);
    for (std::size_t i = 0; i < lines.size (); ++i)
        entry += (i > 0 ? std::string (textColumn, ' ') : "") + lines[i] + "\n";
    return entry;
}

std::string indentedExamples ()
{
    std::string text;
    std::istringstream lines {std::string (kExamples)};
    for (std::string line; std::getline (lines, line);)
        text += std::string (indent, ' ') + line + "\n";
    return text;
}

std::string exitStatusText ()
{
    std::string text;
    for (const auto& row : kExitStatuses)
    {
        std::string start = std::string (indent, ' ') + std::string (row.statuses) + "  ";
        const int column = columnsOf (start);
        for (const auto& line : wrappedLines (row.meaning, helpColumns - column))
        {
            text += start + line + "\n";
            start = std::string (static_cast<std::size_t> (column), ' ');
        }
    }
    return text;
}

} // namespace

std::string_view summaryLine ()
{
    return kSummary;
}

std::string_view exampleLines ()
{
    return kExamples;
}

std::span<const ExitStatusRow> exitStatusRows ()
{
    return kExitStatuses;
}

std::string helpText ()
{
    std::string text = "melstrom " + std::string (kVersion) + ": " + std::string (kSummary) +
                       ".\n\nUsage: melstrom MODE [OPTION]...\n\nModes, one of\n";
    for (const auto& row : modeRows ())
        text += entry (row.name, row.operands, row.help);
    std::string_view group;
    for (const auto& row : optionRows ())
    {
        if (row.group != group)
            text += "\n" + std::string (row.group) + "\n";
        group = row.group;
        text += entry (row.name, row.value, row.help);
    }
    return text + "\nExamples\n" + indentedExamples () + "\nExit status\n" + exitStatusText ();
}

} // namespace melstrom

// The bytes of a file of marks, in pieces.
#pragma once

#include "Engine/Marks/Mark.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace melstrom
{

/** Limits of one table. A larger file was named by mistake. */
inline constexpr std::size_t kMostMarkBytes = std::size_t {64} << 20;
inline constexpr std::size_t kMostMarkRows = 1'000'000;
inline constexpr const char* kTooManyMarks =
    "a table of marks has at most 1,000,000 rows; divide it.";

/** Bytes of one row or blank line, with the line end. */
struct MarkRow
{
    std::string bytes;
    std::uint64_t place = 0; ///< pieces of a file lie in the order of their places
};

struct MarkEntry
{
    Mark mark;
    std::vector<MarkRow> rows; ///< at least one, in the order of their places
};

/** The end of a text behind its last line end. */
enum class LastLine
{
    ended,      ///< nothing follows the line end
    open,       ///< the last line has no line end
    openAfterCr ///< the last line ends in CR without LF
};

struct MarkRows
{
    std::string head; ///< byte order mark, blank lines and heading, with line ends
    std::vector<MarkEntry> entries;
    std::vector<MarkRow> blanks;
    std::string lineEnd = "\n"; ///< of new rows
    LastLine lastLine = LastLine::ended;
    std::uint64_t nextPlace = 0;
    std::int64_t lastSelection = 0; ///< greatest number in the column Selection

    /** The bytes of the file. */
    std::string text () const;
    /** Entries by begin, end, low and high; their rows take the places of rows in this order. */
    void sort ();
};

} // namespace melstrom

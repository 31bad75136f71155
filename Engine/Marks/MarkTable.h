// A file of marks that is written back as it was, but for what changed.
#pragma once

#include "Engine/Marks/Mark.h"
#include "Engine/Marks/MarkLayout.h"
#include "Engine/Marks/MarkRows.h"
#include "Engine/Marks/NewMarkRows.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

struct MarkTableOptions
{
    std::string name = "marks"; ///< of the file, for messages
    std::string labelColumn;    ///< of a table with a heading; empty: the first known name
};

/** Marks in the order of the file, and all bytes of the file. `text` gives the file back byte for
    byte. A changed mark changes the bytes of its changed fields only. Raven writes a row for each
    view and channel of a selection; these rows are one mark. Copies are independent.
    Thread: one at a time. Throws std::bad_alloc. */
class MarkTable
{
public:
    /** Without marks. Raven and CSV: with the heading of all five values. */
    explicit MarkTable (MarkFormat format = MarkFormat::audacity);

    /** Reads a file of any format; the content decides. A text of blanks alone is a file of
        Audacity without labels. Formats: docs/marks.md.
        Fails: badUsage, "NAME, line N: ...", for the first fault. */
    static Result<MarkTable> parse (std::string_view text, const MarkTableOptions& options = {});

    MarkFormat format () const noexcept { return format_; }
    std::size_t size () const noexcept { return rows_.entries.size (); }
    const Mark& operator[] (std::size_t index) const { return rows_.entries[index].mark; }

    /** Rows of the file that are this mark: 1, or one for each view and channel in Raven. */
    std::size_t numRows (std::size_t index) const { return rows_.entries[index].rows.size (); }

    /** Text of a further column: of the first row of the mark that has one. Empty if no row has;
        for a column that the table lacks as well. */
    std::string field (std::size_t index, std::string_view column) const;
    /** Names of the columns besides begin, end, low, high and label, in the order of the file. */
    std::vector<std::string> furtherColumns () const;

    /** Appends rows in the form of the file: its columns and line end. If the table has the columns
        Selection, View and Channel, the mark gets the next number, and a row for each view and
        channel of the last mark; without marks "Spectrogram 1" and channel 1.
        others   texts of further columns; they win over these three
        Fails: badUsage, and changes nothing: an invalid mark, a value or name that the table has no
        column for, a label that the format cannot hold, a full table. */
    Result<void> add (const Mark& mark, const std::vector<MarkField>& others = {});
    /** Writes the fields that differ from the old mark, in each of its rows. Fails: as `add`. */
    Result<void> change (std::size_t index, const Mark& mark);
    void remove (std::size_t index);
    /** By begin, end, low and high frequency; equal marks keep their order, blank lines their
        places. */
    void sort ();

    /** The bytes of the file. */
    std::string text () const;

    /** Sentences for the user: bytes that are no UTF-8, frequencies in another unit. */
    const std::vector<std::string>& notes () const noexcept { return notes_; }

private:
    Result<void> checkHoldable (const Mark& mark, const Mark& before) const;

    MarkFormat format_;
    std::optional<MarkLayout> layout_; ///< empty: Audacity
    MarkRows rows_;
    std::vector<std::string> notes_;
};

/** Reads a file of at most kMostMarkBytes; messages name its path. Fails: badUsage if the file
    cannot be read; as MarkTable::parse. Thread: any but audio. */
Result<MarkTable> readMarkTable (const std::filesystem::path& path,
                                 const std::string& labelColumn = {});

} // namespace melstrom

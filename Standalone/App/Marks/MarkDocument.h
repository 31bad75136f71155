// The marks of one sound: their file, their changes, and which are selected.
#pragma once

#include "Standalone/App/Marks/MarkFile.h"
#include "Standalone/App/Marks/MarkHistory.h"

#include <juce_events/juce_events.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace melstrom
{

/** A mark with its index in the table. */
using IndexedMark = std::pair<std::size_t, Mark>;

/** Tells its listeners of each change of marks, file or selection, within the call. An error leaves
    marks, file and history as they were. Thread: message. */
class MarkDocument final : public juce::ChangeBroadcaster
{
public:
    explicit MarkDocument (Storage& storage = posixStorage ());

    // What is there.

    const MarkTable& table () const noexcept { return *state_.table; }
    std::size_t size () const noexcept { return table ().size (); }
    const Mark& operator[] (std::size_t index) const { return table ()[index]; }
    /** Another number after each change of the marks; the selection does not count. */
    std::uint64_t revision () const noexcept { return revision_; }
    const std::filesystem::path& path () const noexcept { return path_; } ///< empty: no file yet
    bool isDirty () const noexcept { return state_.table != saved_; }

    // Files.

    void clear (); ///< no marks, no file
    /** Fails: as readMarks. */
    Result<void> load (const std::filesystem::path& path);
    enum class Overwrite
    {
        ifUnchanged, ///< fails with fileChanged if another program changed the file
        always
    };
    /** Fails: badUsage without a file; fileChanged; as writeMarks. */
    Result<void> save (Overwrite overwrite = Overwrite::ifUnchanged);
    /** Converts to the format of the new name. Then the history begins anew. A file of this name is
        overwritten. Fails: as markFormatOf, convertMarks, writeMarks. */
    Result<void> saveAs (const std::filesystem::path& path);
    /** Columns that saveAs would leave out. Fails: as markFormatOf, convertMarks. */
    Result<std::vector<std::string>> leftOutAs (const std::filesystem::path& path) const;
    bool isChangedOnDisk () const; ///< another program changed the file; reads it

    // Changes. Each is one step of the history. Fails: as MarkTable::add and change.

    Result<void> add (const Mark& mark); ///< appends and selects it
    Result<void> change (const std::string& name, const std::vector<IndexedMark>& marks);
    Result<void> rename (std::size_t index, const std::string& label);
    void removeSelected ();
    /** Adds the columns that the table lacks for frequencies and labels. */
    Result<void> addColumns ();
    /** True if a box with frequencies and a label could not be added. */
    bool lacksColumns () const;

    const MarkHistory& history () const noexcept { return history_; }
    void undo (); ///< also of the selection; nothing if there is no step
    void redo ();

    // Selection: indices, rising.

    const std::vector<std::size_t>& selection () const noexcept { return state_.selection; }
    bool isSelected (std::size_t index) const;
    void select (std::vector<std::size_t> indices);
    std::vector<IndexedMark> selectedMarks () const;

    /** Label of the last mark that was added or renamed: offered for the next one. */
    const std::string& lastLabel () const noexcept { return lastLabel_; }

    // For a session after a crash.

    std::string autosaveText () const; ///< empty: there is nothing unsaved
    /** The marks are then unsaved changes of their file. Fails: as readAutosave. */
    Result<void> restore (std::string_view autosaveText);

private:
    Result<void> edit (const std::string& name,
                       const std::function<Result<void> (MarkTable&, MarkState&)>& change);
    void begin (MarkTable table, std::filesystem::path path, std::optional<FileStamp> known);
    void tell (bool hasOtherMarks);

    Storage& storage_;
    MarkState state_;
    std::shared_ptr<const MarkTable> saved_; ///< null: never saved
    MarkHistory history_;
    std::filesystem::path path_;
    std::optional<FileStamp> known_;
    std::string lastLabel_;
    std::uint64_t revision_ = 0;
};

} // namespace melstrom

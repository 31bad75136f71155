#include "Standalone/App/Marks/MarkDocument.h"

#include "Engine/Core/Printable.h"
#include "Engine/Marks/MarkConversion.h"

#include <algorithm>

namespace melstrom
{

MarkDocument::MarkDocument (Storage& storage) : storage_ (storage), saved_ (state_.table) {}

void MarkDocument::tell (bool hasOtherMarks)
{
    revision_ += hasOtherMarks ? 1 : 0;
    sendSynchronousChangeMessage ();
}

void MarkDocument::begin (MarkTable table, std::filesystem::path path,
                          std::optional<FileStamp> known)
{
    state_ = {std::make_shared<const MarkTable> (std::move (table)), {}};
    saved_ = state_.table;
    path_ = std::move (path);
    known_ = known;
    history_.clear ();
}

void MarkDocument::clear ()
{
    begin (MarkTable (), {}, {});
    tell (true);
}

Result<void> MarkDocument::load (const std::filesystem::path& path)
{
    MELSTROM_TRY_VALUE (auto read, readMarks (storage_, path));
    begin (std::move (read.table), path, read.stamp);
    tell (true);
    return {};
}

bool MarkDocument::lacksColumns () const
{
    if (table ().format () == MarkFormat::audacity)
        return false;
    auto copy = table ();
    return ! copy.add ({0, 0, 1.0, 1.0, "label"});
}

bool MarkDocument::isChangedOnDisk () const
{
    return ! path_.empty () && isOtherThan (storage_, path_, known_);
}

Result<void> MarkDocument::save (Overwrite overwrite)
{
    if (path_.empty ())
        return Error {ErrorCode::badUsage, "the marks have no file yet; save them as a file", {}};
    if (overwrite == Overwrite::ifUnchanged && isChangedOnDisk ())
        return Error {ErrorCode::fileChanged,
                      printable (path_.string ()) +
                          " was changed by another program; save under another name, or overwrite",
                      {}};
    MELSTROM_TRY_VALUE (known_, writeMarks (storage_, path_, table ().text ()));
    saved_ = state_.table;
    tell (false);
    return {};
}

Result<void> MarkDocument::saveAs (const std::filesystem::path& path)
{
    MELSTROM_TRY_VALUE (const auto format, markFormatOf (path));
    if (format == table ().format ())
    {
        MELSTROM_TRY_VALUE (known_, writeMarks (storage_, path, table ().text ()));
        path_ = path;
        saved_ = state_.table;
        tell (false);
        return {};
    }
    MELSTROM_TRY_VALUE (auto converted, convertMarks (table (), format));
    MELSTROM_TRY_VALUE (const auto stamp, writeMarks (storage_, path, converted.table.text ()));
    auto selection = state_.selection; // a conversion keeps order and number of the marks
    begin (std::move (converted.table), path, stamp);
    state_.selection = std::move (selection);
    tell (true);
    return {};
}

Result<std::vector<std::string>> MarkDocument::leftOutAs (const std::filesystem::path& path) const
{
    MELSTROM_TRY_VALUE (const auto format, markFormatOf (path));
    if (format == table ().format ())
        return std::vector<std::string> ();
    MELSTROM_TRY_VALUE (auto converted, convertMarks (table (), format));
    return std::move (converted.leftOut);
}

Result<void> MarkDocument::edit (const std::string& name,
                                 const std::function<Result<void> (MarkTable&, MarkState&)>& change)
{
    auto changed = std::make_shared<MarkTable> (table ());
    MarkState next = state_;
    MELSTROM_TRY (change (*changed, next));
    next.table = std::move (changed);
    history_.push (name, std::exchange (state_, std::move (next)));
    tell (true);
    return {};
}

Result<void> MarkDocument::add (const Mark& mark)
{
    const auto before = std::exchange (lastLabel_, mark.label); // listeners see the new label
    auto added = edit ("New mark",
                       [&mark] (MarkTable& marks, MarkState& next)
                       {
                           next.selection = {marks.size ()};
                           return marks.add (mark);
                       });
    if (! added)
        lastLabel_ = before;
    return added;
}

Result<void> MarkDocument::change (const std::string& name, const std::vector<IndexedMark>& marks)
{
    if (std::ranges::all_of (marks, [this] (const IndexedMark& each)
                             { return table ()[each.first] == each.second; }))
        return {};
    return edit (name,
                 [&marks] (MarkTable& changed, MarkState&) -> Result<void>
                 {
                     for (const auto& [index, mark] : marks)
                         MELSTROM_TRY (changed.change (index, mark));
                     return {};
                 });
}

Result<void> MarkDocument::rename (std::size_t index, const std::string& label)
{
    Mark renamed = table ()[index];
    renamed.label = label;
    MELSTROM_TRY (change ("Rename", {{index, renamed}}));
    lastLabel_ = label;
    return {};
}

void MarkDocument::removeSelected ()
{
    if (selection ().empty ())
        return;
    (void)edit (selection ().size () == 1 ? "Delete mark" : "Delete marks",
                [] (MarkTable& marks, MarkState& next)
                {
                    for (auto index = next.selection.rbegin (); index != next.selection.rend ();
                         ++index)
                        marks.remove (*index);
                    next.selection.clear ();
                    return Result<void> ();
                });
}

Result<void> MarkDocument::addColumns ()
{
    MELSTROM_TRY_VALUE (auto converted, convertMarks (table (), table ().format ()));
    return edit ("Add columns",
                 [&converted] (MarkTable& marks, MarkState&)
                 {
                     marks = std::move (converted.table);
                     return Result<void> ();
                 });
}

void MarkDocument::undo ()
{
    if (! history_.canUndo ())
        return;
    state_ = history_.undo (std::move (state_));
    tell (true);
}

void MarkDocument::redo ()
{
    if (! history_.canRedo ())
        return;
    state_ = history_.redo (std::move (state_));
    tell (true);
}

bool MarkDocument::isSelected (std::size_t index) const
{
    return std::ranges::binary_search (state_.selection, index);
}

void MarkDocument::select (std::vector<std::size_t> indices)
{
    std::ranges::sort (indices);
    indices.erase (std::ranges::unique (indices).begin (), indices.end ());
    std::erase_if (indices, [this] (std::size_t index) { return index >= size (); });
    if (indices == state_.selection)
        return;
    state_.selection = std::move (indices);
    tell (false);
}

std::vector<IndexedMark> MarkDocument::selectedMarks () const
{
    std::vector<IndexedMark> marks;
    for (const std::size_t index : selection ())
        marks.emplace_back (index, table ()[index]);
    return marks;
}

std::string MarkDocument::autosaveText () const
{
    return isDirty () ? autosaveTextOf ({path_, known_, table ().text ()}) : std::string ();
}

Result<void> MarkDocument::restore (std::string_view autosaveText)
{
    MELSTROM_TRY_VALUE (auto kept, readAutosave (autosaveText));
    MELSTROM_TRY_VALUE (auto table, MarkTable::parse (kept.text));
    begin (std::move (table), kept.path, kept.known);
    saved_ = nullptr;
    tell (true);
    return {};
}

} // namespace melstrom

#include "Standalone/App/Marks/MarkFileActions.h"

#include "Engine/Core/Printable.h"

#include <utility>

namespace melstrom
{

namespace
{

std::string shownName (const std::filesystem::path& path)
{
    return path.empty () ? "These marks" : printable (path.filename ().string ());
}

std::string joined (const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        text += (text.empty () ? "" : ", ") + printable (name.empty () ? "(no name)" : name);
    return text;
}

} // namespace

MarkFileActions::MarkFileActions (MarkDocument& document, MarkPrompts& prompts)
    : document_ (document), prompts_ (prompts)
{
}

void MarkFileActions::tell (const Result<void>& done, const std::string& success)
{
    if (onMessage)
        onMessage (done ? success : done.error ().message, ! done);
}

void MarkFileActions::whenSafe (std::function<void ()> then)
{
    if (! document_.isDirty ())
        return then ();
    prompts_.confirm ({"Unsaved marks",
                       shownName (document_.path ()) + " have changes that are not saved.",
                       "Discard changes"},
                      std::move (then));
}

void MarkFileActions::open ()
{
    const auto& start = document_.path ().empty () ? soundPath : document_.path ();
    whenSafe (
        [this, start]
        {
            prompts_.chooseToOpen (start.parent_path (), [this] (const std::filesystem::path& path)
                                   { (void)load (path); });
        });
}

void MarkFileActions::open (const std::filesystem::path& path,
                            std::function<void (const Error&)> onFault)
{
    whenSafe (
        [this, path, onFault = std::move (onFault)]
        {
            if (const auto done = load (path); ! done && onFault)
                onFault (done.error ());
        });
}

Result<void> MarkFileActions::load (const std::filesystem::path& path)
{
    const auto done = document_.load (path);
    std::string notes;
    for (const std::string& note : document_.table ().notes ())
        notes += (notes.empty () ? "" : " ") + note;
    tell (done, notes);
    return done;
}

void MarkFileActions::save ()
{
    if (document_.path ().empty ())
        return saveAs ();
    const auto done = document_.save ();
    if (done || done.error ().code != ErrorCode::fileChanged)
        return tell (done, {});
    prompts_.confirm (
        {"The file has changed",
         shownName (document_.path ()) +
             " was changed by another program since it was read. Overwrite those changes?",
         "Overwrite"},
        [this] { tell (document_.save (MarkDocument::Overwrite::always), {}); });
}

std::filesystem::path MarkFileActions::suggestedPath () const
{
    if (! document_.path ().empty ())
        return document_.path ();
    const auto name = soundPath.empty () ? std::filesystem::path ("marks") : soundPath.stem ();
    return soundPath.parent_path () / (name.string () + markFileEnd (document_.table ().format ()));
}

void MarkFileActions::saveAs ()
{
    prompts_.chooseToSave (suggestedPath (),
                           [this] (const std::filesystem::path& path) { saveTo (path); });
}

void MarkFileActions::saveTo (const std::filesystem::path& path)
{
    const auto leftOut = document_.leftOutAs (path);
    if (! leftOut)
        return tell (leftOut.error (), {});
    if (leftOut->empty ())
        return convertTo (path);
    prompts_.confirm ({"Columns are left out",
                       std::string (markFormatName (*markFormatOf (path))) +
                           " cannot hold these columns: " + joined (*leftOut) +
                           ". The file read before keeps them.",
                       "Save without them"},
                      [this, path] { convertTo (path); });
}

void MarkFileActions::convertTo (const std::filesystem::path& path)
{
    tell (document_.saveAs (path), {});
}

} // namespace melstrom

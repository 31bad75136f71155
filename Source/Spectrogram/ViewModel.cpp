#include "Source/Spectrogram/ViewModel.h"

#include "Source/Export/TextExport.h"
#include "Source/Spectrogram/TapTrace.h"

#include <utility>

namespace melstrom
{

ViewModel::ViewModel (ViewState view) : view_ (std::move (view))
{
    auto found = frontEndOf (view_);
    if (! found)
    {
        view_.preset = ViewState ().preset;
        view_.showsOwn = false;
        found = frontEndOf (view_);
    }
    if (found)
        frontEnd_ = *std::move (found);
}

void ViewModel::restore (ViewState view)
{
    view_ = std::move (view);
    if (auto found = frontEndOf (view_))
        frontEnd_ = *std::move (found);
}

void ViewModel::look (const ViewState& chosen)
{
    auto wanted = chosen;
    wanted.preset = view_.preset;
    wanted.own = view_.own;
    wanted.showsOwn = view_.showsOwn;
    if (wanted == view_)
        return;
    view_ = std::move (wanted);
    if (onChange)
        onChange ();
}

Result<void> ViewModel::take (ViewState chosen)
{
    MELSTROM_TRY_VALUE (auto found, frontEndOf (chosen));
    if (rateHz_ > 0)
        MELSTROM_TRY (checkShown (found.spec, rateHz_));
    frontEnd_ = std::move (found);
    view_ = std::move (chosen);
    if (onChange)
        onChange ();
    return {};
}

Result<void> ViewModel::choose (const std::string& name)
{
    auto chosen = view_;
    chosen.showsOwn = name.empty ();
    if (! name.empty ())
        chosen.preset = name;
    return take (std::move (chosen));
}

Result<void> ViewModel::edit (FrontEndField field, const std::string& text)
{
    MELSTROM_TRY_VALUE (const auto derived, withField (frontEnd_, field, text));
    return derived.spec == frontEnd_.spec ? Result<void> {} : takeOwn (frontEndText (derived));
}

Result<void> ViewModel::takeOwn (const FrontEndText& own)
{
    auto chosen = view_;
    chosen.own = own;
    chosen.showsOwn = true;
    return take (std::move (chosen));
}

Result<void> ViewModel::load (const std::string& path)
{
    MELSTROM_TRY_VALUE (const auto own, frontEndFromFile (path)); // its errors name the file
    auto done = takeOwn (own);
    if (! done)
        return Error {done.error ().code, own.fileName + ": " + done.error ().message, {}};
    return done;
}

std::string ViewModel::text () const
{
    return view_.showsOwn ? view_.own.text : frontEndText (frontEnd_).text;
}

Result<void> ViewModel::save (const std::string& path) const
{
    return exportText (text (), posixStorage (), path);
}

} // namespace melstrom

// The front end and the look of a spectrogram, with the rules for changing them.
#pragma once

#include "Source/Spectrogram/FrontEndFields.h"
#include "Source/State/FrontEnd.h"
#include "Source/State/ViewState.h"

#include <functional>
#include <string>

namespace melstrom
{

/** Of a page of the app, and of a plugin's panel. A refused change leaves everything as it was.
    Thread: message. */
class ViewModel
{
public:
    explicit ViewModel (ViewState view = {});

    const ViewState& view () const noexcept { return view_; }
    const MelPreset& frontEnd () const noexcept { return frontEnd_; }

    /** rateHz: of the sound that is shown; 0: none. A front end has to be possible at it. */
    void setRate (double rateHz) noexcept { rateHz_ = rateHz; }

    /** Takes a whole view that a host or a file restored, without `onChange` and at any rate. If its
        front end cannot be read, the former one is shown. */
    void restore (ViewState view);
    /** Takes all of it but the front end. */
    void look (const ViewState& chosen);
    /** name: of a built-in front end; empty: the user's own. Fails: badSpec. */
    Result<void> choose (const std::string& name);
    Result<void> edit (FrontEndField field, const std::string& text);
    /** Fails: as parseFrontEnd and checkShown. */
    Result<void> takeOwn (const FrontEndText& own);
    /** Fails: as frontEndFromFile and takeOwn; the message begins with the file's name. */
    Result<void> load (const std::string& path);
    std::string text () const; ///< of the front end, as TOML
    /** Writes `text` beside `path`, and renames it. Fails: as exportText. */
    Result<void> save (const std::string& path) const;

    std::function<void ()> onChange; ///< of anything

private:
    Result<void> take (ViewState chosen);

    ViewState view_;
    MelPreset frontEnd_;
    double rateHz_ = 0;
};

} // namespace melstrom

// The front end and the look of a page's spectrograms, with the rules for changing them.
#pragma once

#include "Source/Spectrogram/FrontEndFields.h"
#include "Source/State/FrontEnd.h"
#include "Source/State/ViewState.h"

#include <functional>
#include <string>

namespace melstrom
{

/** A refused change leaves everything as it was. Thread: message. */
class ViewModel
{
public:
    explicit ViewModel (ViewState view);

    const ViewState& view () const noexcept { return view_; }
    const MelPreset& frontEnd () const noexcept { return frontEnd_; }

    /** rateHz: of the sound that is shown; 0: none. A front end has to be possible at it. */
    void setRate (double rateHz) noexcept { rateHz_ = rateHz; }

    /** Takes axis, range, colours, mix and lines. */
    void look (const ViewState& chosen);
    /** name: of a built-in front end; empty: the user's own. Fails: badSpec. */
    Result<void> choose (const std::string& name);
    Result<void> edit (FrontEndField field, const std::string& text);
    /** Fails: as parseFrontEnd and checkShown. */
    Result<void> takeOwn (const FrontEndText& own);
    Result<void> load (const std::string& path);
    std::string text () const; ///< of the front end, as TOML

    std::function<void ()> onChange; ///< of anything

private:
    Result<void> take (ViewState chosen);

    ViewState view_;
    MelPreset frontEnd_;
    double rateHz_ = 0;
};

} // namespace melstrom

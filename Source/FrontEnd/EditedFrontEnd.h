// A front end that is edited, and the one that it was.
#pragma once

#include "Engine/Spec/Mel/MelSpecFields.h"
#include "Source/State/FrontEnd.h"

#include <filesystem>
#include <functional>
#include <string>

namespace melstrom
{

/** Each change is written as TOML and read back as a file is, so that every refusal is a sentence of
    the spec. A refused change changes nothing. Begins with the first screen preset. Thread: one at
    a time. */
class EditedFrontEnd
{
public:
    EditedFrontEnd ();

    /** Takes each new front end; its refusal is the refusal of the change. */
    std::function<Result<void> (const FrontEndText&)> onTake;

    const MelPreset& frontEnd () const noexcept { return now_.preset; }
    const FrontEndText& text () const noexcept { return now_.text; }
    /** The preset or file whose keys were changed. */
    const MelPreset& origin () const noexcept { return origin_.preset; }
    /** Name of the built-in front end; empty: it is the user's own. */
    std::string builtInName () const;
    std::string ownName () const { return own_.preset.name; } ///< empty: there was none

    /** Changes to it without `onTake`. False: it is the present one. */
    bool show (const MelPreset& frontEnd);
    /** name: of a built-in front end; empty: the user's last own one. */
    Result<void> choose (const std::string& name);
    Result<void> load (const std::filesystem::path& path);
    /** text: in the syntax of --set. */
    Result<void> edit (const SpecKey& key, const std::string& text);
    /** Gives the key its value in the origin. */
    Result<void> reset (const SpecKey& key);
    Result<void> resetAll (); ///< takes the origin, with a file's comments

private:
    struct Texted
    {
        MelPreset preset;
        FrontEndText text;
    };
    static Texted texted (MelPreset preset);
    Result<void> takeEdited (const Result<MelPreset>& edited);
    Result<void> take (const FrontEndText& text, const Texted& origin);
    void keepOwn ();

    Texted now_, origin_;
    Texted own_, ownOrigin_; ///< the last one that is not built in
};

} // namespace melstrom

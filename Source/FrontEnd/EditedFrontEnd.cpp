#include "Source/FrontEnd/EditedFrontEnd.h"

#include "Source/Spectrogram/FrontEndKeys.h"

#include <utility>

namespace melstrom
{

EditedFrontEnd::EditedFrontEnd () : now_ (texted (screenPresets ().front ())), origin_ (now_) {}

EditedFrontEnd::Texted EditedFrontEnd::texted (MelPreset preset)
{
    auto text = frontEndText (preset);
    return {std::move (preset), std::move (text)};
}

std::string EditedFrontEnd::builtInName () const
{
    const auto* const built = builtInPreset (now_.preset.name);
    return built != nullptr && built->spec == now_.preset.spec ? built->name : std::string ();
}

void EditedFrontEnd::keepOwn ()
{
    if (! builtInName ().empty ())
        return;
    own_ = now_;
    ownOrigin_ = origin_;
}

bool EditedFrontEnd::show (const MelPreset& frontEnd)
{
    if (frontEnd.name == now_.preset.name && frontEnd.spec == now_.preset.spec)
        return false;
    const auto& former = origin_.preset.name;
    if (frontEnd.name == former || ! isDerivedFrom (frontEnd, former))
        origin_ = texted (originOf (frontEnd));
    now_ = texted (frontEnd);
    keepOwn ();
    return true;
}

Result<void> EditedFrontEnd::choose (const std::string& name)
{
    if (name.empty ())
        return take (own_.text, ownOrigin_);
    MELSTROM_TRY_VALUE (auto preset, findPreset (name));
    const auto chosen = texted (std::move (preset));
    return take (chosen.text, chosen);
}

Result<void> EditedFrontEnd::load (const std::filesystem::path& path)
{
    MELSTROM_TRY_VALUE (const auto text, frontEndFromFile (path));
    MELSTROM_TRY_VALUE (auto preset, parseFrontEnd (text));
    return take (text, {std::move (preset), text});
}

Result<void> EditedFrontEnd::edit (const SpecKey& key, const std::string& text)
{
    return takeEdited (withKey (now_.preset, key, text));
}

Result<void> EditedFrontEnd::reset (const SpecKey& key)
{
    return takeEdited (withKeyOf (origin_.preset.spec, now_.preset, key));
}

Result<void> EditedFrontEnd::resetAll ()
{
    return take (origin_.text, origin_);
}

/** What is equal to the origin again is the origin, with its name. */
Result<void> EditedFrontEnd::takeEdited (const Result<MelPreset>& edited)
{
    if (! edited)
        return edited.error ();
    if (edited->spec == now_.preset.spec)
        return {};
    if (edited->spec == origin_.preset.spec)
        return resetAll ();
    return take (frontEndText (*edited), origin_);
}

Result<void> EditedFrontEnd::take (const FrontEndText& text, const Texted& origin)
{
    MELSTROM_TRY_VALUE (auto preset, parseFrontEnd (text));
    Texted taken {std::move (preset), text};
    Texted from = origin; // a copy: `onTake` may call `show`
    if (onTake)
        MELSTROM_TRY (onTake (taken.text));
    now_ = std::move (taken);
    origin_ = std::move (from);
    keepOwn ();
    return {};
}

} // namespace melstrom

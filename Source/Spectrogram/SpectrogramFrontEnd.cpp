// Changes of a spectrogram's front end: choice, edits, files.
#include "Source/Export/TextExport.h"
#include "Source/Parameters/ParameterText.h"
#include "Source/Spectrogram/SpectrogramContent.h"
#include "Source/Spectrogram/TapTrace.h"
#include "Source/State/FrontEnd.h"

#include <algorithm>

namespace melstrom
{

void SpectrogramPanel::Content::listenToFrontEnd ()
{
    frontEndControls.onChoose = [this] (const std::string& name) { choose (name); };
    frontEndControls.onEdit = [this] (FrontEndField field, const std::string& text)
    { return edit (field, text); };
    frontEndControls.onLoad = [this] { openLoad (); };
    frontEndControls.onSave = [this] { openSave (); };
    message.onClick = [this]
    {
        exports.cancel ();
        (void)tell ({});
    };
}

void SpectrogramPanel::Content::choose (const std::string& name)
{
    (void)tell ({});
    auto chosen = shown;
    chosen.showsOwn = name.empty ();
    if (! name.empty ())
        chosen.preset = name;
    take (chosen);
}

Result<void> SpectrogramPanel::Content::edit (FrontEndField field, const std::string& text)
{
    const auto derived = withField (frontEnd, field, text);
    if (! derived)
        return tell (derived.error ());
    if (derived->spec == frontEnd.spec)
    {
        frontEndControls.show (shown, frontEnd);
        return tell ({});
    }
    return takeOwn (frontEndText (*derived));
}

Result<void> SpectrogramPanel::Content::load (const juce::File& file)
{
    const auto own = frontEndFromFile (file.getFullPathName ().toStdString ());
    return own ? takeOwn (*own) : tell (own.error ());
}

Result<void> SpectrogramPanel::Content::takeOwn (const FrontEndText& own)
{
    const auto preset = parseFrontEnd (own);
    if (! preset)
        return tell (preset.error ());
    if (const double rateHz = source.sampleRateHz (); rateHz > 0)
        if (const auto canBe = checkShown (preset->spec, rateHz); ! canBe)
            return tell (
                Error {canBe.error ().code, own.fileName + ": " + canBe.error ().message, {}});
    auto chosen = shown;
    chosen.own = own;
    chosen.showsOwn = true;
    take (chosen);
    return tell ({});
}

Result<void> SpectrogramPanel::Content::tell (Result<void> done)
{
    showMessage (done ? juce::String () : textOf (done.error ().message));
    return done;
}

void SpectrogramPanel::Content::showMessage (const juce::String& text)
{
    const bool wasShown = message.text ().isNotEmpty ();
    if (message.text () == text)
        return;
    message.setText (text);
    if (wasShown != text.isNotEmpty ())
        owner.resized ();
}

std::string SpectrogramPanel::Content::text () const
{
    return shown.showsOwn ? shown.own.text : frontEndText (frontEnd).text;
}

void SpectrogramPanel::Content::openLoad ()
{
    loading = std::make_unique<juce::FileChooser> (
        "Load a front end", juce::File::getSpecialLocation (juce::File::userDocumentsDirectory),
        "*.toml");
    loading->launchAsync (
        juce::FileBrowserComponent::openMode | juce::FileBrowserComponent::canSelectFiles,
        [safe = juce::Component::SafePointer (&owner)] (const auto& chosen)
        {
            if (const auto file = chosen.getResult (); safe != nullptr && file != juce::File ())
                safe->loadFrontEnd (file);
        });
}

void SpectrogramPanel::Content::openSave ()
{
    saving.open (
        owner, textOf (frontEndText (frontEnd).fileName),
        [this] (const juce::File& file) { return owner.saveFrontEnd (file); }, [] {});
}

void SpectrogramPanel::loadFrontEnd (const juce::File& file)
{
    (void)content_->load (file);
}

Result<void> SpectrogramPanel::saveFrontEnd (const juce::File& file) const
{
    return exportText (content_->text (), posixStorage (), file.getFullPathName ().toStdString ());
}

juce::String SpectrogramPanel::message () const
{
    return content_->message.text ();
}

bool SpectrogramPanel::isInterestedInFileDrag (const juce::StringArray& paths)
{
    return std::any_of (paths.begin (), paths.end (),
                        [] (const juce::String& path)
                        { return isFrontEndFile (path.toStdString ()); });
}

void SpectrogramPanel::filesDropped (const juce::StringArray& paths, int, int)
{
    for (const auto& path : paths)
        if (isFrontEndFile (path.toStdString ()))
            return loadFrontEnd (juce::File (path));
}

} // namespace melstrom

#include "Source/Export/ExportButton.h"

namespace melstrom
{

juce::String endingOf (ExportKind kind)
{
    switch (kind)
    {
        case ExportKind::wav: return ".wav";
        case ExportKind::npy: return ".npy";
        case ExportKind::csv: return ".csv";
        case ExportKind::picture:
        case ExportKind::copyPicture:
        case ExportKind::png: break;
    }
    return ".png";
}

ExportButton::ExportButton (const juce::String& what) : juce::TextButton ("Export..."), what_ (what)
{
    setTitle ("Export");
    setTooltip ("Saves " + what + ": picture (PNG, or copied), sound (WAV), features (NPY, CSV)");
    setWantsKeyboardFocus (true);
    onClick = [this] { showMenu (); };
}

void ExportButton::showMenu ()
{
    juce::PopupMenu menu;
    const auto add = [&menu, this] (const char* caption, ExportKind kind)
    {
        menu.addItem (caption,
                      [safe = SafePointer (this), kind]
                      {
                          if (safe != nullptr && safe->onExport)
                              safe->onExport (kind);
                      });
    };
    menu.addSectionHeader (what_.substring (0, 1).toUpperCase () + what_.substring (1));
    add ("Picture of the screen (PNG)...", ExportKind::picture);
    add ("Copy the picture", ExportKind::copyPicture);
    add ("Picture with axes, as --picture (PNG)...", ExportKind::png);
    add ("Sound (WAV)...", ExportKind::wav);
    add ("Features (NPY)...", ExportKind::npy);
    add ("Features as text (CSV)...", ExportKind::csv);
    menu.setLookAndFeel (&getLookAndFeel ());
    menu.showMenuAsync (
        juce::PopupMenu::Options ().withTargetComponent (*this).withDeletionCheck (*this));
}

} // namespace melstrom

#include "Standalone/App/View/ExportButton.h"

namespace melstrom
{

juce::String endingOf (PageExport kind)
{
    switch (kind)
    {
        case PageExport::wav: return ".wav";
        case PageExport::npy: return ".npy";
        case PageExport::csv: return ".csv";
        case PageExport::picture:
        case PageExport::copyPicture:
        case PageExport::png: break;
    }
    return ".png";
}

ExportButton::ExportButton () : juce::TextButton ("Export...")
{
    setTitle ("Export");
    setTooltip ("Saves what is selected, or else what is shown");
    onClick = [this] { showMenu (); };
}

void ExportButton::showMenu ()
{
    juce::PopupMenu menu;
    const auto add = [&menu, this] (const char* caption, PageExport kind)
    {
        menu.addItem (caption,
                      [safe = SafePointer (this), kind]
                      {
                          if (safe != nullptr)
                              safe->onExport (kind);
                      });
    };
    menu.addSectionHeader ("What is selected, or else shown");
    add ("Picture of the screen (PNG)...", PageExport::picture);
    add ("Copy the picture", PageExport::copyPicture);
    add ("Picture with axes, as --picture (PNG)...", PageExport::png);
    add ("Sound (WAV)...", PageExport::wav);
    add ("Features (NPY)...", PageExport::npy);
    add ("Features as text (CSV)...", PageExport::csv);
    menu.showMenuAsync (juce::PopupMenu::Options ().withTargetComponent (*this));
}

} // namespace melstrom

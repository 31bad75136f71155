#include "Engine/Backend/Choice/MeasuredValues.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"
#include "Standalone/CommandLine/Machine/Machine.h"
#include "Standalone/CommandLine/Terminal/TextTable.h"

#include <cmath>

namespace melstrom
{

namespace
{
using enum TextTable::Side;

/** "live_sinusoids 61,440, offline_sinusoids none". */
std::string numbersText (const MeasuredValue& value)
{
    std::string text;
    for (const auto& [name, number] : value.numbers)
        text += (text.empty () ? "" : ", ") + printable (name) + " " +
                (! number                          ? "none"
                 : *number == std::floor (*number) ? groupedText (std::llround (*number))
                                                   : shortText (*number));
    return text;
}

std::string placeText (const MeasuredOn& on)
{
    std::string text = printable (on.machine);
    for (const auto& part : {on.device, on.driver})
        if (! part.empty ())
            text += "; " + printable (part);
    return text + "; melstrom " + printable (on.melstrom);
}
} // namespace

std::string measuredReport ()
{
    const auto file = defaultMeasuredFile ();
    if (! file)
        return "Measured values are not kept: neither XDG_CACHE_HOME nor HOME names a folder.\n";
    const auto values = measuredValues (*file);
    if (values.empty ())
        return "Measured values: none yet in " + printable (*file) + "\n";
    TextTable table ({left, left});
    for (const auto& value : values)
    {
        table.addRow ({printable (value.what), numbersText (value)});
        table.addRow ({"", placeText (value.on)});
        table.addRow ({"", printable (value.measuredAt)});
    }
    return "Measured values in " + printable (*file) + ":\n\n" + table.text ();
}

} // namespace melstrom

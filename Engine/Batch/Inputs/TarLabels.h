// Labels of a tar's members from files beside them: WebDataset's key.cls and key.json.
#pragma once

#include "Engine/Batch/Inputs/FileFinder.h"

namespace melstrom
{

/** Labels each member of a tar that has no label yet with the text of the key.cls beside it, or
    else with the value of "label", or else "cls", in key.json: a text or a whole number. key is the
    member's path without its last ending, or else up to the first dot of its name. key.txt is not
    used: it holds spoken text. Not used, and counted in a warning: a .cls of more than 4 KiB or of
    several lines, a .json of more than 1 MiB or that is not JSON. */
void labelByTars (Storage& storage, FoundFiles& found);

} // namespace melstrom

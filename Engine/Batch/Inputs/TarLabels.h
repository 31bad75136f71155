// What a tar says of its members besides their folders: WebDataset's key.cls and key.json.
#pragma once

#include "Engine/Batch/Inputs/FileFinder.h"

namespace melstrom
{

/** Gives each member of a tar that has no label yet the text of the key.cls beside it, or else what
    key.json says under "label", or under "cls": a text, or a whole number. key is the member's path
    without its last ending, or else up to the first dot of its name. key.txt is no label: it holds
    what is spoken. A .cls of more than 4 KiB, or of several lines, and a .json of more than 1 MiB,
    or that is not JSON, is left out, and counted in a warning. */
void labelByTars (Storage& storage, FoundFiles& found);

} // namespace melstrom

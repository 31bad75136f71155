// Arrays for tests of array writers.
#pragma once

#include "Engine/Batch/Arrays/ArrayFile.h"

#include <string>

namespace melstrom::testing
{

/** Little-endian elements: element i in C order is i mod 251 - 125, which every type holds exactly.
 */
std::string exampleContent (const ArrayShape& shape);

/** An HDF5 file with every type, sizes that do not fill a page, datasets and texts without
    elements, and more strings and attributes than one heap and one header hold. */
Hdf5Description exampleDescription ();

} // namespace melstrom::testing

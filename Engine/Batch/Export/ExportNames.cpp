#include "Engine/Batch/Export/ExportNames.h"

#include "Engine/Batch/Inputs/PathText.h"

#include <algorithm>

namespace melstrom
{

namespace
{
constexpr std::size_t kMostStem = 48;
}

std::string stemOf (std::string_view path)
{
    std::string_view name = fileNameOf (path);
    name = name.substr (0, std::min (name.find_last_of ('.'), name.size ()));
    std::string stem (name.substr (0, kMostStem));
    for (char& letter : stem)
    {
        const bool isKept = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                            (letter >= '0' && letter <= '9') || letter == '-';
        letter = isKept ? letter : '_';
    }
    return stem;
}

std::string paddedNumber (std::size_t number, std::size_t digits)
{
    const std::string text = std::to_string (number);
    return std::string (text.size () < digits ? digits - text.size () : 0, '0') + text;
}

std::string partOf (std::string_view split)
{
    return split == "TRAINING"     ? "train"
           : split == "VALIDATION" ? "validation"
           : split == "TESTING"    ? "test"
                                   : "";
}

} // namespace melstrom

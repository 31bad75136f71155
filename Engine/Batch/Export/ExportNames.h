// Names of a dataset as other tools take them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace melstrom
{

/** The file's name without folders and extension, with _ for every byte but A-Z, a-z, 0-9 and -;
    at most 48 bytes. */
std::string stemOf (std::string_view path);

/** The number with zeros in front, at least `digits` long. */
std::string paddedNumber (std::size_t number, std::size_t digits);

/** A split of files.csv as other tools call it: "train", "validation", "test"; "" for other texts.
    Source: the names of splits in the Hugging Face hub. */
std::string partOf (std::string_view split);

} // namespace melstrom

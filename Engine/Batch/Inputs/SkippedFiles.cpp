#include "Engine/Batch/Inputs/InputList.h"

#include "Engine/Batch/Inputs/PathText.h"

namespace melstrom
{
namespace
{

std::string countedExtension (std::string_view name)
{
    constexpr std::size_t mostBytes = 10;
    constexpr std::string_view usual = "abcdefghijklmnopqrstuvwxyz0123456789_-";
    const auto dot = name.rfind ('.');
    if (dot == name.npos || dot == 0) // a name like .gitignore has no extension
        return {};
    auto extension = lowerCaseExtension (name);
    if (extension.size () > mostBytes || extension.find_first_not_of (usual) != extension.npos)
        return {};
    return extension;
}

} // namespace

void SkippedFiles::add (std::string_view name, std::int64_t count)
{
    constexpr std::size_t mostExtensions = 256;
    auto extension = countedExtension (name);
    if (counts_.size () >= mostExtensions && ! counts_.contains (extension))
        extension.clear ();
    counts_[std::move (extension)] += count;
}

std::int64_t SkippedFiles::total () const noexcept
{
    std::int64_t sum = 0;
    for (const auto& [extension, count] : counts_)
        sum += count;
    return sum;
}

} // namespace melstrom

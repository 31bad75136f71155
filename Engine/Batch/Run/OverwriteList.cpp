#include "Engine/Batch/Run/OverwriteList.h"

#include "Engine/Batch/Dataset/DatasetLayout.h"

#include <algorithm>

namespace melstrom
{

std::vector<std::string> namesToOverwrite (Storage& storage, const std::string& folder)
{
    std::vector<std::string> names;
    for (std::string& name : allDatasetNames ())
        if (storage.info (folder + "/" + name))
            names.push_back (std::move (name));
    std::sort (names.begin (), names.end ());
    return names;
}

} // namespace melstrom

// Numbers of labels, from the bytes in files.csv.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace melstrom
{

/** dataset.json has U+FFFD for bytes that are not UTF-8, so two labels of it may look alike. Its order
    is that of their bytes. Labels that look alike have numbers if files.csv has all of them, which may
    not be so in a shard. */
class LabelIds
{
public:
    /** labels: of dataset.json; fields: all that stand in files.csv. */
    LabelIds (const std::vector<std::string>& labels, const std::set<std::string>& fields);

    /** The number of a label with these bytes. */
    std::optional<int> find (const std::string& label) const;
    /** The labels of a field: the field, if it is a label, else its parts between ";". Parts that are
        no label are left out. */
    std::vector<int> ofField (const std::string& field) const;

private:
    std::unordered_map<std::string, int> idOf_;
};

} // namespace melstrom

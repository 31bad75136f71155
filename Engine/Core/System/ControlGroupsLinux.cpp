#include "Engine/Core/System/ControlGroups.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>
#include <system_error>
#include <vector>

namespace melstrom
{

namespace
{
/** Files of one controller: those of the group first, then of each group around it. */
struct Hierarchy
{
    bool isVersion2 = false;
    std::vector<std::string> folders;
};

std::vector<std::string> splitAt (const std::string& text, char separator)
{
    std::vector<std::string> parts;
    std::istringstream stream (text);
    for (std::string part; std::getline (stream, part, separator);)
        parts.push_back (std::move (part));
    return parts;
}

std::optional<std::int64_t> wholeNumber (const std::string& text)
{
    std::int64_t number = 0;
    const char* const end = text.data () + text.size ();
    const auto [stop, error] = std::from_chars (text.data (), end, number);
    return error == std::errc () && stop == end ? std::optional (number) : std::nullopt;
}

bool holds (const std::string& list, const std::string& name)
{
    const auto parts = splitAt (list, ',');
    return std::find (parts.begin (), parts.end (), name) != parts.end ();
}

/** proc_pid_mountinfo(5) writes blanks and backslashes as \NNN, octal. */
std::string withoutEscapes (const std::string& text)
{
    std::string plain;
    for (std::size_t i = 0; i < text.size (); ++i)
    {
        const auto isOctal = [&] (std::size_t at) { return text[at] >= '0' && text[at] <= '7'; };
        if (text[i] == '\\' && i + 3 < text.size () && isOctal (i + 1) && isOctal (i + 2) &&
            isOctal (i + 3))
        {
            plain += static_cast<char> ((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 +
                                        (text[i + 3] - '0'));
            i += 3;
        }
        else
            plain += text[i];
    }
    return plain;
}

/** Path of the process's group within the hierarchy of a controller. */
std::optional<std::string> groupPath (const std::string& root, const std::string& controller,
                                      bool isVersion2)
{
    std::ifstream file (root + "/proc/self/cgroup");
    for (std::string line; std::getline (file, line);)
    {
        const auto first = line.find (':');
        const auto second = first == std::string::npos ? first : line.find (':', first + 1);
        if (second == std::string::npos)
            continue;
        const auto names = line.substr (first + 1, second - first - 1);
        if (isVersion2 ? names.empty () && line.starts_with ("0:") : holds (names, controller))
            return line.substr (second + 1);
    }
    return std::nullopt;
}

/** The folders of a group, from the group itself up to the mounted one. mounted: path of the group
    that the mount shows as its root. A group outside of the mount, as a container may see it,
    counts as the mounted one. */
std::vector<std::string> foldersOf (const std::string& mountPoint, const std::string& mounted,
                                    std::string group)
{
    if (mounted != "/" && group.starts_with (mounted))
        group.erase (0, mounted.size ());
    if (group.find ("/..") != std::string::npos)
        group.clear ();
    std::vector<std::string> folders;
    for (; group.size () > 1; group.erase (group.rfind ('/')))
        folders.push_back (mountPoint + group);
    folders.push_back (mountPoint);
    return folders;
}

/** The hierarchies that limit a controller: version 1, version 2 or, on a mixed system, both. */
std::vector<Hierarchy> hierarchies (const std::string& root, const std::string& controller)
{
    std::vector<Hierarchy> found;
    std::ifstream file (root + "/proc/self/mountinfo");
    for (std::string line; std::getline (file, line);)
    {
        const auto separator = line.find (" - ");
        if (separator == std::string::npos)
            continue;
        const auto place = splitAt (line.substr (0, separator), ' ');
        const auto system = splitAt (line.substr (separator + 3), ' ');
        if (place.size () < 5 || system.size () < 3)
            continue;
        const bool isVersion2 = system[0] == "cgroup2";
        if (! isVersion2 && (system[0] != "cgroup" || ! holds (system[2], controller)))
            continue;
        if (auto group = groupPath (root, controller, isVersion2))
            found.push_back ({isVersion2, foldersOf (root + withoutEscapes (place[4]),
                                                     withoutEscapes (place[3]), *group)});
    }
    return found;
}

std::vector<std::string> wordsOf (const std::string& path)
{
    std::ifstream file (path);
    std::string line;
    return std::getline (file, line) ? splitAt (line, ' ') : std::vector<std::string> {};
}

/** "max", which is no number, sets no limit. */
std::optional<std::int64_t> numberIn (const std::string& path)
{
    const auto words = wordsOf (path);
    return words.empty () ? std::nullopt : wholeNumber (words[0]);
}

std::optional<std::int64_t> valueIn (const std::string& path, const std::string& key)
{
    std::ifstream file (path);
    for (std::string line; std::getline (file, line);)
        if (line.starts_with (key + " "))
            return wholeNumber (line.substr (key.size () + 1));
    return std::nullopt;
}

template <typename Number>
void lower (std::optional<Number>& limit, std::optional<Number> by)
{
    if (by && (! limit || *by < *limit))
        limit = by;
}

std::optional<double> ratio (std::optional<std::int64_t> quota, std::optional<std::int64_t> period)
{
    if (! quota || ! period || *quota <= 0 || *period <= 0)
        return std::nullopt;
    return static_cast<double> (*quota) / static_cast<double> (*period);
}

std::optional<double> processorsOf (const std::string& folder, bool isVersion2)
{
    if (! isVersion2)
        return ratio (numberIn (folder + "/cpu.cfs_quota_us"),
                      numberIn (folder + "/cpu.cfs_period_us"));
    const auto words = wordsOf (folder + "/cpu.max");
    return words.size () < 2 ? std::nullopt
                             : ratio (wholeNumber (words[0]), wholeNumber (words[1]));
}

void lowerMemory (GroupLimits& limits, const std::string& folder, bool isVersion2)
{
    /** version 1 has a number near 2^63 where there is no limit */
    constexpr std::int64_t kNoLimit = std::int64_t {1} << 60;
    const auto limit = numberIn (folder + (isVersion2 ? "/memory.max" : "/memory.limit_in_bytes"));
    if (! limit || *limit >= kNoLimit)
        return;
    lower (limits.memoryBytes, limit);
    const auto used =
        numberIn (folder + (isVersion2 ? "/memory.current" : "/memory.usage_in_bytes"));
    if (! used)
        return;
    const auto cache =
        valueIn (folder + "/memory.stat", isVersion2 ? "inactive_file" : "total_inactive_file");
    lower (limits.availableBytes,
           std::optional (std::max<std::int64_t> (*limit - *used + cache.value_or (0), 0)));
}
} // namespace

GroupLimits groupLimits (const std::string& root)
{
    GroupLimits limits;
    for (const auto& hierarchy : hierarchies (root, "cpu"))
        for (const auto& folder : hierarchy.folders)
            lower (limits.processors, processorsOf (folder, hierarchy.isVersion2));
    for (const auto& hierarchy : hierarchies (root, "memory"))
        for (const auto& folder : hierarchy.folders)
            lowerMemory (limits, folder, hierarchy.isVersion2);
    return limits;
}

} // namespace melstrom

// Labels of a tar's members from files beside them: key.cls and key.json.
#include "Engine/Batch/Inputs/FactSources.h"

#include "Engine/Batch/Files/ReadWholeFile.h"
#include "Engine/Batch/Inputs/PathText.h"
#include "Engine/Core/NumberText.h"
#include "Engine/Core/Printable.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>

namespace melstrom
{
namespace
{

constexpr std::size_t kMostClassBytes = 1 << 12, kMostJsonBytes = 1 << 20;
constexpr std::string_view kBlanks {" \t\r\n\0", 5};

std::string_view withoutBlanks (std::string_view text)
{
    const auto first = std::min (text.find_first_not_of (kBlanks), text.size ());
    return text.substr (first, text.find_last_not_of (kBlanks) + 1 - first);
}

std::optional<std::string> labelOfClass (const std::string& text)
{
    const auto label = withoutBlanks (text);
    return label.find ('\n') == label.npos ? std::optional<std::string> (label) : std::nullopt;
}

/** Empty text: the JSON has no label. */
std::optional<std::string> labelOfJson (const std::string& text)
{
    const auto json = nlohmann::json::parse (text, nullptr, false);
    if (json.is_discarded ())
        return std::nullopt;
    for (const auto* key : {"label", "cls"})
        if (const auto value = json.is_object () ? json.find (key) : json.end ();
            value != json.end ())
        {
            if (value->is_string ())
                return value->get<std::string> ();
            if (value->is_number_integer ())
                return value->dump ();
        }
    return std::string ();
}

/** A file beside a member that may hold its label. */
struct Sidecar
{
    std::string_view ending;
    std::size_t mostBytes;
    std::optional<std::string> (*read) (const std::string& text);
};
constexpr std::array<Sidecar, 2> kSidecars {
    {{".cls", kMostClassBytes, labelOfClass}, {".json", kMostJsonBytes, labelOfJson}}};

class TarLabels
{
public:
    explicit TarLabels (Storage& storage) : storage_ (storage) {}

    /** Empty: no file beside it gives a label. */
    std::string labelOf (const std::string& path)
    {
        const auto nameAt = path.size () - fileNameOf (path).size ();
        const auto lastDot = path.rfind ('.'), firstDot = path.find ('.', nameAt);
        for (const auto& sidecar : kSidecars)
        {
            auto label = read (path.substr (0, lastDot), sidecar);
            if (label.empty () && firstDot != lastDot)
                label = read (path.substr (0, firstDot), sidecar);
            if (! label.empty ())
                return label;
        }
        return {};
    }

    void warn (std::vector<std::string>& warnings) const
    {
        if (numBad_ > 0)
            warnings.push_back (
                countText (numBad_, "label file in a tar could not be read as a label; it is ",
                           "label files in tars could not be read as a label; the first is ") +
                printable (firstBad_) + ".");
    }

private:
    std::string read (const std::string& key, const Sidecar& sidecar)
    {
        const auto path = key + std::string (sidecar.ending);
        if (! storage_.info (path))
            return {};
        const auto text = readWholeFile (storage_, path, sidecar.mostBytes);
        auto label = text ? sidecar.read (*text) : std::nullopt;
        if (! label && numBad_++ == 0)
            firstBad_ = path;
        return std::move (label).value_or (std::string ());
    }

    Storage& storage_;
    std::int64_t numBad_ = 0;
    std::string firstBad_;
};

} // namespace

void labelByTars (Storage& storage, FoundFiles& found)
{
    TarLabels labels (storage);
    for (auto& file : found.files)
        if (auto& facts = file.file.facts; file.memberAt > 0 && facts.labels < 0)
            facts.labels = found.names.labelSets.numberOf (labels.labelOf (file.file.path));
    labels.warn (found.warnings);
}

} // namespace melstrom

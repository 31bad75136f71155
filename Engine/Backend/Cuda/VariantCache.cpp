#include "Engine/Backend/Cuda/VariantCache.h"

#include "Engine/Core/Hash.h"
#include "Engine/Core/Printable.h"
#include "Engine/Core/Version.h"
#include "Engine/Spec/MelSpecToml.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>

namespace melstrom::cuda
{

namespace
{

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t kMostChoices = 256, kMostBytes = std::size_t {1} << 18;

struct Choice
{
    std::string key, variant;
};

std::string textOf (const std::string& file)
{
    std::error_code failed;
    if (! fs::is_regular_file (file, failed) || failed)
        return {};
    std::ifstream stream (file, std::ios::binary);
    std::string text (kMostBytes + 1, '\0');
    stream.read (text.data (), static_cast<std::streamsize> (text.size ()));
    text.resize (static_cast<std::size_t> (stream.gcount ()));
    return text.size () > kMostBytes ? std::string () : text;
}

/** The oldest first. What is not as `write` leaves it counts as not there. */
std::vector<Choice> choicesIn (const std::string& file)
{
    const Json json = Json::parse (textOf (file), nullptr, false);
    std::vector<Choice> choices;
    if (! json.is_object () || ! json.contains ("choices") || ! json["choices"].is_array ())
        return choices;
    for (const Json& entry : json["choices"])
    {
        const auto text = [&entry] (const char* name) -> std::string
        {
            const bool isThere =
                entry.is_object () && entry.contains (name) && entry[name].is_string ();
            return isThere ? entry[name].get<std::string> () : std::string ();
        };
        if (Choice choice {text ("key"), text ("variant")};
            ! choice.key.empty () && ! choice.variant.empty ())
            choices.push_back (std::move (choice));
    }
    return choices;
}

/** What `file` holds afterwards is all of the text, or what it held before. */
void replaceFile (const std::string& file, const std::string& text)
{
    const std::string temporary = file + "." + std::to_string (std::random_device {}()) + ".tmp";
    std::FILE* const stream = std::fopen (temporary.c_str (), "wbx");
    if (stream == nullptr)
        return;
    const bool isWritten = std::fwrite (text.data (), 1, text.size (), stream) == text.size ();
    const bool isWhole = std::fclose (stream) == 0 && isWritten;
    std::error_code failed;
    if (isWhole)
        fs::rename (temporary, file, failed);
    if (! isWhole || failed)
        fs::remove (temporary, failed);
}

void write (const std::string& file, const std::vector<Choice>& choices)
{
    Json json {{"choices", Json::array ()}};
    for (const Choice& choice : choices)
        json["choices"].push_back ({{"key", choice.key}, {"variant", choice.variant}});
    constexpr int indent = 1;
    const std::string text = json.dump (indent, ' ', false, Json::error_handler_t::replace) + "\n";
    if (text.size () > kMostBytes)
        return;

    std::error_code failed;
    fs::create_directories (fs::path (file).parent_path (), failed);
    replaceFile (file, text);
}

/** The value where it names an absolute path; the XDG Base Directory Specification has others
    ignored. */
std::optional<std::string> folderIn (const char* variable)
{
    const char* const value = std::getenv (variable);
    if (value == nullptr || ! fs::path (value).is_absolute ())
        return std::nullopt;
    return value;
}

} // namespace

std::optional<std::string> defaultVariantCacheFile ()
{
    constexpr const char* name = "/melstrom/variants.json";
    if (const auto cache = folderIn ("XDG_CACHE_HOME"))
        return *cache + name;
    if (const auto home = folderIn ("HOME"))
        return *home + "/.cache" + name;
    return std::nullopt;
}

std::string variantKey (const DeviceProperties& device, const MelGeometry& geometry)
{
    const auto spec = std::to_string (geometry.rateHz) + "\n" + toToml (geometry.spec);
    const auto release =
        device.driverRelease.empty () ? "" : " " + printable (device.driverRelease);
    return printable (device.name) + ", " + std::to_string (device.computeMajor) + "." +
           std::to_string (device.computeMinor) + ", driver " +
           std::to_string (device.driverVersion) + release + ", melstrom " + kVersion +
           ", interface " + std::to_string (kModuleInterfaceVersion) + ", spec " + hashText (spec);
}

std::string recallVariant (const std::string& file, const std::string& key) noexcept
{
    try
    {
        for (const Choice& choice : choicesIn (file))
            if (choice.key == key)
                return choice.variant;
    }
    catch (const std::exception&)
    {
    }
    return {};
}

void rememberVariant (const std::string& file, const std::string& key,
                      const std::string& name) noexcept
{
    try
    {
        auto choices = choicesIn (file);
        std::erase_if (choices, [&key] (const Choice& choice) { return choice.key == key; });
        choices.push_back ({key, name});
        if (choices.size () > kMostChoices)
            choices.erase (choices.begin (), choices.end () - kMostChoices);
        write (file, choices);
    }
    catch (const std::exception&)
    {
    }
}

} // namespace melstrom::cuda

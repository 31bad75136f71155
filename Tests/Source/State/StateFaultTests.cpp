// A damaged state is refused as a whole with a message, or gives a fully valid state.
#include "Engine/Core/NumberText.h"
#include "Source/State/PluginState.h"
#include "Tests/Support/Patches/StateSamples.h"

#include <span>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
/** The message for bytes that must be refused. */
std::string refusal (std::span<const std::byte> bytes)
{
    const auto state = stateFromBytes (bytes);
    if (state)
        return "not refused";
    return state.error ().code == ErrorCode::badSpec ? state.error ().message : "another code";
}

bool isRefused (std::span<const std::byte> bytes)
{
    return refusal (bytes).rfind ("the plugin's state", 0) == 0;
}

/** The bytes are refused, or give a state that needs no repair. */
bool isRefusedOrValid (std::span<const std::byte> bytes)
{
    const auto state = stateFromBytes (bytes);
    if (! state)
        return state.error ().code == ErrorCode::badSpec && ! state.error ().message.empty ();
    return state->patch.validate ().ok () && repairedState (*state) == *state;
}

bool contains (const std::string& text, const std::string& part)
{
    return text.find (part) != std::string::npos;
}

void setNumber (StateBytes& bytes, std::size_t offset, std::uint32_t number)
{
    std::memcpy (bytes.data () + offset, &number, sizeof number);
}

std::string repeated (const std::string& part, int count)
{
    std::string out;
    for (int i = 0; i < count; ++i)
        out += part;
    return out;
}
} // namespace

TEST_CASE ("every beginning of a state is refused", "[state][fault]")
{
    const auto bytes = toBytes (typicalState ());
    REQUIRE (stateFromBytes (bytes).ok ());
    std::size_t numTaken = 0;
    for (std::size_t length = 0; length < bytes.size (); ++length)
        numTaken += ! isRefused (std::span (bytes).first (length));
    CHECK (numTaken == 0);
}

TEST_CASE ("a state is refused with any of its bits turned over", "[state][fault]")
{
    auto bytes = toBytes (typicalState ());
    std::size_t numTaken = 0;
    for (std::size_t bit = 0; bit < 8 * bytes.size (); ++bit)
    {
        const auto mask = static_cast<std::byte> (1u << bit % 8);
        bytes[bit / 8] ^= mask;
        numTaken += ! isRefused (bytes);
        bytes[bit / 8] ^= mask;
    }
    CHECK (numTaken == 0);
    CHECK (stateFromBytes (bytes).ok ());
}

TEST_CASE ("a refusal says what is wrong", "[state][fault]")
{
    CHECK (refusal ({}) == "the plugin's state ends after 0 bytes: it is cut; nothing was changed");
    CHECK (contains (refusal (StateBytes (1)), "ends after 1 byte:"));
    CHECK (contains (refusal (StateBytes (20)), "does not begin with \"MELSTROM\""));
    CHECK (contains (refusal (StateBytes (kMostStateBytes + 1)),
                     "is 1048577 bytes long; at most 1048576"));
    const auto sound = toBytes (PluginState {});
    auto bytes = sound;
    setNumber (bytes, 8, 2);
    CHECK (contains (refusal (bytes), "is of version 2, but this program knows versions up to 1"));
    setNumber (bytes, 8, 0);
    CHECK (contains (refusal (bytes), "is of version 0"));
    bytes = sound;
    for (const std::uint32_t lie : {0u, 1u, static_cast<std::uint32_t> (sound.size ()), 0x7fffffffu,
                                    0x80000000u, 0xffffffffu})
    {
        setNumber (bytes, 12, lie);
        CHECK (contains (refusal (bytes), "declares " + countText (lie, "byte") + ","));
    }
    bytes = sound;
    bytes.push_back (std::byte {0});
    CHECK (contains (refusal (bytes), "declares"));
    bytes = sound;
    setNumber (bytes, 16, 0);
    CHECK (contains (refusal (bytes), "has a wrong checksum"));
    CHECK (contains (refusal (blockOf ("name = ")), "the plugin's state:1:"));
    CHECK (contains (refusal (blockOf ("a = 1\na = 2")), "not TOML"));
    CHECK (contains (refusal (blockOf ("name = \"\xff\"")), "not TOML"));
}

TEST_CASE ("a megabyte by chance is refused", "[state][fault]")
{
    std::mt19937 random (20);
    for (int i = 0; i < 20; ++i)
    {
        StateBytes bytes (kMostStateBytes);
        for (auto& byte : bytes)
            byte = static_cast<std::byte> (random ());
        CHECK (isRefused (bytes));
        std::string text (kMostStateBytes - 20, ' '); // also behind a correct checksum
        for (auto& c : text)
            c = static_cast<char> (random ());
        CHECK (isRefused (blockOf (text)));
    }
}

TEST_CASE ("texts with parts lost or doubled or changed are refused or give a valid state",
           "[state][fault]")
{
    const auto bytes = toBytes (typicalState ());
    const std::string text (reinterpret_cast<const char*> (bytes.data ()) + 20, bytes.size () - 20);
    const std::string swapped = "[]{}\"'=.,\n#\\0123456789eE+-_ntfi\xff";
    std::mt19937 random (21);
    int numTaken = 0;
    for (int i = 0; i < 1500; ++i)
    {
        auto changed = text;
        for (auto numChanges = 1 + random () % 3; numChanges > 0; --numChanges)
        {
            const auto place = random () % changed.size ();
            const auto length = random () % 40;
            if (random () % 3 == 0)
                changed.erase (place, length);
            else if (random () % 2 == 0)
                changed.insert (place, changed.substr (random () % changed.size (), length));
            else
                changed[place] = swapped[random () % swapped.size ()];
        }
        INFO ("change " << i);
        CHECK (isRefusedOrValid (blockOf (changed)));
        numTaken += stateFromBytes (blockOf (changed)).ok ();
    }
    CHECK (numTaken > 50); // both outcomes occur
    CHECK (numTaken < 1450);
}

TEST_CASE ("numbers of any size in any place give a valid state", "[state][fault]")
{
    const std::vector<std::string> values {"nan",
                                           "inf",
                                           "-inf",
                                           "1e308",
                                           "-1e308",
                                           "1e-320",
                                           "-0.0",
                                           "9223372036854775807",
                                           "-9223372036854775808",
                                           "true",
                                           "''",
                                           "[]",
                                           "{}",
                                           "0x7fffffff",
                                           "1979-05-27"};
    std::mt19937 random (22);
    const auto any = [&] { return values[random () % values.size ()]; };
    for (int i = 0; i < 100; ++i)
    {
        std::string text;
        for (const std::string title : {"name", "category", "author", "description", "tags"})
            text += title + " = " + any () + '\n';
        for (const auto& parameter : patchParameters ())
            text += "extra_" + parameter.id + " = " + any () + '\n';
        for (const std::string table : {"osc1", "osc2", "filter", "view", "engine", "patch"})
        {
            text += '[' + table + "]\n";
            for (const std::string key :
                 {"on", "spectrum", "detune", "drawing", "cutoff", "type", "preset", "source",
                  "lowest_db", "highest_db", "span_seconds", "width_pixels", "backend", "latency",
                  "bypassed", "max_voices", "volume"})
                text += key + " = " + any () + '\n';
        }
        text += "[[controllers]]\nchannel = " + any () + "\nnumber = " + any () +
                "\nparameter = 'volume'\n";
        const auto state = stateFromBytes (blockOf (text));
        INFO ((state ? text : state.error ().message));
        REQUIRE (state.ok ());
        CHECK (isRefusedOrValid (blockOf (text)));
    }
}

TEST_CASE ("a state nested ten thousand deep and deeper is refused", "[state][fault]")
{
    const auto most = static_cast<int> (kMostStateBytes - 100) / 2;
    for (const int depth : {100, 10000, most})
    {
        INFO (depth << " levels");
        CHECK (contains (refusal (blockOf ("a = " + repeated ("[", depth))), "nested too deep"));
        CHECK (contains (refusal (blockOf ("a" + repeated (".a", depth) + " = 1")),
                         "nested too deep"));
        CHECK (
            contains (refusal (blockOf ("[a" + repeated (".a", depth) + "]")), "nested too deep"));
        CHECK (contains (refusal (blockOf ("[[a" + repeated (" . 'a'", depth / 3) + "]]")),
                         "nested too deep"));
        CHECK (
            contains (refusal (blockOf ("a = " + repeated ("{a=", depth / 2))), "nested too deep"));
        CHECK (contains (refusal (blockOf (repeated ("\"=\".", depth / 2) + "a = 1")),
                         "nested too deep"));
    }
    // Brackets with dotted names. A guard that counts only brackets, or only names, would accept
    // this depth.
    CHECK (
        contains (refusal (blockOf ("x = " + repeated ("{" + repeated ("a.", 15) + "a = ", 200))),
                  "nested too deep"));
}

TEST_CASE ("texts that are nearly TOML are refused by an error and not by an assertion",
           "[state][fault]")
{
    for (const std::string text :
         {"a = ]", "a = }", "a = ,", "[=", "[ .a]", "[]", "[[]]", "[[ \n", "[ [a]]", "[[[a]]]",
          "a = {]", "a = {=}", "a = [}]", "a.=1", "=", ".", "a = +", "a = 0x", "a = 1e"})
        CHECK (contains (refusal (blockOf (text)), "not TOML"));
}

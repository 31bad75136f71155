#include "Engine/Spec/Mel/MelSpecToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Mel/SpecSamples.h"
#include "Tests/Support/Skip.h"

#include <clocale>
#include <cmath>
#include <limits>
#include <locale>

using namespace melstrom;
using namespace melstrom::testing;

namespace
{
constexpr unsigned kSeed = 20240607;

std::string valueOf (const MelSpec& spec, const std::string& key)
{
    for (const auto& field : describeFields (spec))
        if (field.key == key)
            return field.value;
    return "no such key";
}

/** German number format: 1.000.000,5. */
struct DecimalComma : std::numpunct<char>
{
    char do_decimal_point () const override { return ','; }
    char do_thousands_sep () const override { return '.'; }
    std::string do_grouping () const override { return "\3"; }
};

bool contains (const std::string& text, const std::string& part)
{
    return text.find (part) != std::string::npos;
}
} // namespace

TEST_CASE ("the default spec is sound and survives TOML", "[spec]")
{
    const MelSpec spec;
    REQUIRE (spec.validate ().ok ());
    const auto back = parsePreset (toToml (spec), "default.toml");
    REQUIRE (back.ok ());
    CHECK (back->spec == spec);
}

TEST_CASE ("there is a sample for every key, in the table's order", "[spec]")
{
    const auto fields = describeFields (MelSpec {});
    REQUIRE (fields.size () == specSamples ().size ());
    for (std::size_t i = 0; i < fields.size (); ++i)
    {
        CHECK (fields[i].key == specSamples ()[i].key);
        CHECK_FALSE (fields[i].allowed.empty ());
        CHECK_FALSE (fields[i].meaning.empty ());
    }
}

TEST_CASE ("every key can be set, reads back, and changes the hash", "[spec]")
{
    for (const auto& sample : specSamples ())
    {
        MelSpec spec;
        if (sample.key.starts_with ("pcen_"))
            spec.pcen.emplace ();
        for (const auto& value : sample.values)
        {
            INFO (sample.key << " = " << value);
            const auto before = spec;
            const auto done = applySetting (spec, sample.key + '=' + value);
            INFO ((done ? std::string {} : done.error ().message));
            REQUIRE (done.ok ());
            CHECK_FALSE (spec == before);
            CHECK (specHash (spec) != specHash (before));
            auto again = before;
            REQUIRE (applySetting (again, sample.key + '=' + valueOf (spec, sample.key)).ok ());
            CHECK (again == spec);
        }
    }
}

TEST_CASE ("random specs survive TOML", "[spec]")
{
    INFO ("seed " << kSeed);
    std::mt19937 random (kSeed);
    for (int trial = 0; trial < 2000; ++trial)
    {
        const auto spec = mutatedSpec ({}, random);
        const auto toml = toToml (spec);
        const auto back = parsePreset (toml, "random.toml");
        INFO (toml << (back ? std::string {} : back.error ().message));
        REQUIRE (back.ok ());
        REQUIRE (back->spec == spec);
        REQUIRE (toToml (back->spec) == toml);
        REQUIRE (specHash (back->spec) == specHash (spec));
    }
}

TEST_CASE ("a length in samples replaces one in milliseconds, and back", "[spec]")
{
    MelSpec spec;
    REQUIRE (applySetting (spec, "window_ms=25").ok ());
    CHECK (spec.window == Length {25, Length::Unit::milliseconds});
    CHECK (valueOf (spec, "window_samples") == "none");
    REQUIRE (applySetting (spec, "window_samples = 400").ok ());
    CHECK (spec.window == Length {400, Length::Unit::samples});
    CHECK (valueOf (spec, "window_ms") == "none");
}

TEST_CASE ("milliseconds are cut down to whole samples", "[spec]")
{
    constexpr auto kMilliseconds = Length::Unit::milliseconds;
    CHECK (Length {25, kMilliseconds}.samplesAt (16000) == 400);
    CHECK (Length {10, kMilliseconds}.samplesAt (11025) == 110);
    CHECK (Length {25, kMilliseconds}.samplesAt (11025) == 275);
    CHECK (Length {25, kMilliseconds}.samplesAt (22050) == 551);
    CHECK (Length {0.01, kMilliseconds}.samplesAt (16000) == 0);
    CHECK (Length {1e300, kMilliseconds}.samplesAt (16000) == std::numeric_limits<int>::max ());
    CHECK (Length {std::nan (""), kMilliseconds}.samplesAt (16000) == 0);
    for (int rateHz = 1000; rateHz <= 192000; rateHz += 1000)
        CHECK (Length {10, kMilliseconds}.samplesAt (rateHz) == rateHz / 100);
}

TEST_CASE ("numbers are read and written the same in a locale with decimal commas", "[spec]")
{
    const std::string before = std::setlocale (LC_ALL, nullptr);
    if (! std::setlocale (LC_ALL, "de_DE.UTF-8"))
        skipPart ("there is no locale de_DE.UTF-8: strtod and printf keep their points");
    const auto streams = std::locale::global (std::locale (std::locale (), new DecimalComma));
    MelSpec spec;
    const auto done = applySetting (spec, "preemphasis=0.97");
    REQUIRE (applySetting (spec, "long_hop_samples=1000000").ok ());
    const auto toml = toToml (spec);
    const auto back = parsePreset (toml, "comma.toml");
    std::locale::global (streams);
    std::setlocale (LC_ALL, before.c_str ());
    REQUIRE (done.ok ());
    CHECK (spec.preemphasis == 0.97);
    CHECK (contains (toml, "preemphasis = 0.97\n"));
    CHECK (contains (toml, "long_hop_samples = 1000000\n"));
    REQUIRE (back.ok ());
    CHECK (back->spec == spec);
}

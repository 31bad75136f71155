// Effects of wheel, pressure, CC74 and velocity on factory patches, compared with the patches'
// descriptions. MELSTROM_SHOW_FACTORY=1 prints the measurements.
#include "Engine/Spec/Patch/PatchToml.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/Voices/FactoryNotes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace melstrom::testing
{

namespace
{
constexpr double kSeconds = 2;
constexpr double kBrighter = 1.15;     ///< ratio of centroids
constexpr double kLouderDb = 2;        ///< LU
constexpr double kLeastSwingCents = 5; ///< more swing than without the vibrato

/** A subject of a description: two hands, one without and one with the controller. */
struct Subject
{
    std::string_view words;
    Hand rest, moved;
};
constexpr std::array<Subject, 4> kSubjects {{
    {"the wheel ", {}, {100, 1, 0, 0.5f}},
    {"pressure ", {}, {100, 0, 1, 0.5f}},
    {"CC74 ", {100, 0, 0, 0}, {100, 0, 0, 1}},
    {"hard keys ", {40, 0, 0, 0.5f}, {120, 0, 0, 0.5f}},
}};

enum class Verb
{
    brightens,
    darkens,
    swells,
    vibrates
};
constexpr std::array<std::pair<std::string_view, Verb>, 6> kVerbs {{
    {"brightens", Verb::brightens},
    {"brighten", Verb::brightens},
    {"darkens", Verb::darkens},
    {"swells", Verb::swells},
    {"swell", Verb::swells},
    {"adds vibrato", Verb::vibrates},
}};

struct Claim
{
    const Subject* subject = nullptr;
    Verb verb {};
};

/** "the wheel brightens". */
Claim claimOf (std::string_view text)
{
    INFO (text);
    const auto subject = std::ranges::find_if (kSubjects, [text] (const Subject& s)
                                               { return text.starts_with (s.words); });
    REQUIRE (subject != kSubjects.end ());
    const auto rest = text.substr (subject->words.size ());
    const auto verb = std::ranges::find (kVerbs, rest, &std::pair<std::string_view, Verb>::first);
    REQUIRE (verb != kVerbs.end ());
    return {&*subject, verb->second};
}

/** Claims of "What it is; the wheel brightens, pressure swells.": the text behind the semicolon. */
std::vector<Claim> claimsOf (const std::string& description)
{
    INFO (description);
    const auto place = description.rfind ("; ");
    REQUIRE (place != std::string::npos);
    REQUIRE (description.ends_with ('.'));
    std::string_view rest (description);
    rest = rest.substr (place + 2, description.size () - place - 3);
    std::vector<Claim> claims;
    for (;;)
    {
        const auto comma = rest.find (", ");
        claims.push_back (claimOf (rest.substr (0, comma)));
        if (comma == std::string_view::npos)
            return claims;
        rest = rest.substr (comma + 2);
    }
}

/** Changes of level and centroid. */
struct Change
{
    HeldSound before, after;
    double louderDb () const { return after.levelLufs - before.levelLufs; }
    double brighter () const { return after.centroidHz / before.centroidHz; }
};

bool holds (Verb verb, const Change& change)
{
    switch (verb)
    {
        case Verb::brightens: return change.brighter () >= kBrighter;
        case Verb::darkens: return change.brighter () <= 1 / kBrighter;
        case Verb::swells: return change.louderDb () >= kLouderDb;
        case Verb::vibrates: return true; // not measured by a level
    }
    return false;
}

void checkClaim (const Patch& patch, const Claim& claim)
{
    INFO (claim.subject->words << static_cast<int> (claim.verb));
    const StereoSound before = heldC3 (patch, kSeconds, claim.subject->rest);
    const StereoSound after = heldC3 (patch, kSeconds, claim.subject->moved);
    if (claim.verb == Verb::vibrates)
    {
        const double hertz = fundamentalOfC3 (patch);
        const double still = pitchSwingCents (before, hertz);
        const double swing = pitchSwingCents (after, hertz);
        if (showsFactory ())
            std::printf ("| %s | %s| swing %.1f, %.1f cents |\n", patch.name.c_str (),
                         std::string (claim.subject->words).c_str (), still, swing);
        CHECK (swing - still >= kLeastSwingCents);
        return;
    }
    const Change change {heardOf (before), heardOf (after)};
    if (showsFactory ())
        std::printf ("| %s | %s| %.1f, %.1f LUFS | %.0f, %.0f Hz |\n", patch.name.c_str (),
                     std::string (claim.subject->words).c_str (), change.before.levelLufs,
                     change.after.levelLufs, change.before.centroidHz, change.after.centroidHz);
    INFO (change.louderDb () << " LU, centroid times " << change.brighter ());
    CHECK (holds (claim.verb, change));
}
} // namespace

TEST_CASE ("each factory patch's description says what a controller does to level or brightness",
           "[patches]")
{
    for (const Patch& patch : factoryPatches ())
    {
        INFO (patch.name);
        CHECK (patch.description.find ('\n') == std::string::npos);
        CHECK (patch.description.size () <= 150);
        const auto claims = claimsOf (patch.description);
        CHECK (std::ranges::any_of (
            claims, [] (const Claim& claim)
            { return claim.verb != Verb::vibrates && claim.subject != &kSubjects.back (); }));
    }
}

TEST_CASE ("factory patches do what their descriptions say", "[patches]")
{
    forFactoryPatches (
        [] (const Patch& patch)
        {
            for (const Claim& claim : claimsOf (patch.description))
                checkClaim (patch, claim);
        });
}

TEST_CASE ("factory patches follow velocity", "[patches]")
{
    const Subject& keys = kSubjects.back ();
    forFactoryPatches (
        [&] (const Patch& patch)
        {
            const Change change {heardOf (heldC3 (patch, kSeconds, keys.rest)),
                                 heardOf (heldC3 (patch, kSeconds, keys.moved))};
            if (showsFactory ())
                std::printf ("| %s | velocity 40, 120 | %.1f, %.1f LUFS | %.0f, %.0f Hz |\n",
                             patch.name.c_str (), change.before.levelLufs, change.after.levelLufs,
                             change.before.centroidHz, change.after.centroidHz);
            CHECK ((change.louderDb () >= kLouderDb || change.brighter () >= kBrighter));
        });
}

TEST_CASE ("pitch swings are measured in cents", "[patches]")
{
    StereoSound sound (2 * kFactoryRate);
    double cycles = 0;
    for (std::size_t n = 0; n < sound.left.size (); ++n)
    {
        const double t = static_cast<double> (n) / kFactoryRate;
        const double cents = 20 * std::sin (2 * std::numbers::pi * 5 * t);
        cycles += 220 * std::exp2 (cents / 1200) / kFactoryRate;
        sound.left[n] = sound.right[n] =
            static_cast<float> (std::sin (2 * std::numbers::pi * cycles) +
                                0.5 * std::sin (6 * std::numbers::pi * cycles));
    }
    CHECK (pitchSwingCents (sound, 220) == Approx (20 / std::sqrt (2.0)).margin (1.5));
}

} // namespace melstrom::testing

// The checksum of dataset.json, and the advice in errors.csv.
#include "Engine/Batch/Audio/AudioFault.h"
#include "Engine/Batch/Dataset/DescriptionSeal.h"
#include "Tests/Support/Catch.h"

#include <nlohmann/json.hpp>
#include <string>

using namespace melstrom;

TEST_CASE ("a description ends in the checksum of what stands before it", "[batch]")
{
    // Computed by Tests/Python/crc32c.py over the bytes before the last comma.
    const std::string text = "{\n  \"rows\": 7,\n  \"crc32c\": \"0fdb20ed\"\n}\n";
    CHECK (sealedJsonText ({{"rows", 7}}) == text);
    CHECK (isSealed (text));
}

TEST_CASE ("a description of which any bit is changed is not as it was written", "[batch]")
{
    const std::string text =
        sealedJsonText ({{"labels", {"cat", "dog"}}, {"totals", {{"files", 2}}}});
    REQUIRE (isSealed (text));
    for (std::size_t bit = 0; bit < 8 * text.size (); ++bit)
    {
        std::string changed = text;
        changed[bit / 8] = static_cast<char> (changed[bit / 8] ^ 1 << bit % 8);
        INFO ("bit " << bit);
        CHECK_FALSE (isSealed (changed));
    }
    for (std::size_t size = 0; size < text.size (); ++size)
        CHECK_FALSE (isSealed (text.substr (0, size)));
    CHECK_FALSE (isSealed (text + "\n"));
}

TEST_CASE ("an error of an input gets one cure, and other errors none", "[batch]")
{
    const auto messageOf = [] (ErrorCode code, const std::string& message) {
        return withCure (Error {code, message, {}}).message;
    };
    CHECK (messageOf (ErrorCode::emptyFile, "x.wav: is empty") ==
           "x.wav: is empty; fetch it again");
    for (const auto code : {ErrorCode::emptyFile, ErrorCode::badHeader, ErrorCode::readFailed})
    {
        const auto once = messageOf (code, "x.wav: is bad");
        CHECK (once.size () > std::string ("x.wav: is bad; ").size ());
        CHECK (messageOf (code, once) == once);
    }
    for (const auto code : {ErrorCode::badUsage, ErrorCode::diskFull, ErrorCode::interrupted})
        CHECK (messageOf (code, "nothing to add") == "nothing to add");
}

// Pictures that other programs paste: read from the X display by a client of its own.
#include "Source/Export/PictureCopy.h"
#include "Tests/Support/Batch/BatchRuns.h"
#include "Tests/Support/Catch.h"
#include "Tests/Support/EnvironmentVariable.h"
#include "Tests/Support/FileBytes.h"
#include "Tests/Support/Plugin/Host.h"
#include "Tests/Support/TemporaryFolder.h"
#include "Tests/Support/TestData.h"

#include <cstdlib>
#include <random>

namespace melstrom::testing
{

namespace
{

/** Noise, which PNG cannot shorten. */
juce::Image noisePicture (int width, int height)
{
    juce::Image picture (juce::Image::RGB, width, height, false);
    std::mt19937 random (20261123);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            picture.setPixelAt (x, y, juce::Colour (0xff000000u | (random () & 0xffffffu)));
    return picture;
}

/** What another program gets for the target; empty: nothing. */
std::string pasted (const std::string& target)
{
    const TemporaryFolder folder;
    const auto file = folder.file ("pasted");
    const auto command = "timeout 60 '" + testPython () + "' '" + testDataFolder () +
                         "/Python/read_clipboard.py' " + target + " '" + file + "'";
    return std::system (command.c_str ()) == 0 ? bytesOfFile (file) : std::string ();
}

void checkPasted (const juce::Image& picture)
{
    const auto bytes = pasted ("image/png");
    const auto read = juce::ImageFileFormat::loadFrom (bytes.data (), bytes.size ());
    REQUIRE (read.getBounds () == picture.getBounds ());
    for (int y = 0; y < picture.getHeight (); ++y)
        for (int x = 0; x < picture.getWidth (); ++x)
            if (read.getPixelAt (x, y) != picture.getPixelAt (x, y))
                FAIL ("another pixel at " << x << ", " << y);
}

} // namespace

TEST_CASE ("another program pastes the copied picture, small or large", "[screen][export]")
{
    REQUIRE (hasDisplay ());
    PictureClipboard clipboard;
    for (const int side : {8, 900}) // 900: 2.4 MB, in several pieces
    {
        const auto picture = noisePicture (side, side + 1);
        REQUIRE (failureOf (clipboard.copyPicture (picture)) == "");
        checkPasted (picture);
    }
    CHECK (pasted ("TARGETS") == "TARGETS\nTIMESTAMP\nimage/png");
    CHECK (pasted ("UTF8_STRING").empty ());
}

TEST_CASE ("the picture that was copied last is pasted, and none after its owner is gone",
           "[screen][export]")
{
    REQUIRE (hasDisplay ());
    const auto first = noisePicture (5, 6), second = noisePicture (7, 8);
    auto one = std::make_unique<PictureClipboard> (), two = std::make_unique<PictureClipboard> ();
    REQUIRE (one->copyPicture (first).ok ());
    REQUIRE (two->copyPicture (second).ok ());
    one.reset (); // no longer the owner
    checkPasted (second);
    two.reset ();
    CHECK (pasted ("image/png").empty ());
}

TEST_CASE ("without a display the picture is not copied, and the cure is named", "[export]")
{
    const EnvironmentVariable display ("DISPLAY", ":12345");
    PictureClipboard clipboard;
    const auto copied = clipboard.copyPicture (noisePicture (4, 4));
    REQUIRE_FALSE (copied.ok ());
    CHECK (copied.error ().code == ErrorCode::deviceUnavailable);
    CHECK (copied.error ().message.find ("save it as PNG") != std::string::npos);
    CHECK_FALSE (clipboard.copyPicture (juce::Image ()).ok ());
}

TEST_CASE ("a picture is saved whole as PNG, or not at all", "[export]")
{
    const TemporaryFolder folder;
    const auto picture = noisePicture (20, 10);
    REQUIRE (failureOf (exportPicture (picture, posixStorage (), folder.file ("a.png"))) == "");
    const auto read = juce::ImageFileFormat::loadFrom (juce::File (folder.file ("a.png")));
    REQUIRE (read.getBounds () == picture.getBounds ());
    CHECK (read.getPixelAt (19, 9) == picture.getPixelAt (19, 9));
    CHECK_FALSE (exportPicture (picture, posixStorage (), folder.file ("no/a.png")).ok ());
    CHECK_FALSE (exportPicture ({}, posixStorage (), folder.file ("a.png")).ok ());
    CHECK (contentsOf (folder.path ()).size () == 1);
}

} // namespace melstrom::testing

// What stands in docs/: its fenced blocks and its command lines, so that tests can try them.
#pragma once

#include <string>
#include <vector>

namespace melstrom::testing
{

/** The text of docs/`name`; throws std::runtime_error when it is not there. */
std::string documentation (const std::string& name);

/** The contents of the blocks that open with ```language, in order. */
std::vector<std::string> fencedBlocks (const std::string& markdown, const std::string& language);

/** Lines that are indented by four spaces and start with "melstrom ", cut into words at spaces,
    without that first word. */
std::vector<std::vector<std::string>> commandLines (const std::string& markdown);

} // namespace melstrom::testing

// Formats tables of text for a terminal or a log.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace melstrom
{

/** Number of characters of a UTF-8 text; each counts as one column. */
int columnsOf (std::string_view text) noexcept;

/** Lines of at most `columns` columns, broken at spaces. A longer word has its own line. */
std::vector<std::string> wrappedLines (std::string_view text, int columns);

/** Two spaces between columns. Numbers are right-aligned, words left-aligned. */
class TextTable
{
public:
    enum class Side
    {
        left,
        right
    };

    /** One column for each side. */
    explicit TextTable (std::vector<Side> sides) : sides_ (std::move (sides)) {}

    void addHeading (std::vector<std::string> names); ///< with a rule below
    void addRow (std::vector<std::string> cells);     ///< missing cells are empty

    /** Each line ends with a newline, without trailing spaces. */
    std::string text (int indent = 0) const;

private:
    std::vector<Side> sides_;
    std::vector<std::vector<std::string>> rows_;
    bool hasHeading_ = false;
};

} // namespace melstrom

// Catch2 2.13 and 3 under one name.
#pragma once

#if __has_include(<catch2/catch_test_macros.hpp>)
    #include <catch2/catch_approx.hpp>
    #include <catch2/catch_test_macros.hpp>
    #include <catch2/generators/catch_generators.hpp>
    #include <catch2/generators/catch_generators_range.hpp>
using Catch::Approx;
#else
    #include <catch2/catch.hpp>
#endif

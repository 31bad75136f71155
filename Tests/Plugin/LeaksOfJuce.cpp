// Leaks that are none of ours, for programs that are built with the address sanitizer.

extern "C" const char* __lsan_default_suppressions ();

/** Asked by the leak sanitizer before it reports. JUCE 7.0.5 hosts LV2 by lilv, which keeps the text of an option that is
    set twice. */
extern "C" const char* __lsan_default_suppressions ()
{
    return "leak:lilv_world_set_option\n";
}

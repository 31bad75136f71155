// Suppressions for sanitizer findings in JUCE 7.0.5 as an LV2 host. No function of the project is
// named here.

extern "C" const char* __lsan_default_suppressions ();
extern "C" const char* __tsan_default_suppressions ();

/** lilv leaks the text of an option that is set twice, and the classes of LV2's own bundles that it
    reads twice. */
extern "C" const char* __lsan_default_suppressions ()
{
    return "leak:lilv_world_set_option\n"
           "leak:lilv_plugin_class_new\n";
}

/** The host reads and writes values of ports on two threads, the plugin's latency among them. It
    also takes answers of its worker from one buffer on the audio threads of all instances. Each
    name is the function that accesses the memory, so that a race in a plugin below the host's
    functions is still reported. */
extern "C" const char* __tsan_default_suppressions ()
{
    return "race:append_port_value\n"
           "race:juce::lv2_client::Ports::writeLatency\n"
           "race:juce::lv2_host::WorkQueue<\n"
           "race:juce::lv2_host::ControlPortAccelerationStructure::writeOutputPorts\n";
}

// What sanitizers find in JUCE 7.0.5 as a host of LV2: none of it is ours, and no function of ours is named here.

extern "C" const char* __lsan_default_suppressions ();
extern "C" const char* __tsan_default_suppressions ();

/** lilv keeps the text of an option that is set twice, and the classes of LV2's own bundles that it reads twice. */
extern "C" const char* __lsan_default_suppressions ()
{
    return "leak:lilv_world_set_option\n"
           "leak:lilv_plugin_class_new\n";
}

/** The host reads and writes values of ports on two threads, the plugin's latency among them; and takes answers of its worker
    from one buffer on the audio threads of all instances. Each name is that of the function that touches the memory, so that
    a race in a plugin below the host's functions is reported. */
extern "C" const char* __tsan_default_suppressions ()
{
    return "race:append_port_value\n"
           "race:juce::lv2_client::Ports::writeLatency\n"
           "race:juce::lv2_host::WorkQueue<\n"
           "race:juce::lv2_host::ControlPortAccelerationStructure::writeOutputPorts\n";
}

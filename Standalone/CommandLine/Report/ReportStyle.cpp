#include "Standalone/CommandLine/Report/ReportSections.h"

namespace melstrom
{

std::string_view reportStyle ()
{
    return R"(
:root { color-scheme: light dark; --page: #f6f6f8; --card: #ffffff; --ink: #1c1c22; --soft: #5d5f6b;
  --line: #dcdde4; --bar: #5b57c8; --bar2: #d9822b; --bar3: #2f9a83; --wide: #5b57c833; --narrow: #5b57c866;
  --alert: #b3452c; }
@media (prefers-color-scheme: dark) { :root { --page: #15161b; --card: #1e2027; --ink: #ecedf2;
  --soft: #a3a6b4; --line: #343742; --bar: #8f8bf2; --bar2: #eba45a; --bar3: #54c4ab; --wide: #8f8bf230;
  --narrow: #8f8bf260; --alert: #f08a6c; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); line-height: 1.5;
  font: 15px/1.5 system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 32px min(24px, 4vw) 64px; }
h1 { font-size: 28px; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 20px; margin: 40px 0 12px; }
h3 { font-size: 15px; margin: 0 0 2px; }
p { margin: 4px 0 12px; } .soft { color: var(--soft); } small { font-size: 13px; color: var(--soft); }
.grid { display: grid; gap: 14px; grid-template-columns: repeat(auto-fill, minmax(min(330px, 100%), 1fr)); }
.facts { display: grid; gap: 14px; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); margin: 20px 0 14px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 14px 16px;
  min-width: 0; }
.fact b { display: block; font-size: 20px; line-height: 1.3; font-weight: 650; white-space: nowrap; }
.fact span { color: var(--soft); font-size: 13px; }
.alert b { color: var(--alert); }
svg { display: block; width: 100%; height: auto; margin-top: 8px; }
svg text { font-size: 12px; fill: var(--soft); }
.bar { fill: var(--bar); } .axis { stroke: var(--line); }
line.grid { stroke: var(--line); } .median { stroke: var(--bar2); stroke-width: 2; }
.wide { fill: var(--wide); } .narrow { fill: var(--narrow); }
.middle { fill: none; stroke: var(--bar); stroke-width: 2; }
.mean { fill: none; stroke: var(--bar2); stroke-width: 1.5; stroke-dasharray: 5 4; }
.key { display: inline-block; width: 12px; height: 12px; border-radius: 3px; margin: 0 6px -1px 14px; }
.key:first-child { margin-left: 0; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; color: var(--soft); font-size: 13px; }
th, td { padding: 5px 12px 5px 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td { border-bottom: 0; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.path { overflow-wrap: anywhere; }
.meter { display: flex; height: 12px; margin-top: 5px; min-width: 120px; background: transparent; }
.meter i { display: block; height: 12px; }
.s0 { background: var(--bar); } .s1 { background: var(--bar2); } .s2 { background: var(--bar3); }
ul { margin: 0; padding-left: 20px; } li { overflow-wrap: anywhere; }
.scroll { max-height: 420px; overflow: auto; }
.file img { display: block; width: 100%; height: 120px; border-radius: 6px; margin-bottom: 8px; }
.file .path { font-weight: 600; overflow-wrap: anywhere; font-size: 13px; }
.card small { display: block; overflow-wrap: anywhere; }
footer { margin-top: 48px; color: var(--soft); font-size: 13px; overflow-wrap: anywhere; }
@media print { .card { break-inside: avoid; } .scroll { max-height: none; } }
)";
}

} // namespace melstrom

# SPDX-License-Identifier: Apache-2.0
"""The tables, as Markdown."""


def share(part, whole):
    return f"{part} ({100 * part / whole:.1f} %)" if whole else "–"


def number(value):
    if value is None:
        return "–"
    if value >= 1000:
        return f"{value:,.0f}"
    if value >= 100:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def several(figures, names, scale=1):
    return " / ".join(number(None if figures[name] is None else figures[name] * scale) for name in names)


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---" + "|---:" * (len(head) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def schemas(results, peaks):
    """One column an engine."""
    names = list(results)

    def row(title, cell):
        return [title, *(cell(results[name]) for name in names)]

    rows = [
        row("schemas compiled", lambda r: share(r["compiled"], r["schemas"])),
        row("schemas with every instance judged right", lambda r: share(r["right"], r["judged"])),
        row("valid instances accepted, of all", lambda r: share(r["valid_accepted"], r["valid"])),
        row("invalid instances rejected, of all", lambda r: share(r["invalid_rejected"], r["invalid"])),
        row("invalid instances rejected, of those run", lambda r: share(r["invalid_rejected"], r["invalid_run"])),
        row("ended for time, memory, or crashed", lambda r: " / ".join(
            str(r["killed"].get(why, 0)) for why in ("timeout", "memory", "crash"))),
        row("compile ms, median / p95 / p99 / max", lambda r: several(r["compile_ms"], ("p50", "p95", "p99", "max"))),
        row("parsing the schema's text, µs, median", lambda r: several(r["parse_us"], ("p50",))),
        row("mask µs, mean", lambda r: several(r["mask_us"], ("mean",))),
        row("mask µs, p50 / p90 / p99 / p99.9 / max", lambda r: several(
            r["mask_us"], ("p50", "p90", "p99", "p999", "max"))),
        row("masks", lambda r: f"{r['mask_us']['count']:,}"),
        row("accept µs, p50 / p99 / max", lambda r: several(r["accept_us"], ("p50", "p99", "max"))),
        row("memory of a compiled schema, KB, median / p95 / max", lambda r: several(
            r["memory"], ("p50", "p95", "max"), 1 / 1024)),
        ["process, most MB resident", *(number(peaks[name] / 2**20) for name in names)],
    ]
    return table(["", *names], rows)


def same_ground(result):
    names = list(result["engines"])
    rows = [
        [name, *(number(result["engines"][name]["mask_us"][key]) for key in ("mean", "p50", "p90", "p99", "p999", "max")),
         several(result["engines"][name]["compile_ms"], ("p50", "p95"))]
        for name in names]
    return table(["mask µs", "mean", "p50", "p90", "p99", "p99.9", "max", "compile ms, median / p95"], rows)


def forced(results):
    rows = [[name, "–" if r["share"] is None else f"{100 * r['share']:.1f} %", f"{r['tokens']:,}", f"{r['runs']:,}",
             f"{r['not_canonical']:,}"] for name, r in results.items()]
    return table(["compact", "tokens forced", "of", "runs", "runs not canonical"], rows)


def suite(results):
    names = list(results)
    rows = []
    for title, key in (("required files", "required"), ("optional/format", "format")):
        if results[names[0]][key] is None:
            continue
        rows += [
            [f"{title}: passed of {results[names[0]][key]['tests']:,}", *(str(results[n][key]["passed"]) for n in names)],
            ["– schema refused", *(str(results[n][key]["refused"]) for n in names)],
            ["– invalid accepted", *(str(results[n][key]["invalid_accepted"]) for n in names)],
            ["– valid refused", *(str(results[n][key]["valid_refused"]) for n in names)],
            [f"– groups wholly right, of {results[names[0]][key]['groups']}",
             *(str(results[n][key]["groups_right"]) for n in names)],
        ]
    text = table(["", *names], rows)
    files = [[file, *(f"{results[n]['files'][file]['passed']}/{results[n]['files'][file]['tests']}"
                      + (f" ({results[n]['files'][file]['invalid_accepted']})"
                         if results[n]["files"][file]["invalid_accepted"] else "") for n in names)]
             for file in results[names[0]]["files"]]
    return text + "\n\nBy file, passed/total (invalid accepted):\n\n" + table(["file", *names], files)


def differences(result, peer):
    rows = [[reason, f"{entry['masks']:,}", f"{entry['ours_only']:,}", f"{entry['peer_only']:,}",
             ", ".join(f"`{example}`" for example in entry["examples"])]
            for reason, entry in sorted(result["reasons"].items(), key=lambda item: -item[1]["masks"])]
    head = f"{result['masks']:,} masks of {result['schemas']:,} schemas compared, {result['equal']:,} equal.\n\n"
    return head + table(["reason", "masks", "tokens that only ours allows", f"only {peer}", "examples"], rows)

# SPDX-License-Identifier: Apache-2.0
"""The outcome of all modules as text."""
from collections import Counter

from .compiler import Outcome

_HEAD = ("module", "mode", "files", "errors", "warnings", "result")


def text(outcomes: list[Outcome], lists: bool) -> str:
    rows = [_HEAD]
    for outcome in outcomes:
        total = len(outcome.unit.files)
        files = f"{len(outcome.compiled)}/{total}" if outcome.skipped else str(total)
        failed = outcome.status == "failed"
        rows.append(
            (
                outcome.unit.label, outcome.mode.text(), files, str(len(outcome.errors) if failed else 0),
                str(outcome.warnings), outcome.status,
            )
        )
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    lines = []
    for number, row in enumerate(rows):
        lines.append("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())
        if number == 0:
            lines.append("  ".join("-" * width for width in widths))
            continue
        outcome = outcomes[number - 1]
        if outcome.errors and outcome.status == "failed":
            lines += [f"    error: {error}" for error in (outcome.errors if lists else outcome.errors[:1])]
        if outcome.note:
            lines.append(f"    {outcome.note}")
        if lists:
            lines += [f"    left out: {file.name}: {reason}" for file, reason in sorted(outcome.skipped.items())]
        else:
            reasons = Counter(outcome.skipped.values())
            lines += [f"    left out: {count} × {reason}" for reason, count in reasons.most_common(4)]
            if len(reasons) > 4:
                lines.append(f"    left out: … and {sum(reasons.values()) - sum(c for _, c in reasons.most_common(4))} more (--list)")
    counts = Counter(outcome.status for outcome in outcomes)
    lines.append("")
    lines.append(", ".join(f"{counts[status]} {status}" for status in ("ok", "failed", "skipped")))
    return "\n".join(lines)

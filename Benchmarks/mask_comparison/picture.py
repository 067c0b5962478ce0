# SPDX-License-Identifier: Apache-2.0
"""The picture: how often each engine is right, and how long its masks and schemas take, as SVG."""
import math
from html import escape

from .summary import percentile

COLOURS = ["#d6452b", "#2f6fb3", "#8fb8de", "#4b8b5a", "#a9cfa3", "#8a6fb0"]
WIDTH, HEIGHT = 1080, 640


def text(x, y, content, size=13, anchor="start", weight="normal", colour="#222"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}" '
            f'fill="{colour}">{escape(content)}</text>')


def bars(names, results, x, y, width):
    """For each figure a group of bars, one an engine, on a scale from 50 to 100 %."""
    figures = [("schemas compiled", "compiled", "schemas"), ("every instance right", "right", "judged"),
               ("valid accepted", "valid_accepted", "valid"), ("invalid rejected", "invalid_rejected", "invalid")]
    parts, group = [], width / len(figures)
    thickness = min(26, (group - 24) / len(names))
    height = 190
    for mark in (50, 60, 70, 80, 90, 100):
        line = y + height * (100 - mark) / 50
        parts.append(f'<line x1="{x}" x2="{x + width}" y1="{line:.1f}" y2="{line:.1f}" stroke="#ddd"/>')
        parts.append(text(x - 6, line + 4, f"{mark} %", 11, "end", colour="#666"))
    for column, (title, part, whole) in enumerate(figures):
        left = x + column * group + 12
        for index, name in enumerate(names):
            total = results[name][whole]
            value = 100 * results[name][part] / total if total else 0
            size = height * max(value - 50, 0) / 50
            place = left + index * thickness
            parts.append(f'<rect x="{place:.1f}" y="{y + height - size:.1f}" width="{thickness - 3:.1f}" '
                         f'height="{size:.1f}" fill="{COLOURS[index % len(COLOURS)]}"/>')
            parts.append(text(place + thickness / 2 - 1.5, y + height - size - 4, f"{value:.1f}", 9, "middle"))
        parts.append(text(left + thickness * len(names) / 2, y + height + 18, title, 12, "middle"))
    return parts


def curves(title, unit, names, samples, x, y, width, height):
    """Time over the share of cases that take no longer, both on scales that show the slow end."""
    shares = [0, 0.5, 0.9, 0.99, 0.999, 0.9999]
    values = [value for name in names for value in samples[name] if value > 0]
    if not values:
        return []
    low = math.floor(math.log10(max(percentile(values, 0.001), 1e-3)))
    high = math.ceil(math.log10(max(values)))
    parts = [text(x, y - 14, title, 14, weight="bold")]

    def down(value):
        return y + height * (high - math.log10(max(value, 10**low))) / max(high - low, 1)

    def right(part):
        return x + width * -math.log10(max(1 - part, 1e-4)) / 4

    for power in range(low, high + 1):
        line = down(10**power)
        parts.append(f'<line x1="{x}" x2="{x + width}" y1="{line:.1f}" y2="{line:.1f}" stroke="#ddd"/>')
        parts.append(text(x - 6, line + 4, f"{10**power:,g} {unit}", 11, "end", colour="#666"))
    for part in shares:
        parts.append(text(right(part), y + height + 16, f"{100 * part:g} %", 11, "middle", colour="#666"))
    for index, name in enumerate(names):
        ordered = sorted(samples[name])
        if not ordered:
            continue
        points = []
        for step in range(241):
            part = 1 - 10 ** (-4 * step / 240)
            if (1 - part) * len(ordered) < 1 and step:
                break
            points.append(f"{right(part):.1f},{down(percentile_of_sorted(ordered, part)):.1f}")
        points.append(f"{right(1 - 1 / max(len(ordered), 1)):.1f},{down(ordered[-1]):.1f}")
        parts.append(f'<polyline points="{" ".join(points)}" fill="none" stroke-width="2.2" '
                     f'stroke="{COLOURS[index % len(COLOURS)]}"/>')
    return parts


def percentile_of_sorted(values, part):
    place = (len(values) - 1) * part
    low = int(place)
    return values[low] + (values[min(low + 1, len(values) - 1)] - values[low]) * (place - low)


def draw(title, results, masks, compiles):
    """`results` by engine as `summary.schemas` gives them, `masks` in µs and `compiles` in ms as lists by engine."""
    names = list(results)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>', text(40, 34, title, 17, weight="bold")]
    place = 40
    for index, name in enumerate(names):
        parts.append(f'<rect x="{place}" y="50" width="13" height="13" fill="{COLOURS[index % len(COLOURS)]}"/>')
        parts.append(text(place + 19, 61, name))
        place += 40 + 8 * len(name)
    parts += bars(names, results, 70, 95, WIDTH - 110)
    parts += curves("One mask: share of masks that take at most …", "µs", names, masks, 90, 375, 410, 215)
    parts += curves("Compiling one schema: share that takes at most …", "ms", names, compiles, 630, 375, 410, 215)
    return "\n".join(parts + ["</svg>"]) + "\n"

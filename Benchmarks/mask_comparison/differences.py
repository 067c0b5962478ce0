# SPDX-License-Identifier: Apache-2.0
"""Where the masks of two engines differ on the same text, sorted by what the tokens do there."""
import base64

PLACES = 6
INSTANCES = 2


def choose(case):
    """Positions of an instance whose masks are compared: spread over it, the first among them; for the first few valid ones."""
    chosen = {}
    for index, test in enumerate(case.tests):
        if test.is_valid and test.ids and len(chosen) < INSTANCES:
            count = len(test.ids)
            chosen[index] = sorted({count * place // PLACES for place in range(PLACES)})
    return chosen


def context(prefix):
    """Where JSON text stands after `prefix` (bytes): in a key, a string, a number, or before something."""
    stack, in_string, escape, expects_key, is_key, last, blanks = [], False, False, False, False, b"", 0
    for byte in prefix:
        character = bytes([byte])
        if in_string:
            if escape:
                escape = False
            elif character == b"\\":
                escape = True
            elif character == b'"':
                in_string, last = False, b'"'
            continue
        if character in b" \t\r\n":
            blanks += 1
            continue
        blanks = 0
        if character == b'"':
            in_string, is_key = True, expects_key
        elif character in b"{[":
            stack.append(character)
            expects_key = character == b"{"
        elif character in b"}]":
            if stack:
                stack.pop()
            expects_key = False
        elif character == b":":
            expects_key = False
        elif character == b",":
            expects_key = bool(stack) and stack[-1] == b"{"
        last = character
    if in_string:
        return "in a key" if is_key else "in a string"
    if last == b"" or last in b":[" or (last == b"," and not expects_key):
        return "before a value"
    if last in b"{,":
        return "before a key"
    if last in b"0123456789.eE+-" and not blanks:
        return "in a number"
    if last == b'"' and expects_key:
        return "after a key"
    return "after a value"


def feature(token, place):
    """What is special about a token that one engine allows and the other does not."""
    text = token
    if place.startswith("in a") and place != "in a number":
        inside, quote, outside = text.partition(b'"')
        if b"\\" in inside:
            return "an escape"
        if any(byte < 0x20 for byte in inside):
            return "a control character"
        if b"\x7f" in inside:
            return "U+007F"
        if not quote:
            try:
                inside.decode()
            except UnicodeDecodeError:
                return "part of a character"
            return "text"
        text = outside
        where = "closing it, then "
    else:
        where = ""
    bare = text.strip(b" \t\r\n")
    if not bare:
        return where + ("white space" if text else "nothing")
    if b"\\" in text:
        return where + "an escape"
    first = bare[:1]
    blanks = "white space and " if text != bare else ""
    if first in b",}]:":
        return f"{where}{blanks}{first.decode()}…"
    if first in b"0123456789-+.eE" and first not in b"eE":
        return f"{where}{blanks}a number"
    if first == b'"':
        return f"{where}{blanks}a string or key"
    return f"{where}{blanks}something else"




def known(token, place, is_ours, theirs):
    """The reason of a difference in reading, where it is one of those that are understood; None otherwise.

    `theirs` is how many tokens the peer allows here."""
    inside = place in ("in a string", "in a key")
    text = token.partition(b'"')[0] if inside else token
    if is_ours and theirs == 1:
        return "forced text: llguidance allows its canonical token only, we any that spells it"
    if is_ours and b"\\" in token:
        return "escapes: llguidance forbids \\/ and \\u of what can stand for itself, JSON does not"
    if is_ours and b"\x7f" in text:
        return "U+007F: JSON allows it in strings, llguidance does not"
    if b"\xef\xbb" in text or text.endswith(b"\xef"):
        return "U+FEFF: ECMAScript's \\s holds it, so that \\S does not; Rust's patterns see it the other way round"
    if not is_ours and text.endswith(b"\\r"):
        return "the pattern `.`: ECMAScript's leaves out \\r, U+2028 and U+2029 too, Rust's only \\n"
    if not is_ours and len(token) - len(token.strip(b" \t\r\n")) > 8 and not inside:
        return "white space: ours comes in bounded runs"
    return None


def compare(cases, ours, theirs, tokens, ends):
    """Sorts the differences; `ours` and `theirs` are answers with masks, `tokens` the bytes of each row."""
    import numpy
    reasons, count, equal, schemas, everything = {}, 0, 0, 0, []
    # A token may be text in the file and yet end an answer, as `</s>`; such a one is left out.
    text_rows = numpy.array([bool(token) and row not in ends for row, token in enumerate(tokens)])
    ends = [end for end in ends if not tokens[end]]
    for case, mine, other in zip(cases, ours, theirs):
        seen = False
        for index, test in enumerate(case.tests):
            a = mine.get("tests", [])[index:index + 1]
            b = other.get("tests", [])[index:index + 1]
            if not a or not b:
                continue
            for position in sorted(set(a[0].get("masks", {})) & set(b[0].get("masks", {})), key=int):
                first, second = (unpack(x[0]["masks"][position], len(tokens), numpy) for x in (a, b))
                seen, count = True, count + 1
                prefix = b"".join(tokens[t] for t in test.ids[:int(position)])
                place = context(prefix)
                end = any(first[e] for e in ends) != any(second[e] for e in ends)
                only_first = numpy.flatnonzero(first & ~second & text_rows)
                only_second = numpy.flatnonzero(second & ~first & text_rows)
                if not end and not len(only_first) and not len(only_second):
                    equal += 1
                    continue
                found, theirs_count = {}, int(second.sum())
                for rows, side in ((only_first, "ours_only"), (only_second, "peer_only")):
                    for row in rows:
                        reason = (known(tokens[row], place, side == "ours_only", theirs_count)
                                  or f"{place}: {feature(tokens[row], place)}")
                        entry = found.setdefault(reason, {"ours_only": 0, "peer_only": 0, "examples": []})
                        entry[side] += 1
                        if len(entry["examples"]) < 4:
                            entry["examples"].append(("+" if side == "ours_only" else "-") + printable(tokens[row]))
                if end:
                    found[f"{place}: the end"] = {"ours_only": int(any(first[e] for e in ends)),
                                                  "peer_only": int(any(second[e] for e in ends)), "examples": []}
                for reason, entry in found.items():
                    total = reasons.setdefault(reason, {"masks": 0, "ours_only": 0, "peer_only": 0, "examples": []})
                    total["masks"] += 1
                    total["ours_only"] += entry["ours_only"]
                    total["peer_only"] += entry["peer_only"]
                    for example in entry["examples"]:
                        if example not in total["examples"] and len(total["examples"]) < 6:
                            total["examples"].append(example)
                    everything.append({"file": case.name, "test": index, "position": int(position), "reason": reason,
                                       "prefix": prefix[-60:].decode(errors="replace"), **entry})
        schemas += seen
    return {"masks": count, "equal": equal, "schemas": schemas, "reasons": reasons, "all": everything}


def unpack(text, rows, numpy):
    bits = numpy.unpackbits(numpy.frombuffer(base64.b64decode(text), dtype=numpy.uint8), bitorder="little")
    return bits[:rows].astype(bool)


def printable(token):
    return token.decode(errors="backslashreplace").encode("unicode_escape").decode().replace("|", "\\|").replace("`", "'")

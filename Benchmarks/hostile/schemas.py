# SPDX-License-Identifier: Apache-2.0
"""Schemas made to hurt: depth, size, multiplication, counts, patterns. Each is a name and the text of a schema."""
import json

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def nested(depth, opening, closing, core="true"):
    return opening * depth + core + closing * depth


def chain(count, link):
    """Definitions of which each holds the next."""
    definitions = {f"d{index}": link({"$ref": f"#/$defs/d{index + 1}"}) for index in range(count)}
    definitions[f"d{count}"] = {"type": "integer"}
    return {"$ref": "#/$defs/d0", "$defs": definitions}


def doubling(depth, keyword, base=None):
    """2^depth alternatives: each definition holds the next one twice, not quite alike."""
    definitions = {}
    for index in range(depth):
        following = {"$ref": f"#/$defs/d{index + 1}"}
        definitions[f"d{index}"] = {keyword: [{"allOf": [following, {"required": [f"a{index}"]}]},
                                              {"allOf": [following, {"required": [f"b{index}"]}]}]}
    definitions[f"d{depth}"] = base or {"type": "object"}
    return {"$ref": "#/$defs/d0", "$defs": definitions}


def depth(count=10_000):
    yield "depth properties, in the text", nested(count, '{"properties":{"a":', "}}")
    yield "depth items, in the text", nested(count, '{"items":', "}")
    yield "depth prefixItems, in the text", nested(count, '{"prefixItems":[', "]}")
    for keyword in ["allOf", "anyOf", "oneOf"]:
        yield f"depth {keyword}, in the text", nested(count, '{"%s":[' % keyword, "]}")
    yield "depth not, in the text", nested(count, '{"not":', "}")
    yield "depth const, in the text", '{"const":' + nested(count, "[", "]", "") + "}"
    links = {
        "$ref": lambda link: link,
        "properties": lambda link: {"properties": {"a": link}, "required": ["a"]},
        "open properties": lambda link: {"properties": {"a": link}},
        "items": lambda link: {"type": "array", "items": link, "minItems": 1},
        "prefixItems": lambda link: {"prefixItems": [link]},
        "allOf": lambda link: {"allOf": [link, {"minimum": 0}]},
        "anyOf": lambda link: {"anyOf": [link, {"type": "null"}]},
        "oneOf": lambda link: {"oneOf": [link, {"type": "null"}]},
        "not": lambda link: {"not": link},
        "if": lambda link: {"if": {"type": "string"}, "then": False, "else": link},
        "contains": lambda link: {"contains": link},
        "propertyNames": lambda link: {"propertyNames": link},
        "dependentSchemas": lambda link: {"dependentSchemas": {"a": link}},
        "additionalProperties": lambda link: {"additionalProperties": link, "minProperties": 1},
    }
    for name, link in links.items():
        yield f"chain of {name}", json.dumps(chain(count, link))


def size():
    yield "string of 10 MB", json.dumps({"const": "a" * 10_000_000})
    yield "description of 10 MB", json.dumps({"type": "string", "description": "d" * 10_000_000})
    yield "pattern of 1 MB", json.dumps({"type": "string", "pattern": "^" + "ab?" * 350_000 + "$"})
    yield "key of 10 MB", json.dumps({"properties": {"k" * 10_000_000: {"type": "integer"}}})
    yield "200,000 properties", json.dumps({"type": "object", "properties": {f"property{n}": {"type": "integer"} for n in range(200_000)}})
    yield "200,000 required", json.dumps({"type": "object", "required": [f"property{n}" for n in range(200_000)]})
    yield "a million strings", json.dumps({"enum": [f"v{n}" for n in range(1_000_000)]})
    yield "a million integers", json.dumps({"enum": list(range(1_000_000))})
    yield "a million integers, typed", json.dumps({"type": "integer", "enum": list(range(1_000_000))})
    yield "a million mixed", json.dumps({"enum": [[n, f"v{n}", n + 0.5, None][n % 4] for n in range(1_000_000)]})
    yield "200,000 objects in enum", json.dumps({"enum": [{"a": n} for n in range(200_000)]})
    yield "a million strings in anyOf", json.dumps({"anyOf": [{"enum": [f"v{n}" for n in range(500_000)]}, {"enum": [f"w{n}" for n in range(500_000)]}]})
    yield "strings against a pattern", json.dumps({"pattern": "^v[0-9]*7$", "enum": [f"v{n}" for n in range(300_000)]})
    yield "two long lists that meet", json.dumps({"allOf": [{"enum": list(range(0, 400_000, 2))}, {"enum": list(range(0, 400_000, 3))}]})
    yield "list not in a long list", json.dumps({"enum": list(range(200_000)), "not": {"enum": list(range(100_000))}})
    yield "100,000 branches of anyOf", json.dumps({"anyOf": [{"const": n} for n in range(100_000)]})
    yield "4,000 objects in anyOf", json.dumps({"anyOf": [{"properties": {f"k{n}": {"type": "integer"}}, "required": [f"k{n}"]} for n in range(4_000)]})
    yield "3,000 objects in oneOf", json.dumps({"oneOf": [{"properties": {"kind": {"const": f"k{n}"}}, "required": ["kind"]} for n in range(3_000)]})
    yield "3,000 objects in oneOf, not told apart", json.dumps({"oneOf": [{"properties": {f"k{n}": {"type": "integer"}}} for n in range(3_000)]})
    yield "100,000 prefixItems", json.dumps({"prefixItems": [{"type": "integer"}] * 100_000})
    yield "arrays of 10 MB in const", json.dumps({"const": [[n] for n in range(1_000_000)]})
    yield "10 MB of white space", " " * 10_000_000 + "true"
    yield "10 MB of open brackets", "[" * 10_000_000
    yield "a million definitions", json.dumps({"type": "integer", "$defs": {f"d{n}": {} for n in range(400_000)}})
    yield "100,000 anchors", json.dumps({"$ref": "#a99999", "$defs": {f"d{n}": {"$anchor": f"a{n}", "type": "integer"} for n in range(100_000)}})
    yield "20,000 references to one", json.dumps({"properties": {f"p{n}": {"$ref": "#/$defs/a"} for n in range(20_000)}, "$defs": {"a": {"type": "object", "properties": {"x": {"type": "string"}}}}})


def cycles():
    yield "$ref to itself", '{"$ref": "#"}'
    for keyword in ["allOf", "anyOf", "oneOf"]:
        yield f"{keyword} of itself", json.dumps({keyword: [{"$ref": "#"}, {"type": "integer"}]})
    yield "not of itself", '{"not": {"$ref": "#"}}'
    yield "if of itself", '{"if": {"$ref": "#"}, "then": false}'
    yield "two that refer to each other", '{"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}'
    yield "endless items", '{"type": "array", "minItems": 1, "items": {"$ref": "#"}}'
    yield "endless property", '{"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}}'
    yield "tree of itself under allOf", json.dumps({"$ref": "#/$defs/t", "$defs": {"t": {"allOf": [{"properties": {"l": {"$ref": "#/$defs/t"}}}, {"properties": {"l": {"$ref": "#/$defs/u"}}}]}, "u": {"allOf": [{"properties": {"l": {"$ref": "#/$defs/t"}}}, {"minProperties": 0}]}}})
    yield "terms that grow for ever", json.dumps({"$ref": "#/$defs/a", "$defs": {f"{k}": {"properties": {"x": {"allOf": [{"$ref": f"#/$defs/{m}"}, {"$ref": f"#/$defs/{k}"}]}}} for k, m in zip("abcdefgh", "bcdefgha")}})


def multiplication():
    for keyword in ["allOf", "anyOf", "oneOf"]:
        for count in [12, 40]:
            yield f"2^{count} by {keyword}", json.dumps(doubling(count, keyword))
    yield "anyOf times anyOf", json.dumps({"allOf": [{"anyOf": [{"required": [f"k{n}_{m}"]} for m in range(8)]} for n in range(12)]})
    yield "oneOf times oneOf", json.dumps({"allOf": [{"oneOf": [{"required": [f"k{n}_{m}"]} for m in range(8)]} for n in range(12)]})
    yield "not of many allOf", json.dumps({"not": {"anyOf": [{"allOf": [{"required": [f"k{n}"]}, {"properties": {f"k{n}": {"type": "string"}}}]} for n in range(40)]}})
    yield "if in if", json.dumps({"allOf": [{"if": {"properties": {f"k{n}": {"const": n}}}, "then": {"required": [f"m{n}"]}} for n in range(40)]})
    yield "dependencies", json.dumps({"dependentSchemas": {f"k{n}": {"required": [f"k{(n * 7) % 60}", f"m{n}"]} for n in range(60)}})
    yield "dependent names and patterns", json.dumps({
        "propertyNames": {"pattern": "^[a-z]{1,20}$"},
        "patternProperties": {f"{c}.*{d}": {"type": "integer", "minimum": n} for n, (c, d) in enumerate((c, d) for c in "abcdef" for d in "uvwxyz")},
        "dependentSchemas": {f"k{n}": {"propertyNames": {"pattern": f"[^{chr(97 + n)}]$"}} for n in range(10)}})
    yield "200 patterns", json.dumps({"patternProperties": {f"^.*a.{{{n}}}b": {"type": "integer"} for n in range(200)}, "additionalProperties": False})
    yield "contains times contains", json.dumps({"type": "array", "allOf": [{"contains": {"const": n}} for n in range(30)]})
    yield "unevaluated over many", json.dumps({"unevaluatedProperties": False, "anyOf": [{"properties": {f"k{n}": True}} for n in range(30)]})
    yield "oneOf with many types", json.dumps({"oneOf": [{"type": t, "minLength": n, "minimum": n} for n in range(60) for t in ["string", "integer", "number"]]})
    tree = {"const": 0}
    for level in range(30):
        tree = {"anyOf": [{"properties": {"a": tree}}, {"properties": {"b": {"const": level}}}]}
    yield "anyOf at every level", json.dumps(tree)


def numbers():
    for text in ["1e400", "-1e400", "1e-400", "1e100000000", "1" * 5000, "0." + "1" * 5000]:
        name = text if len(text) < 20 else text[:6] + "…"
        yield f"minimum {name}", '{"type": "number", "minimum": %s}' % text
        yield f"multipleOf {name}", '{"type": "number", "multipleOf": %s}' % text.lstrip("-")
        yield f"const {name}", '{"const": %s}' % text
    yield "multipleOf 999983", '{"type": "integer", "multipleOf": 999983}'
    yield "multipleOf 9007199254740993", '{"type": "integer", "multipleOf": 9007199254740993}'
    yield "large factors", json.dumps({"type": "integer", "allOf": [{"multipleOf": n} for n in [7919, 7907, 7901]] + [{"not": {"multipleOf": n}} for n in [64, 81, 625, 49, 121]]})
    yield "many factors not", json.dumps({"type": "number", "allOf": [{"not": {"multipleOf": n}} for n in range(2, 40)]})
    yield "bounds of 300 digits", '{"type": "number", "minimum": 1%s, "maximum": 9%s}' % ("7" * 299, "3" * 299)
    for keyword in ["minLength", "maxLength"]:
        yield f"{keyword} 10^9", json.dumps({"type": "string", keyword: 10 ** 9})
    yield "minLength 10^9 with a pattern", json.dumps({"type": "string", "pattern": "^(ab|c)*$", "minLength": 10 ** 9})
    yield "lengths with a pattern", json.dumps({"type": "string", "pattern": "^(a{7})*(b{11})*$", "minLength": 100_000, "maxLength": 100_003})
    for keyword in ["minItems", "maxItems"]:
        yield f"{keyword} 10^12", json.dumps({"type": "array", "items": {"type": "integer"}, keyword: 10 ** 12})
    for keyword in ["minProperties", "maxProperties"]:
        yield f"{keyword} 10^12", json.dumps({"type": "object", keyword: 10 ** 12})
    yield "minContains 10^9", json.dumps({"type": "array", "contains": {"type": "integer"}, "minContains": 10 ** 9})
    yield "counts that contradict", json.dumps({"type": "array", "minItems": 5, "maxItems": 2})
    yield "unique items, 10^6", json.dumps({"type": "array", "uniqueItems": True, "minItems": 10 ** 6, "items": {"type": "integer"}})
    yield "unique items, too few values", json.dumps({"type": "array", "uniqueItems": True, "minItems": 4, "items": {"enum": [1, 2, 3]}})
    yield "20-digit counts", '{"type": "string", "minLength": 100000000000000000000}'


def patterns():
    texts = {
        "nested counts": "^(a{1,1000}){1,1000}$",
        "nested counts, not anchored": "(a{1,1000}){1,1000}",
        "three nested counts": "^((a{1,100}){1,100}){1,100}$",
        "ambiguous counts": "^((a|aa){0,50}){0,50}$",
        "ambiguous stars": "^((a*)*)*b$",
        "count 10^9": "^a{1000000000}$",
        "window": "^.*a.{200}b.*$",
        "many windows": "(a.{40}|b.{41}|c.{42}|d.{43})$",
        "look-ahead": "^(?=.*a)(?=.*b)(?=.*c)(?=.*d)(?=.*e)(?=.*f).{8,64}$",
        "look-behind": "(?<=a{1,100})b",
        "negative look-ahead": "^(?!.*(ab){20}).*$",
        "back reference": "^(a*)\\1$",
        "classes": "^[\\p{L}\\p{N}\\p{S}\\p{P}]{1,1000}$",
        "classes without": "^[^\\p{L}]{0,500}\\P{Lu}+$",
        "10,000 alternatives": "^(" + "|".join(f"w{n}x" for n in range(10_000)) + ")$",
        "10,000 open alternatives": "(" + "|".join(f"w{n}x" for n in range(10_000)) + ")",
        "deep groups": "(" * 10_000 + "a" + ")" * 10_000,
        "deep stars": "(" * 500 + "a" + ")*" * 500,
        "10,000 question marks": "^" + "a?" * 10_000 + "$",
        "empty class": "^[^\\s\\S]$",
        "words around": "\\b(a|b){30}\\b",
    }
    for name, text in texts.items():
        yield f"pattern: {name}", json.dumps({"type": "string", "pattern": text})
    yield "pattern: not of a window", json.dumps({"type": "string", "not": {"pattern": "a.{30}b"}})
    yield "pattern: twenty together", json.dumps({"type": "string", "allOf": [{"pattern": f"a.{{{n}}}b"} for n in range(20)]})
    yield "pattern: as keys", json.dumps({"patternProperties": {"^(a{1,1000}){1,1000}$": {"type": "integer"}}, "additionalProperties": False})


def all_schemas():
    for group in [depth, size, cycles, multiplication, numbers, patterns]:
        yield from group()

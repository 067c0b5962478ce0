# SPDX-License-Identifier: Apache-2.0
"""Grammars in GBNF made to hurt. Each is a name and the text of a grammar."""


def all_grammars():
    yield "gbnf: 10,000 brackets", "root ::= " + "(" * 10_000 + '"a"' + ")" * 10_000
    yield "gbnf: chain of 10,000 rules", "root ::= r0\n" + "".join(f"r{n} ::= r{n + 1}\n" for n in range(10_000)) + 'r10000 ::= "a"'
    yield "gbnf: chain of 10,000 that consume", "root ::= r0\n" + "".join(f'r{n} ::= "x" r{n + 1} "y"\n' for n in range(10_000)) + 'r10000 ::= "a"'
    yield "gbnf: doubling", "root ::= r0\n" + "".join(f"r{n} ::= r{n + 1} r{n + 1}\n" for n in range(40)) + 'r40 ::= "a"'
    yield "gbnf: doubling of alternatives", "root ::= r0\n" + "".join(f'r{n} ::= r{n + 1} | r{n + 1} "b"\n' for n in range(40)) + 'r40 ::= "a"'
    yield "gbnf: {1000000}", 'root ::= "ab"{1000000}'
    yield "gbnf: {0,1000000}", 'root ::= [a-z]{0,1000000}'
    yield "gbnf: nested counts", 'root ::= (("a"{1,1000}){1,1000}){1,1000}'
    yield "gbnf: {10^18}", 'root ::= "a"{1000000000000000000}'
    yield "gbnf: {10^30}", 'root ::= "a"{' + "1" + "0" * 30 + "}"
    yield "gbnf: left recursion", 'root ::= root "a" | "b"'
    yield "gbnf: hidden left recursion", 'root ::= e root "a" | "b"\ne ::= "x"?'
    yield "gbnf: long left recursion", "root ::= r0\n" + "".join(f'r{n} ::= r{(n + 1) % 5000} | "a"\n' for n in range(5000))
    yield "gbnf: endless rule", 'root ::= "a" root'
    yield "gbnf: ambiguous", 'root ::= a*\na ::= "a" | "aa" | "aaa" | b\nb ::= "a" b?'
    yield "gbnf: ambiguous nesting", 'root ::= s\ns ::= "(" s ")" | "(" s | s2\ns2 ::= "x" s2? | "x"'
    yield "gbnf: big class", "root ::= [" + "".join(chr(c) for c in range(0x4E00, 0x9FFF, 2)) + "]*"
    yield "gbnf: big class without", "root ::= [^" + "".join(chr(c) for c in range(0x4E00, 0x9FFF, 2)) + "]*"
    yield "gbnf: a million literals", "root ::= " + " | ".join(f'"v{n}"' for n in range(600_000))
    yield "gbnf: literal of 10 MB", 'root ::= "' + "a" * 10_000_000 + '"'
    yield "gbnf: 100,000 rules", "root ::= r0\n" + "".join(f'r{n} ::= "a{n}" r{(n * 7919) % 100_000} | "b"\n' for n in range(100_000))
    yield "gbnf: palindromes", 'root ::= "a" root "a" | "b" root "b" | "a" | "b" | ""'
    yield "gbnf: windows", "root ::= [ab]* \"a\" [ab]{60}"
    yield "gbnf: 10,000 stars", "root ::= " + '"a"* ' * 10_000
    yield "gbnf: 10,000 optional rules", "root ::= " + "r? " * 10_000 + '\nr ::= "a" | "b"'
    yield "gbnf: 10 MB of comments", "# comment\n" * 1_000_000 + 'root ::= "a"'
    yield "gbnf: not GBNF", "\x00\xff" * 1000

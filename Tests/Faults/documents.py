#!/usr/bin/env python3
"""Holds what 'tracetool' reads in JSON against what Python's own module reads.

Each document is the value of an attribute of one event: 300 and more written by hand, then N made at random, half of
them with a byte or some changed. Where Python refuses it the line must be among the rejects, and nowhere else; where
it does not, the value that is stored must be the same: every text, every number as it was written, of two members of
one name the last.
"""
import json
import random

from bench import Bench

DEEPEST = 64

NUMBERS = """0 -0 1 -1 10 123456789 9223372036854775807 9223372036854775808 -9223372036854775808 18446744073709551616
    1e400 -1e400 1e-400 1E5 1e+5 1e-5 1E+05 1.0 1.50 0.1 -0.0 0e0 0E-0 123.456e78 100000000 12345678 1234567812345678
    0.00000000000000000000000000001 123456789012345678901234567890.123456789012345678901234567890 1.7976931348623157e308
    01 00 -01 1. .5 -.5 +1 +0 1e 1e+ 1e- 1E 1.e5 1.5e 0x10 0b1 1_000 1,000 1a 1.2.3 1e5.5 --1 - -- -a 1- 1+ e5 E5 -e5
    0.e1 0.1e 00.5 2.e3 2.e+3 2.e-3 0.3e+ 0e+ NaN nan -NaN Infinity -Infinity inf Inf -Inf 1eE2 9.e+ 1d5 1f 1L 0o7
    """.split()
WORDS = """true false null True TRUE truee tru t fals f nul n nulll truefalse true1 1true none None undefined 'a' a
    \xff \xfe\xff [true] [truee] {} [] [1] {"a":1}""".split()
STRINGS = [
    r'""', r'"a"', r'"\""', r'"\\"', r'"\/"', r'"\b\f\n\r\t"', r'"\u0000"', r'"\u0041"', r'"\u00e9"', r'"\u20AC"',
    r'"\uD834\uDD1E"', r'"\ud834\udd1e"', r'"\uD800"', r'"\uDC00"', r'"\uD800\uD800"', r'"\uDC00\uD800"',
    r'"\uD800a"', r'"\uD800\n"', r'"\uD800\u0041"', r'"a\uDFFFb"', r'"\uFFFF"', r'"\uFFFE"', r'"\uFDD0"', r'"\u2028"',
    r'"\u007f"', r'"\u0080"', r'"\uDBFF\uDFFF"', r'"\uD834\\uDD1E"', r'"\\uD800"', r'"\\\uD800"', r'"\u0022"',
    r'"\u005C"', r'"\u005c\u0022"', r'"\u001f"', r'"\u000a"', r'"/"', r'"\u002f"', r'"a\\"', r'"\\\\"', r'"\\\""',
    r'"\a"', r'"\v"', r'"\0"', r'"\x41"', r'"\'"', r'"\u"', r'"\u1"', r'"\u12"', r'"\u123"', r'"\u12G4"', r'"\u 123"',
    r'"\u+123"', r'"\u-123"', r'"\U0041"', r'"\uD8"', r'"\uD834\uDD"', r'"\uD834\u"', r'"\ "', r'"\""\"', r'"', r'"a',
    r'"\"', r'"\\', r'a"', r"'a'", r"'", r'"a"b"', r'"a" "b"', r'""""', r'"\u00000"', r'"\ud83d\ude00"', r'"\uE000"',
    r'"' + "x" * 31 + r'"', r'"' + "x" * 32 + r'"', r'"' + "x" * 33 + r'\n"', r'"' + "x" * 7 + r'\u0041"',
    r'"' + "x" * 8 + r'\uD800"', r'"' + "é" * 20 + r'"', r'"12345678\t"', r'"1234567\t"', r'"123456\\"', r'"€𝄞é\u0000"',
    "\"\t\"", "\"\x1f\"", "\"\x00\"", "\"\x7f\"", "\"\r\"", "\"a\x01\"", "\"\u2028\u2029\"", "\"\ufeff\"",
]
# UTF-8 that is none: cut, too long, surrogates, beyond the last, stray.
BYTES = [
    b'"\x80"', b'"\xbf"', b'"\xc0\x80"', b'"\xc1\xbf"', b'"\xc2"', b'"\xc2\x41"', b'"\xc3\xa9"', b'"\xe0\x80\x80"',
    b'"\xe0\x9f\xbf"', b'"\xe0\xa0\x80"', b'"\xe2\x82"', b'"\xe2\x82\xac"', b'"\xed\x9f\xbf"', b'"\xed\xa0\x80"',
    b'"\xed\xbf\xbf"', b'"\xee\x80\x80"', b'"\xef\xbf\xbf"', b'"\xf0\x80\x80\x80"', b'"\xf0\x8f\xbf\xbf"',
    b'"\xf0\x90\x80\x80"', b'"\xf0\x9d\x84"', b'"\xf0\x9d\x84\x9e"', b'"\xf4\x8f\xbf\xbf"', b'"\xf4\x90\x80\x80"',
    b'"\xf5\x80\x80\x80"', b'"\xf8\x88\x80\x80\x80"', b'"\xfe"', b'"\xff"', b'"a\xffb"', b'"\xc3\xa9\xc3"', b'\xc3\xa9',
    b'{"\xff":1}', b'{"\xc3\xa9":1}', b'\xef\xbb\xbf1', b'[\xa0]', b'[\xc2\xa0]', b'[\xe3\x80\x80]',
]
STRUCTURES = [
    "", " ", "[]", "[ ]", "[\t]", "[ 1 ]", "[1,2]", "[1 , 2]", "[1,]", "[,1]", "[,]", "[1,,2]", "[1 2]", "[1", "1]",
    "[1]]", "[[1]", "[[1]]", "[1}", "{1]", "{}", "{ }", '{"a":1}', '{ "a" : 1 }', '{"a":1,}', '{,"a":1}', '{"a"}',
    '{"a":}', '{"a":1 "b":2}', '{"a":1,"b":2}', '{"b":2,"a":1}', '{"a":1,"a":2}', '{"a":{"b":1,"b":2},"a":{"b":3}}',
    '{"a":1,"\\u0061":2}', '{"\\u0061":1,"a":2}', '{a:1}', "{'a':1}", '{1:1}', '{null:1}', '{"a":1;"b":2}', '{"a"=1}',
    '{"a"::1}', '{"a":1:2}', '{:1}', '{"a":[}', '{"a":[1,{"b":[]}]}', '{"":1}', '{"":1,"":2}', '{"a":null}',
    '{"a":[1,2,{"c":"d"}],"e":{}}', '[{}]', '[{},[]]', '[[],[[]],[[[]]]]', '{"a":{}}', '{"a":{"a":{"a":{}}}}',
    '[1]//', '[1]/**/', '/**/[1]', '[1]#', '[1] [2]', '1 2', '1,2', '"a":1', ':', ',', ']', '}', '{', '[', '[[', '{{',
    '{"a', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,"', '["', '["a', '["a"', '["a",', '[true', '[tru', '[nul',
    '[\x0b1]', '[\x0c1]', '[\x001]', '[\x1e]', '\x00', '[1,\r2]', '[\r]', '{"\\ud800":1}', '{"\\ud800":1,"\\ud800":2}',
    '{"\\n":1}', '{"a\tb":1}', '{"a\\tb":"\\t"}', '[""]', '["",""]', '{"e":1e5,"i":10,"n":-0}', '[-]', '[1e]', '[01]',
    '[1.]', '["\\"]', '["\\\\"]', '["\\u00"]', '[" \\uD800 "]', '{"z":0,"Z":1,"a":2,"A":3,"é":4,"":5,"aa":6}',
    "[" * 62 + "]" * 62, "[" * 63 + "]" * 63, "[" * 64 + "]" * 64, "[" * 61 + "1" + "]" * 61, '{"a":' * 62 + "1" + "}" * 62,
    '{"a":' * 63 + "1" + "}" * 63, "[" * 1000 + "]" * 1000, "[" * 100000, '{"a":' * 100000,
    '{"' + "k" * 5000 + '":"' + "v" * 5000 + '"}', "[" + "0," * 5000 + "0]", '{"a":1}' + " " * 300,
]
WHOLE = '{"a":[1.5e3,"x\\u00e9\\n",true,null,{"b":{}}],"c":-0}'


def written():
    """The documents that are written by hand; of one of them every beginning."""
    texts = NUMBERS + WORDS + STRINGS + STRUCTURES + [f"[{text}]" for text in NUMBERS]
    return [text.encode("utf-8", "surrogatepass") for text in texts] + BYTES + [
        WHOLE[:length].encode() for length in range(len(WHOLE) + 1)]


def made(chance, depth=0):
    """A document at random, as text."""
    space = chance.choice(["", "", "", " ", "\t ", "\r"])
    sort = chance.randrange(9 if depth < 6 else 6)
    if sort == 0:
        text = chance.choice(["true", "false", "null"])
    elif sort <= 2:
        text = str(chance.randrange(-10 ** chance.randrange(1, 25), 10 ** chance.randrange(1, 25)))
        text += chance.choice(["", "", f".{chance.randrange(10 ** 9)}", f"e{chance.randrange(-99, 99)}", "E+7", ".0e-2"])
    elif sort <= 5:
        text = quoted(chance)
    elif sort == 6:
        text = "[" + ",".join(made(chance, depth + 1) for _ in range(chance.randrange(5))) + "]"
    else:
        members = [f"{quoted(chance)}{space}:{made(chance, depth + 1)}" for _ in range(chance.randrange(5))]
        text = "{" + ",".join(members) + "}"
    return space + text + chance.choice(["", "", space])


def quoted(chance):
    """A text with escapes and letters of every length in UTF-8."""
    parts = [
        lambda: chr(chance.randrange(0x20, 0x7F)).replace("\\", "\\\\").replace('"', '\\"'),
        lambda: chance.choice("éß€漢𝄞😀\u2028\u202e\ufeff\x7f"),
        lambda: f"\\u{chance.choice([chance.randrange(0x10000), chance.randrange(0xD800, 0xE000)]):04x}",
        lambda: chance.choice(['\\"', "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t", "\\uD83D\\uDE00"]),
        lambda: chance.choice(["a", "b", "key", "value of some length"]),
    ]
    return '"' + "".join(chance.choice(parts)() for _ in range(chance.choice([0, 1, 1, 2, 5, 12]))) + '"'


def damaged(chance, document):
    """The document with a byte or some changed, taken out, put in or doubled."""
    changed = bytearray(document)
    for _ in range(chance.choice([1, 1, 2, 4])):
        place = chance.randrange(len(changed) + 1)
        other = chance.choice([chance.randrange(256), *b'"\\{}[],:0-.eE \t', chance.randrange(0x20)])
        sort = chance.randrange(4)
        if sort == 0:
            changed[place:place + 1] = bytes([other])
        elif sort == 1:
            del changed[place:place + chance.choice([1, 1, 3])]
        elif sort == 2:
            changed[place:place] = bytes([other])
        else:
            changed[place:place] = changed[place:place + chance.randrange(8)]
    return bytes(changed)


def refuse(constant):
    """NaN and Infinity are Python's own."""
    raise ValueError(constant)


def read(text):
    """What Python reads, numbers as they are written."""
    return json.loads(text, parse_int=Number, parse_float=Number, parse_constant=refuse)


class Number(str):
    """A number as it is written, which equals no text."""

    def __eq__(self, other):
        return isinstance(other, Number) and str.__eq__(self, other)

    __hash__ = str.__hash__


def depth(value):
    """How deep arrays and objects lie in each other."""
    deepest, rest = 0, [(value, 1)]
    while rest:
        item, level = rest.pop()
        if isinstance(item, (dict, list)):
            deepest = max(deepest, level)
            rest += [(inner, level + 1) for inner in (item.values() if isinstance(item, dict) else item)]
    return deepest


def expected(document, around=2):
    """What Python reads in a document that lies in so many objects, as a list; nothing where it refuses it."""
    try:
        value = read(document.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return [value] if depth(value) + around <= DEEPEST else None


def compare(bench, documents):
    """Stores the documents, and tells those that are read otherwise; returns how many were valid."""
    documents = [document.replace(b"\n", b" ") for document in documents]
    with open(bench.folder / "log.jsonl", "wb") as log:
        for number, document in enumerate(documents):
            log.write(b'{"event":"app.didBecomeActive","time":1760000000.%06d,"launch":"L","seq":%d,"attributes":{"v":'
                      % (number, number) + document + b"}}\n")

    def ask(*words):
        return bench.must_run(*words, "--store", "store.db").output

    ask("ingest", "--quiet", "--max-rejects", "100%", "log.jsonl")
    events = json.loads(ask("query", "SELECT seq, attributes FROM event", "--format", "json"))
    rejects = json.loads(ask("store", "rejects", "--format", "json"))
    stored = {row["seq"]: row["attributes"] for row in events["rows"]}
    refused = {row["line"] - 1 for row in rejects["rejects"]}
    valid = 0
    for number, document in enumerate(documents):
        isTaken = number in stored and number not in refused
        value = expected(document)
        valid += value is not None
        if value is None:
            # What ends the object that it is put into may make another line that is one.
            if isTaken and expected(b'{"w":%s}' % document, 1) is None:
                bench.say("taken", f"{document[:200]!r}")
        elif not isTaken:
            bench.say("refused", f"{document[:200]!r}")
        elif read(stored[number])["v"] != value[0]:
            bench.say(f"read as {stored[number][:200]!r}", f"{document[:200]!r}")
    return valid


def main():
    bench = Bench(__doc__, count=(5_000, "how many documents are made"))
    chance = random.Random(bench.seed)
    documents = written()
    by_hand = len(documents)
    for number in range(bench.option("count", 100_000)):
        document = made(chance).encode("utf-8", "surrogatepass")
        documents.append(damaged(chance, document) if number % 2 else document)
    valid = compare(bench, documents)
    bench.finish(f"{len(documents)} documents (seed {bench.seed}), {by_hand} by hand, {valid} valid",
                 enough=by_hand >= 300)


if __name__ == "__main__":
    main()

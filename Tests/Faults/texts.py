#!/usr/bin/env python3
"""Feeds 'tracetool' hostile text, and looks at what is stored, shown, quoted and said.

usage: texts.py [--tracetool FILE] [--long]

SQL, HTML, escapes of a terminal, newlines, commands to a CI's runner, NUL, marks that turn the direction of text and very
long strings stand in every field that holds text. They are stored as they are; nothing of them steers a terminal, forges a
line or commands a runner, on a terminal and off, in any format; in CSV no cell is a formula; JSON is JSON; and a file, a
member of an archive or a store may bear any name. What stands in lines, attributes and keys is private: planted
secrets must not be in any message. Only where most records of a log are not understood is a value of each key shown.
"""
import csv
import html.parser
import io
import json
import os
import pathlib
import pty
import re
import select
import shlex
import subprocess
import sys
import tarfile
import unicodedata
import zipfile

from bench import SHOP, Bench, connect

HOSTILE = [
    "'; DROP TABLE events; --", '"); DELETE FROM streams; --', "' OR 1=1 --", "%s%n%p {} \\(x)", "${HOME}`id`$(id)",
    "<script>alert(1)</script>", "&lt;b&gt;<img src=x onerror=alert(1)>", "\x1b[2J\x1b[31mred\x1b[0m", "\x1b]0;title\x07",
    "\x1b]8;;http://x.example\x1b\\link\x1b]8;;\x1b\\", "\x9b31m\x9d0;t\x9c", "a\nb", "a\r\nb\rc", "\n", "\r", "\t", "a\0b", "\0",
    "\x00\x01\x02\x07\x08\x0b\x0c\x0e\x1f\x7f\x85", "\u202egnp.exe\u202c", "\u200f\u200e\u061cabc", "\u2066\u2067\u2068\u2069",
    "\u2028\u2029", "\ufeffbom", "\u200b\u200d\u00ad", "e\u0301\u0301\u0301" * 9, "\U0001f469\u200d\U0001f4bb", "日本語テキスト" * 9,
    "=1+1", "=cmd|' /C calc'!A0", "+1+1", "-1+1", "@SUM(1)", "\t=1", "\r=1", "=", "+", "-", "@", " =1+1", "\n=1+1", "\u200b=1",
    '"=1+1"', "'=1", "-5", "+5", "1e5", "-", "a,b", 'a"b', ";=1", "../../etc/passwd", "-rf", "--output", "nul", "\ud7ff\ue000\uffff",
    "0", "-1", "007", "9223372036854775808", "null", "true", " ", "  a  ", "{", "[1]", "\\", "\\u0000", "é", "x" * 5000,
    "x\nFORGED", "x\r\n::add-mask::FORGED", "::stop-commands::FORGED", "##[add-mask]FORGED", "x\n##[error]FORGED", "##",
    "3f2a9c10-0000-4000-8000-000000000001", "3F2A9C10-0000-4000-8000-000000000001", "3F2a9c10-0000-4000-8000-000000000001",
]
# Every field that holds text of the recorder's own, with the column that shows it.
FIELDS = {"scene": "scene", "sceneInstance": "scene_instance", "viewInstance": "view_instance", "task": "task",
          "name": "name", "reason": "reason", "view": "view", "kind": "kind", "sceneRole": "scene_role", "thread": "thread"}
CONTEXT = {"device": "device", "deviceModel": "device_model", "app": "app", "appVersion": "app_version",
           "appBuild": "app_build", "boot": "boot", "sdkVersion": "sdk_version", "osVersion": "os_version"}
MAIN = {"main-thread", "com.apple.main-thread", "Thread 1", "1"}
SECRET = re.compile(r"s3cr3t\w*", re.I)
TURNING = {0x61c, 0x200e, 0x200f, *range(0x2028, 0x202f), *range(0x2066, 0x206a)}


def record(number_, event, **fields):
    """A line of a log; escaped or not, its texts are the same."""
    return json.dumps({"time": 1760000000000000000 + number_ * 1_000_000, "event": event, **fields}, ensure_ascii=len(event) % 2 == 0)


def write_log(bench, texts):
    """A log in which each text stands in each field, and in which launches have something to be found."""
    lines, wanted = [], []
    for place, text in enumerate(texts):
        launch, seq = f"L{place}{text}", 0
        for field in FIELDS:
            sort = {"task": "task.begin", "kind": "task.begin", "scene": "scene.didActivate", "sceneRole": "scene.willConnect",
                    "sceneInstance": "scene.willConnect", "view": "view.didAppear", "viewInstance": "view.didAppear"}
            more = {key: text for key in CONTEXT} if seq == 0 else {}
            lines.append(record(1000 * place + seq, sort.get(field, "app.didBecomeActive"), seq=seq, launch=launch,
                                attributes={text: [text, {text: text}]}, **{field: text}, **more))
            wanted.append((launch, seq, field, text))
            seq += 1
        for event in (text, "scene.didDisconnect", "scene.didActivate"):
            lines.append(record(1000 * place + seq, event, seq=seq, launch=launch, scene=text, reason=text, name=text))
            seq += 1
        lines.append(record(1000 * place + seq, "task.begin", seq=seq, launch=launch, task=text + "t", name=text, kind=text))
        lines.append(record(1000 * place + seq + 999, "process.exit", seq=seq + 1, launch=launch, reason=text))
    (bench.folder / "log.jsonl").write_text("\n".join(lines) + "\n")
    return wanted


def kept(bench, wanted, texts):
    """What is stored is what was said."""
    run = bench.must_run("query", "SELECT * FROM event", "--format", "json", "--store", "s.db")
    events = {(row["launch"], row["seq"]): row for row in json.loads(run.output)["rows"]}
    for launch, seq, field, text in wanted:
        row = events.get((launch, seq))
        if not bench.expect(row is not None, f"{field} {text!a:.60}", "the event is lost"):
            continue
        if field == "thread" and text in MAIN:
            text = "main"
        if seq == 0:
            for key, column in CONTEXT.items():
                if column in row:
                    bench.expect(row[column] == text, f"{key} {text!a:.60}", f"it is stored as {row[column]!a:.80}")
        stored = row[FIELDS[field]]
        bench.expect(stored == text, f"{field} {text!a:.60}", f"it is stored as {stored!a:.80}")
        attributes = json.loads(row["attributes"])
        inner = next((value for value in (attributes, attributes.get("attributes")) if value and text in value), None)
        bench.expect(field == "thread" or inner is not None and inner[text] == [text, {text: text}],
                     f"attributes {text!a:.60}", f"they are stored as {row['attributes']!a:.200}")
    run = bench.must_run("query", "SELECT * FROM launch", "--format", "json", "--store", "s.db")
    launches = {row["launch"] for row in json.loads(run.output)["rows"]}
    bench.expect(launches >= {f"L{place}{text}" for place, text in enumerate(texts)}, "launches", "some are not there")
    # SQLite itself sees the same bytes.
    connection = connect(bench.folder / "s.db")
    values = {bytes(value) for value, in connection.execute("SELECT CAST(value AS BLOB) FROM text_values")}
    for text in texts:
        bench.expect(text.encode() in values, f"text {text!a:.60}", "SQLite does not find its bytes")
    return len(wanted) * 2


# The commands that show what is stored, and those that read the log.
SHOWING = [
    ["report"], ["report", "--launch-times"], ["report", "--launch-times", "--each"], ["report", "--launch-phases"],
    ["report", "--background"], ["report", "--launch-times", "--by", "app,appVersion,deviceModel"],
    ["check"], ["check", "--all"], ["check", "--verbose"], ["query", "SELECT * FROM event"],
    ["query", "SELECT * FROM launch"], ["query", "SELECT * FROM task"], ["query", "SELECT * FROM candidate"],
    ["query", "SELECT * FROM scene"], ["query", "SELECT * FROM phase"], ["query", "SELECT * FROM source"],
    ["store", "status"], ["store", "rejects"],
]
READING = [["check", "log.jsonl"], ["check", "log.jsonl", "--all", "--verbose"], ["report", "log.jsonl"],
           ["report", "--launch-times", "--each", "log.jsonl"]]


def forged(text):
    """Lines that begin with what stands behind a line break in some text, and what a runner takes for a command."""
    lines = re.split(r"[\n\r]", text)
    return [line[:80] for line in lines if re.match(r"\s*(FORGED|::(?!(error|warning|notice) (file=|title=)))", line) or "##[" in line]


def on_terminal(bench, arguments, color, environment=None):
    """What the command writes to a terminal of 100 columns, by both of its streams."""
    leader, follower = pty.openpty()
    subprocess.run(["stty", "cols", "100", "-opost"], stdin=follower, check=True)
    color = ["--color", color] if color else []
    run = subprocess.Popen([bench.tracetool, *arguments, *color], cwd=bench.folder, env=environment,
                           stdin=subprocess.DEVNULL, stdout=follower, stderr=follower)
    os.close(follower)
    parts = []
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:
            break
        if not part:
            break
        parts.append(part)
    os.close(leader)
    return run.wait(), b"".join(parts).decode("utf-8", "replace")


def steering(text):
    """What steers a terminal: control characters but newlines, line separators, marks that turn text."""
    return sorted({ascii(sign) for sign in text
                   if sign != "\n" and unicodedata.category(sign) == "Cc" or ord(sign) in TURNING})


def show(bench, texts):
    """Nothing of the log steers a terminal, whatever shows it; machines get what is JSON and CSV."""
    shown = 0
    ids = [f"L{place}" for place in range(0, len(texts), 3)]
    commands = [[*command, "--store", "s.db"] for command in SHOWING] + READING
    commands += [["show", f"{id}{text}", "--store", "s.db"] for id, text in zip(ids, texts[::3]) if "\0" not in text]
    commands += [["report", "--where=app=" + text, "--store", "s.db"] for text in texts[::2] if "\0" not in text]
    commands += [["ingest", "log.jsonl", "--store", "t.db"], ["query", "SELECT * FROM \x1b[31m", "--store", "s.db"],
                 ["\x1b[31m"], ["--\x1b[31m"], ["check", "--\u202eo"], ["report", "--where\x07"], ["show", "\x1b]0;x\x07", "--store", "s.db"],
                 ["show", "\x1b[2J"], ["check", "no\x1b[31m\u202efile"], ["report", "--store", "no\x1b[31m"],
                 ["ingest", "--map", "time=\x1b[2J", "gone\x9b31m.jsonl", "--store", "u.db"],
                 *[[*words[:-1], words[-1] + evil] for evil in ("\nFORGED", "\n::add-mask::x", "##[add-mask]x") for words in (
                     [""], ["--"], ["check", "no"], ["check", "log.jsonl", "--config", "no"], ["report", "--store=no"], ["show", "no"],
                     ["check", "log.jsonl", "--baseline", "no"], ["report", "--where", "no"], ["ingest", "--map", "time=no"],
                     ["check", "log.jsonl", "--budget", "no"], ["query", "SELECT no"], ["check", "log.jsonl", "--zone", "no"],
                     ["check", "log.jsonl", "--output", "no/no"], ["explain", "no"], ["report", "log.jsonl", "--by", "no"])]]
    for command in commands:
        for color in ("never", "always"):
            code, text = on_terminal(bench, command, color)
            shown += 1
            # The program's own: colours, and the progress line.
            own = re.sub(r"\x1b\[(0|1|2|3[1-6])m", "", text) if color == "always" else text
            own = re.sub(r"\r(?:[^\r\n]*?\x1b\[K)", "", own)
            bench.expect(code in (0, 1, 2, 3, 4), f"{command!a}", f"it ended with {code}")
            bench.expect(not steering(own), f"{command!a:.200} on a terminal", f"it is steered by {steering(own)}")
            bench.expect(not forged(own), f"{command!a:.200} on a terminal", f"it is forged: {forged(own)!a:.200}")
        run = bench.run(*command)
        for stream in (run.output, run.errors):
            bench.expect(not steering(stream), f"{command!a:.200}", f"it has {steering(stream)}: {stream[-300:]!a}")
            bench.expect(not forged(stream), f"{command!a:.200}", f"it is forged: {forged(stream)!a:.300}")
        bench.remove("t.db")
    for variable in ("TRACETOOL_STORE", "TRACETOOL_CONFIG"):
        for evil in ("no\x1b[2J", "no\nFORGED", "no\u202e##[add-mask]"):
            code, text = on_terminal(bench, ["report"], "never", {**os.environ, variable: evil})
            shown += 1
            bench.expect(code in (2, 4) and not steering(text) and not forged(text), f"${variable} {evil!a}", f"{code}, {text!a:.300}")
    documents = cells = 0
    for command in READING[:2]:
        for form in ("github", "markdown", "junit", "sarif", "gitlab"):
            run = bench.run(*command, "--format", form)
            documents += 1
            bench.expect(run.code in (0, 1), f"{command} --format {form}", f"{run.code}: {run.errors[:200]}")
            bench.expect(not steering(run.output) and not forged(run.output), f"{command} --format {form}",
                         f"it is steered by {steering(run.output)}, forged: {forged(run.output)!a:.300}")
    ids = [id + text for id, text in zip(ids, texts[::3]) if "\0" not in text]
    for command in (["check", "log.jsonl"], ["report", "log.jsonl"], ["compare", "log.jsonl", "log.jsonl"]):
        run = bench.run(*command, "--format", "markdown")
        documents += 1
        marks = re.findall(r"<(?!!--|/?details>|/?summary>)\S+|\]\(|(?<!\w)@\w+", re.sub(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", "", run.output))
        bench.expect(run.code in (0, 1, 3) and not steering(run.output) and not forged(run.output) and not marks, f"{command} as Markdown",
                     f"{run.code}, {steering(run.output)}, {forged(run.output)!a:.200}, outside of code: {marks!a:.200}")
    for command in [["report", "log.jsonl"], ["compare", "log.jsonl", "log.jsonl"], *[["show", id, "--store", "s.db"] for id in ids[:9]]]:
        run = bench.run(*command, "--format", "html")
        documents += 1
        bench.expect(run.code in (0, 1, 3) and not steering(run.output) and "##[" not in run.output, f"{command!a:.100} as HTML",
                     f"{run.code}, {steering(run.output)}: {run.errors[:200]}")
        page = Page()
        page.feed(run.output)
        bench.expect(not page.odd, f"{command!a:.100} as HTML", f"it has {sorted(page.odd)!a:.200}")
    run = bench.run("compare", "log.jsonl", "log.jsonl", "--format", "github")
    bench.expect(run.code in (0, 1, 3) and not steering(run.output) and not forged(run.output), "compare --format github",
                 f"{run.code}, {steering(run.output)}, {forged(run.output)!a:.200}")
    for command in (["check", "log.jsonl", "--format", "csv"], ["query", "SELECT * FROM event", "--format", "csv", "--store", "s.db"],
                    ["export", "--store", "s.db"], ["query", "SELECT * FROM event", "--format", "json", "--store", "s.db"]):
        code, text = on_terminal(bench, command, None)
        shown += 1
        own = text.replace("\r\n", "\n") if "csv" in command else text
        own = re.sub(r"\r(?:[^\r\n]*?\x1b\[K)", "", own)
        bench.expect(code in (0, 1) and not steering(own), f"{command!a:.200} on a terminal", f"{code}, {steering(own)}")
    for command in commands[:len(SHOWING) + len(READING)]:
        for form in ("json", "ndjson", "csv"):
            run = bench.run(*command, "--format", form)
            if run.code == 2 and "--format" in run.errors:
                continue
            bench.expect(run.code in (0, 1), f"{command} --format {form}", f"{run.code}: {run.errors[:200]}")
            documents += 1
            if form == "csv":
                cells += sheet(bench, command, run.output)
                continue
            bench.expect(not steering(run.output) and "##[" not in run.output, f"{command} --format {form}", f"it has {steering(run.output)}")
            for line in run.output.split("\n")[:-1] if form == "ndjson" else [run.output]:
                try:
                    json.loads(line)
                except ValueError as error:
                    bench.say(f"{command} --format {form}", f"it is no JSON: {error}")
    return shown, documents, cells


class Page(html.parser.HTMLParser):
    """Finds the elements and attributes of a page that no page of tracetool has."""

    TAGS = set("""a bdi body caption circle code desc details div figcaption figure footer h1 h2 h3 head header html li line main meta p
                  path rect section span strong style summary svg table tbody td text th thead title tr ul""".split())

    def __init__(self):
        super().__init__()
        self.odd = set()

    def handle_starttag(self, tag, attributes):
        if tag not in self.TAGS:
            self.odd.add(tag)
        self.odd |= {f"{tag} {name}" for name, _ in attributes if name.startswith("on") or name in ("src", "style")}


def sheet(bench, command, text):
    """No cell begins as a formula does, numbers apart; quotes and separators are in their places."""
    lines = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    for line in lines:
        bench.expect(len(line) == len(lines[0]), f"{command} as CSV", f"a row has {len(line)} cells: {line!a:.200}")
        for cell in line:
            risky = cell[:1] in ("=", "+", "-", "@", "\t", "\r") and not re.fullmatch(r"[-+]?\d+(\.\d+)?([eE][-+]?\d+)?", cell)
            bench.expect(not risky, f"{command} as CSV", f"a cell is a formula: {cell!a:.100}")
    return sum(map(len, lines))


def name_of(path):
    """A path's name as the store has it: a byte that is part of no character, or of one that steers, is written as `\\xFF`."""
    name = b""
    for character in path.decode("utf-8", "surrogateescape"):
        byte = ord(character) - 0xDC00
        if 0x80 <= byte <= 0xFF:
            name += b"\\x%02X" % byte
        elif character == "\n" or steering(character):
            name += b"".join(b"\\x%02X" % byte for byte in character.encode())
        else:
            name += character.encode()
    return name


def members(bench):
    """Members of archives that bear hostile names, with lines that are no records: messages name them."""
    lines = b"".join(SHOP.read_bytes().splitlines(keepends=True)[:30]) + b"garbage\n" * 30
    evil = [text for text in dict.fromkeys(HOSTILE) if 0 < len(text) < 90 and "\0" not in text and "/" not in text and text.encode("utf-8", "ignore")]
    with tarfile.open(bench.folder / "evil.tar", "w") as tar, zipfile.ZipFile(bench.folder / "evil.zip", "w") as packed:
        for text in evil:
            member = tarfile.TarInfo(f"a{text}b.jsonl")
            member.size = len(lines)
            tar.addfile(member, io.BytesIO(lines))
            packed.writestr(f"a{text}b.jsonl", lines)
    cases = 0
    for archive in ("evil.tar", "evil.zip"):
        for command in (["check", archive, "--verbose"], ["ingest", archive, "--store", "m.db", "--verbose"],
                        ["ingest", archive, "--store", "m.db", "--format", "json"], ["store", "rejects", "--store", "m.db"],
                        ["query", "SELECT * FROM source", "--store", "m.db"], ["check", archive, "--format", "github"]):
            run = bench.run(*command)
            cases += len(evil)
            bench.expect(run.code in (0, 1, 3), f"{command}", f"{run.code}: {run.errors[-300:]!a}")
            for stream in (run.output, run.errors):
                bench.expect(not steering(stream) and not forged(stream), f"{command}", f"{steering(stream)}, {forged(stream)!a:.300}")
        bench.remove("m.db")
    return cases


def names(bench):
    """Files and stores that are named like options, with newlines, quotes and bytes that are no text."""
    folder = bench.folder / "names"
    folder.mkdir()
    log = SHOP.read_bytes().splitlines(keepends=True)
    files = [b"--output.jsonl", b"-", b"--", b"-rf", b"--help", b"new\nline.jsonl", b"\x1b[31mred.jsonl", b"a b'c\"d.jsonl",
             b"$(id).jsonl", b"=1+1", b"%2e%2e.jsonl", b"?immutable=1", b"#x.jsonl", b"\xff\xfe.jsonl", "日本語.jsonl".encode(), b"a\\b.jsonl",
             b"*.jsonl", b"file:x.jsonl", b"\xe2\x80\xaeltr.jsonl"]
    share = len(log) // len(files)
    for place, name in enumerate(files):
        (folder / os.fsdecode(name)).write_bytes(b"".join(log[place * share:(place + 1) * share]))
    total = share * len(files)
    cases = 0
    for what, arguments in {
        "a folder": ["names"], "after --": ["--", *[f"names/{os.fsdecode(name)}" for name in files if b"\xff" not in name]],
    }.items():
        run = bench.run("ingest", "--store", "s2.db", *arguments)
        cases += len(files)
        lost = share if "--" in arguments else 0
        stored = connect(bench.folder / "s2.db").execute("SELECT count(*) FROM events").fetchone()[0]
        bench.expect(run.code == 0 and stored == total - lost, f"files of odd names, {what}",
                     f"{run.code}, {stored} of {total - lost} events: {run.errors[:300]}")
        paths = {path for path, in connect(bench.folder / "s2.db").execute("SELECT path FROM sources")}
        wanted = {b"names/" + name_of(name) for name in files if not (lost and b"\xff" in name)}
        bench.expect(paths == wanted, f"files of odd names, {what}", f"they are called {paths ^ wanted}")
        bench.remove("s2.db")
    # From inside of the folder, behind '--' and by './'.
    for name in files:
        if b"\xff" in name:
            continue
        for prefix in ("./", ""):
            word = prefix + os.fsdecode(name)
            if word == "-":
                continue  # That is standard input.
            run = bench.run("check", "--format", "json", "--", word, cwd=folder)
            cases += 1
            bench.expect(run.code in (0, 1) and json.loads(run.output)["schema"], f"check -- {word!a}", f"{run.code}: {run.errors}")
    for name in [b"new\nline.db", b"--x.db", b"a b'c\"d.db", b"?mode=memory", b"%41.db", b"#.db", b"file:y.db", b"\x1b[31m.db"]:
        word = os.fsdecode(name)
        for option in ([f"--store={word}"], ["--store", f"./{word}"]):
            first = bench.run("ingest", str(SHOP), *option)
            second = bench.run("report", *option)
            cases += 1
            bench.expect((first.code, second.code) == (0, 0) and (bench.folder / word).exists(), f"{option!a}",
                         f"{first.code}, {second.code}: {first.errors!a} {second.errors!a}")
            if option[0].startswith("--store=--"):
                continue
            # What it says to type next can be typed.
            told = first.errors.split("next: tracetool ", 1)[-1]
            typed = subprocess.run(["bash", "-c", f"{shlex.quote(bench.tracetool)} {told}"], cwd=bench.folder, capture_output=True)
            bench.expect(typed.returncode == 0 and typed.stdout, f"{option!a}", f"its next line cannot be typed: {told!a} {typed.stderr}")
        bench.remove(word)
    return cases


def secrets(bench):
    """What lines, attributes and keys hold is in no message."""
    good = json.loads(SHOP.read_text().splitlines()[0])
    number_ = iter(range(10_000))

    def secret():
        return f"s3cr3t{next(number_)}"

    lines = SHOP.read_text().splitlines()
    lines += [
        secret(), f'"{secret()}"', f'["{secret()}"]', '{"' + secret(), f'{{"{secret()}":1}}', f'{{"event":"{secret()}"',
        f'{{"time":"{secret()}","event":"app.didBecomeActive"}}', f'{{"time":1,"event":{{"{secret()}":"{secret()}"}}}}',
        f'{{"time":1760000000000000000,"event":["{secret()}"]}}', f'{{"event":"app.didBecomeActive","note":"{secret()}"}}',
        '{"time":1760000000000000000,"event":"app.didBecomeActive","x":' + "[" * 80 + f'"{secret()}"' + "]" * 80 + "}",
        json.dumps(good | {"seq": secret(), "duration": secret(), "memory": [secret()], "success": secret(), secret(): secret()}),
        json.dumps(good | {"attributes": {secret(): secret()}, "note": secret()}), json.dumps(good | {"pid": secret()}),
        json.dumps(good | {"event": good["event"], "extra": secret()}), json.dumps(good | {"event": "app.didBecomeActive", "extra": secret()}),
        f'{{"time":"2026-11-20T10:00:00 {secret()}","event":"app.didBecomeActive"}}', secret() * 3_000_000,
        '{"event":"app.didBecomeActive","time":1760000000000000000,"\ud800":"' + secret() + '"}'
    ]
    raw = "\n".join(lines).encode("utf-8", "surrogatepass") + b"\n\xff\xfe " + secret().encode() + b"\n{\"" + secret().encode()
    (bench.folder / "secret.jsonl").write_bytes(raw)
    (bench.folder / "only.jsonl").write_bytes(f'{{"time":"soon","event":"x"}}\n{secret()}\n'.encode())
    (bench.folder / "broken.gz").write_bytes(b"\x1f\x8b\x08\0" + secret().encode())
    bench.remove("s.db")
    reading = [["check"], ["check", "--verbose"], ["check", "--format", "json"], ["check", "--max-rejects", "0"], ["report"],
               ["report", "--launch-times", "--verbose"], ["show", "ab36bb8c-b633-4fa0-a18e-356510a6c549"],
               ["check", "--map", "name=" + "note"], ["check", "--zone", "+02:00", "--verbose"], ["check", "--format", "ndjson"]]
    commands = [["ingest", "secret.jsonl", "--store", "s.db"], ["ingest", "secret.jsonl", "--verbose", "--store", "s.db"],
                ["ingest", "secret.jsonl", "--max-rejects", "0", "--store", "s.db"], ["ingest", "only.jsonl", "broken.gz", "--store", "s.db"],
                ["ingest", "--verbose", "--max-rejects", "100%", "only.jsonl", "--store", "s.db"]]
    commands += [[*command, *more, log] for command in reading for log in ("secret.jsonl", "only.jsonl", "broken.gz")
                 for more in ([], ["--max-rejects", "100%"]) if "--max-rejects" not in command or not more]
    commands += [[*command, "--store", "s.db"] for command in SHOWING + [["store", "rebuild"], ["query", "SELECT json(raw) FROM reject"],
                 ["query", "SELECT raw -> '$' FROM reject"], ["query", "SELECT abs(-9223372036854775807 - 1)"],
                 ["query", "SELECT attributes ->> CAST(raw AS TEXT) FROM event, reject"], ["show", "nobody"]]]
    codes = {}
    for command in commands:
        run = bench.run(*command)
        codes[run.code] = codes.get(run.code, 0) + 1
        found = SECRET.findall(run.errors)
        bench.expect(not found, f"{' '.join(command)}", f"{len(found)} secrets are in what it says: {run.errors[:300]!a}")
        bench.expect(run.code in (0, 1, 2, 3, 4), " ".join(command), f"it ended with {run.code}: {run.errors[:200]}")
    kept = connect(bench.folder / "s.db").execute("SELECT count(*) FROM rejects WHERE CAST(raw AS TEXT) LIKE '%s3cr3t%'").fetchone()[0]
    bench.expect(kept >= 12, "rejects", f"only {kept} of them are kept")
    return len(commands), codes


def main():
    bench = Bench(__doc__)
    texts = [text for text in HOSTILE if text]
    if bench.is_long:
        texts += ["x" * 10_000_000, "\x1b[31m" * 500_000, "=" + "1+" * 2_500_000, "日" * 1_000_000]
    texts = list(dict.fromkeys(texts))
    wanted = write_log(bench, [text for text in texts if len(text) <= 5000])
    bench.must_run("ingest", "log.jsonl", "--store", "s.db", "--max-rejects", "0")
    short = [text for text in texts if len(text) <= 5000]
    values = kept(bench, wanted, short)
    shown, documents, cells = show(bench, short)
    huge = [text for text in texts if len(text) > 5000]
    values += whole(bench, huge)
    cases = names(bench) + members(bench)
    commands, codes = secrets(bench)
    bench.finish(f"{len(texts)} texts, {values} values stored; {shown} screens, {documents} documents, {cells} cells; "
                 f"{cases} names of files; {commands} commands with secrets (by exit code "
                 + ", ".join(f"{code}: {count}" for code, count in sorted(codes.items())) + ")")


def whole(bench, texts):
    """Very long texts come back whole."""
    values = 0
    for place, text in enumerate(texts):
        line = record(place, "scene.willConnect", launch="big", seq=place, scene=text)
        (bench.folder / "big.jsonl").write_text(line + "\n" + record(place, text, launch="big", seq=9 + place) + "\n"
                                                + record(place, "task.begin", launch=text, seq=0, name=text[:2_000_000]) + "\n")
        bench.must_run("ingest", "big.jsonl", "--store", "big.db", "--max-rejects", "0")
        rows = json.loads(bench.must_run("query", "SELECT launch, event, scene, name FROM event ORDER BY length(launch), seq",
                                         "--format", "json", "--store", "big.db").output)["rows"]
        values += 4
        bench.expect([rows[0]["scene"] == text, rows[1]["event"] == text, rows[2]["launch"] == text, rows[2]["name"] == text[:2_000_000]]
                     == [True] * 4, f"{text[:20]!a} of {len(text)}", "it does not come back")
        for command in (["report"], ["check"], ["report", "--launch-times", "--each"], ["check", "big.jsonl"], ["show", "big"], ["store", "status"]):
            run = bench.run(*command, "--store", "big.db")
            bench.expect(run.code in (0, 1, 3), f"{command}, {len(text)}", f"it ended with {run.code}: {run.errors[:200]}")
        bench.remove("big.db")
    return values


if __name__ == "__main__":
    main()

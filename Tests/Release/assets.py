#!/usr/bin/env python3
"""Makes the rest of a release from archives for all systems, which are copies of one, and holds it against them.

usage: assets.py ARCHIVE     an archive of .ci/release.sh
"""
import hashlib
import io
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SYSTEMS = ["linux-aarch64", "linux-x86_64", "macos-universal"]


def archives_in(folder, archive, version):
    """Archives for all systems; each says in its program for which it stands."""
    for system in SYSTEMS:
        name = f"tracetool-{version}-{system}"
        file = folder / f"{name}.tar.gz"
        with tarfile.open(archive) as given, tarfile.open(file, "w:gz") as copy:
            for member in given:
                content = given.extractfile(member).read() if member.isfile() else None
                if member.name.endswith("/bin/tracetool"):
                    content = f"the program for {system}".encode()
                    member.size = len(content)
                member.name = re.sub("^[^/]*", name, member.name)
                copy.addfile(member, io.BytesIO(content) if content is not None else None)
        (folder / f"{name}.tar.gz.sha256").write_text(f"{digest(file)}  {file.name}\n", "utf-8")


def digest(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def make(folder, repository="acme/tracetool"):
    done = subprocess.run([ROOT / ".ci/assets.py", folder, repository], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def check_bundle(file, version):
    assert file.with_name(file.name + ".sha256").read_text("utf-8") == f"{digest(file)}  {file.name}\n"
    with zipfile.ZipFile(file) as bundle:
        top = "tracetool.artifactbundle"
        info = json.loads(bundle.read(f"{top}/info.json"))
        artifact = info["artifacts"]["tracetool"]
        assert (info["schemaVersion"], artifact["version"], artifact["type"]) == ("1.0", version, "executable"), info
        triples = {}
        for variant in artifact["variants"]:
            entry = bundle.getinfo(f"{top}/{variant['path']}")
            assert entry.external_attr >> 16 == 0o100755, "SwiftPM runs it as it is unpacked"
            triples.update((triple, bundle.read(entry).decode()) for triple in variant["supportedTriples"])
    assert triples == {
        "x86_64-unknown-linux-gnu": "the program for linux-x86_64",
        "aarch64-unknown-linux-gnu": "the program for linux-aarch64",
        "arm64-apple-macosx": "the program for macos-universal",
        "x86_64-apple-macosx": "the program for macos-universal",
    }, triples


def check_formula(file, folder, archive, version):
    text = file.read_text("utf-8")
    assert "@" not in text and "acme/tracetool" in text, text
    mac = folder / f"tracetool-{version}-macos-universal.tar.gz"
    assert re.search('sha256 "(.*)"', text)[1] == digest(mac)
    assert re.search('url ".*/releases/download/(.*)"', text)[1] == f"v{version}/{mac.name}"
    # What it installs is in the archive.
    with tarfile.open(archive) as opened:
        names = {name.split("/", 1)[-1] for name in opened.getnames()}
    installed = re.findall(r'\.install "(.*)"', text)
    assert len(installed) == 5 and set(installed) <= names, installed


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    archive = pathlib.Path(arguments[0])
    version = subprocess.check_output([ROOT / ".ci/version.py"], text=True).strip()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        archives_in(folder, archive, version)
        bundle = folder / f"tracetool-{version}.artifactbundle.zip"
        code, said = make(folder)
        assert code == 0, said
        check_bundle(bundle, version)
        check_formula(folder / "tracetool.rb", folder, archive, version)
        first = bundle.read_bytes()
        assert make(folder)[0] == 0 and bundle.read_bytes() == first, "the same archives gave another bundle"

        lost = folder / f"tracetool-{version}-linux-aarch64.tar.gz"
        content = lost.read_bytes()
        lost.write_bytes(content + b"x")
        code, said = make(folder)
        assert code == 1 and f"{lost.name} is not the file" in said, said
        lost.unlink()
        code, said = make(folder)
        assert code == 1 and f"lacks {lost.name}" in said, said
        code, said = make(folder, "acme/trace tool")
        assert code == 2, said
    print("the artifact bundle and the formula hold what the archives hold; a damaged or missing archive is refused")
    return 0


sys.exit(main(sys.argv[1:]))

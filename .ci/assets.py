#!/usr/bin/env python3
"""Makes the rest of a release from the archives of all systems, which .ci/release.sh has made.

usage: assets.py FOLDER OWNER/NAME

FOLDER holds the archives of this version and their checksums, OWNER/NAME is the repository that they are released in.
Each checksum is verified first, and none may be missing. FOLDER then also holds

- tracetool-VERSION.artifactbundle.zip and its checksum: the programs as a binary target of SwiftPM (SE-0305)
- tracetool.rb: the Homebrew formula, from .github/homebrew/tracetool.rb.in

The same archives give the same files.
"""
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# What each archive's name ends in, and the triples that SwiftPM knows its program by.
SYSTEMS = {
    "linux-x86_64": ["x86_64-unknown-linux-gnu"],
    "linux-aarch64": ["aarch64-unknown-linux-gnu"],
    "macos-universal": ["arm64-apple-macosx", "x86_64-apple-macosx"],
}
# Zip has no date before.
LONG_AGO = (1980, 1, 1, 0, 0, 0)


def checksum(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()


def verified(folder, version):
    """The archives by system; fails unless all are there, and are what their checksums say."""
    found = {}
    for system in SYSTEMS:
        archive = folder / f"tracetool-{version}-{system}.tar.gz"
        noted = folder / (archive.name + ".sha256")
        for file in archive, noted:
            if not file.is_file():
                sys.exit(f"assets.py: {folder} lacks {file.name}")
        if noted.read_text("utf-8") != f"{checksum(archive)}  {archive.name}\n":
            sys.exit(f"assets.py: {archive.name} is not the file that {noted.name} was made of")
        found[system] = archive
    return found


def member(archive, name):
    """The bytes of a file of an archive, whose only folder at its top bears the archive's name."""
    with tarfile.open(archive) as opened:
        return opened.extractfile(f"{archive.name.removesuffix('.tar.gz')}/{name}").read()


def put(bundle, name, content, mode):
    entry = zipfile.ZipInfo(f"tracetool.artifactbundle/{name}", LONG_AGO)
    entry.create_system = 3  # Unix, whose modes then count
    entry.external_attr = (0o100000 | mode) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    bundle.writestr(entry, content)


def make_bundle(archives, version, file):
    variants = [{"path": f"{system}/tracetool", "supportedTriples": SYSTEMS[system]} for system in archives]
    artifact = {"version": version, "type": "executable", "variants": variants}
    info = {"schemaVersion": "1.0", "artifacts": {"tracetool": artifact}}
    with zipfile.ZipFile(file, "w") as bundle:
        put(bundle, "info.json", json.dumps(info, indent=2) + "\n", 0o644)
        put(bundle, "LICENSE", (ROOT / "LICENSE").read_bytes(), 0o644)
        for system, archive in archives.items():
            put(bundle, f"{system}/tracetool", member(archive, "bin/tracetool"), 0o755)
    file.with_name(file.name + ".sha256").write_text(f"{checksum(file)}  {file.name}\n", "utf-8")


def formula(archives, version, repository):
    values = {"VERSION": version, "REPOSITORY": repository, "MACOS_SHA256": checksum(archives["macos-universal"])}
    template = (ROOT / ".github/homebrew/tracetool.rb.in").read_text("utf-8")
    return re.sub("@([A-Z_0-9]+)@", lambda match: values[match[1]], template)


def main(arguments):
    if len(arguments) != 2 or not re.fullmatch(r"[\w.-]+/[\w.-]+", arguments[1]):
        print(__doc__, file=sys.stderr)
        return 2
    folder, repository = pathlib.Path(arguments[0]), arguments[1]
    version = subprocess.run([ROOT / ".ci/version.py"], capture_output=True, text=True, check=True).stdout.strip()
    archives = verified(folder, version)
    bundle = folder / f"tracetool-{version}.artifactbundle.zip"
    make_bundle(archives, version, bundle)
    (folder / "tracetool.rb").write_text(formula(archives, version, repository), "utf-8")
    print(f"{bundle}\n{folder / 'tracetool.rb'}")
    return 0


sys.exit(main(sys.argv[1:]))

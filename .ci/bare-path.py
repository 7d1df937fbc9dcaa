#!/usr/bin/env python3
"""Makes a folder of links to the programs that a bare Debian has once `install-dependencies SET` has run there.

usage: bare-path.py SET FOLDER    SET as install-dependencies names it, as in `test`; FOLDER is made anew

With FOLDER and Swift's own programs as the PATH, a command fails if it needs a program that neither Debian's essential
packages nor the set brings, though this machine has it. `Tests/Readme/bare.sh` is the whole trial.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM_FOLDERS = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"]
# debootstrap's smallest system has these beside the essential packages.
ALWAYS = ["apt", "debconf", "passwd", "mount"]


def installed():
    """For each installed package: whether it is essential, what it needs, and the names that it provides."""
    form = "${Package}\t${Essential}\t${Pre-Depends}, ${Depends}\t${Provides}\n"
    text = subprocess.run(["dpkg-query", "--show", "--showformat", form], check=True, capture_output=True, text=True).stdout
    packages, providers = {}, {}
    for line in text.splitlines():
        name, essential, needs, provides = line.split("\t")
        packages[name] = (essential == "yes", needs)
        for provided in re.findall(r"[a-z0-9][a-z0-9+.-]+(?=\s*(?:,|\(|$))", provides):
            providers.setdefault(provided, []).append(name)
    return packages, providers


def listed(purpose):
    """The packages of a set, as the one list of them has them."""
    script = (HERE / "install-dependencies").read_text("utf-8")
    sets = {}
    for name, body in re.findall(r"^(build|test|ci)=\(\n(.*?)^\)", script, re.M | re.S):
        # A set may begin with another one: "${build[@]}".
        words = [re.sub(r'"\$\{(\w+)\[@\]\}"', r"@\1", word) for word in re.sub(r"#.*", "", body).split()]
        sets[name] = []
        for word in words:
            sets[name] += sets[word[1:]] if word[0] == "@" else [word]
    return sets[purpose]


def closure(roots, packages, providers):
    """The packages, and all that they need; of alternatives the first that is installed."""
    found, open_ = set(), list(roots)
    while open_:
        name = open_.pop()
        if name not in packages:
            open_ += [other for other in providers.get(name, [])[:1] if other not in found]
            continue
        if name in found:
            continue
        found.add(name)
        for need in packages[name][1].split(","):
            choices = [re.match(r"\s*([a-z0-9+.-]*)", choice)[1] for choice in need.split("|")]
            open_ += [choice for choice in choices if choice in packages or choice in providers][:1]
    return found


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    packages, providers = installed()
    essential = [name for name, (is_essential, _) in packages.items() if is_essential]
    chosen = closure(essential + ALWAYS + listed(sys.argv[1]), packages, providers)
    owned = set()
    for name in chosen:
        files = subprocess.run(["dpkg-query", "--listfiles", name], capture_output=True, text=True).stdout
        owned |= {os.path.realpath(file) for file in files.splitlines() if file.count("/") < 5}
    for place in PROGRAM_FOLDERS:
        for entry in sorted(os.scandir(place), key=lambda entry: entry.name):
            # A name such as `awk` leads to the program of a package by way of /etc/alternatives.
            link = folder / entry.name
            if os.path.realpath(entry.path) in owned and os.access(entry.path, os.X_OK) and not link.is_symlink():
                link.symlink_to(entry.path)


main()

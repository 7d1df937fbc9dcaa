#!/usr/bin/env python3
"""Carries out .github/Dockerfile without Docker, and uses what comes as README.md's job for GitLab does.

usage: image.py ARCHIVE [ROOT]     needs root, or user namespaces, on Debian

ARCHIVE is one of .ci/release.sh for this machine. ROOT is a Debian as debootstrap makes it, in place of the base image;
without it this machine's own, less the packages that the image must bring. Nothing of either changes: the steps run on a
layer above, which is thrown away.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCKERFILE = ROOT / ".github/Dockerfile"
BROUGHT = ["libsqlite3-0", "bzip2", "xz-utils", "zstd"]
MOUNT = "--mount=type=bind,target="
# Names the folder to work in to the process that runs in a namespace of its own.
INSIDE = "TRACETOOL_IMAGE_FOLDER"
# A container's environment.
ENVIRONMENT = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}


def instructions(text):
    """The instructions of a Dockerfile, as pairs of a name and the rest of its lines."""
    lines = re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", text, flags=re.M)).splitlines()
    return [tuple(line.split(None, 1)) for line in lines if line.strip()]


class Container:
    """A root folder made of layers; it belongs to this process's namespace and ends with it."""

    def __init__(self, base, folder):
        self.root = folder / "root"
        layers = folder / "layers"
        for path in self.root, layers:
            path.mkdir()
        mount("-t", "tmpfs", "tmpfs", layers)
        (layers / "upper").mkdir()
        (layers / "work").mkdir()
        mount("-t", "overlay", "overlay", "-o", f"lowerdir={base},upperdir={layers}/upper,workdir={layers}/work", self.root)
        mount("-t", "proc", "proc", self.root / "proc")
        mount("-t", "tmpfs", "tmpfs", self.root / "dev")
        for device in "null", "zero", "random", "urandom":
            (self.root / "dev" / device).touch()
            mount("--bind", f"/dev/{device}", self.root / "dev" / device)
        resolver = self.root / "etc/resolv.conf"
        resolver.unlink(missing_ok=True)
        shutil.copyfile("/etc/resolv.conf", resolver)
        sources = self.root / "etc/apt/sources.list.d"
        if (sources / "debian.sources").exists():
            for file in sources.iterdir():
                if file.name != "debian.sources":
                    file.unlink()

    def run(self, words, place="/", **options):
        def enter():
            os.chroot(self.root)
            os.chdir(place)

        return subprocess.run(words, env=ENVIRONMENT, preexec_fn=enter, stdin=subprocess.DEVNULL, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)

    def bind(self, source, target):
        folder = self.root / target.lstrip("/")
        folder.mkdir(parents=True, exist_ok=True)
        mount("--bind", source, folder)


def mount(*words):
    subprocess.run(["mount", *map(str, words)], check=True)


def built(container, context):
    """Carries out the instructions, and returns what a container of the image would begin with."""
    image = {"WORKDIR": "/", "ENTRYPOINT": "[]", "CMD": "[]"}
    for name, value in instructions(DOCKERFILE.read_text("utf-8")):
        if name == "RUN":
            if value.startswith(MOUNT):
                target, value = value.removeprefix(MOUNT).split(None, 1)
                container.bind(context, target)
            done = container.run(["/bin/sh", "-c", value], image["WORKDIR"])
            assert done.returncode == 0, f"{value}:\n{done.stdout}"
        elif name == "FROM":
            assert re.fullmatch(r"debian:[a-z]+-slim", value), value
        elif name in image:
            image[name] = value
            if name == "WORKDIR":
                (container.root / value.lstrip("/")).mkdir(parents=True, exist_ok=True)
        else:
            raise AssertionError(f"image.py cannot carry out {name}")
    return image["WORKDIR"], json.loads(image["ENTRYPOINT"]), json.loads(image["CMD"])


def tries(folder, archive, base):
    context, given = folder / "archives", folder / "w"
    for path in context, given / "traces":
        path.mkdir(parents=True)
    shutil.copy(archive, context)
    shutil.copy(ROOT / "Tests/Samples/shop.jsonl", given / "traces")
    subprocess.run(["zstd", "--quiet", given / "traces/shop.jsonl", "-o", given / "shop.jsonl.zst"], check=True)

    container = Container(base or "/", folder)
    if base is None:
        done = container.run(["dpkg", "--purge", "--force-all", *BROUGHT])
        assert done.returncode == 0, done.stdout
    # Without what the image brings the program does not start: so the steps below do bring it.
    container.bind(context, "/before")
    bare = "tar -xzf /before/*.tar.gz -C /tmp --strip-components=1 && /tmp/bin/tracetool version"
    done = container.run(["/bin/sh", "-c", bare])
    assert done.returncode == 127 and "libsqlite3" in done.stdout, done

    place, entrypoint, command = built(container, context)
    container.bind(given, place)
    done = container.run(entrypoint + command, place)
    assert done.returncode == 0 and "Usage: tracetool COMMAND" in done.stdout, done
    # docker run --volume "$PWD:/w" IMAGE check traces/
    check = ["check", "traces/", "--also", "junit=junit.xml", "--also", "gitlab=quality.json"]
    done = container.run(entrypoint + check, place)
    assert done.returncode == 1 and "FAILED: 5 kinds of error" in done.stdout, done
    assert json.loads((given / "quality.json").read_text("utf-8")) and (given / "junit.xml").stat().st_size
    # A job of GitLab runs its lines in the image's shell.
    done = container.run(["/bin/sh", "-c", "tracetool check shop.jsonl.zst --fail-on never"], place)
    assert done.returncode == 0 and "not failed: --fail-on never; 5 kinds of error" in done.stdout, done
    print(f"the image: its {len(instructions(DOCKERFILE.read_text('utf-8')))} steps give a container that checks traces")


def main(arguments):
    if len(arguments) not in (1, 2):
        print(__doc__, file=sys.stderr)
        return 2
    inside = os.environ.get(INSIDE)
    if inside:
        tries(pathlib.Path(inside), pathlib.Path(arguments[0]).resolve(), arguments[1] if len(arguments) == 2 else None)
        return 0
    namespace = ["unshare", "--mount", "--pid", "--fork"] + ([] if os.getuid() == 0 else ["--user", "--map-root-user"])
    # The folder is removed out here, where nothing is mounted in it.
    with tempfile.TemporaryDirectory() as folder:
        again = [*namespace, sys.executable, __file__, *arguments]
        return subprocess.run(again, env={**os.environ, INSIDE: folder}, check=False).returncode


sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
"""Runs the scripts for a Mac here, with stand-ins for what only a Mac has: that they do what they say, in that order.

usage: mac.py PROGRAM     a built tracetool, which stands for the one that a Mac builds

It shows nothing of what those programs do there.
"""
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Each notes how it was called. The program that `swift` builds is a script, so that a file can say what was done to it.
STAND_INS = {
    "uname": 'case ${1:--s} in -m) echo arm64 ;; *) echo Darwin ;; esac',
    "swift": '''case "$*" in *--show-bin-path*) echo "$STAND_INS/built" ;; *) echo "swift $*" >>"$CALLS" ;; esac''',
    "lipo": 'echo "lipo $#" >>"$CALLS"; cp "$2" "$5"',
    "otool": 'echo "otool $*" >>"$CALLS"; echo "$LINKED"',
    "strip": 'echo strip >>"$CALLS"; echo "# stripped" >>"$1"',
    "codesign": 'echo "codesign $1 $2 $3" >>"$CALLS"; echo "# signed" >>"$4"',
    # A Mac's tar has other words for the owners.
    "tar": '''[ "$COPYFILE_DISABLE $1 $2 $3 $4 $5" = "1 --format=ustar --uid 0 --gid 0" ] || exit 1
shift 5; exec /bin/tar --format=ustar --owner=0 --group=0 "$@"''',
    "xcodebuild": 'echo "xcodebuild $PWD $*" >>"$CALLS"',
    "xcrun": 'echo "xcrun $*" >>"$CALLS"',
}


def run(folder, script, *words, linked="/usr/lib/swift/libswiftCore.dylib"):
    """The exit code, what the script printed, and how it called the stand-ins."""
    calls = folder / "calls"
    calls.write_text("", "utf-8")
    environment = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "STAND_INS": str(folder),
                   "CALLS": str(calls), "LINKED": linked}
    done = subprocess.run([ROOT / script, *words], cwd=ROOT, env=environment, stdin=subprocess.DEVNULL, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout, calls.read_text("utf-8").splitlines()


def check_release(folder, version):
    code, said, calls = run(folder, ".ci/release.sh", folder / "archives")
    assert code == 0, said
    build = "swift build -c release --product tracetool --triple {}-apple-macosx"
    assert calls[:3] == [build.format("arm64"), build.format("x86_64"), "lipo 5"], calls
    assert [call.split()[0] for call in calls[3:]] == ["otool", "strip", "codesign"], calls
    assert calls[5] == "codesign --force --sign -", calls
    archive = folder / f"archives/tracetool-{version}-macos-universal.tar.gz"
    assert said.splitlines()[-1] == str(archive), said
    noted = archive.with_name(archive.name + ".sha256").read_text("utf-8")
    assert noted.split() == [subprocess.check_output(["sha256sum", archive], text=True).split()[0], archive.name], noted
    with tarfile.open(archive) as opened:
        program = opened.extractfile(f"{archive.name.removesuffix('.tar.gz')}/bin/tracetool").read().decode()
        assert {member.uid for member in opened} == {0}
    # Its signature is the last that was done to it.
    assert program.endswith("# stripped\n# signed\n"), program
    archive.unlink()
    code, said, calls = run(folder, ".ci/release.sh", folder / "archives",
                            linked="@rpath/libswiftCompatibilitySpan.dylib (compatibility version 1.0.0)")
    assert code == 1 and "Swift's library for older systems" in said and not archive.exists(), said


def check_job(folder):
    code, said, calls = run(folder, ".ci/mac.sh", "tests", "system", "platforms", "app")
    assert code == 0, said
    assert calls[:2] == [
        "swift build -c release --scratch-path .build/tests --build-tests -Xswiftc -enable-testing",
        "swift test -c release --scratch-path .build/tests --quiet --skip-build --disable-xctest"], calls
    assert "get the answer that a pipe gets" in said, said
    platforms = [call.split("generic/platform=")[1].split(" -derived")[0] for call in calls if "xcodebuild" in call]
    assert platforms == ["iOS", "iOS Simulator", "tvOS", "visionOS", "macOS,variant=Mac Catalyst"], platforms
    compiled = [call for call in calls if call.startswith("xcrun --sdk iphonesimulator swiftc")]
    assert [call.split(" -o ")[1].split()[0].rsplit("/")[-1] for call in compiled] == [
        "libTraceVocabulary.a", "libTraceRecorder.a", "UIKitApp", "SwiftUIApp", "Extension"], compiled
    assert all("-enable-upcoming-feature ExistentialAny" in call for call in compiled[:2]), compiled
    assert "_NSExtensionMain" in compiled[4] and "-application-extension" in compiled[4], compiled
    code, said, _ = run(folder, ".ci/mac.sh", "tests", "nonsense")
    assert code == 2 and "no step 'nonsense'" in said and "===" not in said, said


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    version = subprocess.check_output([ROOT / ".ci/version.py"], text=True).strip()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for path in folder / "bin", folder / "built":
            path.mkdir()
        for command, script in STAND_INS.items():
            (folder / "bin" / command).write_text(f"#!/bin/bash\n{script}\n", "utf-8")
            (folder / "bin" / command).chmod(0o755)
        built = folder / "built/tracetool"
        built.write_text(f"#!/bin/sh\nexec {pathlib.Path(arguments[0]).resolve()} \"$@\"\n", "utf-8")
        built.chmod(0o755)
        check_release(folder, version)
        check_job(folder)
    print("the scripts for a Mac: in the right order, the program signed last, refused where it needs an older library")
    return 0


sys.exit(main(sys.argv[1:]))

#!/usr/bin/env bash
# Makes a release, and tries all of it as its users do: unpacked where there is no Swift, in the action, in the image.
#   run.sh [ARCHIVE]     one of .ci/release.sh for this machine; without it one is made
# It needs Debian, and root or user namespaces. The first folder to run in holds the program, the libraries of the system
# that it needs, and a sample: nothing else.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

archive=${1:-}
if [ -z "$archive" ]; then archive=$(.ci/release.sh "$work/release" | tail -n 1); fi
named=tracetool-$(.ci/version.py)-linux-$(uname -m).tar.gz
if [ "$(basename "$archive")" != "$named" ]; then
  echo "release: the archive is called $(basename "$archive"), not $named" >&2
  exit 1
fi
(cd "$(dirname "$archive")" && sha256sum --check --quiet "$(basename "$archive").sha256")
mkdir "$work/bare"
tar -xf "$archive" -C "$work/bare" --strip-components=1
(cd "$work/bare" && sha256sum --check --quiet SHA256SUMS)

libraries=$(ldd "$work/bare/bin/tracetool")
if grep -E 'libswift|libFoundation|not found' <<<"$libraries"; then
  echo 'release: the program needs a library that a machine without Swift lacks' >&2
  exit 1
fi
for library in $(grep -oE '/[^ ]+' <<<"$libraries"); do
  install -D "$library" "$work/bare$library"
done
cp Tests/Samples/shop.jsonl "$work/bare/"

# Swift's library reads the words of the command line from /proc. A user that is not root gets a namespace to mount it in.
mkdir "$work/bare/proc"
namespace=(unshare --mount --pid --fork)
if [ "$(id -u)" != 0 ]; then namespace+=(--user --map-root-user); fi
run() {
  "${namespace[@]}" bash -c 'mount -t proc proc "$1/proc" && exec env -i "$(command -v chroot)" "$1" /bin/tracetool "${@:2}"' \
    run "$work/bare" "$@"
}
run version
run ingest /shop.jsonl --store /shop.db --quiet
run report --launch-times --store /shop.db
status=0
run check shop.jsonl --format json >"$work/check.json" || status=$?
if [ "$status" != 1 ]; then
  echo "release: 'check' of a sample with errors ended with $status, not 1" >&2
  exit 1
fi
ln -s "$PWD/Tests/Samples/shop.jsonl" "$work/shop.jsonl"
status=0
(cd "$work" && "$work/bare/bin/tracetool" check shop.jsonl --format json) >"$work/here.json" || status=$?
cmp "$work/check.json" "$work/here.json"
written() { "$work/bare/bin/tracetool" completions "$1" | cmp - "$work/bare/share/$2"; }
written bash bash-completion/completions/tracetool
written zsh zsh/site-functions/_tracetool
written fish fish/vendor_completions.d/tracetool.fish
Tests/Release/system.py "$work/bare/bin/tracetool"
Tests/Release/action.py "$archive"
Tests/Release/assets.py "$archive"
Tests/Release/mac.py "$work/bare/bin/tracetool"
Tests/Release/image.py "$archive"
echo "$(basename "$archive"): $(stat -c %s "$archive") bytes, runs without Swift"

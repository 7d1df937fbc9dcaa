#!/usr/bin/env bash
# Makes a release, unpacks it as a user would, and runs it where there is no Swift.
#   run.sh     needs root for the chroot, or user namespaces
# The chroot holds the program, the libraries of the system that it needs, and a sample: nothing else.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

archive=$(.ci/release.sh "$work/release" | tail -n 1)
(cd "$work/release" && sha256sum --check --quiet ./*.sha256)
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
Tests/Shells/complete.py "$work/bare/bin/tracetool"
echo "$(basename "$archive"): $(stat -c %s "$archive") bytes, runs without Swift"

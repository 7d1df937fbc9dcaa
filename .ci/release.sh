#!/usr/bin/env bash
# Makes the archive that people install tracetool from, for this kind of machine.
#   release.sh FOLDER
# FOLDER gets tracetool-VERSION-SYSTEM-ARCHITECTURE.tar.gz and its checksum; on a Mac the architecture is `universal`, and
# the program is for arm64 and x86_64. The archive holds the program, completions for bash, zsh and fish, the manual page,
# the license, and SHA256SUMS of them all; on Linux Swift's libraries are inside the program, macOS has them. The same
# commit gives the same archive: names are sorted, and every file bears the date of the commit.
set -euo pipefail
if [ $# != 1 ]; then
  sed -n '2,3s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build=(swift build -c release --product tracetool)
# The two systems call the same things by other words; both have a bash of version 3.2 at least.
if [ "$(uname)" = Darwin ]; then
  system=macos-universal
  owners=(--uid 0 --gid 0)
  sums=(shasum -a 256)
  # Without it tar adds a file for what a Mac notes about each.
  export COPYFILE_DISABLE=1
  # Each architecture by itself: a build for both at once embeds no resources (SwiftPM's issue 6969).
  slices=()
  for architecture in arm64 x86_64; do
    one=("${build[@]}" --triple "$architecture-apple-macosx")
    "${one[@]}"
    slices+=("$("${one[@]}" --show-bin-path)/tracetool")
  done
  built=$work/tracetool
  lipo -create "${slices[@]}" -output "$built"
  # Where the oldest macOS that Package.swift names has no Span, Swift links a library that an installed program lacks
  # (SwiftPM's issue 9092).
  if otool -arch all -L "$built" | grep CompatibilitySpan; then
    echo "release: the program needs Swift's library for older systems, which does not come with it" >&2
    exit 1
  fi
else
  system=linux-$(uname -m)
  owners=(--owner=0 --group=0)
  sums=(sha256sum)
  build+=(--static-swift-stdlib)
  "${build[@]}"
  built=$("${build[@]}" --show-bin-path)/tracetool
fi

version=$("$built" version | cut -d ' ' -f 2)
name=tracetool-$version-$system
root=$work/$name
# put MODE FILE: writes its input to a file of the archive.
put() {
  mkdir -p "$root/$(dirname "$2")"
  cat >"$root/$2"
  chmod "$1" "$root/$2"
}
cp "$built" "$work/stripped"
strip "$work/stripped"
# A Mac runs no program whose signature strip has broken.
if [ "$(uname)" = Darwin ]; then codesign --force --sign - "$work/stripped"; fi
put 755 bin/tracetool <"$work/stripped"
"$built" completions bash | put 644 share/bash-completion/completions/tracetool
"$built" completions zsh | put 644 share/zsh/site-functions/_tracetool
"$built" completions fish | put 644 share/fish/vendor_completions.d/tracetool.fish
"$built" man | put 644 share/man/man1/tracetool.1
put 644 share/doc/tracetool/LICENSE <LICENSE
(cd "$root" && find bin share -type f | LC_ALL=C sort | tr '\n' '\0' | xargs -0 "${sums[@]}") >"$work/sums"
put 644 SHA256SUMS <"$work/sums"

date=$(TZ=UTC git log -1 --date=format-local:%Y%m%d%H%M.%S --format=%cd)
find "$root" -type d -exec chmod 755 {} +
find "$root" -exec env TZ=UTC touch -t "$date" {} +
(cd "$work" && find "$name" | LC_ALL=C sort >"$work/list")
tar --format=ustar "${owners[@]}" --numeric-owner --no-recursion -C "$work" -T "$work/list" -cf - |
  gzip -n -9 >"$folder/$name.tar.gz"
(cd "$folder" && "${sums[@]}" "$name.tar.gz" >"$name.tar.gz.sha256")
echo "$folder/$name.tar.gz"

#!/usr/bin/env bash
# Makes the archive that people install tracetool from, for this kind of machine.
#   release.sh FOLDER
# FOLDER gets tracetool-VERSION-linux-ARCHITECTURE.tar.gz and its checksum. The archive holds the program with Swift's
# libraries inside, completions for bash, zsh and fish, the manual page, the license, and SHA256SUMS of them all.
# The same commit gives the same archive: names are sorted, and every file bears the date of the commit.
set -euo pipefail
if [ $# != 1 ]; then
  sed -n '2,3s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."

build=(swift build -c release --static-swift-stdlib --product tracetool)
"${build[@]}"
built=$("${build[@]}" --show-bin-path)/tracetool

version=$("$built" version | cut -d ' ' -f 2)
name=tracetool-$version-linux-$(uname -m)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/$name
put() { install -D -m "$1" /dev/stdin "$root/$2"; }
strip --output-file="$work/stripped" "$built"
put 755 bin/tracetool <"$work/stripped"
"$built" explain --completions bash | put 644 share/bash-completion/completions/tracetool
"$built" explain --completions zsh | put 644 share/zsh/site-functions/_tracetool
"$built" explain --completions fish | put 644 share/fish/vendor_completions.d/tracetool.fish
"$built" explain --man | put 644 share/man/man1/tracetool.1
put 644 share/doc/tracetool/LICENSE <LICENSE
(cd "$root" && find . -type f -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' sha256sum) >"$work/sums"
put 644 SHA256SUMS <"$work/sums"

date=@$(git log -1 --format=%ct)
tar --sort=name --mtime="$date" --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX -C "$work" -cf - "$name" |
  gzip -n -9 >"$folder/$name.tar.gz"
(cd "$folder" && sha256sum "$name.tar.gz" >"$name.tar.gz.sha256")
echo "$folder/$name.tar.gz"

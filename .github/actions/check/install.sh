#!/usr/bin/env bash
# Puts a released tracetool on the PATH of the steps that follow.
#   install.sh     reads INPUT_VERSION and INPUT_ARCHIVES, which action.yml describes
# The archive's checksum is verified before anything is unpacked.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

# fail TEXT: an annotation, on one line as GitHub wants it.
fail() {
  local text=${1//%/%25}
  text=${text//$'\r'/%0D}
  printf '::error title=tracetool::%s\n' "${text//$'\n'/%0A}"
  exit 1
}

version=${INPUT_VERSION:-}
if [ -z "$version" ]; then version=$(cat "$here/version" 2>/dev/null || true); fi
version=${version#v}
if [ -z "$version" ]; then fail "no version: $here/version is missing or empty; set the input 'version'"; fi
if [[ ! $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]]; then
  fail "the input 'version' is not a version such as 0.1.0"
fi

case $(uname -s)-$(uname -m) in
Linux-x86_64) system=linux-x86_64 ;;
Linux-aarch64 | Linux-arm64) system=linux-aarch64 ;;
Darwin-*) system=macos-universal ;;
*) fail "no tracetool for $(uname -s) on $(uname -m): use a runner with Linux (x86_64 or arm64) or macOS 26" ;;
esac
archive=tracetool-$version-$system.tar.gz

# A runner keeps an action in …/_actions/OWNER/NAME/REF; one that a workflow names by a path is part of its repository.
repository=${GITHUB_REPOSITORY:-}
case ${GITHUB_ACTION_PATH:-} in
*/_actions/*) repository=$(cut -d / -f 1,2 <<<"${GITHUB_ACTION_PATH#*/_actions/}") ;;
esac
from=${INPUT_ARCHIVES:-${GITHUB_SERVER_URL:-https://github.com}/$repository/releases/download/v$version}

work=$(mktemp -d "${RUNNER_TEMP:-/tmp}/tracetool.XXXXXX")
trap 'rm -rf "$work"' EXIT
# bring NAME: gets a file of the release.
bring() {
  case $from in
  https://*)
    command -v curl >/dev/null || fail 'curl is missing: install it in a step before this one'
    curl --fail --silent --show-error --location --retry 3 --proto '=https' --output "$work/$1" "$from/$1" ||
      fail "$from/$1 cannot be fetched: does that release exist, in a public repository? The input 'version' names \
another one"
    ;;
  *) cp "$from/$1" "$work/$1" || fail "$from holds no $1" ;;
  esac
}
bring "$archive"
bring "$archive.sha256"

sum=(sha256sum)
command -v sha256sum >/dev/null || sum=(shasum -a 256)
found=$("${sum[@]}" <"$work/$archive" | cut -d ' ' -f 1)
wanted=$(head -n 1 "$work/$archive.sha256" | cut -d ' ' -f 1)
if [[ ! $wanted =~ ^[0-9a-f]{64}$ ]]; then fail "$archive.sha256 holds no checksum"; fi
if [ "$found" != "$wanted" ]; then
  fail "$archive has the checksum $found, and should have $wanted: it is damaged, or not the one that was released"
fi

tar -xzf "$work/$archive" -C "$work" --strip-components=1
rm "$work/$archive" "$work/$archive.sha256"
if ! said=$("$work/bin/tracetool" version 2>&1); then
  # The system's own words, as "libsqlite3.so.0: cannot open shared object file".
  fail "tracetool does not run here: $(tail -n 1 <<<"$said"). Linux needs glibc 2.36 (Debian 12, Ubuntu 24.04) and libsqlite3-0; \
a Mac needs macOS 26"
fi
if [ "$said" != "tracetool $version" ]; then fail "$archive holds '$said'"; fi
trap - EXIT
echo "$work/bin" >>"$GITHUB_PATH"
echo "$said, from ${from//[$'\r\n']/ }"

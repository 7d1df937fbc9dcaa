#!/usr/bin/env bash
# Writes the recorder's package, builds it as a dependency of a small one, and reads what that records.
#   run.sh [TRACETOOL]     the program that reads; the release build without it
set -euo pipefail
cd "$(dirname "$0")/../.."
tracetool=${1:-.build/release/tracetool}
work=$(mktemp -d "$PWD/.build/package.XXXXXX")
trap 'rm -rf "$work"' EXIT
fail() {
  echo "the recorder's package: $1" >&2
  exit 1
}

.ci/recorder-package.sh "$work/TraceRecorder"
# Again over itself, where a source was left that is none any more.
cp -R "$work/TraceRecorder" "$work/first"
touch "$work/TraceRecorder/Sources/TraceRecorder/Old.swift"
.ci/recorder-package.sh "$work/TraceRecorder"
diff -r "$work/first" "$work/TraceRecorder" || fail 'a second run wrote something else'
mkdir "$work/other"
touch "$work/other/notes"
if .ci/recorder-package.sh "$work/other" 2>"$work/refused"; then fail 'a folder with other files was written to'; fi
grep -q 'holds other files' "$work/refused"
if grep -nE 'unsafeFlags|treatAllWarnings|embedInCode' "$work/TraceRecorder/Package.swift"; then
  fail 'these settings stop the build of an app'
fi

cp -R Tests/RecorderPackage/Host "$work/Host"
swift build --package-path "$work/Host" 2>&1 | tee "$work/log" | tail -n 1
if grep -E 'warning:|error:' "$work/log"; then fail 'its build has warnings'; fi
built=$(swift build --package-path "$work/Host" --show-bin-path)
find "$built/" -name PrivacyInfo.xcprivacy -exec cmp {} Sources/TraceRecorder/PrivacyInfo.xcprivacy \; -print |
  grep -q . || fail 'the privacy manifest is not beside the program'
dropped=$(XDG_DATA_HOME=$work/data "$built/Host")
[ "$dropped" = 0 ] || fail "$dropped events were dropped"
"$tracetool" ingest --from canonical --store "$work/traces.db" --verbose "$work/data/tracetool" >"$work/read" 2>&1 ||
  fail "$(cat "$work/read")"
grep -q '6 new + 0 duplicate + 0 skipped + 0 rejected' "$work/read" || fail "$(cat "$work/read")"
echo 'the recorder is a package by itself: an app that depends on it builds without a warning, and its 6 events are read'

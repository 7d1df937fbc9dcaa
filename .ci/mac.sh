#!/usr/bin/env bash
# What must hold on a Mac; the job `mac` of .github/workflows/ci.yml. No Mac has run it yet.
#   mac.sh            everything: 20 minutes or so
#   mac.sh STEP…      some of it:
#     tests      the tests, as README.md says
#     readme     the build for use, and the outputs that README.md shows
#     system     a terminal, /dev/null and an archive, which differ between systems
#     platforms  the recorder's package for each of Apple's platforms, by Xcode
#     app        README.md's app and an extension, linked with the recorder for the iOS that it begins with
# It is for bash 3.2, that of macOS.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "$(uname)" != Darwin ]; then
  echo 'mac.sh: this needs a Mac; .ci/darwin.sh checks the types elsewhere' >&2
  exit 2
fi
work=$PWD/.build/mac
recorder=$work/TraceRecorder
mkdir -p "$work"

tests() { bash -c "$(Tests/Readme/check.py --command 2)"; }

readme() {
  bash -c "$(Tests/Readme/check.py --command 1)"
  Tests/Readme/check.py
}

system() {
  swift build -c release --product tracetool
  Tests/Release/system.py "$(swift build -c release --show-bin-path)/tracetool"
}

platforms() {
  local platform
  .ci/recorder-package.sh "$recorder"
  for platform in iOS 'iOS Simulator' tvOS visionOS 'macOS,variant=Mac Catalyst'; do
    (cd "$recorder" && xcodebuild build -quiet -scheme TraceRecorder -destination "generic/platform=$platform" \
      -derivedDataPath "$work/derived" CODE_SIGNING_ALLOWED=NO)
  done
}

app() {
  local features module target
  target=$(uname -m)-apple-ios15.0-simulator
  .ci/recorder-package.sh "$recorder"
  features=$(sed -n 's/.*\.enableUpcomingFeature("\(.*\)").*/-enable-upcoming-feature \1/p' "$recorder/Package.swift")
  compile=(xcrun --sdk iphonesimulator swiftc -target "$target" -swift-version 6 -package-name tracetool \
    -parse-as-library -I "$work" -L "$work" -I "$recorder/Sources/CTraceStart/include")
  xcrun --sdk iphonesimulator clang -target "$target" -I "$recorder/Sources/CTraceStart/include" \
    -c "$recorder/Sources/CTraceStart/CTraceStart.c" -o "$work/CTraceStart.o"
  for module in TraceVocabulary TraceRecorder; do
    # Features and names of sources are one word each.
    # shellcheck disable=SC2046,SC2086
    "${compile[@]}" $features -application-extension -emit-library -static -emit-module -module-name "$module" \
      -emit-module-path "$work/$module.swiftmodule" -o "$work/lib$module.a" \
      $(find "$recorder/Sources/$module" -name '*.swift')
  done
  for module in UIKitApp SwiftUIApp; do
    "${compile[@]}" "Tests/SampleApp/$module.swift" Tests/SampleApp/{Tasks,TraceFiles}.swift "$work/CTraceStart.o" -lTraceRecorder \
      -lTraceVocabulary -o "$work/$module"
  done
  "${compile[@]}" -application-extension Tests/RecorderPackage/Extension.swift "$work/CTraceStart.o" \
    -lTraceRecorder -lTraceVocabulary \
    -Xlinker -e -Xlinker _NSExtensionMain -Xlinker -application_extension -o "$work/Extension"
  otool -L "$work/UIKitApp" "$work/SwiftUIApp" "$work/Extension"
}

if [ $# = 0 ]; then set -- tests readme system platforms app; fi
for step in "$@"; do
  case $step in
  tests | readme | system | platforms | app) ;;
  *)
    echo "mac.sh: no step '$step'; there are tests, readme, system, platforms, app" >&2
    exit 2
    ;;
  esac
done
for step in "$@"; do
  printf '\n=== %s (%d s)\n' "$step" "$SECONDS"
  "$step"
done

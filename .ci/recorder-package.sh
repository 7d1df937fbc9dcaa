#!/bin/sh
# Writes a Swift package of the recorder alone, for apps: its three targets, without the analyzer, SQLite, flags and
# warnings as errors that would get in the way of the app's own build.
#   recorder-package.sh FOLDER     a folder that is new, empty, or was written by this script
# Two runs write the same bytes. `Tests/RecorderPackage/run.sh` builds it; .ci/darwin.sh checks it for Apple's systems.
set -eu
if [ $# -ne 1 ] || [ -z "$1" ]; then
  echo "usage: $0 FOLDER" >&2
  exit 2
fi
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
folder=$(cd "$1" && pwd)
if [ -n "$(ls -A "$folder")" ] && ! grep -qs '^  name: "TraceRecorder",$' "$folder/Package.swift"; then
  echo "$0: $folder holds other files: name a folder that is new or empty" >&2
  exit 1
fi

rm -rf "$folder/Sources"
mkdir "$folder/Sources"
for target in TraceVocabulary CTraceStart TraceRecorder; do
  cp -R "$here/Sources/$target" "$folder/Sources/$target"
done
# The package has a README.md of its own.
rm "$folder/Sources/TraceRecorder/README.md"
cp "$here/LICENSE" "$folder/LICENSE"

# The upcoming features are those that the sources are written with: without them they mean something else.
cat >"$folder/Package.swift" <<'SWIFT'
// swift-tools-version: 6.2
import PackageDescription

let features: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
  name: "TraceRecorder",
  // macOS is there for packages that depend on this one and run their tests on a Mac.
  platforms: [.macOS(.v12), .iOS(.v15), .tvOS(.v15), .visionOS(.v1), .macCatalyst(.v15)],
  products: [.library(name: "TraceRecorder", targets: ["TraceRecorder"])],
  targets: [
    .target(name: "TraceVocabulary", swiftSettings: features),
    .target(name: "CTraceStart"),
    .target(
      name: "TraceRecorder", dependencies: ["TraceVocabulary", "CTraceStart"], resources: [.copy("PrivacyInfo.xcprivacy")],
      swiftSettings: features),
  ],
  swiftLanguageModes: [.v6])
SWIFT

cat >"$folder/README.md" <<'MARKDOWN'
# TraceRecorder

Records the life-cycle events of an app to trace files, which `tracetool` checks and reports on. It needs iOS 15, tvOS 15,
visionOS 1 or Mac Catalyst 15, and Xcode 26 (Swift 6.2). From macOS 12 on it records the start and what you tell it.

In Xcode: File > Add Package Dependencies… > Add Local…, choose this folder, and add the product TraceRecorder to the app's
target. In a package's `Package.swift`:

    dependencies: [.package(path: "../TraceRecorder")],
    targets: [.target(name: "App", dependencies: [.product(name: "TraceRecorder", package: "TraceRecorder")])]

The path ends in this folder's name, and so does `package:`. Beside `import TraceRecorder` one line, the first stored
property of the app delegate or of the App of SwiftUI, then records launches and scenes:

    let isTraced = AppTrace.start()

`tracetool help recording` says how the files come off a device.

This package is written by `.ci/recorder-package.sh` of tracetool, whose `Sources/TraceRecorder/README.md` shows how an app
records more: change the sources there. Apache License 2.0, see LICENSE.
MARKDOWN

#!/usr/bin/env bash
# Type-checks what only compiles with UIKit, against a stub that declares the names it uses: TraceRecorder's observer,
# and the app that README.md shows. Nothing here runs.
set -euo pipefail
cd "$(dirname "$0")/.."
swift build --target TraceRecorder
modules=$(swift build --show-bin-path)/Modules
work=$(mktemp -d "$PWD/.build/observer.XXXXXX")
trap 'rm -rf "$work"' EXIT
check=(swiftc -swift-version 6 -warnings-as-errors -package-name tracetool -I "$work" -I "$modules")
for feature in ExistentialAny InternalImportsByDefault MemberImportVisibility NonisolatedNonsendingByDefault; do
  check+=(-enable-upcoming-feature "$feature")
done
"${check[@]}" -parse-as-library -emit-module -module-name UIKit -emit-module-path "$work/UIKit.swiftmodule" \
  Tests/UIKitStub/UIKit.swift
"${check[@]}" -strict-memory-safety -parse-as-library -emit-module -module-name TraceRecorder \
  -emit-module-path "$work/TraceRecorder.swiftmodule" Sources/TraceRecorder/*.swift
sed -n '/^```swift$/,/^```$/p' README.md | sed '/^```/d' >"$work/Example.swift"
grep -q UIKitObserver "$work/Example.swift"
"${check[@]}" -parse-as-library -typecheck -module-name Example "$work/Example.swift"
echo 'UIKitObserver and the example in README.md fit the stub of UIKit'

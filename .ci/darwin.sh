#!/usr/bin/env bash
# Type-checks for Apple's platforms, on Linux, what Package.swift declares for them: all modules for macOS, and the
# library products with what they import for iOS, tvOS, visionOS and Mac Catalyst. Ends with the number of faults.
#   darwin.sh [FOLDER]     FOLDER: another package, such as that which .ci/recorder-package.sh writes
# The compiler of this machine reads its own interface of the standard library for another target: what is newer than a
# platform is marked in it as Apple's is. Of Darwin, os, Dispatch, Foundation, UIKit, SwiftUI, BackgroundTasks, MetricKit
# and StateReporting there are stubs in .ci/darwin, made by hand after Apple's documentation. So it finds what is too
# new, missing, or of another type there. It proves nothing about behaviour: nothing is linked, and nothing runs.
set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD
package=$(cd "${1:-.}" && pwd)
lab=$here/.build/darwin
mkdir -p "$lab"
swiftc=$(command -v swiftc)
resources=$(cd "$(dirname "$(readlink -f "$swiftc")")/../lib/swift" && pwd)
arch=$(uname -m)
[ "$arch" = aarch64 ] && arch=arm64

# One line a module and target, those that are imported first: TARGET MODULE FOLDER RESOURCE,… FLAG…
plan=$lab/plan-$(basename "$package")
swift package --package-path "$package" --scratch-path "$lab/package" dump-package | python3 -c '
import json
import sys

package, arch = json.load(sys.stdin), sys.argv[1]
targets = {target["name"]: target for target in package["targets"] if target["type"] in ("regular", "executable")}
OF_TESTS = [name for name, target in targets.items() if (target.get("path") or "").startswith("Tests/")]
TRIPLES = {"macos": "macosx{}", "ios": "ios{}-simulator", "tvos": "tvos{}-simulator", "visionos": "xros{}-simulator",
           "maccatalyst": "ios{}-macabi"}


def needed(names, found):
    """The targets of these names behind all that they depend on."""
    for name in names:
        if name in targets and name not in found:
            needed([dependency["byName"][0] for dependency in targets[name]["dependencies"]], found)
            found.append(name)
    return found


def flags(target):
    for setting in target["settings"]:
        (kind, value), = setting["kind"].items()
        if kind == "treatAllWarnings":
            yield "-warnings-as-errors"
        elif kind == "strictMemorySafety":
            yield "-strict-memory-safety"
        elif kind == "enableUpcomingFeature":
            yield from ("-enable-upcoming-feature", value["_0"])


libraries = [name for product in package["products"] if "library" in product["type"] for name in product["targets"]]
platforms = [(platform["platformName"], platform["version"]) for platform in package["platforms"]]
missing = TRIPLES.keys() - {name for name, _ in platforms}
if missing:
    sys.exit("Package.swift declares no version of " + ", ".join(sorted(missing)))
chosen = [(name, version, libraries if name != "macos" else [t for t in targets if t not in OF_TESTS])
          for name, version in platforms]
# Packages that test on a Mac link the recorder there, from macOS 12 on.
if ("macos", "12.0") not in platforms:
    chosen.append(("macos", "12.0", libraries))
for name, version, wanted in chosen:
    triple = arch + "-apple-" + TRIPLES[name].format(version)
    for module in needed(wanted, []):
        target = targets[module]
        embedded = [resource["path"].rsplit("/")[-1] for resource in target["resources"]
                    if "embedInCode" in resource["rule"]]
        folder = target.get("path") or "Sources/" + module
        print(triple, module, folder, ",".join(embedded) or "-", *flags(target))
' "$arch" >"$plan"

# compile TARGET MODULE ARGUMENT…: runs the compiler for a target.
compile() {
  local target=$1 place=$lab/$1 module=$2
  shift 2
  "$swiftc" -frontend -parse-as-library -swift-version 6 -target "$target" -disable-objc-interop -sdk "$place/sdk" \
    -resource-dir "$resources" -module-cache-path "$lab/cache" -I "$place/sdk" -I "$place/modules" \
    -module-name "$module" "$@"
}

# make TARGET MODULE ARGUMENT…: compiles a module for those that import it.
make() { compile "$@" -emit-module -o "$lab/$1/modules/$2.swiftmodule"; }

# prepare TARGET: its standard library, and the stubs as modules; kept until one of them or the compiler changes.
prepare() {
  local target=$1 place=$lab/$1 name system stamp
  stamp=$( (declare -f prepare compile; "$swiftc" --version; cat "$here"/.ci/darwin/* /usr/include/sqlite3.h) 2>&1 | cksum)
  [ "$(cat "$place/stamp" 2>/dev/null)" = "$stamp" ] && return
  rm -rf "$place"
  mkdir -p "$place/sdk/CSQLite" "$place/modules"
  # macosx26.0 is macos in the name of an interface, and ios15.0-simulator is ios-simulator.
  system=$(sed -E 's/^[^-]*-apple-//; s/[0-9.]+//; s/^macosx/macos/' <<<"$target")
  for name in Swift _Concurrency Synchronization _RegexParser _StringProcessing SwiftOnoneSupport; do
    mkdir -p "$place/sdk/$name.swiftmodule"
    # What is compiled into apps for older systems needs Apple's own libraries, and C is Darwin's.
    sed -E -e "s/-target [^ ]+-linux-gnu/-target $target/" -e 's/ -target-min-inlining-version min//' \
      -e 's/-enable-library-evolution/& -disable-availability-checking/' \
      -e '/^ *@backDeployed\(/d' -e 's/^import Glibc$/import Darwin/' \
      "$resources/linux/$name.swiftmodule"/*-linux-gnu.swiftinterface \
      >"$place/sdk/$name.swiftmodule/$arch-apple-$system.swiftinterface"
  done
  # Headers of C that say no more than DarwinC.h.
  for name in stdlib string time; do echo '#include "DarwinC.h"' >"$place/sdk/$name.h"; done
  # SDKSettings.json says which visionOS has what an iOS has.
  cp "$here"/.ci/darwin/{DarwinC.h,SDKSettings.json,module.modulemap} "$place/sdk/"
  cp "$here"/Sources/CSQLite/* "$place/sdk/CSQLite/"
  cp /usr/include/sqlite3.h "$place/sdk/"
  for name in Darwin os Dispatch Foundation UIKit SwiftUI BackgroundTasks MetricKit StateReporting; do
    # macOS has no UIKit, but for Catalyst; of the others nothing is used there.
    [[ $name = [USB]* && $target = *-macosx* ]] && continue
    make "$target" "$name" -disable-availability-checking "$here/.ci/darwin/$name.swift" || return 1
  done
  echo "$stamp" >"$place/stamp"
}

# check TARGET: all that is planned for it. A module with faults is made all the same, for those that import it.
check() {
  local target=$1 extension= module folder embedded flags name file
  prepare "$target" || return 1
  # The library is for app extensions, too, which may not call what is for apps alone.
  [[ $target = *-macosx* ]] || extension=-application-extension
  while read -r _ module folder embedded flags; do
    if [ -d "$package/$folder/include" ]; then
      mkdir -p "$lab/$target/sdk/$module"
      cp "$package/$folder"/include/* "$lab/$target/sdk/$module/"
      clang -target "$target" -fsyntax-only -Wall -Wextra -Werror -isystem "$lab/$target/sdk" \
        -I "$package/$folder/include" "$package/$folder"/*.c
      continue
    fi
    # What `embedInCode` makes of files.
    file=$lab/$target/$module.resources.swift
    {
      echo 'struct PackageResources {'
      for name in ${embedded//,/ }; do
        [ "$name" = - ] || echo "  static let ${name//[.-]/_}: [UInt8] = []"
      done
      echo '}'
    } >"$file"
    # shellcheck disable=SC2046,SC2086
    make "$target" "$module" -experimental-allow-module-with-compiler-errors -package-name tracetool $flags \
      $extension $(find "$package/$folder" -name '*.swift' | sort) "$file"
  done < <(grep "^$target " "$plan")
}

export -f prepare compile make check
export here package lab swiftc resources arch plan
targets=$(cut -d ' ' -f 1 "$plan" | uniq)
xargs -P 2 -I {} bash -c '
  set -uo pipefail
  started=$SECONDS
  check {} >"$lab/{}.log" 2>&1 || echo "error: the check of {} ended with code $?" >>"$lab/{}.log"
  echo "{}: $(grep -c "^{} " "$plan") modules, $((SECONDS - started)) s"
' <<<"$targets"

# The package's headers of C, the sample apps, and an extension.
mac=$(head -n 1 <<<"$targets")
phone=$(grep -- '-ios.*-simulator$' <<<"$targets")
{
  find "$package/Sources" -name '*.h' -exec clang -target "$mac" -fsyntax-only -Wall -Wextra -isystem "$lab/$mac/sdk" \
    -include {} -x c /dev/null \;
  if [ "$package" = "$here" ]; then
    # As apps have them: in the language modes of Swift 5 and 6, and where all is the main actor's.
    for app in UIKitApp SwiftUIApp; do
      for mode in '-swift-version 5' '-swift-version 6' '-swift-version 6 -default-isolation MainActor' \
        "-swift-version 6 -target ${phone/-ios*-simulator/-ios26.0-simulator}"; do
        # shellcheck disable=SC2086
        compile "$phone" "$app" -warnings-as-errors -enable-upcoming-feature MemberImportVisibility $mode \
          -typecheck "Tests/SampleApp/$app.swift" Tests/SampleApp/{Tasks,TraceFiles}.swift
      done
    done
    for app in UIKitApp SwiftUIApp; do
      compile "$phone" Shop -warnings-as-errors -enable-upcoming-feature MemberImportVisibility -typecheck \
        "Tests/DeviceApp/$app.swift" Tests/DeviceApp/Play.swift
    done
    compile "$phone" Extension -warnings-as-errors -enable-upcoming-feature MemberImportVisibility \
      -application-extension -typecheck Tests/RecorderPackage/Extension.swift
  fi
} >"$lab/others.log" 2>&1 || echo 'error: a header, a sample app or the extension does not compile' >>"$lab/others.log"

logs=$(sed "s#.*#$lab/&.log#" <<<"$targets"; echo "$lab/others.log")
# shellcheck disable=SC2086
faults=$(cat $logs | grep -E '(^|: )(error|warning|fatal error):' | sed "s#$here/##" | sort | uniq -c || true)
if [ -n "$faults" ]; then
  printf '%s\n' "$faults" "The whole text is in $lab/*.log"
  echo "$(wc -l <<<"$faults") faults for Apple's platforms" >&2
  exit 1
fi

# planted TARGET LINE…: fails unless the recorder with these lines is refused for want of the API.
planted() {
  local target=$1 folder said
  shift
  folder=$(awk -v target="$target" '$1 == target && $2 == "TraceRecorder" {print $3}' "$plan")
  printf '%s\n' "$@" >"$lab/Planted.swift"
  # shellcheck disable=SC2046
  said=$(compile "$target" TraceRecorder -application-extension -package-name tracetool -typecheck \
    $(find "$package/$folder" -name '*.swift') "$lab/Planted.swift" 2>&1 || true)
  said=$(grep -m 1 -E 'Planted.swift.* error: .*(is only available in|is unavailable in)' <<<"$said" || true)
  if [ -z "$said" ]; then
    echo "darwin.sh finds no fault in code that ${target#*-apple-} lacks: $*" >&2
    exit 1
  fi
  echo "planted, and refused: ${said##*error: }"
}

planted "$phone" 'func planted(_ bytes: [UInt8]) -> Int { bytes.span.count }'
planted "$phone" 'import Synchronization' 'let planted = Mutex(0)'
planted "$phone" 'func planted(_ number: UInt128) {}'
planted "$phone" 'import Foundation' 'func planted(_ url: URL) -> URL { url.appending(path: "") }'
planted "$phone" 'import UIKit' '@MainActor func planted(_ link: UIUpdateLink) {}'
planted "$phone" 'import UIKit' '@MainActor func planted() { _ = UIApplication.shared }'
planted "$phone" 'import BackgroundTasks' 'func planted(_ task: BGContinuedProcessingTask) {}'
planted "$(grep -- -tvos <<<"$targets")" 'import UIKit' 'func planted(_ item: UIApplicationShortcutItem) {}'
echo "No fault for Apple's platforms: $(wc -l <"$plan") modules, $(wc -l <<<"$targets") targets"

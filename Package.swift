// swift-tools-version: 6.2
import PackageDescription

/// What every target is built with; a warning stops the build.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// What the product's targets are built with: every unsafe expression says so.
let product = strict + [.strictMemorySafety()]

/// Tests are built as they stand, also beside an optimized product: they gain nothing by it, and take long to build.
let plain = strict + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// What knows where SQLite is: macOS has it in its SDK, and another one would have to be installed beside the program.
#if os(Linux)
  let sqlite: String? = "sqlite3"
#else
  let sqlite: String? = nil
#endif

let package = Package(
  name: "tracetool",
  platforms: [.macOS(.v26), .iOS(.v15), .tvOS(.v15), .visionOS(.v1), .macCatalyst(.v15)],
  products: [
    .executable(name: "tracetool", targets: ["tracetool"]),
    .library(name: "TraceRecorder", targets: ["TraceRecorder"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite",
      pkgConfig: sqlite,
      providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CAllocator"),
    .target(
      name: "Schemas",
      path: "Schemas",
      resources: [
        .embedInCode("event.schema.json"), .embedInCode("finding.schema.json"),
        .embedInCode("check.schema.json"), .embedInCode("follow.schema.json"), .embedInCode("report.schema.json"),
        .embedInCode("compare.schema.json"), .embedInCode("show.schema.json"),
        .embedInCode("config.schema.json"),
        .embedInCode("machines.json"),
        .embedInCode("recorded.sql"), .embedInCode("derived.sql"),
      ],
      swiftSettings: product),
    // What apps link of the model. No resource stands in it: Xcode's build system lacks `embedInCode`.
    .target(name: "TraceVocabulary", swiftSettings: product),
    // All of it is `public`: Swift 6.3 inlines and specializes nothing across modules that is
    // `package`, which costs `check` 13 % more instructions.
    .target(
      name: "TraceModel", dependencies: ["TraceVocabulary"], resources: [.embedInCode("event-names.txt")],
      swiftSettings: product),
    .target(
      name: "TraceIngest", dependencies: ["TraceModel"], exclude: ["README.md"],
      resources: [.embedInCode("Formats/messages.txt"), .embedInCode("Formats/exports.txt")],
      swiftSettings: product),
    .target(
      name: "TraceStore", dependencies: ["TraceModel", "CSQLite", "Schemas"], exclude: ["README.md"],
      resources: [
        .embedInCode("writer-pragmas.sql"), .embedInCode("launch-with-kind.sql"), .embedInCode("stays.sql"),
      ],
      swiftSettings: product),
    .target(
      name: "TraceAnalyzer", dependencies: ["TraceModel"], exclude: ["README.md"],
      resources: [
        .embedInCode("Replay/machines.txt")
      ],
      swiftSettings: product),
    .target(
      name: "TracePipeline",
      dependencies: ["TraceIngest", "TraceStore", "TraceAnalyzer", "TraceModel"],
      swiftSettings: product),
    .target(
      name: "TraceReport", dependencies: ["TraceModel", "TraceAnalyzer"], exclude: ["README.md"],
      swiftSettings: product),
    .target(name: "CTraceStart"),
    .target(
      name: "TraceRecorder", dependencies: ["TraceVocabulary", "CTraceStart"], exclude: ["README.md"],
      resources: [.copy("PrivacyInfo.xcprivacy")],
      swiftSettings: product),
    .executableTarget(
      name: "tracetool",
      dependencies: [
        "TraceModel", "TraceIngest", "TraceStore", "TraceAnalyzer", "TracePipeline", "TraceReport",
        "Schemas", "CAllocator",
      ],
      exclude: ["README.md"],
      resources: [
        .embedInCode("Pages/compare.txt"), .embedInCode("Pages/exit-codes.txt"), .embedInCode("Pages/following.txt"),
        .embedInCode("Pages/launch-times.txt"), .embedInCode("Pages/parts.txt"), .embedInCode("Pages/recording.txt"),
        .embedInCode("Pages/scenes.txt"), .embedInCode("Pages/selecting.txt"), .embedInCode("Pages/soundness.txt"),
        .embedInCode("Pages/status.sql"), .embedInCode("Pages/rejects.sql"),
      ],
      swiftSettings: product),

    .executableTarget(name: "tracemaker", path: "Tests/TraceMaker", swiftSettings: strict),
    .executableTarget(
      name: "recorder-probe", dependencies: ["TraceRecorder"], path: "Tests/RecorderProbe", swiftSettings: strict),
    .testTarget(
      name: "TraceRecorderTests", dependencies: ["TraceRecorder", "TraceVocabulary", "recorder-probe", "tracetool"],
      swiftSettings: plain),
    .testTarget(name: "TraceModelTests", dependencies: ["TraceModel"], swiftSettings: plain),
    .testTarget(
      name: "TraceIngestTests", dependencies: ["TraceIngest", "TraceModel"], swiftSettings: plain),
    .testTarget(
      name: "TraceStoreTests", dependencies: ["TraceStore", "TraceModel"], swiftSettings: plain),
    .testTarget(
      name: "TraceAnalyzerTests", dependencies: ["TraceAnalyzer", "TraceModel", "Schemas"],
      swiftSettings: plain),
    .testTarget(
      name: "TracePipelineTests",
      dependencies: [
        "TracePipeline", "TraceIngest", "TraceStore", "TraceAnalyzer", "TraceModel", "tracemaker",
      ],
      swiftSettings: plain),
    .testTarget(
      name: "TraceReportTests", dependencies: ["TraceReport", "TraceAnalyzer", "TraceModel"],
      swiftSettings: plain),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "CSQLite", "tracetool", "tracemaker", "TraceAnalyzer", "TraceIngest", "TraceModel", "TracePipeline",
        "TraceRecorder", "TraceReport", "Schemas",
      ],
      swiftSettings: plain),
  ],
  swiftLanguageModes: [.v6])

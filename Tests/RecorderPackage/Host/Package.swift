// swift-tools-version: 6.2
import PackageDescription

/// A package as those of apps are: it has the recorder's package beside it, another library whose types have the names
/// that such libraries like, and treats its own warnings as errors.
let package = Package(
  name: "Host",
  platforms: [.macOS(.v12)],
  dependencies: [.package(path: "../TraceRecorder")],
  targets: [
    .target(name: "Performance"),
    .executableTarget(
      name: "Host",
      dependencies: ["Performance", .product(name: "TraceRecorder", package: "TraceRecorder")],
      swiftSettings: [.treatAllWarnings(as: .error)]),
  ])

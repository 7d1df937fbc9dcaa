import TraceIngest
import TracePipeline

/// The files that were skipped as no logs: a count for each sysdiagnose, which holds some hundred beside the crash
/// reports and the log archive, and the names of the others.
struct SkippedFiles {
  /// Sysdiagnoses by path, with the number of skipped files.
  let sysdiagnoses: [(path: String, count: Int)]
  let others: [IngestError]

  init(_ diagnostics: IngestDiagnostics) {
    let read = diagnostics.sources.values.joined()
    let unread = diagnostics.failures.map(\.subject) + diagnostics.nonLogs.map(\.subject)
    let roots = Set((read + unread).compactMap(Self.root))
    var counts: [String: Int] = [:]
    var others: [IngestError] = []
    for file in diagnostics.nonLogs {
      let components = file.subject.split(separator: "/", omittingEmptySubsequences: false)
      let folders = components.indices.dropFirst().map { components[..<$0].joined(separator: "/") }
      if let root = folders.first(where: roots.contains) {
        counts[root, default: 0] += 1
      } else {
        others.append(file)
      }
    }
    sysdiagnoses = counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    self.others = others
  }

  /// The sysdiagnose, a folder or an archive, that a file lies in; nil if none.
  ///
  /// It is named after its time, as in `sysdiagnose_2025.10.01_12-00-00+0200_iPhone-OS_iPhone_23A341.tar.gz`, or holds
  /// the folders in which a device puts crash reports and its log.
  private static func root(of file: String) -> String? {
    let components = file.split(separator: "/", omittingEmptySubsequences: false)
    for index in components.indices {
      let isNamed =
        components[index].hasPrefix("sysdiagnose_") && components[index].dropFirst(12).first?.isNumber == true
      if isNamed, index < components.count - 1 { return components[...index].joined(separator: "/") }
      let isOfDevice = ["crashes_and_spins", "system_logs.logarchive"].contains(components[index])
      if isOfDevice, index > 0 { return components[..<index].joined(separator: "/") }
    }
    return nil
  }
}

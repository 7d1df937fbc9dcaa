import TraceAnalyzer
import TraceModel
package import TraceStore

extension Projector {
  /// Opens a store to be only read by statements that people write, up to date, with what it keeps packed or derives
  /// from other launches: with `hasKinds` its view `launch` has kinds and launch times, with `hasStays` it has a view
  /// `stay`.
  package static func storeForQueries(
    at path: String, busyTimeout: Int32, hasKinds: Bool, hasStays: Bool,
    report: @escaping (RunProgress) -> Void = { _ in }
  ) throws(StoreError) -> EventStore {
    let store = try openUpToDate(path, busyTimeout: busyTimeout, report: report)
    guard hasKinds || hasStays else { return store }
    // The statement sees the launches as they are read here: both are in one transaction.
    let (launches, stored) = try Projector(store).read(hasStays ? .all : .launches)
    let all = Launch.all(launches.summaries, launches.symbols)
    if hasKinds { try store.addLaunchKinds(all.map { kindRow($0, stored) }) }
    if hasStays { try store.addStays(of: all.map(\.summary), stored) }
    return store
  }

  private static func kindRow(_ launch: Launch, _ stored: StoredSymbols) -> LaunchKindRow {
    let time = launch.time
    return (
      stream: stored.row(of: launch.summary.stream), ordinal: Int64(launch.summary.ordinal), kind: launch.kind.name,
      kindReason: launch.kindReason, nanos: time.nanos, from: time.anchors?.from.name ?? "",
      to: time.anchors?.to.name ?? "", notCounted: time.notCounted?.name ?? ""
    )
  }
}

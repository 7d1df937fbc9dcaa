import TraceAnalyzer
import TraceModel
package import TraceStore

extension Projector {
  /// Opens a store for statements that people write: its view `launch` also has each launch's kind and launch time, as
  /// reports find them.
  ///
  /// - Parameters:
  ///   - path: The store's file.
  ///   - busyTimeout: How long to wait for another writer, in milliseconds.
  ///   - report: Learns how far outdated summaries are made anew.
  /// - Returns: The store, from which nothing but reading is done from now on.
  /// - Throws: `StoreError` if the store cannot be read.
  package static func storeWithKinds(
    at path: String, busyTimeout: Int32, report: @escaping (RunProgress) -> Void = { _ in }
  ) throws(StoreError) -> EventStore {
    let store = try openUpToDate(path, busyTimeout, report: report)
    // The statement sees the launches as they are read here: both are in one transaction.
    let (launches, stored) = try Projector(store).read(.launches)
    var rows: [LaunchKindRow] = []
    for launch in Launch.all(launches.summaries, launches.symbols) {
      let time = launch.time
      rows.append(
        LaunchKindRow(
          stream: stored.row(of: launch.summary.stream), ordinal: Int64(launch.summary.ordinal),
          kind: launch.kind.name, kindReason: launch.kindReason, nanos: time.nanos,
          from: time.anchors?.from.name ?? "", to: time.anchors?.to.name ?? "",
          notCounted: time.notCounted?.name ?? ""))
    }
    try store.addLaunchKinds(rows)
    return store
  }
}

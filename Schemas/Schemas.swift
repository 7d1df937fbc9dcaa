/// The contracts of this folder, as the bytes of their files.
package enum Schema: String, CaseIterable, Sendable {
  case event, finding, check, follow, report, compare, show, config, machines, store

  /// The file's bytes, UTF-8.
  package var bytes: [UInt8] {
    switch self {
    case .event: PackageResources.event_schema_json
    case .finding: PackageResources.finding_schema_json
    case .check: PackageResources.check_schema_json
    case .follow: PackageResources.follow_schema_json
    case .report: PackageResources.report_schema_json
    case .compare: PackageResources.compare_schema_json
    case .show: PackageResources.show_schema_json
    case .config: PackageResources.config_schema_json
    case .machines: PackageResources.machines_json
    case .store: Self.recorded + Self.derived
    }
  }
  /// The tables and views of a store that hold what was recorded, as SQL.
  package static var recorded: [UInt8] { PackageResources.recorded_sql }

  /// The tables and views of a store that hold what is derived from that.
  package static var derived: [UInt8] { PackageResources.derived_sql }
}

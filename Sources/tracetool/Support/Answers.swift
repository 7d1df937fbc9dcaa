import TraceAnalyzer
import TraceModel
import TracePipeline
import TraceReport

/// Whether data can answer anything at all.
enum Answers {
  /// - Throws: `DataError` for no event, no known event, or too many rejects.
  static func check(_ launches: Launches, _ settings: Settings) throws(DataError) {
    let intake = launches.intake
    if settings.maxRejects.isExceeded(by: intake.rejected, of: intake.records) {
      let (rejected, records) = (
        Units.count(Int(intake.rejected)), Units.count(Int(intake.records))
      )
      throw DataError(
        description: "\(rejected) of \(records) records were rejected, more than --max-rejects "
          + "allows; 'tracetool ingest' keeps them, 'tracetool store rejects' shows why")
    }
    let events = launches.summaries.reduce(0) { $0 + $1.eventCount }
    let unknown = launches.summaries.reduce(0) { $0 + $1.unknownCount }
    if events == 0 {
      throw DataError(description: "there is no event in what was read; check the paths")
    }
    if events == unknown { throw DataError(description: noKnownEvent(launches.unknownNames)) }
  }

  /// What was selected of all launches.
  ///
  /// - Throws: `DataError` if that is nothing.
  static func selected(_ all: [Launch], _ settings: Settings) throws(DataError) -> [Launch] {
    let chosen = all.filter(settings.selection.contains)
    if chosen.isEmpty {
      throw DataError(
        description: "none of \(Units.count(all.count)) launches is selected; "
          + "leave out some of --app, --os, --kind, …")
    }
    return chosen
  }

  /// The ten most frequent unknown names, each with the option that may give it a meaning.
  static func noKnownEvent(_ names: [String: Int64]) -> String {
    let frequent = names.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(10)
    let known = EventNames.meanings.keys.sorted()
    let lines = frequent.map { name, count in
      let meaning = Suggestion.nearest(to: name, among: known) ?? "NAME"
      let shown = DisplayText.escaped(name)
      return "\n  \(Units.count(Int(count))) times '\(shown)'; try --rename '\(shown)=\(meaning)'"
    }
    if lines.isEmpty { return "no event has a known name; 'tracetool store status' lists them" }
    return "no event has a known name:" + lines.joined()
  }
}
